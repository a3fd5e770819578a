package main

import (
	"context"

	"flexq/client/fault"
	"flexq/config"
)

// openToChange connects to the cluster that the settings name, for a command that changes it. In read-only mode it
// refuses that, before anything is asked; what says what cannot be done.
func openToChange(
	ctx context.Context, what string, settings func() (config.Settings, error), connect func(context.Context) (service, error),
) (service, config.Settings, error) {
	s, err := settings()
	if err != nil {
		return nil, s, err
	}
	if s.ReadOnly {
		return nil, s, fault.New(fault.ReadOnly, what, "")
	}
	api, err := connect(ctx)
	return api, s, err
}

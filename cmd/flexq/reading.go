package main

import (
	"context"

	"github.com/spf13/cobra"

	"flexq/config"
)

// reading is what the commands have in common that ask the cluster once and print the answer.
type reading struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	output   outputFlags
}

func newReading(f *factory) reading {
	return reading{streams: f.streams, settings: f.target, service: f.service}
}

// readingCmd completes a command whose options hold o: the flags of its output, and its work.
func readingCmd[O, T any](cmd *cobra.Command, all *O, o *reading, fields []field[T], work func(context.Context, *O) error) *cobra.Command {
	if cmd.Args == nil {
		cmd.Args = arguments(0, 0, "")
	}
	cmd.RunE = func(cmd *cobra.Command, _ []string) error { return work(cmd.Context(), all) }
	addOutput(cmd, &o.output, fields)
	addFilter(cmd, &o.output)
	return cmd
}

// open finds a wrong output format or filter before anything is asked, and connects to the cluster that the settings name.
func open[T any](ctx context.Context, o *reading, l *listing[T]) (service, config.Settings, error) {
	if err := l.check(o.output); err != nil {
		return nil, config.Settings{}, err
	}
	settings, err := o.settings()
	if err != nil {
		return nil, settings, err
	}
	l.context = settings.Name()
	api, err := o.service(ctx)
	return api, settings, err
}

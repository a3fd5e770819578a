package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/config"
)

type holdOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	ids      []string
	hold     bool
}

func newHoldCmd(f *factory, runF func(context.Context, *holdOptions) error) *cobra.Command {
	return holdCmd(f, runF, true, "hold ID...", "Keep waiting jobs from starting")
}

func newReleaseCmd(f *factory, runF func(context.Context, *holdOptions) error) *cobra.Command {
	return holdCmd(f, runF, false, "release ID...", "Let held jobs start again")
}

func holdCmd(f *factory, runF func(context.Context, *holdOptions) error, hold bool, use, short string) *cobra.Command {
	o := &holdOptions{streams: f.streams, settings: f.target, service: f.service, hold: hold}
	return &cobra.Command{
		Use:   use,
		Short: short,
		Args:  arguments(1, -1, "the id of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return orElse(runF, holdRun)(cmd.Context(), o)
		},
	}
}

// holdRun changes one job after the other and says what became of each. The error is the worst.
func holdRun(ctx context.Context, o *holdOptions) error {
	refs, err := cancelRefs(o.ids)
	if err != nil {
		return err
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	if settings.ReadOnly {
		return fault.New(fault.ReadOnly, "", "")
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	word := "released"
	if o.hold {
		word = "held"
	}
	var worst error
	for _, ref := range refs {
		err := api.Update(ctx, ref, slurm.JobUpdate{Hold: &o.hold})
		switch {
		case err == nil:
			fmt.Fprintf(o.Out, "%s  %s\n", ref, word)
			continue
		case !concernsOneJob(err):
			return err
		case len(refs) > 1:
			complain(o.Err, err)
		}
		if exitCode(err) > exitCode(worst) {
			worst = err
		}
	}
	if worst != nil && len(refs) > 1 {
		return &codeError{code: exitCode(worst)} // each has been said
	}
	return worst
}

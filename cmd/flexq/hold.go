package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

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
	cmd := holdCmd(f, runF, true)
	cmd.Use, cmd.Short = "hold ID...", "Keep waiting jobs from starting"
	cmd.Long = "Keep waiting jobs from starting. A job that runs goes on: it does not start again if it is requeued.\n\n" + arrayWords
	return cmd
}

func newReleaseCmd(f *factory, runF func(context.Context, *holdOptions) error) *cobra.Command {
	cmd := holdCmd(f, runF, false)
	cmd.Use, cmd.Short = "release ID...", "Let held jobs start again"
	cmd.Long = "Let held jobs start again. What an operator of the cluster holds, only an operator can release.\n\n" + arrayWords
	return cmd
}

// arrayWords say which tasks of an array can be named.
const arrayWords = `An ID is 1234 or, of a het job, 1234+1. Of an array, 1234 means all tasks that have not started: Slurm keeps them
as one, so that none of them can be changed by itself. 1234_7 or 1234_[1-5] name tasks that have started.`

func holdCmd(f *factory, runF func(context.Context, *holdOptions) error, hold bool) *cobra.Command {
	o := &holdOptions{streams: f.streams, settings: f.target, service: f.service, hold: hold}
	return &cobra.Command{
		Args: arguments(1, -1, "the id of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return orElse(runF, holdRun)(cmd.Context(), o)
		},
	}
}

// holdRun changes one job after the other and says what became of each. The error is the worst.
func holdRun(ctx context.Context, o *holdOptions) error {
	verb, what := "released", "release jobs"
	if o.hold {
		verb, what = "held", "hold jobs"
	}
	refs, err := wholeRefs(o.ids, verb)
	if err != nil {
		return err
	}
	api, _, err := openToChange(ctx, what, o.settings, o.service)
	if err != nil {
		return err
	}
	return o.each(ctx, api, refs)
}

func (o *holdOptions) each(ctx context.Context, api service, refs []slurm.Ref) error {
	var worst error
	for i, ref := range refs {
		warnings, err := api.Change(ctx, ref, slurm.JobUpdate{Hold: &o.hold})
		warn(o.Err, warnings)
		switch {
		case err == nil:
			fmt.Fprintf(o.Out, "%s  %s\n", ref, o.done(ctx, api, ref))
			continue
		case !concernsOneJob(err):
			for _, rest := range refs[i+1:] {
				fmt.Fprintf(o.Err, "flexq: %s: %s\n", rest, resultNotSent)
			}
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

// done says what became of a job. To hold one that runs means something else than one may think, so it is looked at;
// if that fails, the job is held all the same.
func (o *holdOptions) done(ctx context.Context, api service, ref slurm.Ref) string {
	if !o.hold {
		return "released"
	}
	detail, err := api.Job(ctx, ref)
	if err != nil || len(detail.Jobs) == 0 {
		return "held"
	}
	for i := range detail.Jobs {
		if !detail.Jobs[i].State.IsActive() {
			return "held"
		}
	}
	return "held: it runs on, and does not start again if it is requeued"
}

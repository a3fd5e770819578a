package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/config"
)

type waitOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	sleep    func(context.Context, time.Duration) error
	now      func() time.Time
	output   outputFlags
	ids      []string
	timeout  time.Duration
	interval time.Duration
}

func newWaitCmd(f *factory, runF func(context.Context, *waitOptions) error) *cobra.Command {
	o := &waitOptions{streams: f.streams, settings: f.target, service: f.service, sleep: f.sleep, now: f.now}
	cmd := &cobra.Command{
		Use:   "wait ID...",
		Short: "Wait until jobs have ended",
		Long: "Wait until all the jobs have ended, and show how. The exit code is 0 when all of them completed, 8 when\n" +
			"one did not. While the cluster cannot be reached, or its answers cannot be read, it goes on trying; with --timeout\n" +
			"the code is then 5, and 1 when the jobs were still there.",
		Args: arguments(1, -1, "the id of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return orElse(runF, waitRun)(cmd.Context(), o)
		},
	}
	addOutput(cmd, &o.output, jobFields())
	cmd.Flags().DurationVar(&o.timeout, "timeout", 0, "give up after this time, as in 30m (default: never)")
	cmd.Flags().DurationVar(&o.interval, "interval", 0, "time between two looks (default: the interval of the job list)")
	return cmd
}

func waitRun(ctx context.Context, o *waitOptions) error {
	l := listing[jobRow]{kind: "wait", fields: jobFields(), empty: "no jobs"}
	if err := l.check(o.output); err != nil {
		return err
	}
	refs, err := wholeRefs(o.ids, "waited for")
	if err != nil {
		return err
	}
	if o.interval != 0 && o.interval < time.Second {
		return usagef("a shorter interval would burden the cluster's controller", "--interval: %s is under the minimum of 1s", o.interval)
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	if o.interval == 0 {
		o.interval = settings.Screen.PollJobs
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	ended, err := waitFor(ctx, o, api, refs)
	if err != nil {
		return err
	}
	now := o.now()
	l.context, l.asOf, l.items = settings.Name(), now, jobRows(ended, slurm.TimeOf(now))
	slices.SortStableFunc(l.items, byID)
	if err := l.print(o.streams, o.output); err != nil {
		return err
	}
	return unsuccessful(ended)
}

// unsuccessful is the error of jobs that ended in another way than by completing.
func unsuccessful(jobs []slurm.Job) error {
	var bad []string
	for i := range jobs {
		if jobs[i].State.Base != slurm.JobComplete {
			bad = append(bad, jobs[i].DisplayID())
		}
	}
	switch len(bad) {
	case 0:
		return nil
	case 1:
		return &codeError{code: exitUnsuccessful, what: "job " + bad[0] + " did not complete"}
	}
	return &codeError{code: exitUnsuccessful, what: fmt.Sprintf("%d of %d jobs did not complete", len(bad), len(jobs))}
}

package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/config"
)

type jobsOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	me       func(context.Context, config.Settings) string
	output   outputFlags
}

func newJobsCmd(f *factory, runF func(context.Context, *jobsOptions) error) *cobra.Command {
	o := &jobsOptions{streams: f.streams, settings: f.target, service: f.service, me: f.me}
	cmd := &cobra.Command{
		Use:     "jobs",
		Short:   "List the queue",
		Aliases: []string{"queue"},
		Args:    arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return orElse(runF, jobsRun)(cmd.Context(), o)
		},
	}
	addOutput(cmd, &o.output, jobFields())
	return cmd
}

// orElse takes the function that a test put in the place of the work.
func orElse[O any](runF, work func(context.Context, *O) error) func(context.Context, *O) error {
	if runF != nil {
		return runF
	}
	return work
}

func jobsRun(ctx context.Context, o *jobsOptions) error {
	l := listing[jobRow]{kind: "jobs", fields: jobFields(), empty: "no jobs"}
	if _, err := l.format(o.streams, o.output.format); err != nil {
		return err
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	list, err := api.Jobs(ctx, 0)
	if err != nil {
		return err
	}
	jobs := list.Items
	if settings.Screen.Mine {
		me := o.me(ctx, settings)
		if me == "" {
			return usagef("set user in the context, or FLEXQ_USER", "--mine: nobody says which user of Slurm you are")
		}
		jobs = slices.DeleteFunc(slices.Clone(jobs), func(j slurm.Job) bool { return j.User != me })
		l.empty = "no jobs of " + me
	}
	l.context, l.asOf = settings.Name(), list.AsOf
	// A cluster whose clock is ahead of ours would otherwise show jobs that have not started yet.
	l.items = jobRows(jobs, max(slurm.TimeOf(list.AsOf), list.LastUpdate))
	slices.SortStableFunc(l.items, byID)
	l.warnings = withSkipped(list.Warnings, list.Skipped)
	return l.print(o.streams, o.output)
}

// byID orders jobs as they were submitted, and the tasks of an array under its first.
func byID(a, b jobRow) int {
	return cmp.Or(cmp.Compare(leader(a), leader(b)), cmp.Compare(a.Array.Task, b.Array.Task), cmp.Compare(a.ID, b.ID))
}

func leader(j jobRow) uint64 { return cmp.Or(j.Array.Job, j.Het.Job, j.ID) }

// withSkipped puts what could not be read beside what Slurm warned of: both mean that something is missing.
func withSkipped(warnings []slurm.Problem, skipped []string) []slurm.Problem {
	out := slices.Clone(warnings)
	for _, s := range skipped {
		out = append(out, slurm.Problem{Description: "could not be read and was left out: " + s, Source: "flexq"})
	}
	return out
}

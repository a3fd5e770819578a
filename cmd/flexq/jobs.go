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
	reading
	me func(context.Context, config.Settings) string
}

func newJobsCmd(f *factory, runF func(context.Context, *jobsOptions) error) *cobra.Command {
	o := &jobsOptions{reading: newReading(f), me: f.me}
	cmd := &cobra.Command{Use: "jobs", Short: "List the queue", Aliases: []string{"queue"}}
	return readingCmd(cmd, o, &o.reading, jobFields(), orElse(runF, jobsRun))
}

// orElse takes the function that a test put in the place of the work.
func orElse[O any](runF, work func(context.Context, *O) error) func(context.Context, *O) error {
	if runF != nil {
		return runF
	}
	return work
}

func jobsRun(ctx context.Context, o *jobsOptions) error {
	l := listing[jobRow]{kind: "jobs", fields: jobFields(), match: matchJob, empty: "no jobs"}
	api, settings, err := open(ctx, &o.reading, &l)
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
	l.asOf = list.AsOf
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

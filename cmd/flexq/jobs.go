package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/config"
	"flexq/tui/columns"
)

type jobsOptions struct {
	reading
	judging
	me func(context.Context, config.Settings) string
}

func newJobsCmd(f *factory, runF func(context.Context, *jobsOptions) error) *cobra.Command {
	o := &jobsOptions{reading: newReading(f), judging: newJudging(f), me: f.me}
	cmd := &cobra.Command{
		Use: "jobs", Short: "List the queue", Aliases: []string{"queue"},
		Long: "List the queue. The columns lease_left and risk say what the end of Flex Start machines means for a job: killed\n" +
			"(its limit lies beyond the first end among its nodes), cannot (it waits for longer than any machine that it may\n" +
			"use can live), tight (it fits with less than the margin), fits, unknown, none. lease_left, risk_lost and\n" +
			"risk_spare are in seconds in JSON and CSV. For these columns the nodes and pools are asked too.\n" +
			"The filter takes risk:killed,tight lease:<6h lease:? node:a3u-1 (or a list: node:a3u-[0-3]) pool: user: part:\n" +
			"state: and job: beside words.",
	}
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
	l := listing[jobRow]{kind: "jobs", fields: jobFields(), grammar: columns.JobFields, matcher: matchJobs, empty: "no jobs"}
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
	if len(l.items) > 0 && (l.shows(o.output, keysOf(jobLeaseFields())...) || o.asksLeases()) {
		k := look{jobs: list}
		k.askPools(ctx, api)
		k.askNodes(ctx, api)
		outlook, err := o.judge(ctx, settings, api, &k)
		if err != nil {
			return err
		}
		judgeRows(l.items, outlook, &k)
		k.noteUnknownLeases(outlook)
		l.warnings = append(l.warnings, k.warnings()...)
	}
	return l.print(o.streams, o.output)
}

// asksLeases reports whether the filter cannot do without the leases or the pools.
func (o *jobsOptions) asksLeases() bool {
	filter, err := parseFilter(o.output.filter(), columns.JobFields)
	query := columns.QueryOfJobs(filter)
	return err == nil && (query.NeedsLeases() || query.NeedsPools())
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

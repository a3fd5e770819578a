package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
	"flexq/tui/columns"
	"flexq/tui/pane"
)

type nodesOptions struct {
	reading
	judging
}

// judging is what the commands need beside a look at the cluster that tell of leases.
type judging struct {
	now        func() time.Time
	remembered func(context.Context, config.Settings) (flex.Memory, []slurm.Problem)
}

func newJudging(f *factory) judging { return judging{now: f.now, remembered: f.remembered} }

// judge works out the leases and risks of a look. What a signal has cut short is no look: what lacks would pass for
// what could not be had.
func (j judging) judge(ctx context.Context, s config.Settings, api service, k *look) (*flex.Outlook, error) {
	memory, warnings := j.remembered(ctx, s)
	k.missing = append(k.missing, warnings...)
	return flex.NewOutlook(memory, k.snapshot(api, j.now()), leaseSettings(s)), ctx.Err()
}

func newNodesCmd(f *factory, runF func(context.Context, *nodesOptions) error) *cobra.Command {
	o := &nodesOptions{newReading(f), newJudging(f)}
	cmd := &cobra.Command{
		Use:   "nodes",
		Short: "List the nodes, and when each is taken away",
		Long: "List the nodes with their pools, jobs and leases. lease_left is in seconds in JSON and CSV; lease_sure says how\n" +
			"far the end can be trusted (exact, estimate, approximate, unknown, none), lease_source where it comes from\n" +
			"(compute, created, boot, reservation or remembered), lease_why what is missing. risk is the greatest among the\n" +
			"node's jobs, and risk_job whose that is.\n" +
			"The filter takes node: (also a list: node:a3u-[0-3]) pool: state: part: job: risk:killed,tight and lease:<6h,\n" +
			"lease:>1d, lease:? (not known), lease:none.",
	}
	return readingCmd(cmd, o, &o.reading, nodeFields(), orElse(runF, nodesRun))
}

func nodesRun(ctx context.Context, o *nodesOptions) error {
	l := listing[nodeRow]{
		kind: "nodes", fields: nodeFields(), grammar: columns.NodeFields, matcher: matchNodes, empty: "no nodes",
	}
	api, settings, err := open(ctx, &o.reading, &l)
	if err != nil {
		return err
	}
	list, err := api.Nodes(ctx)
	if err != nil {
		return err
	}
	var k look
	k.setNodes(list)
	filters := o.output.filter() != ""
	if filters || l.shows(o.output, "pool", "standing", "risk", "risk_job") || l.shows(o.output, keysOf(nodeLeaseFields())...) ||
		l.shows(o.output, keysOf(nodeMachineFields())...) {
		k.askPools(ctx, api)
	}
	if filters || l.shows(o.output, "jobs", "risk", "risk_job") {
		k.askJobs(ctx, api)
	}
	outlook, err := o.judge(ctx, settings, api, &k)
	if err != nil {
		return err
	}
	if l.asksFor(o.output, "lease", "risk") || l.shows(o.output, "lease_left", "lease_end", "lease_sure", "lease_source", "lease_why") {
		k.noteUnknownLeases(outlook)
	}
	k.noteConfigured(settings)
	l.asOf, l.items, l.warnings = list.AsOf, nodeRows(&k, outlook), k.warnings()
	return l.print(o.streams, o.output)
}

// keysOf are the keys of fields.
func keysOf[T any](fields []field[T]) []string {
	keys := make([]string, len(fields))
	for i, f := range fields {
		keys[i] = f.key
	}
	return keys
}

// nodeRows joins the nodes of a look with their pools, leases and jobs.
func nodeRows(k *look, outlook *flex.Outlook) []nodeRow {
	index := flex.NewIndex(k.pools)
	on := pane.JobsOn(k.jobs.Items)
	rows := make([]nodeRow, len(k.nodes.Items))
	for i := range k.nodes.Items {
		n := &k.nodes.Items[i]
		r := &rows[i]
		r.now, r.Node, r.Member, r.Lease, r.Jobs = k.now, n, index.Member(n), outlook.Lease(n.Name), on[n.Name]
		r.Pool, _ = index.PoolOf(n)
		for _, j := range r.Jobs {
			if risk := outlook.Risk(j); r.WorstJob == nil || risk.Kind > r.Worst.Kind {
				r.Worst, r.WorstJob = risk, j
			}
		}
	}
	return rows
}

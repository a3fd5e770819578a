package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

type poolsOptions struct {
	reading
	judging
}

func newPoolsCmd(f *factory, runF func(context.Context, *poolsOptions) error) *cobra.Command {
	o := &poolsOptions{newReading(f), newJudging(f)}
	cmd := &cobra.Command{
		Use:   "pools",
		Short: "List the node pools, what they wait for and what goes first",
		Long: "List the node pools of the cluster resource with the states of their nodes, the first end of a lease among\n" +
			"them, and capacity that has been asked for and is not there. Where there is no such resource, or it cannot be\n" +
			"read, the pools that the context describes, and the partitions, stand in for the pools. Login nodes, which Slurm\n" +
			"does not know, are counted by their machines.\n\n" +
			"next_end is the first end among all nodes of the pool; next_end_jobs says how many jobs are on that node.\n" +
			"next_end_left is in seconds; next_end_sure is exact, estimate or approximate. In JSON each of queued has\n" +
			"name, nodes, state, age (in seconds), job and problem. source, which describes the pool, is resource, config\n" +
			"or partitions; sources are those that answer.\n" +
			"The filter takes pool: part: state: node: (of any of its nodes) and lease:<6h (its first end), lease:? or none.",
	}
	return readingCmd(cmd, o, &o.reading, poolFields(), orElse(runF, poolsRun))
}

func poolsRun(ctx context.Context, o *poolsOptions) error {
	l := listing[poolRow]{kind: "pools", fields: poolFields(), grammar: columns.PoolFields, matcher: matchPools, empty: "no pools"}
	api, settings, err := open(ctx, &o.reading, &l)
	if err != nil {
		return err
	}
	var k look
	if k.pools, err = api.Pools(ctx); err != nil {
		return err
	}
	list, err := api.Nodes(ctx)
	if err != nil {
		return err
	}
	k.setNodes(list)
	if o.output.filter() != "" || l.shows(o.output, "next_end", "next_end_node", "next_end_jobs") {
		k.askJobs(ctx, api)
	}
	outlook, err := o.judge(ctx, settings, api, &k)
	if err != nil {
		return err
	}
	if l.asksFor(o.output, "lease") || l.shows(o.output, keysOf(poolLeaseFields())...) {
		k.noteUnknownLeases(outlook)
	}
	k.noteConfigured(settings)
	l.asOf, l.items, l.warnings = list.AsOf, poolRows(&k, outlook), k.warnings()
	return l.print(o.streams, o.output)
}

// poolRows joins the pools of a look with their nodes, the first of them to go, and what they wait for.
func poolRows(k *look, outlook *flex.Outlook) []poolRow {
	var rows []poolRow
	for _, group := range k.pools.Group(k.nodes.Items) {
		r := poolRow{PoolNodes: group, origin: k.pools.Origin, sources: k.pools.Sources, now: k.now}
		for _, end := range outlook.Ends() { // the first to go comes first; what is over has no end to come
			if end.Pool == group.Pool.ID && end.Lease.End.After(k.now) {
				r.next, r.hasNext = end, true
				break
			}
		}
		for _, q := range k.pools.Queued {
			if q.PoolID == group.Pool.ID {
				r.queued = append(r.queued, q)
			}
		}
		rows = append(rows, r)
	}
	return rows
}

// ownWarning is something that flexq itself has to say beside an answer.
func ownWarning(text string) slurm.Problem {
	return slurm.Problem{Description: text, Source: ownSource}
}

const ownSource = "flexq"

// poolRow is a pool with its nodes, at a moment of the cluster's clock.
type poolRow struct {
	flex.PoolNodes
	origin  flex.Origin
	sources []flex.SourceState
	next    flex.NodeEnd // the first of its nodes to go, if hasNext
	hasNext bool
	queued  []flex.ResizeRequest
	now     time.Time
}

// poolFields are the properties of a pool. The keys are a promise to scripts: they stay.
func poolFields() []field[poolRow] {
	n := func(key, title string, shown show, get func(poolRow) int64) field[poolRow] {
		return field[poolRow]{key: key, title: title, shown: shown, right: true, value: func(p poolRow) any { return get(p) }}
	}
	return concat([]field[poolRow]{
		// "" for nodes that are in no known pool.
		{key: "pool", title: "POOL", shown: inTable, value: func(p poolRow) any { return p.Pool.ID }},
		{key: "model", title: "MODEL", shown: inTable, value: func(p poolRow) any { return string(p.Pool.Model) }},
		{key: "machineType", title: "MACHINE", shown: inTable, value: func(p poolRow) any { return p.Pool.MachineType }},
		{key: "acceleratorType", title: "ACCELERATOR", shown: inWide, value: func(p poolRow) any { return p.Pool.AcceleratorType }},
		told("accelerators", "PERNODE", inWide, isOfResource, func(p poolRow) int { return p.Pool.Accelerators }),
		n("nodes", "NODES", inTable, func(p poolRow) int64 { return int64(p.Tally.Nodes + p.logins()) }),
		n("nodesOn", "ON", inTable, func(p poolRow) int64 { return int64(p.Tally.On + p.logins()) }),
		n("nodesUp", "UP", inWide, func(p poolRow) int64 { return int64(p.Tally.Up + p.logins()) }),
		// A partition does not tell how many nodes are always there.
		told("min", "MIN", inTable, func(p poolRow) bool { return isOfResource(p) || p.Pool.FromConfig }, func(p poolRow) int { return p.Pool.Min }),
		told("max", "MAX", inTable, func(p poolRow) bool { return isOfResource(p) || p.Pool.Max > 0 }, func(p poolRow) int { return p.Pool.Max }),
		{key: "states", title: "STATES", shown: inTable, value: func(p poolRow) any { return stateCounts(p.Tally) }},
		n("gpus", "GPUS", inTable, func(p poolRow) int64 { return p.Tally.GPUs }),
		n("gpusUsed", "USEDGPUS", inTable, func(p poolRow) int64 { return p.Tally.GPUsUsed }),
	}, poolLeaseFields(), []field[poolRow]{
		n("cpus", "CPUS", inWide, func(p poolRow) int64 { return p.Tally.CPUs }),
		n("cpusUsed", "USEDCPUS", inWide, func(p poolRow) int64 { return p.Tally.CPUsUsed }),
		{key: "maxDurationSeconds", title: "LIFE", shown: inWide, right: true, value: maxDuration, text: func(p poolRow) string {
			if p.Pool.MaxDuration == 0 {
				return ""
			}
			return slurm.FormatElapsed(seconds(p.Pool.MaxDuration))
		}},
		{key: "zone", title: "ZONE", shown: inWide, value: func(p poolRow) any { return p.Pool.Zone }},
		{key: "login", title: "LOGIN", shown: inSheet, value: func(p poolRow) any {
			if !isOfResource(p) {
				return nil
			}
			return p.Pool.Login
		}},
		{key: "partitions", title: "PARTITIONS", shown: inTable, value: func(p poolRow) any { return listOf(p.Pool.Partitions) }},
		// "resource", "config" or "partitions".
		{key: "source", title: "SOURCE", shown: inSheet, value: poolSource},
		// What else was asked, and answers.
		{key: "sources", title: "SOURCES", shown: inWide, value: func(p poolRow) any { return answering(p.sources) }},
	})
}

// told is a number that not every source of pools tells.
func told(key, title string, shown show, isTold func(poolRow) bool, get func(poolRow) int) field[poolRow] {
	return field[poolRow]{key: key, title: title, shown: shown, right: true, value: func(p poolRow) any {
		if !isTold(p) {
			return nil
		}
		return int64(get(p))
	}}
}

// isOfResource reports whether the cluster resource describes the pool.
func isOfResource(p poolRow) bool {
	return p.Pool.ID != "" && !p.Pool.FromPartition && !p.Pool.FromConfig
}

// logins is how many machines a pool of login nodes has: Slurm does not know them as nodes.
func (p poolRow) logins() int {
	if !p.Pool.Login {
		return 0
	}
	return len(p.Others)
}

// poolSource says who describes the pool.
func poolSource(p poolRow) any {
	if p.Pool.FromConfig {
		return "config"
	}
	return originName(p.origin)
}

// answering names the sources that answer.
func answering(sources []flex.SourceState) []string {
	out := []string{}
	for _, s := range sources {
		if s.Note == "" && !s.Off {
			out = append(out, s.Name)
		}
	}
	return out
}

func maxDuration(p poolRow) any {
	if p.Pool.MaxDuration == 0 {
		return nil
	}
	return seconds(p.Pool.MaxDuration)
}

func stateCounts(t flex.Tally) []string {
	out := make([]string, 0, len(t.States))
	for _, s := range t.States {
		out = append(out, s.State+"="+plain(s.Count))
	}
	return out
}

func originName(o flex.Origin) string {
	switch o {
	case flex.FromResource:
		return "resource"
	case flex.FromPartitions:
		return "partitions"
	case flex.NoPools:
	}
	return ""
}

package main

import (
	"context"

	"github.com/spf13/cobra"

	"flexq/client/flex"
	"flexq/client/slurm"
)

type poolsOptions struct{ reading }

func newPoolsCmd(f *factory, runF func(context.Context, *poolsOptions) error) *cobra.Command {
	o := &poolsOptions{newReading(f)}
	cmd := &cobra.Command{
		Use:   "pools",
		Short: "List the node pools",
		Long: "List the node pools of the cluster resource with the states of their nodes. Where there is no such resource,\n" +
			"or it cannot be read, the partitions stand in for the pools.",
	}
	return readingCmd(cmd, o, &o.reading, poolFields(), orElse(runF, poolsRun))
}

func poolsRun(ctx context.Context, o *poolsOptions) error {
	l := listing[poolRow]{kind: "pools", fields: poolFields(), empty: "no pools"}
	api, _, err := open(ctx, &o.reading, &l)
	if err != nil {
		return err
	}
	pools, err := api.Pools(ctx)
	if err != nil {
		return err
	}
	nodes, err := api.Nodes(ctx)
	if err != nil {
		return err
	}
	l.asOf = nodes.AsOf
	for _, group := range pools.Group(nodes.Items) {
		l.items = append(l.items, poolRow{group, pools.Origin})
	}
	l.warnings = withSkipped(nodes.Warnings, nodes.Skipped)
	if pools.Note != "" {
		l.warnings = append(l.warnings, ownWarning("partitions stand in for pools: "+pools.Note))
	}
	return l.print(o.streams, o.output)
}

// ownWarning is something that flexq itself has to say beside an answer.
func ownWarning(text string) slurm.Problem { return slurm.Problem{Description: text, Source: "flexq"} }

// poolRow is a pool with its nodes.
type poolRow struct {
	flex.PoolNodes
	origin flex.Origin
}

// poolFields are the properties of a pool. The keys are a promise to scripts: they stay.
func poolFields() []field[poolRow] {
	n := func(key, title string, shown show, get func(poolRow) int64) field[poolRow] {
		return field[poolRow]{key: key, title: title, shown: shown, right: true, value: func(p poolRow) any { return get(p) }}
	}
	return []field[poolRow]{
		// "" for nodes that are in no known pool.
		{key: "pool", title: "POOL", shown: inTable, value: func(p poolRow) any { return p.Pool.ID }},
		{key: "model", title: "MODEL", shown: inTable, value: func(p poolRow) any { return string(p.Pool.Model) }},
		{key: "machineType", title: "MACHINE", shown: inTable, value: func(p poolRow) any { return p.Pool.MachineType }},
		{key: "acceleratorType", title: "ACCELERATOR", shown: inWide, value: func(p poolRow) any { return p.Pool.AcceleratorType }},
		n("accelerators", "PERNODE", inWide, func(p poolRow) int64 { return int64(p.Pool.Accelerators) }),
		n("nodes", "NODES", inTable, func(p poolRow) int64 { return int64(p.Tally.Nodes) }),
		n("nodesOn", "ON", inTable, func(p poolRow) int64 { return int64(p.Tally.On) }),
		n("nodesUp", "UP", inWide, func(p poolRow) int64 { return int64(p.Tally.Up) }),
		n("min", "MIN", inTable, func(p poolRow) int64 { return int64(p.Pool.Min) }),
		n("max", "MAX", inTable, func(p poolRow) int64 { return int64(p.Pool.Max) }),
		{key: "states", title: "STATES", shown: inTable, value: func(p poolRow) any { return stateCounts(p.Tally) }},
		n("gpus", "GPUS", inTable, func(p poolRow) int64 { return p.Tally.GPUs }),
		n("gpusUsed", "USEDGPUS", inTable, func(p poolRow) int64 { return p.Tally.GPUsUsed }),
		n("cpus", "CPUS", inWide, func(p poolRow) int64 { return p.Tally.CPUs }),
		n("cpusUsed", "USEDCPUS", inWide, func(p poolRow) int64 { return p.Tally.CPUsUsed }),
		{key: "maxDurationSeconds", title: "LIFE", shown: inWide, right: true, value: maxDuration, text: func(p poolRow) string {
			if p.Pool.MaxDuration == 0 {
				return ""
			}
			return slurm.FormatElapsed(seconds(p.Pool.MaxDuration))
		}},
		{key: "zone", title: "ZONE", shown: inWide, value: func(p poolRow) any { return p.Pool.Zone }},
		{key: "login", title: "LOGIN", shown: inSheet, value: func(p poolRow) any { return p.Pool.Login }},
		{key: "partitions", title: "PARTITIONS", shown: inTable, value: func(p poolRow) any { return listOf(p.Pool.Partitions) }},
		// "resource" or "partitions".
		{key: "source", title: "SOURCE", shown: inSheet, value: func(p poolRow) any { return originName(p.origin) }},
	}
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

// poolsOrWhy asks for the pools, or says why there are none: a list of nodes is worth having without them.
func poolsOrWhy(ctx context.Context, api service) (flex.Pools, []slurm.Problem) {
	pools, err := api.Pools(ctx)
	if err != nil {
		return flex.Pools{}, []slurm.Problem{ownWarning("the pools are not known: " + err.Error())}
	}
	return pools, nil
}

// nodeRows pairs nodes with the ids of their pools. A partition that stands in for a pool is shown as a partition
// already, and not again.
func nodeRows(nodes []slurm.Node, pools flex.Pools) []nodeRow {
	index := flex.NewIndex(pools)
	rows := make([]nodeRow, len(nodes))
	for i := range nodes {
		rows[i].Node = &nodes[i]
		if pool, ok := index.PoolOf(&nodes[i]); ok && !pool.FromPartition {
			rows[i].pool = pool.ID
		}
	}
	return rows
}

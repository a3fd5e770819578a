package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
)

// look is what one look at a cluster has shown. What could not be had is said in missing.
type look struct {
	pools   flex.Pools
	nodes   slurm.List[slurm.Node]
	jobs    slurm.List[slurm.Job]
	now     time.Time // the cluster's clock
	ahead   time.Duration
	missing []slurm.Problem
	lacks   []lack
}

// lack is one kind of data that could not be had.
type lack struct {
	what string // "the nodes"
	// why is the reason with what to do about it, and root the reason alone.
	why, root string
}

// askPools, askNodes and askJobs ask one kind of data each. A failure is noted, and what else is known is worth having
// all the same.
func (k *look) askPools(ctx context.Context, api service) {
	pools, err := api.Pools(ctx)
	if err != nil {
		k.lack("the pools and leases", err)
		return
	}
	k.pools = pools
}

func (k *look) askNodes(ctx context.Context, api service) {
	list, err := api.Nodes(ctx)
	if err != nil {
		k.lack("the nodes", err)
		return
	}
	k.setNodes(list)
}

func (k *look) setNodes(list slurm.List[slurm.Node]) {
	k.nodes = list
	k.missing = append(k.missing, withSkipped(list.Warnings, list.Skipped)...)
}

func (k *look) askJobs(ctx context.Context, api service) {
	list, err := api.Jobs(ctx, 0)
	if err != nil {
		k.lack("the jobs", err)
		return
	}
	k.setJobs(list)
}

func (k *look) setJobs(list slurm.List[slurm.Job]) {
	k.jobs = list
	for _, p := range withSkipped(list.Warnings, list.Skipped) {
		// An empty queue is no news to whoever asks for nodes.
		if len(list.Items) > 0 || p.Source == ownSource {
			k.missing = append(k.missing, p)
		}
	}
}

// lack notes that a kind of data could not be had.
func (k *look) lack(what string, err error) {
	l := lack{what, err.Error(), err.Error()}
	if f := fault.From(err); f != nil && f.What != "" {
		bare := *f
		bare.Op = ""
		l.why, l.root = bare.Error(), f.What
	}
	k.lacks = append(k.lacks, l)
}

// snapshot is the look for those who judge it. now is this machine's clock.
func (k *look) snapshot(api service, now time.Time) flex.Snapshot {
	k.now = api.ClusterNow()
	k.ahead = k.now.Sub(now)
	s := flex.Snapshot{Now: k.now, Pools: k.pools, Nodes: k.nodes.Items, Jobs: k.jobs.Items}
	if !k.pools.AsOf.IsZero() {
		s.Pools.AsOf = k.pools.AsOf.Add(k.ahead)
	}
	if !k.nodes.AsOf.IsZero() {
		s.NodesAsOf = k.nodes.AsOf.Add(k.ahead)
	}
	if !k.jobs.AsOf.IsZero() {
		s.JobsAsOf = k.jobs.AsOf.Add(k.ahead)
	}
	return s
}

// noteUnknownLeases notes of which nodes the end is not known; where not even the pools are, that has been said.
func (k *look) noteUnknownLeases(o *flex.Outlook) {
	if !k.pools.AsOf.IsZero() {
		k.missing = append(k.missing, unknownLeases(k.nodes.Items, o)...)
	}
}

// noteConfigured notes where the pools of the config file do not fit the nodes.
func (k *look) noteConfigured(s config.Settings) {
	if configured := poolsOf(s); len(configured) > 0 && !k.pools.AsOf.IsZero() {
		k.missing = append(k.missing, configuredWarnings(configured, k.pools.Group(k.nodes.Items), k.nodes.Items)...)
	}
}

// unknownLeases says of how many nodes with a machine the end is not known, and why. Of a node that powers up it cannot
// be known yet.
func unknownLeases(nodes []slurm.Node, o *flex.Outlook) []slurm.Problem {
	count := map[string]int{}
	first := map[string]string{}
	for i := range nodes {
		n := &nodes[i]
		lease := o.Lease(n.Name)
		if lease.Provenance != flex.Unknown || !hasMachine(n) || n.State.Has(slurm.NodePoweringUp) {
			continue
		}
		if count[lease.Why] == 0 {
			first[lease.Why] = n.Name
		}
		count[lease.Why]++
	}
	whys := make([]string, 0, len(count))
	for why := range count {
		whys = append(whys, why)
	}
	slices.Sort(whys)
	var out []slurm.Problem
	for _, why := range whys {
		text := fmt.Sprintf("when %s goes is not known", nodesWords(first[why], count[why]))
		if why != "" {
			text += ": " + why
		}
		out = append(out, ownWarning(text))
	}
	return out
}

func nodesWords(first string, n int) string {
	if n == 1 {
		return "node " + first
	}
	return fmt.Sprintf("each of %d nodes (%s, ...)", n, first)
}

// hasMachine reports whether a node has a machine that can be taken away.
func hasMachine(n *slurm.Node) bool {
	return !n.State.Has(slurm.NodePoweredDown) && n.State.Base != slurm.NodeFuture
}

package main

import (
	"fmt"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// configuredWarnings say where the pools of the config file do not fit the nodes of the cluster: one that has none of
// them, one that has fewer than are to be always there, and two that share some.
func configuredWarnings(configured []flex.Configured, groups []flex.PoolNodes, nodes []slurm.Node) []slurm.Problem {
	if len(nodes) == 0 {
		return nil
	}
	var out []slurm.Problem
	for i, c := range configured {
		group, ok := groupOf(groups, c.ID)
		own := nodesAmong(c, nodes)
		switch {
		case !ok:
		case c.Nodes != "" && len(own) == 0:
			out = append(out, ownWarning(fmt.Sprintf("pool %s of the config file: no node of the cluster is among %q", c.ID, c.Nodes)))
		case group.Pool.FromConfig && c.Min > len(group.Nodes):
			out = append(out, ownWarning(fmt.Sprintf("pool %s of the config file: min is %d, but only %s in it", c.ID, c.Min, countNodes(len(group.Nodes)))))
		}
		for _, other := range configured[:i] {
			if shared := both(nodesAmong(other, nodes), own); len(shared) > 0 {
				out = append(out, ownWarning(sharedWords(other.ID, c.ID, shared)))
			}
		}
	}
	return out
}

func groupOf(groups []flex.PoolNodes, id string) (flex.PoolNodes, bool) {
	for _, g := range groups {
		if g.Pool.ID == id {
			return g, true
		}
	}
	return flex.PoolNodes{}, false
}

// nodesAmong are the nodes that the file says are of a pool, whatever else may claim them.
func nodesAmong(c flex.Configured, nodes []slurm.Node) []string {
	alone, err := flex.Pools{}.WithConfigured([]flex.Configured{c})
	if err != nil || c.Nodes == "" {
		return nil
	}
	index := flex.NewIndex(alone)
	var out []string
	for i := range nodes {
		if _, ok := index.PoolOf(&nodes[i]); ok {
			out = append(out, nodes[i].Name)
		}
	}
	return out
}

// both are the names of b that are in a too.
func both(a, b []string) []string {
	in := make(map[string]bool, len(a))
	for _, name := range a {
		in[name] = true
	}
	var out []string
	for _, name := range b {
		if in[name] {
			out = append(out, name)
		}
	}
	return out
}

func sharedWords(one, two string, nodes []string) string {
	who, verb, counts := nodes[0], "is", "counts"
	if len(nodes) > 1 {
		who, verb, counts = fmt.Sprintf("%d nodes (%s, ...)", len(nodes), nodes[0]), "are", "count"
	}
	return fmt.Sprintf("pools %s and %s of the config file: %s %s among the nodes of both, and %s in %s", one, two, who, verb, counts, one)
}

func countNodes(n int) string {
	if n == 1 {
		return "1 node is"
	}
	return fmt.Sprintf("%d nodes are", n)
}

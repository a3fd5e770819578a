package preflight

import (
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// known is a world with what has been worked out of it.
type known struct {
	World
	index       *flex.Index
	byPartition map[string][]*slurm.Node
	gres        map[string][]gres // of nodes, by its text
	ofNodes     map[string]bool   // the features of nodes, once they were asked for
	knowsAll    bool              // Nodes are all of the cluster's
}

func newKnown(w World) *known {
	k := &known{World: w, byPartition: make(map[string][]*slurm.Node, len(w.Partitions)), gres: map[string][]gres{}}
	if w.Outlook == nil && len(w.Pools.Pools) > 0 {
		k.Outlook = flex.NewOutlook(flex.Memory{}, flex.Snapshot{Now: w.Now, Nodes: w.Nodes, Pools: w.Pools}, flex.Settings{Margin: w.Margin})
	}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		for _, p := range n.Partitions {
			k.byPartition[p] = append(k.byPartition[p], n)
		}
	}
	k.knowsAll = k.hasAllNodes()
	return k
}

// nodesOf returns the nodes of a partition, and whether they are all of its nodes: where powered-down cloud nodes are
// hidden, they are not. The caller must not change the list.
func (k *known) nodesOf(p *slurm.Partition) (list []*slurm.Node, isWhole bool) {
	list = k.byPartition[p.Name]
	return list, len(list) > 0 && uint64(len(list)) >= uint64(p.NodeCount)
}

func (k *known) hasAllNodes() bool {
	if k.Access == nil || len(k.Access.Partitions) == 0 || len(k.Nodes) == 0 {
		return false
	}
	for i := range k.Access.Partitions {
		p := &k.Access.Partitions[i]
		if _, isWhole := k.nodesOf(p); p.NodeCount > 0 && !isWhole {
			return false
		}
	}
	return true
}

// has counts how many a node has of what is asked for.
func (k *known) has(n *slurm.Node, want gres) uint64 {
	list, ok := k.gres[n.GRES]
	if !ok {
		list = itemsOf(n.GRES)
		k.gres[n.GRES] = list
	}
	var sum uint64
	for _, g := range list {
		if g.name == want.name && (want.kind == "" || strings.EqualFold(g.kind, want.kind)) {
			sum += g.count
		}
	}
	return sum
}

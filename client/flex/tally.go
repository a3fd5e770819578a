package flex

import (
	"cmp"
	"slices"

	"flexq/client/slurm"
)

// Tally counts the nodes of a pool.
type Tally struct {
	Nodes int // that Slurm knows
	On    int // of these, the ones that have a machine: not powered down, not on the way there
	Up    int // of these, the ones that would take a job
	// States counts nodes by sinfo's compact state, work first: alloc, mix, idle, then the rest by name.
	States []StateCount
	// GPUs are those of the nodes that are on; GPUsUsed the ones that jobs have.
	GPUs, GPUsUsed int64
	CPUs, CPUsUsed int64 // likewise
}

// StateCount is how many nodes are in one state.
type StateCount struct {
	State string // as sinfo %t prints it, with its sign: "mix#"
	Count int
}

func (t *Tally) add(n *slurm.Node, pool Pool) {
	t.Nodes++
	t.count(n.State.Compact())
	if n.State.IsUp() {
		t.Up++
	}
	t.GPUsUsed += gpusUsed(n)
	t.CPUsUsed += int64(n.AllocCPUs)
	if isOff(n.State) {
		return
	}
	t.On++
	t.GPUs += gpusOf(n, pool)
	t.CPUs += int64(n.CPUs)
}

func (t *Tally) count(state string) {
	for i := range t.States {
		if t.States[i].State == state {
			t.States[i].Count++
			return
		}
	}
	t.States = append(t.States, StateCount{state, 1})
}

func (t *Tally) sort() {
	slices.SortFunc(t.States, func(a, b StateCount) int {
		return cmp.Or(cmp.Compare(rank(a.State), rank(b.State)), cmp.Compare(a.State, b.State))
	})
}

func rank(state string) int {
	switch state {
	case "alloc":
		return 0
	case "mix":
		return 1
	case "idle":
		return 2
	}
	return 3
}

// isOff reports whether the node has no machine, or one that is being taken away.
func isOff(s slurm.NodeState) bool {
	return s.Flags&(slurm.NodePoweredDown|slurm.NodePoweringDown) != 0 || s.Base == slurm.NodeFuture
}

func gpusOf(n *slurm.Node, pool Pool) int64 {
	if n.TRES.GPUs > 0 {
		return n.TRES.GPUs
	}
	if g := slurm.GPUsOf(n.GRES); g > 0 {
		return int64(g)
	}
	return int64(max(0, pool.Accelerators))
}

func gpusUsed(n *slurm.Node) int64 {
	if n.TRESUsed.GPUs > 0 {
		return n.TRESUsed.GPUs
	}
	return int64(slurm.GPUsOf(n.GRESUsed))
}

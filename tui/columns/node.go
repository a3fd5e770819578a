package columns

import (
	"fmt"
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/theme"
)

// NodeRow is one row of the node list.
type NodeRow struct {
	Node   *slurm.Node
	Pool   flex.Pool // the zero Pool if it is in none that is known
	Member flex.Member
	Jobs   []*slurm.Job // on it
	Risks  []flex.Risk  // of each of the jobs; empty while there is no outlook
	Lease  flex.Lease
	// Worst is the greatest risk among its jobs, WorstJob the job; nil without one.
	Worst    flex.Risk
	WorstJob *slurm.Job
}

// Leases is what knows the leases, as pane.Outlook does.
type Leases interface {
	Lease(node string) flex.Lease
	Risk(j *slurm.Job) flex.Risk
}

// Foresee fills in the lease of the row's node and the greatest risk among its jobs; nil knows nothing.
func (r *NodeRow) Foresee(o Leases) {
	if o == nil {
		r.Lease.Why = "the leases are being worked out"
		return
	}
	r.Lease = o.Lease(r.Node.Name)
	r.Risks = make([]flex.Risk, len(r.Jobs))
	for i, j := range r.Jobs {
		r.Risks[i] = o.Risk(j)
		if r.WorstJob == nil || Worse(r.Risks[i], r.Worst) {
			r.Worst, r.WorstJob = r.Risks[i], j
		}
	}
}

// NodeColumn is one column of the node list.
type NodeColumn struct {
	Name, Title     string
	Min, Ideal, Max int
	Right           bool
	Keep            int
	Flex            bool
	Cell            func(r *NodeRow, v *View) Cell
}

// NodeColumns are the columns of the node list, from left to right.
func NodeColumns() []NodeColumn {
	return []NodeColumn{
		{Name: "node", Title: "NODE", Min: 10, Ideal: 10, Max: 36, Cell: nodeNameCell},
		{Name: "pool", Title: "POOL", Min: 4, Ideal: 4, Max: 14, Keep: 2, Cell: nodePoolCell},
		{Name: "state", Title: "STATE", Min: 9, Ideal: 9, Max: 22, Keep: 8, Cell: nodeStateCell},
		{Name: "kind", Title: "KIND", Min: 7, Ideal: 7, Max: 7, Keep: 3, Cell: nodeKindCell},
		{Name: "jobs", Title: "JOBS", Min: 7, Ideal: 7, Max: 24, Keep: 9, Cell: nodeJobsCell},
		{Name: "lease", Title: "LEASE LEFT", Min: 11, Ideal: 11, Max: 11, Right: true, Cell: nodeLeaseCell},
		{Name: "gpus", Title: "GPUS", Min: 4, Ideal: 5, Max: 7, Right: true, Keep: 5, Cell: nodeGPUCell},
		{Name: "cpus", Title: "CPUS", Min: 7, Ideal: 7, Max: 9, Right: true, Keep: 1, Cell: nodeCPUCell},
		{Name: "next", Title: "WHAT NEXT", Min: 33, Ideal: 34, Flex: true, Keep: 7, Cell: NodeNoteCell},
	}
}

func nodeNameCell(r *NodeRow, _ *View) Cell {
	if isOff(r.Node.State) {
		return Cell{r.Node.Name, theme.Dim}
	}
	return Cell{r.Node.Name, theme.Normal}
}

func nodePoolCell(r *NodeRow, _ *View) Cell { return Cell{r.Pool.ID, theme.Dim} }

func nodeKindCell(r *NodeRow, _ *View) Cell { return Cell{r.Member.Standing.Words(), theme.Dim} }

func nodeStateCell(r *NodeRow, _ *View) Cell {
	return Cell{NodeWord(r.Node.State), NodeTone(r.Node.State)}
}

func nodeLeaseCell(r *NodeRow, v *View) Cell {
	c := leaseLeft(r, v)
	if !strings.HasSuffix(c.Text, v.Glyphs.About) {
		c.Text += "  " // the numbers stand under each other, with the sign of an estimate or without
	}
	return c
}

func leaseLeft(r *NodeRow, v *View) Cell {
	if isOff(r.Node.State) {
		return Cell{"-", theme.Dim} // no machine, nothing to be taken away
	}
	c := NodeLeaseCell(r.Lease, v.Now.Std(), v.Glyphs.About)
	if len(r.Jobs) == 0 && c.Tone != theme.Dim {
		c.Tone = theme.Normal // nobody loses anything
	}
	return c
}

func nodeGPUCell(r *NodeRow, _ *View) Cell {
	total := r.Node.TRES.GPUs
	if total == 0 {
		total = int64(slurm.GPUsOf(r.Node.GRES))
	}
	if total == 0 {
		return Cell{"-", theme.Dim}
	}
	used := r.Node.TRESUsed.GPUs
	if used == 0 {
		used = int64(slurm.GPUsOf(r.Node.GRESUsed))
	}
	tone := theme.Normal
	if used == 0 {
		tone = theme.Dim
	}
	return Cell{fmt.Sprintf("%d/%d", used, total), tone}
}

func nodeCPUCell(r *NodeRow, _ *View) Cell {
	tone := theme.Normal
	if r.Node.AllocCPUs == 0 {
		tone = theme.Dim
	}
	return Cell{fmt.Sprintf("%d/%d", r.Node.AllocCPUs, r.Node.CPUs), tone}
}

func nodeJobsCell(r *NodeRow, _ *View) Cell {
	switch n := len(r.Jobs); n {
	case 0:
		return Cell{"-", theme.Dim}
	case 1, 2:
		return Cell{strings.Join(r.JobIDs(), " "), theme.Normal}
	default:
		return Cell{fmt.Sprintf("%s +%d", r.Jobs[0].DisplayID(), n-1), theme.Normal}
	}
}

// JobIDs are the ids of the jobs on the node, as squeue shows them.
func (r *NodeRow) JobIDs() []string {
	out := make([]string, len(r.Jobs))
	for i, j := range r.Jobs {
		out[i] = j.DisplayID()
	}
	return out
}

// isOff reports whether a node has no machine, as Slurm wishes.
func isOff(s slurm.NodeState) bool { return s.Has(slurm.NodePoweredDown) }

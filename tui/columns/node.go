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
	Pool   string
	Member flex.Member
	Jobs   []*slurm.Job // on it
}

// NodeColumn is one column of the node list.
type NodeColumn struct {
	Name, Title     string
	Min, Ideal, Max int
	Right           bool
	Keep            int
	Flex            bool
	Cell            func(r *NodeRow) Cell
}

// NodeColumns are the columns of the node list, from left to right.
func NodeColumns() []NodeColumn {
	return []NodeColumn{
		{Name: "node", Title: "NODE", Min: 10, Ideal: 10, Max: 40, Cell: func(r *NodeRow) Cell { return Cell{r.Node.Name, theme.Normal} }},
		{Name: "pool", Title: "POOL", Min: 4, Ideal: 4, Max: 16, Keep: 3, Cell: func(r *NodeRow) Cell { return Cell{r.Pool, theme.Dim} }},
		{Name: "state", Title: "STATE", Min: 10, Ideal: 10, Max: 26, Cell: nodeStateCell},
		{Name: "kind", Title: "KIND", Min: 7, Ideal: 7, Max: 7, Keep: 1, Cell: func(r *NodeRow) Cell { return Cell{r.Member.Standing.Words(), theme.Dim} }},
		{Name: "gpus", Title: "GPUS", Min: 4, Ideal: 5, Max: 7, Right: true, Keep: 8, Cell: nodeGPUCell},
		{Name: "cpus", Title: "CPUS", Min: 7, Ideal: 7, Max: 9, Right: true, Keep: 6, Cell: nodeCPUCell},
		{Name: "memory", Title: "MEMORY", Min: 8, Ideal: 9, Max: 12, Right: true, Keep: 2, Cell: nodeMemCell},
		{Name: "jobs", Title: "JOBS", Min: 7, Ideal: 7, Max: 30, Keep: 7, Cell: nodeJobsCell},
		{Name: "reason", Title: "REASON", Min: 20, Ideal: 20, Flex: true, Keep: 5, Cell: nodeReasonCell},
	}
}

func nodeStateCell(r *NodeRow) Cell { return Cell{r.Node.State.String(), NodeTone(r.Node.State)} }

func nodeGPUCell(r *NodeRow) Cell {
	total := r.Node.TRES.GPUs
	if total == 0 {
		total = int64(slurm.GPUsOf(r.Node.GRES))
	}
	if total == 0 {
		return Cell{"-", theme.Dim}
	}
	used := r.Node.TRESUsed.GPUs
	tone := theme.Normal
	if used == 0 {
		tone = theme.Dim
	}
	return Cell{fmt.Sprintf("%d/%d", used, total), tone}
}

func nodeCPUCell(r *NodeRow) Cell {
	tone := theme.Normal
	if r.Node.AllocCPUs == 0 {
		tone = theme.Dim
	}
	return Cell{fmt.Sprintf("%d/%d", r.Node.AllocCPUs, r.Node.CPUs), tone}
}

func nodeMemCell(r *NodeRow) Cell {
	return Cell{Memory(int64(r.Node.RealMemory)), theme.Dim}
}

func nodeJobsCell(r *NodeRow) Cell {
	switch n := len(r.Jobs); n {
	case 0:
		return Cell{"-", theme.Dim}
	case 1, 2:
		return Cell{strings.Join(r.jobIDs(), " "), theme.Normal}
	default:
		return Cell{fmt.Sprintf("%s +%d", r.Jobs[0].DisplayID(), n-1), theme.Normal}
	}
}

func (r *NodeRow) jobIDs() []string {
	out := make([]string, len(r.Jobs))
	for i, j := range r.Jobs {
		out[i] = j.DisplayID()
	}
	return out
}

func nodeReasonCell(r *NodeRow) Cell {
	if r.Node.Reason == "" {
		return Cell{}
	}
	text := r.Node.Reason
	if !r.Node.ReasonSince.IsZero() {
		text += "  (" + Clock(r.Node.ReasonSince) + ")"
	}
	return Cell{text, theme.Warn}
}

// NodeDetail is everything known of a node, in groups.
func NodeDetail(r *NodeRow) []Detail {
	n := r.Node
	var state, what, machine put
	state.tone("state", n.State.Words(), NodeTone(n.State))
	state.add("slurm says", n.State.Full())
	state.tone("reason", n.Reason, theme.Warn)
	if n.Reason != "" {
		state.add("since", strings.TrimSpace(moment(n.ReasonSince)+"  "+by(n.ReasonUser)))
	}
	state.add("jobs", strings.Join(r.jobIDs(), "  "))
	state.add("reservation", n.Reservation)
	state.add("comment", n.Comment)
	what.add("pool", strings.TrimSpace(r.Pool+"  "+r.Member.Standing.Words()))
	what.add("partitions", strings.Join(n.Partitions, ", "))
	what.add("GPUs", gpuText(r))
	what.add("CPUs", fmt.Sprintf("%d of %d in use, load %.2f", n.AllocCPUs, n.CPUs, n.CPULoad))
	what.add("memory", fmt.Sprintf("%s of %s allocated", Memory(int64(n.AllocMemory)), Memory(int64(n.RealMemory))))
	what.add("features", strings.Join(n.Features, ", "))
	machine.add("booted", moment(n.Boot))
	machine.add("last busy", moment(n.LastBusy))
	machine.add("slurmd", n.Version)
	machine.add("system", strings.TrimSpace(n.OS+" "+n.Architecture))
	machine.add("address", n.Address)
	if in := r.Member.Instance; r.Member.HasInstance {
		machine.add("instance", strings.TrimSpace(in.ID+"  "+in.State))
		machine.add("created", moment(slurm.TimeOf(in.Created)))
		machine.add("platform", in.Detail)
		if h := in.Physical; h.Host != "" {
			machine.add("host", strings.Join([]string{h.Cluster, h.Block, h.Subblock, h.Host}, " / "))
		}
	}
	return []Detail{{"state", state}, {"what", what}, {"machine", machine}}
}

func by(user string) string {
	if user == "" {
		return ""
	}
	return "by " + user
}

func gpuText(r *NodeRow) string {
	c := nodeGPUCell(r)
	if c.Text == "-" {
		return ""
	}
	if t := r.Node.TRES.GPUType; t != "" {
		return c.Text + " " + t
	}
	return c.Text + "  " + r.Node.GRES
}

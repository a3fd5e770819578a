package flex

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"flexq/client/slurm"
)

// Reported returns the memory as of one that has seen what the report of a node has: which jobs were on it. The platform
// takes the machine soon after, and a job that has come to it since the last look at the queue may be off it at the next.
func (m Memory) Reported(e Event) Memory {
	if e.Type != NodeReported || e.Node == "" || strings.HasSuffix(e.ID, reportDone) {
		return m
	}
	jobs := maps.Clone(m.Jobs)
	if jobs == nil {
		jobs = map[uint64]JobMemory{}
	}
	named := make([]uint64, 0, len(e.Jobs))
	for _, shown := range e.Jobs {
		if id, ok := m.idOf(shown); ok {
			named = append(named, id)
		}
	}
	for id, j := range jobs {
		if j.Left.IsZero() && j.Nodes.Contains(e.Node) && !slices.Contains(named, id) {
			j.Nodes, j.Left = "", e.At
			jobs[id] = j
		}
	}
	for _, id := range named {
		j := jobs[id]
		if !j.Left.IsZero() || !j.Nodes.Contains(e.Node) {
			j.Nodes, j.Left = slurm.Hostlist(e.Node), time.Time{}
		}
		jobs[id] = j
	}
	m.Jobs = jobs
	return m
}

// idOf finds the job that squeue shows so. A task or component that is not remembered has no number that is known.
func (m Memory) idOf(shown string) (uint64, bool) {
	if id, err := strconv.ParseUint(shown, 10, 64); err == nil {
		return id, true
	}
	for id, j := range m.Jobs {
		if j.Shown == shown {
			return id, true
		}
	}
	return 0, false
}

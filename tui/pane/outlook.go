package pane

import (
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// Outlook is what panes ask about leases: flex.Outlook, or what a test has in its place. It never changes.
type Outlook = columns.Leases

// On holds the jobs on each node, by the node's name, in the order of the list of jobs.
type On map[string][]*slurm.Job

// mostNodes is how many nodes a job may be on; a host list that names more is no true one, and would fill the memory.
const mostNodes = 200_000

// JobsOn finds the jobs on each node. It expands every host list: not for the screen's loop. The result points into jobs,
// which must not change any more.
func JobsOn(jobs []slurm.Job) On {
	on := On{}
	for i := range jobs {
		j := &jobs[i]
		if !j.State.IsActive() || j.Nodes == "" || j.Nodes.Count() > mostNodes {
			continue
		}
		for node := range j.Nodes.All() {
			on[node] = append(on[node], j)
		}
	}
	return on
}

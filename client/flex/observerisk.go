package flex

import (
	"maps"
	"slices"
	"time"

	"flexq/client/slurm"
)

// mostRisks bounds the machines that are remembered for one job.
const mostRisks = 8

// lookAtRisks tells the jobs that will outlive a machine that they run on, once for each job and machine. At the first
// sight of jobs, nodes and pools together it tells those that go within a day, as the clock tells their leases; the others
// are taken as they are.
func (o *observer) lookAtRisks(out *Outlook) {
	if o.s.JobsAsOf.IsZero() || o.s.NodesAsOf.IsZero() || o.s.Pools.Origin == NoPools {
		return
	}
	if o.s.JobsAsOf.Before(o.ev.Jobs) || o.s.NodesAsOf.Before(o.ev.Nodes) {
		return // a newer look has told
	}
	isFirst := !o.ev.Judged
	o.ev.Judged = true
	own := false
	for i := range o.s.Jobs {
		j := &o.s.Jobs[i]
		mem, ok := o.next.Jobs[j.ID]
		if !ok || !j.State.IsActive() {
			continue
		}
		r := out.Risk(j)
		if r.Kind != WillBeKilled {
			continue
		}
		machine := o.machineOf(r.Node)
		if machine == "" || slices.Contains(mem.Risks, machine) || o.hasAnother(r.Node, machine) {
			continue
		}
		risks := append(slices.Clone(mem.Risks), machine)
		mem.Risks = risks[max(0, len(risks)-mostRisks):]
		if !own {
			own = true
			o.next.Jobs = maps.Clone(o.next.Jobs)
		}
		o.next.Jobs[j.ID] = mem
		if left, ok := r.Lease.Left(o.s.Now); !isFirst || ok && left <= 24*time.Hour {
			o.tellRisk(j, &mem, machine, r)
		}
	}
}

// hasAnother reports whether Slurm shows another machine under the node already: the next list will tell.
func (o *observer) hasAnother(node, machine string) bool {
	seen := o.next.Nodes[node]
	return o.ev.ByInstances && seen.ID != "" && seen.ID != machine
}

func (o *observer) tellRisk(j *slurm.Job, mem *JobMemory, machine string, r Risk) {
	e := Event{
		ID: eventID("risk", mem.shown(j.ID), r.Node, machine), At: o.s.Now, Loose: true, Type: JobAtRisk, Severity: Notice, Node: r.Node,
		Pool: r.Pool, Machine: machine, Jobs: []string{mem.shown(j.ID)}, User: mem.User, Name: j.Name, Mine: mem.Mine, From: BySlurm | ByClock,
	}
	if mem.Mine {
		e.Severity = Warning
	}
	e.Ends, e.Text = r.Lease.End, "it has no time limit, and its node's lease has an end"
	if !r.Endless {
		e.Text = "its limit is " + spanWords(r.Lost) + " beyond the end of its node's lease"
	}
	o.tell(e)
}

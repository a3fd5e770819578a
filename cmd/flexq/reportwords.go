package main

import (
	"fmt"
	"io"
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// explainReport says what a report of a faulty node will do.
func explainReport(w io.Writer, r flex.FaultReport, n nodeRow) {
	where := r.Node
	if words := strings.TrimSpace(n.Member.Standing.Words() + " node of pool " + n.Pool.ID); n.Pool.ID != "" && !n.Pool.FromPartition {
		where += ", " + words
	}
	fmt.Fprintf(w, "Report %s as faulty:\n", where)
	if r.Behavior == "" {
		fmt.Fprintln(w, "  The platform deletes its machine. It does not look at the host: add --behavior and --description for that.")
	} else {
		fmt.Fprintf(w, "  The platform deletes its machine and takes the host for repair: %s (%s).\n", strings.ToLower(strings.ReplaceAll(r.Behavior, "_", " ")), r.Description)
	}
	for _, line := range jobsHit(n.Jobs) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	fmt.Fprintf(w, "  %s\n", afterReport(n))
}

// mostHit is how many jobs are named; the rest is counted.
const mostHit = 10

// jobsHit says what becomes of the jobs on the node.
func jobsHit(jobs []*slurm.Job) []string {
	if len(jobs) == 0 {
		return []string{"No job runs there, as far as it is known."}
	}
	var out []string
	for i, j := range jobs {
		if i == mostHit {
			out = append(out, fmt.Sprintf("and %d more jobs.", len(jobs)-mostHit))
			break
		}
		fate := "killed, and not requeued"
		if j.Requeue {
			fate = "killed, and requeued by Slurm"
		}
		out = append(out, fmt.Sprintf("Job %s (%s, %s): %s.", j.DisplayID(), j.Name, nodesOf(j), fate))
	}
	return out
}

// nodesOf says whose a job is, and on how many nodes.
func nodesOf(j *slurm.Job) string {
	if n := j.Nodes.Count(); n > 1 {
		return fmt.Sprintf("%s, %d nodes", j.User, n)
	}
	return j.User
}

// afterReport says what comes in the machine's place. A replacement is never promised.
func afterReport(n nodeRow) string {
	text := "Whether a new machine comes in its place is not known."
	switch n.Member.Standing {
	case flex.Static:
		text = "Static: the platform is to make a new machine under the same name, when there is capacity."
	case flex.Dynamic:
		text = "Dynamic: it comes back only while a job waits for it, and when there is capacity."
	case flex.StandingUnknown:
	}
	if n.Pool.HasLease() && n.Member.Standing != flex.StandingUnknown {
		text += " Its lease begins anew."
	}
	return text
}

// reportRow is what became of a report.
type reportRow struct {
	node string
	op   flex.Operation
}

// The results of a report; these words are a promise to scripts.
func (r reportRow) result() string {
	switch {
	case r.op.Failed():
		return resultFailed
	case r.op.Done:
		return "done"
	}
	return "under way"
}

func reportFields() []field[reportRow] {
	return []field[reportRow]{
		{key: "node", title: "NODE", shown: inTable, value: func(r reportRow) any { return r.node }},
		{key: "result", title: "RESULT", shown: inTable, value: func(r reportRow) any { return r.result() }},
		{key: "operation", title: "OPERATION", shown: inTable, value: func(r reportRow) any { return r.op.Name }},
		{key: "message", title: "MESSAGE", shown: inTable, value: func(r reportRow) any {
			if r.op.Error != "" {
				return r.op.Error
			}
			return r.op.Progress
		}},
	}
}

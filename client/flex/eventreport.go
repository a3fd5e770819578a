package flex

import (
	"strings"
	"time"
)

// reportDone ends the ID of how a report ended.
const reportDone = ":done"

// ReportEvent tells that a faulty node was reported from here, and, once the operation is done, how it ended: two
// events of one report. at is the moment by the cluster's clock. Pool, Jobs and Mine are for the caller to fill in.
func ReportEvent(at time.Time, r FaultReport, op Operation) Event {
	e := Event{At: at, Type: NodeReported, Severity: NodeReported.usual(), Node: r.Node, From: ByUser}
	id := op.Name
	if id == "" { // refused before there was an operation
		id = stamp(at)
	}
	switch {
	case op.Failed():
		e.ID, e.Severity, e.Text = "report:"+r.Node+":"+id+":done", Warning, "failed: "+op.Error
	case op.Done:
		e.ID, e.Text = "report:"+r.Node+":"+id+":done", "done: the platform has taken it"
	default:
		e.ID, e.Text = "report:"+r.Node+":"+id, "asked the platform to replace it"
		if r.Behavior != "" {
			e.Text += " and to look at its host: " + strings.ToLower(strings.ReplaceAll(r.Behavior, "_", " "))
		}
		if r.Description != "" {
			e.Text += " (" + r.Description + ")"
		}
	}
	return e
}

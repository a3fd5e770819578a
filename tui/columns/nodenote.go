package columns

import (
	"fmt"
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/theme"
)

// NodeNoteCell says what one should know of a node now, the worst first: why it takes no work, which job it will be
// taken from, or what comes after its lease.
func NodeNoteCell(r *NodeRow, _ *View) Cell {
	if c := trouble(r); c.Text != "" {
		return c
	}
	if c := jobNote(r); c.Text != "" {
		return c
	}
	return Cell{afterNote(r), theme.Dim}
}

// trouble is why the node takes no work.
func trouble(r *NodeRow) Cell {
	n := r.Node
	switch tone := NodeTone(n.State); {
	case n.Reason != "" && (tone == theme.Bad || tone == theme.Warn):
		text := n.Reason
		if !n.ReasonSince.IsZero() {
			text += " (" + Clock(n.ReasonSince) + ")"
		}
		return Cell{text, tone}
	case tone == theme.Bad:
		return Cell{n.State.Words(), tone}
	}
	return Cell{}
}

// jobNote is what the end of the lease means for the job on the node that it means most for.
func jobNote(r *NodeRow) Cell {
	j := r.WorstJob
	if j == nil {
		return Cell{}
	}
	id := j.DisplayID()
	switch r.Worst.Kind {
	case flex.WillBeKilled:
		switch {
		case r.Worst.Node != "" && r.Worst.Node != r.Node.Name:
			return Cell{fmt.Sprintf("%s ends with %s", id, r.Worst.Node), theme.Dim} // that one's row is the news
		case r.Worst.Endless:
			return Cell{id + " is cut off: it has no limit", theme.Bad}
		}
		return Cell{fmt.Sprintf("%s is cut %s short", id, LeaseSpan(r.Worst.Lost)), theme.Bad}
	case flex.Tight:
		return Cell{fmt.Sprintf("%s fits with %s to spare", id, LeaseSpan(r.Worst.Spare)), theme.Warn}
	case flex.NoLease, flex.RiskUnknown, flex.Fits, flex.CannotFit:
	}
	return Cell{}
}

// afterNote is what becomes of the node when its lease is over, or why nothing is known of that.
func afterNote(r *NodeRow) string {
	s := r.Node.State
	switch {
	case isOff(s) && r.Member.Standing == flex.Dynamic:
		return "comes up when a job waits for it"
	case isOff(s), r.Lease.Provenance == flex.NoEnd:
		return ""
	case s.Has(slurm.NodePoweringUp) && r.Lease.Provenance == flex.Unknown:
		return "its lease begins with its machine"
	case r.Lease.Provenance != flex.Unknown:
		return AfterLease(r.Member.Standing)
	case r.Pool.FromPartition && !r.Pool.FromConfig:
		return "" // the same for all nodes: a note above them says it
	}
	return r.Lease.Why
}

// AfterLease says what becomes of a node when its lease is over; "" if that is not known.
func AfterLease(s flex.Standing) string {
	switch s {
	case flex.Static:
		return "re-created after that"
	case flex.Dynamic:
		return "comes back only for a waiting job"
	case flex.StandingUnknown:
	}
	return ""
}

// NodeSentence says the note of a node in a line of its own, with the node before it and what comes after.
func NodeSentence(r *NodeRow, v *View) Cell {
	note := NodeNoteCell(r, v)
	parts := []string{r.Node.Name + ":"}
	lease := leaseLeft(r, v)
	if lease.Text != "-" && lease.Text != "?" {
		parts = append(parts, "ends "+Clock(slurm.TimeOf(r.Lease.End))+" ("+LeaseWords(r.Lease)+").")
	}
	if note.Text != "" {
		parts = append(parts, note.Text)
	}
	if after := AfterLease(r.Member.Standing); after != "" && after != note.Text && r.Lease.IsKnown() && !isOff(r.Node.State) {
		parts = append(parts, "("+after+")")
	}
	return Cell{strings.Join(parts, " "), note.Tone}
}

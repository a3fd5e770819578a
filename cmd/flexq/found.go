package main

import (
	"context"
	"slices"

	"flexq/client/journal"
)

// Found implements tui.Unsettled: the ledger knows then, and nobody is asked about it any more. A submit that another
// program is just sending is left to that program.
func (s settler) Found(ctx context.Context, key string, job uint64) {
	open, err := s.ledger.Unfinished(ctx, s.now().Add(-settleWithin))
	if err != nil {
		return // it is found again
	}
	i := slices.IndexFunc(open, func(e journal.Entry) bool { return e.Key == key })
	if i >= 0 && job != 0 {
		s.ledger.End(ctx, open[i].ID, foundAs(job))
	}
}

// foundAs is the outcome of a submit whose job was found by its key.
func foundAs(job uint64) journal.Outcome {
	end := submittedAs(job)
	end.Words += ", found by its key"
	return end
}

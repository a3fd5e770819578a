package main

import (
	"context"
	"time"

	"flexq/tui"
)

// Recall implements tui.Unsettled: it reads the ledger and asks nobody.
func (s settler) Recall(ctx context.Context, keys []string) ([]tui.Settled, error) {
	all, err := s.ledger.Read(ctx, time.Time{})
	if err != nil {
		return nil, err
	}
	wanted := make(map[string]bool, len(keys))
	for _, key := range keys {
		wanted[key] = true
	}
	var out []tui.Settled
	for i := range all {
		if e := &all[i]; e.Key != "" && wanted[e.Key] {
			out = append(out, tui.Settled{
				Key: e.Key, Name: nameOf(*e), Began: e.Began, Job: e.Job, Outcome: e.Words, Open: e.Open || e.Ended.IsZero(),
			})
		}
	}
	return out, nil
}

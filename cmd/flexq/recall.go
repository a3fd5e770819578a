package main

import (
	"context"
	"time"

	"flexq/client"
	"flexq/client/journal"
	"flexq/tui"
)

// Recall implements tui.Unsettled: it reads the ledger. What that does not know, a program has left that was killed between
// storing its draft and noting the submit, or could not note it: it is noted now, to be looked for as all others.
func (s settler) Recall(ctx context.Context, keys []string) ([]tui.Settled, error) {
	all, err := s.ledger.Read(ctx, time.Time{})
	if err != nil {
		return nil, err
	}
	wanted := make(map[string]bool, len(keys))
	for _, key := range keys {
		wanted[key] = client.IsKey(key)
	}
	var out []tui.Settled
	for i := range all {
		e := &all[i]
		if _, asked := wanted[e.Key]; e.Key != "" && asked {
			wanted[e.Key] = false
			out = append(out, tui.Settled{
				Key: e.Key, Name: nameOf(*e), Began: e.Began, Job: e.Job, Outcome: e.Words, Open: e.Open || e.Ended.IsZero(),
			})
		}
	}
	for _, key := range keys {
		if wanted[key] {
			wanted[key] = false
			out = append(out, s.adopt(ctx, key))
		}
	}
	return out, nil
}

// adopt notes a submit of which there is nothing but the key. It was sent since the key was made, by whatever clock, and
// before now by the cluster's: whoever has made a key sends nothing under it when it is some minutes old. Of a younger key,
// another program may be about to note the submit: that is left to it.
func (s settler) adopt(ctx context.Context, key string) tui.Settled {
	known := tui.Settled{Key: key, Began: client.KeyTime(key), Outcome: "still not known", Open: true}
	if s.now().Sub(known.Began).Abs() <= client.FreshKey {
		return known
	}
	e := journal.Entry{Op: submitOp, Key: key, User: s.me(ctx)}
	var seen client.Seen
	if s.seen != nil {
		seen = s.seen(ctx)
	}
	s.ledger.Begin(ctx, e)(journal.Outcome{Words: "unknown: look for the key " + key, Open: true, Until: seen.Clock})
	return known
}

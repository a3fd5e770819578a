package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/journal"
	"flexq/client/wire"
	"flexq/tui"
)

// settleWithin is how far back submits are looked up again by themselves; `flexq ledger resolve` goes further.
const settleWithin = 30 * 24 * time.Hour

// resolver finds out what became of submits: client.Client.
type resolver interface {
	ResolveAll(ctx context.Context, lost []client.Lost, known map[uint64]bool) []client.Resolution
}

// settler finds out what became of the submits of earlier runs, and notes it in the ledger.
type settler struct {
	ledger *journal.Ledger
	api    resolver
	me     func(context.Context) string      // who asks now; "" if that is not known
	seen   func(context.Context) client.Seen // what the cluster shows of itself now; nil if that is not asked
	now    func() time.Time
}

// Settle implements tui.Unsettled. Those that it is too early to look for again are told as they were.
func (s settler) Settle(ctx context.Context) ([]tui.Settled, error) {
	due, waiting, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	var out []tui.Settled
	for _, e := range waiting {
		out = append(out, tui.Settled{Key: e.Key, Name: nameOf(e), Began: e.Began, Outcome: "still not known", Open: true})
	}
	looked, err := s.settle(ctx, due)
	return append(out, looked...), err
}

// open are the submits to look for, and those that it is too early to look for again: one that was looked for in vain
// waits until it is half as old again, so that what never can be known costs the cluster little; and no longer than until
// its absence can be proof.
func (s settler) open(ctx context.Context) (due, waiting []journal.Entry, err error) {
	open, err := s.ledger.Unfinished(ctx, s.now().Add(-settleWithin))
	for _, e := range open {
		again := e.Ended.Add(e.Ended.Sub(e.Began) / 2)
		if proof := e.Began.Add(lateBy(e) + proofGrace); e.Ended.Before(proof) && proof.Before(again) {
			again = proof
		}
		wrong := e.Ended.After(s.now()) // by a clock that was
		if e.Ended.IsZero() || wrong || !s.now().Before(again) {
			due = append(due, e)
		} else {
			waiting = append(waiting, e)
		}
	}
	return due, waiting, err
}

// lateBy is after how long the absence of a submit can be proof.
func lateBy(e journal.Entry) time.Duration {
	switch {
	case !e.Clock.IsZero():
		return client.LateBy + max(e.Until.Sub(e.Clock), 0)
	case !e.Until.IsZero():
		return client.LateBy
	}
	return client.LateByAnyClock
}

// proofGrace is what the cluster's clock, by which the proof counts, may be behind ours.
const proofGrace = time.Minute

// settle looks for these submits, and says what became of each.
func (s settler) settle(ctx context.Context, entries []journal.Entry) ([]tui.Settled, error) {
	if len(entries) == 0 {
		return nil, nil
	}
	known, err := s.jobsOfOthers(ctx, entries)
	if err != nil {
		return nil, err
	}
	me := s.me(ctx)
	lost := make([]client.Lost, len(entries))
	for i, e := range entries {
		lost[i] = client.Lost{
			Key: e.Key, Name: wholeName(e), User: e.User, Began: madeAt(e), Clock: e.Clock, Until: e.Until, Cluster: e.Cluster,
			Foreign: e.User != "" && me != "" && e.User != me,
		}
	}
	var out []tui.Settled
	for i, r := range s.api.ResolveAll(ctx, lost, known) {
		if fault.KindOf(r.Err) == fault.Cancelled {
			return out, r.Err
		}
		out = append(out, s.note(ctx, entries[i], r))
	}
	return out, nil
}

// madeAt is when a submit was begun, which can be long before it was noted.
func madeAt(e journal.Entry) time.Time {
	if at := client.KeyTime(e.Key); !at.IsZero() && at.Before(e.Began) {
		return at
	}
	return e.Began
}

// note writes down what became of a submit, unless the ledger does not have it, or knows better.
func (s settler) note(ctx context.Context, e journal.Entry, r client.Resolution) tui.Settled {
	done := tui.Settled{Key: e.Key, Name: nameOf(e), Began: e.Began}
	var end journal.Outcome
	switch f := fault.From(r.Err); {
	case r.Err == nil:
		done.Job, done.Outcome = r.Job.ID, fmt.Sprintf("submitted as %d", r.Job.ID)
		for _, w := range r.Job.Warnings {
			done.Outcome += "; " + w.String()
		}
		end = foundAs(r.Job.ID)
	case f != nil && f.Kind == fault.JobUnknown:
		done.Outcome = "not submitted"
		end.Words = "not submitted: no job has its key"
	case f != nil && f.Kind == fault.UnknownOutcome:
		done.Outcome, done.Open = f.What+"; "+f.Cure, true
		end = outcomeOf("", f)
	default:
		done.Outcome = r.Err.Error()
		end = outcomeOf("", r.Err)
	}
	if e.ID != "" && (e.IsUnfinished() || end.Job != 0) {
		s.ledger.End(ctx, e.ID, end)
	}
	return done
}

// around is how far from a submit others may have been sent whose jobs could be taken for its own. A cluster that is
// made anew begins with job 1 again, so that an older submit's job says nothing of one with its number now.
const around = 27 * time.Hour

// jobsOfOthers are the jobs of which the ledger knows that they came of other submits than these.
func (s settler) jobsOfOthers(ctx context.Context, these []journal.Entry) (map[uint64]bool, error) {
	all, err := s.ledger.Read(ctx, time.Time{})
	if err != nil {
		return nil, err
	}
	out := map[uint64]bool{}
	for _, e := range all {
		if e.Job != 0 && isBeside(e, these) {
			out[e.Job] = true
		}
	}
	return out, nil
}

// isBeside reports whether an entry is of another submit than each of these, at a time and to a cluster of one of them.
func isBeside(e journal.Entry, these []journal.Entry) bool {
	near := false
	for i := range these {
		t := &these[i]
		if t.Key == e.Key {
			return false
		}
		same := e.Cluster == "" || t.Cluster == "" || e.Cluster == t.Cluster
		near = near || same && e.Began.Sub(t.Began).Abs() <= around
	}
	return near
}

// nameOf is the name of the job that a submit was to make, for terminals: it came from a script.
func nameOf(e journal.Entry) string {
	if len(e.Targets) == 0 {
		return ""
	}
	return wire.Clean(e.Targets[0])
}

// wholeName is nameOf where the ledger has all of it, "" where it may have cut it: no job is called like the rest.
func wholeName(e journal.Entry) string {
	const longest = 290
	name := nameOf(e)
	if len(name) > longest {
		return ""
	}
	return name
}

// tellUnsettled looks for the submits of earlier runs and says on w what became of them. It keeps no command from its
// own work: what cannot be found out now is found out later.
func tellUnsettled(ctx context.Context, w io.Writer, api service, wait waits) {
	l, ok := api.(ledgered)
	if !ok {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, wait.settle)
	defer cancel()
	due, _, err := l.open(ctx)
	due = slices.DeleteFunc(due, func(e journal.Entry) bool { return isFresh(e, l.now(), wait.fresh) })
	var list []tui.Settled
	if err == nil {
		list, err = l.settle(ctx, due)
	}
	for _, x := range list {
		mark := ""
		if x.Open {
			mark = "warning: "
		}
		fmt.Fprintf(w, "flexq: %sthe answer to an earlier submit was lost (%s): %s\n", mark, submitWords(x), x.Outcome)
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && fault.KindOf(err) != fault.Cancelled {
		fmt.Fprintf(w, "flexq: warning: %s\n", whatAndCure(err))
	}
}

// isFresh reports whether other programs leave a submit alone that has begun, whatever the ledger says of its program:
// many are sent at once by a script, from several machines perhaps, whose locks are not always one.
func isFresh(e journal.Entry, now time.Time, fresh time.Duration) bool {
	age := now.Sub(e.Began)
	return age >= 0 && age < fresh
}

// submitWords name a submit by its job's name, its time and its key.
func submitWords(x tui.Settled) string {
	words := x.Began.Local().Format("2006-01-02 15:04") + ", key " + x.Key
	if x.Name == "" {
		return words
	}
	return x.Name + ", " + words
}

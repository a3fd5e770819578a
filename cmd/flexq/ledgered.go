package main

import (
	"context"
	"fmt"
	"sync"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/slurm"
)

// ledgered is a service that notes every change in the ledger, before it is sent and when its outcome is known.
type ledgered struct {
	service
	settler
	ledger   *journal.Ledger
	me       func(context.Context) string // as whom, if that is known
	newKey   func() string
	followed *followed
	unkept   func() // says that the ledger keeps nothing; nil if it does keep
}

// note is what is noted before a change is sent.
func (l ledgered) note(ctx context.Context, e journal.Entry) (done func(journal.Outcome)) {
	if l.unkept != nil {
		l.unkept()
	}
	return l.ledger.Begin(ctx, e)
}

// begin notes a change that is about to be sent. What it returns notes how that ended.
func (l ledgered) begin(ctx context.Context, op, key string, targets ...string) func(ok string, err error) {
	done := l.note(ctx, journal.Entry{Op: op, Targets: targets, User: l.me(ctx), Key: key})
	return func(ok string, err error) { done(outcomeOf(ok, err)) }
}

// outcomeOf says how a change ended.
func outcomeOf(ok string, err error) journal.Outcome {
	f := fault.From(err)
	switch {
	case f == nil && err != nil:
		return journal.Outcome{Words: "failed: " + err.Error()}
	case f == nil:
		return journal.Outcome{Words: ok}
	case f.Kind == fault.UnknownOutcome && f.Key != "":
		return journal.Outcome{Words: "unknown: look for the key " + f.Key, Open: true}
	}
	words := f.Kind.String()
	if isUnsent(f.Kind) {
		words = "not sent"
	}
	return journal.Outcome{Words: words + ": " + f.What}
}

// isUnsent reports whether a change that ended in such a fault, and not in one of unknown outcome, has never left: a
// connection that breaks before it is one of which nobody waits for an answer.
func isUnsent(k fault.Kind) bool {
	switch k {
	case fault.Unreachable, fault.TimedOut, fault.Cut, fault.Cancelled, fault.Unavailable, fault.SlurmDown, fault.AccountingDown,
		fault.NoVersion, fault.TooLarge, fault.ReadOnly, fault.Insecure, fault.Credential, fault.Usage, fault.Malformed:
		return true
	case fault.Other, fault.Unauthenticated, fault.PermissionDenied, fault.NotFound, fault.InvalidArgument, fault.RateLimited,
		fault.TokenRejected, fault.JobUnknown, fault.Refused, fault.UnknownOutcome:
	}
	return false
}

// Cancel implements tui.Service.
func (l ledgered) Cancel(ctx context.Context, ref slurm.Ref, signal string) (slurm.CancelOutcome, error) {
	op := "cancel"
	if signal != "" {
		op = "send " + signal
	}
	done := l.begin(ctx, op, "", ref.String())
	out, err := l.service.Cancel(ctx, ref, signal)
	done(cancelOutcome(ref, out, nil, signal).result, err)
	return out, err
}

// Submit implements tui.Service.
func (l ledgered) Submit(ctx context.Context, job slurm.Submission) (slurm.Submitted, error) {
	if !client.IsKey(job.Key) {
		job.Key = l.newKey() // to be noted before the job is sent
	}
	var targets []string
	if job.Name != "" {
		targets = []string{job.Name}
	}
	user := l.me(ctx)
	seen := l.SeenNow(ctx)
	done := l.note(ctx, journal.Entry{
		Op: submitOp, Targets: targets, User: user, Key: job.Key, Cluster: seen.Name, Clock: seen.Clock,
	})
	out, err := l.service.Submit(ctx, job)
	if err != nil {
		o := outcomeOf("", err)
		if o.Open {
			o.Until = l.Seen().Clock
		}
		done(o)
		return out, err
	}
	done(submittedAs(out.ID))
	return out, nil
}

// submitOp is what the ledger calls a submit.
const submitOp = "submit"

// submittedAs is the outcome of a submit that made a job.
func submittedAs(id uint64) journal.Outcome {
	return journal.Outcome{Words: fmt.Sprintf("job %d", id), Job: id}
}

// Update implements tui.Service.
func (l ledgered) Update(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) error {
	_, err := l.Change(ctx, ref, change)
	return err
}

// Change implements service.
func (l ledgered) Change(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) ([]slurm.Problem, error) {
	done := l.begin(ctx, changeWords(change), "", ref.String())
	warnings, err := l.service.Change(ctx, ref, change)
	done("changed", err)
	return warnings, err
}

func changeWords(u slurm.JobUpdate) string {
	switch {
	case u.Hold == nil:
		return "change"
	case *u.Hold:
		return "hold"
	}
	return "release"
}

// UpdateNode implements tui.Service.
func (l ledgered) UpdateNode(ctx context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error) {
	op := "resume node"
	if u.State == slurm.OrderDrain {
		op = "drain node: " + u.Reason
	}
	done := l.begin(ctx, op, "", node)
	warnings, err := l.service.UpdateNode(ctx, node, u)
	done(resultAccepted, err)
	return warnings, err
}

// ReportFaultyNode implements tui.Service.
func (l ledgered) ReportFaultyNode(ctx context.Context, r flex.FaultReport) (flex.Operation, error) {
	op := "report faulty node"
	if r.Behavior != "" {
		op += ": " + r.Behavior
	}
	done := l.begin(ctx, op, "", r.Node)
	out, err := l.service.ReportFaultyNode(ctx, r)
	done("operation "+out.Name, err)
	if err == nil {
		l.followed.add(out.Name, done)
	}
	return out, err
}

// Operation implements tui.Service. That a report has been carried out, or not, is the last word on it.
func (l ledgered) Operation(ctx context.Context, name string) (flex.Operation, error) {
	op, err := l.service.Operation(ctx, name)
	if err != nil || !op.Done {
		return op, err
	}
	if done := l.followed.take(name); done != nil {
		outcome := "done: operation " + name
		if op.Failed() {
			outcome = "failed: " + op.Error + ": operation " + name
		}
		done(outcome, nil)
	}
	return op, nil
}

// followed are the operations of this run whose end is not noted yet.
type followed struct {
	mu   sync.Mutex
	done map[string]func(ok string, err error) // by name
}

func (f *followed) add(name string, done func(ok string, err error)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.done == nil {
		f.done = map[string]func(string, error){}
	}
	f.done[name] = done
}

func (f *followed) take(name string) func(ok string, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	done := f.done[name]
	delete(f.done, name)
	return done
}

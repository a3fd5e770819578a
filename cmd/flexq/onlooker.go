package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/poll"
	"flexq/client/slurm"
	"flexq/config"
)

// onlooker looks at a cluster again and again, at each kind of data as seldom as the settings wish, and has what it
// sees told.
type onlooker struct {
	*eventsOptions
	api    service
	told   observer
	policy config.Screen
	parts  []*part
	seen   look // the newest of each kind
}

// part is one kind of data and when it is due.
type part struct {
	ask     func(context.Context) error
	lacking string // what is not known when it fails: "the nodes"
	cadence *poll.Cadence
	due     time.Time
	failed  error // of the last time
}

// The places of Slurm's parts.
const (
	partNodes = 0
	partJobs  = 1
)

func (w *onlooker) start() {
	add := func(base time.Duration, lacking string, ask func(context.Context) error) {
		w.parts = append(w.parts, &part{ask: ask, lacking: lacking, cadence: poll.New(poll.Policy{Base: base}, w.rand)})
	}
	add(w.policy.PollNodes, "the nodes", w.askNodes)
	add(w.policy.PollJobs, "the jobs", w.askJobs)
	add(w.policy.PollCluster, "the pools and leases", w.askPools)
}

func (w *onlooker) askNodes(ctx context.Context) error {
	list, err := w.api.Nodes(ctx)
	if err == nil {
		w.seen.setNodes(list)
	}
	return err
}

func (w *onlooker) askPools(ctx context.Context) error {
	pools, err := w.api.Pools(ctx)
	if err == nil {
		w.seen.pools = pools
	}
	return err
}

// askJobs asks only whether anything has changed, where the cluster can tell.
func (w *onlooker) askJobs(ctx context.Context) error {
	list, err := w.api.Jobs(ctx, w.seen.jobs.LastUpdate)
	switch {
	case err != nil:
	case list.Unchanged:
		w.seen.jobs.AsOf = list.AsOf
	default:
		w.seen.setJobs(list)
	}
	return err
}

// look asks what is due and has it told. It returns what is not known and why, and an error if nothing was seen at
// all.
func (w *onlooker) look(ctx context.Context) (flex.Seen, []slurm.Problem, error) {
	if w.parts == nil {
		w.start()
	}
	w.seen.missing, w.seen.lacks = nil, nil
	var failed error
	answered := false
	for _, p := range w.parts {
		if w.now().Before(p.due) {
			answered = answered || p.failed == nil
			continue
		}
		p.failed = w.one(ctx, p)
		answered = answered || p.failed == nil
		if ctx.Err() != nil {
			return flex.Seen{}, nil, p.failed
		}
		if p.failed != nil && failed == nil {
			failed = p.failed
		}
		if p.failed != nil && concernsAll(p.failed) {
			w.postpone(p.due)
			break
		}
	}
	if !answered {
		return flex.Seen{}, nil, failed
	}
	for _, p := range w.parts {
		if p.failed != nil {
			w.seen.lack(p.lacking, p.failed)
		}
	}
	seen, err := w.told.Observe(ctx, w.seen.snapshot(w.api, w.now()))
	if err != nil {
		w.seen.missing = append(w.seen.missing, ownWarning(whatAndCure(err)))
	}
	return seen, w.seen.warnings(), nil
}

// withoutSlurm is why nothing at all could be had of Slurm in the newest look, though something else could; nil if
// there was an answer.
func (w *onlooker) withoutSlurm() error {
	nodes, jobs := w.parts[partNodes].failed, w.parts[partJobs].failed
	if nodes == nil || jobs == nil {
		return nil
	}
	said := &codeError{code: exitCode(nodes), what: "Slurm could not be asked: events may be missing"}
	if f := fault.From(nodes); f != nil {
		said.cure = f.Cure
	}
	return said
}

// postpone lets nothing be due before a moment: what failed would fail for all.
func (w *onlooker) postpone(until time.Time) {
	for _, p := range w.parts {
		if p.due.Before(until) {
			p.due = until
		}
	}
}

// one asks for one kind and works out when it is due again.
func (w *onlooker) one(ctx context.Context, p *part) error {
	began := w.now()
	err := p.ask(ctx)
	o := poll.Outcome{Result: poll.OK, Took: w.now().Sub(began)}
	if f := fault.From(err); f != nil {
		o.Result, o.RetryAfter = poll.Blocked, f.RetryAfter
		if f.Kind.Transient() || f.Kind == fault.Malformed {
			o.Result = poll.Failed
		}
	}
	p.due = w.now().Add(p.cadence.Next(o))
	return err
}

// concernsAll reports whether the other kinds of data would meet the same failure.
func concernsAll(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unreachable, fault.TimedOut, fault.Credential, fault.Unauthenticated, fault.Insecure, fault.Cancelled:
		return true
	default:
		return false
	}
}

// wait waits until the first kind of data is due.
func (w *onlooker) wait(ctx context.Context) error {
	first := w.parts[0].due
	for _, p := range w.parts[1:] {
		if p.due.Before(first) {
			first = p.due
		}
	}
	return w.sleep(ctx, max(first.Sub(w.now()), time.Second))
}

// followAll prints what is known, and then each event once as it comes, until the run is to end.
func (w *onlooker) followAll(ctx context.Context, l listing[flex.Event]) error {
	out, err := newStream(w.streams, l, w.output)
	if err != nil {
		return err
	}
	said := map[string]bool{}
	printed := map[string]bool{}
	for first := true; ; first = false {
		seen, warnings, failed := w.look(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if failed != nil {
			if first && !fault.KindOf(failed).Transient() {
				return failed
			}
			warnings = []slurm.Problem{ownWarning(failed.Error() + "; still trying")}
		}
		events := slices.DeleteFunc(slices.Clone(seen.Fresh), w.since.leavesOut)
		if first {
			events, err = w.told.Events(ctx, w.since.from(w.api.ClusterNow()))
			if err != nil {
				warnings = append(warnings, ownWarning(whatAndCure(err)))
			}
		}
		warnOnce(w, said, warnings, failed)
		if err := out.print(unprinted(events, printed)); err != nil {
			return err
		}
		if err := w.wait(ctx); err != nil {
			return nil //nolint:nilerr // the only end that there is: see newEventsCmd
		}
	}
}

// unprinted leaves out what was printed, and takes the rest for printed.
func unprinted(events []flex.Event, printed map[string]bool) []flex.Event {
	var out []flex.Event
	for _, e := range events {
		if !printed[e.ID] {
			printed[e.ID] = true
			out = append(out, e)
		}
	}
	return out
}

// warnOnce says each warning once, and again after all was well.
func warnOnce(w *onlooker, said map[string]bool, warnings []slurm.Problem, failed error) {
	if failed == nil && said["failed"] {
		fmt.Fprintln(w.Err, "flexq: the cluster answers again")
		clear(said)
	}
	said["failed"] = failed != nil
	var fresh []slurm.Problem
	for _, p := range warnings {
		if !said[p.String()] {
			said[p.String()] = true
			fresh = append(fresh, p)
		}
	}
	warn(w.Err, fresh)
}

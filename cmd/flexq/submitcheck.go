package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// check holds the job against what the cluster says. What the cluster does not tell in time is not checked.
func (s *submitting) check(ctx context.Context) error {
	test := s.reading.Own.TestOnly
	if s.noCheck && !test {
		return nil
	}
	wait := s.waits.check
	if test {
		wait = s.waits.test
	}
	k := s.ask(ctx, wait)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	found := preflight.Check(s.job, k.world)
	if err := s.report(found, s.force); err != nil {
		var stop *codeError
		if errors.As(err, &stop) && !test { // which looks, and submits nothing, in any case
			stop.cure = "--force submits it all the same; --no-check does not look"
		}
		return err
	}
	switch {
	case test:
		s.tested(k, found)
	case k.late:
		fmt.Fprintf(s.notes(), "flexq: not checked, as the cluster does not tell: %s\n", k.words())
	case len(k.lacks) > 0: // and will not the next time either
		s.say("not checked, as the cluster does not tell: %s", k.words())
	}
	return nil
}

// tested says what --test-only has found.
func (s *submitting) tested(k *knowledge, found sbatch.Problems) {
	s.result.checked = true
	if s.quiet {
		return
	}
	fmt.Fprintf(s.Err, "flexq: nothing was submitted; the job was held against %s: %s\n", listWords(k.known), tally(found))
	if len(k.lacks) > 0 {
		fmt.Fprintf(s.Err, "  not known, and not checked: %s\n", k.words())
	}
	fmt.Fprintln(s.Err, "  Slurm's REST interface has no call that tries a job out: when it would start is not known")
}

// tally counts what was found and did not end the submit.
func tally(found sbatch.Problems) string {
	n := len(found) - len(found.Of(sbatch.Note))
	switch n {
	case 0:
		return "nothing is wrong with it"
	case 1:
		return "1 warning"
	}
	return fmt.Sprintf("%d warnings", n)
}

// knowledge is what the cluster told for the checks.
type knowledge struct {
	world preflight.World
	known []string
	lacks []lack
	late  bool // something is lacking that may be told another time

	mu sync.Mutex
}

// words lists what is not known, and why.
func (k *knowledge) words() string {
	var out []string
	for _, g := range lackGroups(k.lacks) {
		out = append(out, listWords(g.names)+" ("+g.root+")")
	}
	return strings.Join(out, "; ")
}

// ask asks for everything at once. No answer is waited for longer than the others are worth: what is late is not known.
func (s *submitting) ask(ctx context.Context, wait time.Duration) *knowledge {
	within, stop := context.WithTimeout(ctx, wait)
	defer stop()
	s.overhear(func(r gateway.RetryNotice) {
		if concernsAll(r.Cause) {
			stop() // the submit itself will say so
		}
	})
	defer s.tellUser()
	k := &knowledge{world: preflight.World{
		Now: s.api.ClusterNow(), User: s.known(within), Margin: s.config.LeaseMargin,
	}}
	questions := s.questions(k, wait)
	var all sync.WaitGroup
	for _, a := range questions {
		all.Go(func() {
			fill, err := a.ask(within)
			k.mu.Lock()
			defer k.mu.Unlock()
			if fill != nil {
				fill()
			}
			if err != nil {
				k.lack(a.what, err)
				return
			}
			k.known = append(k.known, a.what)
		})
	}
	all.Wait()
	k.world.Now = s.api.ClusterNow() // the answers have shown what its clock says
	k.sort(questions)
	return k
}

// known names the user without asking the cluster, as far as that can be.
func (s *submitting) known(ctx context.Context) string {
	return cmp.Or(s.user, s.about.User, s.me(ctx, s.config))
}

// seenIn looks for the user at the jobs that were submitted from here, for some time. It reports whether that was over
// too early.
func (s *submitting) seenIn(ctx context.Context, wait time.Duration) (user string, late bool) {
	within, stop := context.WithTimeout(ctx, wait)
	defer stop()
	user, _ = s.seen(within, s.config, s.api) // which the checks can do without
	return user, user == "" && within.Err() != nil
}

// lack notes that something could not be had.
func (k *knowledge) lack(what string, err error) {
	l := look{}
	l.lack(what, err)
	kind := fault.KindOf(err)
	if kind == fault.TimedOut || kind == fault.Cancelled {
		l.lacks[0].root = "no answer in time"
	}
	k.late = k.late || kind == fault.Cancelled || kind.Transient()
	k.lacks = append(k.lacks, l.lacks...)
}

// sort puts what is known into the order of the questions: the answers come in any.
func (k *knowledge) sort(questions []question) {
	var known []string
	var lacks []lack
	for _, q := range questions {
		for _, what := range k.known {
			if what == q.what {
				known = append(known, what)
			}
		}
		for _, l := range k.lacks {
			if l.what == q.what {
				lacks = append(lacks, l)
			}
		}
	}
	k.known, k.lacks = known, lacks
}

// question is one thing to ask. What it returns puts the answer into the world.
type question struct {
	what string
	ask  func(context.Context) (func(), error)
}

// questions are what the checks need. The queue, which may be very long, is asked for by --test-only alone.
func (s *submitting) questions(k *knowledge, wait time.Duration) []question {
	w := &k.world
	out := []question{
		{"the partitions", func(ctx context.Context) (func(), error) {
			list, err := s.api.Partitions(ctx)
			return func() { w.Partitions = list.Items }, err
		}},
		{"the nodes", func(ctx context.Context) (func(), error) {
			list, err := s.api.Nodes(ctx)
			return func() { w.Nodes = list.Items }, err
		}},
		{"the pools and leases", func(ctx context.Context) (func(), error) {
			pools, err := s.api.Pools(ctx)
			return func() { w.Pools = pools }, err
		}},
		{"the accounts and QOS", s.askAccess(w, wait/2)},
	}
	if s.reading.Own.TestOnly {
		out = append(out, question{"the limits that the queue shows", func(ctx context.Context) (func(), error) {
			list, err := s.api.Jobs(ctx, 0)
			return func() { w.Enforces, w.Queue = preflight.Enforces(list.Items), list.Items }, err
		}})
	} else if ids := sbatch.DependsOn(s.job.Dependency); len(ids) > 0 {
		out = append(out, question{"the jobs of --dependency", s.askDependency(w, ids)})
	}
	return out
}

// mostAsked bounds how many jobs of a dependency are looked for.
const mostAsked = 10

// askDependency looks for the jobs that the job is to wait for, one by one: the queue may be very long.
func (s *submitting) askDependency(w *preflight.World, ids []uint64) func(context.Context) (func(), error) {
	return func(ctx context.Context) (func(), error) {
		ids = ids[:min(len(ids), mostAsked)]
		gone, errs := make([]bool, len(ids)), make([]error, len(ids))
		var all sync.WaitGroup
		for i, id := range ids {
			all.Go(func() {
				detail, err := s.api.Job(ctx, slurm.RefTo(id))
				if gone[i] = fault.KindOf(err) == fault.JobUnknown || detail.Source == slurm.Accounting; gone[i] {
					err = nil
				}
				errs[i] = err
			})
		}
		all.Wait()
		var strange []uint64
		for i, id := range ids {
			if gone[i] {
				strange = append(strange, id)
			}
		}
		return func() { w.Gone = strange }, errs[max(0, slices.IndexFunc(errs, func(err error) bool { return err != nil }))]
	}
}

// askAccess asks for the rights of the user, and before that, for a share of the time, who it is. Where nobody knows, the
// rights of all users would have to be had: only --test-only asks for those.
func (s *submitting) askAccess(w *preflight.World, share time.Duration) func(context.Context) (func(), error) {
	user := w.User
	return func(ctx context.Context) (func(), error) {
		late := false
		if user == "" {
			user, late = s.seenIn(ctx, share)
		}
		known := func() { w.User = user }
		switch {
		case user != "" || s.reading.Own.TestOnly:
		case late:
			return nil, fault.New(fault.Unavailable, "", "who you are on the cluster did not show in time")
		default:
			return nil, fault.New(fault.Other, "", "who you are on the cluster is not known: set user in the context")
		}
		access, err := s.api.Access(ctx, user)
		if err != nil && access.Partitions == nil {
			return known, err
		}
		return func() { known(); w.Access = &access }, err
	}
}

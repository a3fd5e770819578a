package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"path/filepath"
	"sync"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/slurm"
	"flexq/config"
)

// stateDir is the folder of what is kept of a target between two runs, which need not exist; "" where no home is known.
func (f *factory) stateDir(t config.Target) string {
	dir, err := config.StateDir(f.getenv)
	if err != nil || t.Kind == config.NoTarget {
		return ""
	}
	address := t.Endpoint
	if t.Kind == config.SlurmrestdTarget {
		address = t.URL
	}
	return filepath.Join(dir, journal.Folder(journal.Identity{
		Address: address, Project: t.Project, Region: t.Region, Cluster: t.Cluster,
	}))
}

// remembered is what earlier runs knew of the nodes of a target: nothing if there was none, or if it cannot be read,
// and then why. It changes nothing on disk.
func (f *factory) remembered(ctx context.Context, s config.Settings) (flex.Memory, []slurm.Problem) {
	dir := f.stateDir(s.Target)
	if dir == "" {
		return flex.Memory{}, nil
	}
	kept, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		return flex.Memory{}, []slurm.Problem{ownWarning(err.Error())}
	}
	memory, err := kept.LoadMemory(ctx)
	if err != nil {
		return flex.Memory{}, []slurm.Problem{ownWarning(whatAndCure(err))}
	}
	return memory, nil
}

// whatAndCure is what an error says on one line.
func whatAndCure(err error) string {
	f := fault.From(err)
	switch {
	case f == nil || f.What == "":
		return err.Error()
	case f.Cure == "":
		return f.What
	}
	return f.What + " (" + f.Cure + ")"
}

// leaseSettings are the user's wishes that judge leases.
func leaseSettings(s config.Settings) flex.Settings {
	return flex.Settings{Margin: s.LeaseMargin, User: s.User}
}

// noting puts the ledger over a service, so that every change is noted in it. Why it cannot be kept is said once, to
// say, when there is a change.
func (f *factory) noting(s config.Settings, api service, say func(error)) (service, error) {
	if s.ReadOnly {
		return api, nil
	}
	l, err := f.ledger(s, say)
	if err != nil {
		return nil, err
	}
	f.closers = append(f.closers, l)
	me := func(ctx context.Context) string { return f.me(ctx, s) }
	var unkept func()
	if f.stateDir(s.Target) == "" {
		unkept = sync.OnceFunc(func() { say(fmt.Errorf("changes are made without a note of them: %w", config.ErrNoState)) })
	}
	seen := func(ctx context.Context) client.Seen { return api.SeenNow(ctx) }
	return ledgered{
		unkept:  unkept,
		service: api, ledger: l, me: me, newKey: client.KeySource(f.now, rand.Reader), followed: &followed{},
		settler: settler{ledger: l, api: api, me: me, seen: seen, now: f.now},
	}, nil
}

// warnOf says on stderr what could not be kept.
func (f *factory) warnOf(err error) { fmt.Fprintf(f.Err, "flexq: warning: %s\n", whatAndCure(err)) }

// warnLater is warnOf for while the screen owns the terminal: it is said when that is gone.
func (f *factory) warnLater() func(error) {
	var mu sync.Mutex
	var errs []error
	f.closers = append(f.closers, closing(func() {
		mu.Lock()
		defer mu.Unlock()
		for _, err := range errs {
			f.warnOf(err)
		}
	}))
	return func(err error) {
		mu.Lock()
		defer mu.Unlock()
		errs = append(errs, err)
	}
}

// closing is something to be done when the run ends.
type closing func()

// Close implements io.Closer.
func (c closing) Close() error {
	c()
	return nil
}

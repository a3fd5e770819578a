package main

import (
	"context"
	"fmt"

	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/watch"
	"flexq/config"
)

// watcher makes what tells the events of a target and keeps them in its journal on disk. Nothing is read or written
// yet. Where no folder can be had, it says so and goes on in memory. rings says for which events this program rings;
// nil: the usual ones.
func (f *factory) watcher(s config.Settings, rings func(flex.Event) bool) (*watch.Watcher, error) {
	o := watch.Options{Settings: leaseSettings(s), Now: f.now, Rings: rings}
	if dir := f.stateDir(s.Target); dir != "" {
		kept, err := journal.Open(journal.Options{Dir: dir})
		if err != nil {
			return nil, fmt.Errorf("open the journal: %w", err)
		}
		o.Journal = kept
	} else {
		fmt.Fprintf(f.Err, "flexq: warning: %v; until then events last as long as this run\n", config.ErrNoState)
	}
	w := watch.New(o)
	f.closers = append(f.closers, keeper{w, f})
	return w, nil
}

// quietWatcher is the watcher of a program that cannot ring: it leaves that to those that can.
func (f *factory) quietWatcher(s config.Settings) (*watch.Watcher, error) {
	return f.watcher(s, watch.Never)
}

// teller is a watcher for a single event.
func (f *factory) teller(s config.Settings) (teller, error) { return f.quietWatcher(s) }

// keeper saves what a watcher remembers when the run ends.
type keeper struct {
	*watch.Watcher
	f *factory
}

// Close implements io.Closer. That the disk fails is no failure of what was done.
func (k keeper) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), k.f.waits.save)
	defer cancel()
	if err := k.Watcher.Close(ctx); err != nil {
		k.f.warnOf(err)
	}
	return nil
}

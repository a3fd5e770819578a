package main

import (
	"context"
	"sync"

	"flexq/config"
)

// identity finds out who the user is on the cluster where that does not say so: by the settings and the token, else, once,
// by the jobs that were submitted from here. That may take long, and nobody waits for it. It is safe for concurrent use.
type identity struct {
	f   *factory
	s   config.Settings
	api service

	mu    sync.Mutex
	under chan struct{} // closed when the look at those jobs is over; nil if none was begun, or the last failed
	seen  string
}

// who returns the user as far as it is known, and whether it may be known later.
func (i *identity) who(ctx context.Context) (user string, later bool) {
	if user := i.f.me(ctx, i.s); user != "" {
		return user, false
	}
	soon, stop := context.WithTimeout(ctx, i.f.waits.who)
	defer stop()
	select {
	case <-i.look(ctx):
	case <-soon.Done():
		return "", ctx.Err() == nil
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.seen, false
}

// look begins to look at those jobs, or returns the look that is under way or over; one that failed is begun anew.
func (i *identity) look(ctx context.Context) <-chan struct{} {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.under != nil {
		return i.under
	}
	done := make(chan struct{})
	i.under = done
	within, stop := context.WithTimeout(context.WithoutCancel(ctx), longest)
	go func() {
		defer stop()
		user, err := i.f.seenUser(within, i.s, i.api)
		i.mu.Lock()
		defer i.mu.Unlock()
		if i.seen = user; err != nil || within.Err() != nil {
			i.under = nil // the next that asks begins anew
		}
		close(done)
	}()
	return done
}

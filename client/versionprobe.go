package client

import (
	"context"
	"errors"
	"sync"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// versions remembers which data version the cluster speaks.
type versions struct {
	pinned string

	mu    sync.Mutex
	now   Spoken  // "" while nothing is known
	sure  bool    // it was served in this run
	under *flight // the probe that is under way, if there is one
}

// flight is one probe, whose answer all who ask meanwhile share.
type flight struct {
	done      chan struct{}
	answer    probed
	err       error
	abandoned bool // by its caller, so that its error is nobody else's
}

func newVersions(pinned string, recalled Spoken) *versions {
	v := &versions{pinned: pinned}
	if recalled.isOfUse() {
		v.now = recalled
	}
	return v
}

// known returns the version if it is known, and whether that is certain or only of an earlier run.
func (v *versions) known() (version string, sure bool) {
	if v.pinned != "" {
		return v.pinned, true
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now.Version, v.sure
}

// spoken is what is known, whoever found out.
func (v *versions) spoken() Spoken {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.pinned != "" {
		return Spoken{Version: v.pinned, Release: v.now.Release}
	}
	return v.now
}

// isStillOf reports whether the version that is known is still that of a release of Slurm: another one may serve newer
// versions.
func (v *versions) isStillOf(release string) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.now.Release == release
}

// learn remembers the version that is served; none is that the one so far is no more, as after an upgrade. It reports
// whether that is news.
func (v *versions) learn(now Spoken) (isNews bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	isNews = v.pinned == "" && v.now != now
	v.now, v.sure = now, now.Version != ""
	return isNews
}

// served notes that an answer came in a version.
func (v *versions) served(version string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.sure = v.sure || v.now.Version == version
}

// join returns the probe under way, or a new one that is the caller's to make and to land.
func (v *versions) join() (f *flight, mine bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.under != nil {
		return v.under, false
	}
	v.under = &flight{done: make(chan struct{})}
	return v.under, true
}

func (v *versions) land(f *flight) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.under = nil
	close(f.done)
}

// probed is the answer to a ping with the version in which it was given.
type probed struct {
	version     string
	controllers []slurm.Controller
	payload     wire.Payload
}

// probe finds the version and pings with it, once for all who ask at the same time.
func (c *Client) probe(ctx context.Context) (probed, error) {
	for {
		f, mine := c.version.join()
		if mine {
			defer c.version.land(f)
			f.answer, f.err = c.search(ctx)
			f.abandoned = f.err != nil && ctx.Err() != nil
			return f.answer, f.err
		}
		select {
		case <-f.done:
			if !f.abandoned {
				return f.answer, f.err
			}
		case <-ctx.Done():
			return probed{}, givenUp(ctx)
		}
	}
}

// givenUp is the fault of a caller who did not want to wait any longer.
func givenUp(ctx context.Context) *fault.Fault {
	kind := fault.Cancelled
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		kind = fault.TimedOut
	}
	f := fault.New(kind, opCluster, "")
	f.Err = ctx.Err()
	return f
}

// newest is the answer in the newest version that is served.
type newest struct {
	probed
	sure bool // of all newer ones it is known that they are not
}

// newest pings with several versions at the same time, given newest first: on a slow cluster one after another would
// take as long as all together. It waits for no older one than that which it returns. The error is that of the first
// which could not be asked, else that of the last.
func (c *Client) newest(ctx context.Context, list []string) (newest, error) {
	ctx, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer stop()
	answers := make([]chan error, len(list))
	got := make([]probed, len(list))
	for i, v := range list {
		answers[i] = make(chan error, 1)
		all.Go(func() {
			var err error
			got[i], err = c.ping(ctx, v)
			answers[i] <- err
		})
	}
	var failed, last error
	for i := range list {
		switch err := <-answers[i]; {
		case err == nil:
			return newest{got[i], failed == nil}, nil
		case notServed(err):
			last = err
		case failed == nil:
			failed = err
		}
	}
	if failed != nil {
		return newest{}, failed
	}
	return newest{sure: true}, last
}

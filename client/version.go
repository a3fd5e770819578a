package client

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// Versions lists the data versions of Slurm's REST interface that flexq reads, newest first. A Slurm release serves
// three or four of them.
func Versions() []string {
	return []string{"v0.0.45", "v0.0.44", "v0.0.43", "v0.0.42", "v0.0.41", "v0.0.40"}
}

// versions remembers which data version the cluster speaks.
type versions struct {
	pinned string

	mu    sync.Mutex
	found string
	under *flight // the probe that is under way, if there is one
}

// flight is one probe, whose answer all who ask meanwhile share.
type flight struct {
	done      chan struct{}
	answer    probed
	err       error
	abandoned bool // by its caller, so that its error is nobody else's
}

func newVersions(pinned string) *versions { return &versions{pinned: pinned} }

// known returns the version if it is known.
func (v *versions) known() string {
	if v.pinned != "" {
		return v.pinned
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.found
}

// learn remembers the version that is served; "" is that the one so far is no more, as after an upgrade.
func (v *versions) learn(found string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.found = found
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

// dataVersion returns the version to speak, and asks the cluster for it the first time.
func (c *Client) dataVersion(ctx context.Context) (string, error) {
	if v := c.version.known(); v != "" {
		return v, nil
	}
	p, err := c.probe(ctx)
	return p.version, err
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

// search pings with one version after another until one is served: the one that is known, and if that is not served
// any more, all others, newest first.
func (c *Client) search(ctx context.Context) (probed, error) {
	var last error
	known := c.version.known()
	for _, v := range c.candidates(known) {
		p, err := c.ping(ctx, v)
		if err == nil {
			c.version.learn(v)
			return p, nil
		}
		last = err
		if !notServed(err) {
			return probed{}, err
		}
		if v == known {
			c.version.learn("")
		}
	}
	return probed{}, c.noVersion(last)
}

func (c *Client) candidates(known string) []string {
	if c.version.pinned != "" {
		return []string{c.version.pinned}
	}
	all := Versions()
	if known == "" {
		return all
	}
	others := slices.DeleteFunc(all, func(v string) bool { return v == known })
	return slices.Insert(others, 0, known)
}

// recheck finds out whether version v, for whose path there was nothing, is served yet. It returns the version that is.
func (c *Client) recheck(ctx context.Context, v string) (string, error) {
	if now := c.version.known(); now != v && now != "" {
		return now, nil // another caller has found out
	}
	p, err := c.probe(ctx)
	return p.version, err
}

// notServed reports whether the answer to a ping says that there is nothing under this version. slurmrestd says so
// with 404; the platform may refuse the path itself.
func notServed(err error) bool {
	switch fault.KindOf(err) {
	case fault.NoVersion, fault.InvalidArgument:
		return true
	default:
		return false
	}
}

func (c *Client) noVersion(last error) error {
	if c.version.pinned == "" && fault.KindOf(last) == fault.InvalidArgument {
		return c.unpinned(last) // the platform refuses every path: versions are not the matter
	}
	f := fault.New(fault.NoVersion, opCluster, "")
	if c.version.pinned != "" {
		f.What = "the cluster does not serve data version " + c.version.pinned
		f.Cure = "leave the setting slurm_version empty, so that flexq asks for the newest"
	} else {
		f.What += ": none of " + versionRange()
		f.Cure = "check that the address is that of Slurm's REST interface, and that flexq is up to date"
	}
	f.Err = last
	return f
}

// unpinned takes from an error the advice to look at the setting of the version where nobody has set one.
func (c *Client) unpinned(err error) error {
	f := fault.From(err)
	if f == nil || c.version.pinned != "" || !strings.Contains(f.Cure, "slurm_version") {
		return err
	}
	g := *f
	g.Cure = "check that flexq is up to date, and that the cluster serves one of " + versionRange()
	if f.Kind == fault.InvalidArgument {
		g.Cure += "; keep the whole request under 1 MB"
	}
	return &g
}

// versionRange is what flexq reads: "v0.0.40 to v0.0.45".
func versionRange() string {
	all := Versions()
	return all[len(all)-1] + " to " + all[0]
}

// ping asks whether slurmctld answers. GET /slurm/{v}/ping/.
func (c *Client) ping(ctx context.Context, v string) (probed, error) {
	var reply wire.PingReply
	a, err := c.gw.Do(ctx, gateway.Request{Op: opCluster, Method: "GET", Path: "/slurm/" + v + "/ping/"}, reply.Fields())
	if err != nil {
		return probed{}, err
	}
	return probed{version: v, controllers: reply.Controllers, payload: a.Payload}, nil
}

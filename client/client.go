package client

import (
	"cmp"
	"context"
	"crypto/rand"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// caller is the part of the gateway that the client needs.
type caller interface {
	Do(ctx context.Context, r gateway.Request, f wire.Fields) (gateway.Answer, error)
	Resource(ctx context.Context, into func(io.Reader) error) error
	Google(ctx context.Context, r gateway.GoogleCall, into func(io.Reader) error) error
	Platform() (gateway.PlatformTarget, bool)
	Skew() (time.Duration, bool)
	SawClock(sent, got, theirs time.Time)
}

// Options are what a client needs beside a gateway. Only Now is needed.
type Options struct {
	Now func() time.Time
	// Version pins the data version of Slurm's REST interface, as in v0.0.42; "" finds the newest by asking.
	Version string
	// Recalled is what OnVersion told in an earlier run; it saves the search. One that is served no more, or by another
	// Slurm than then, is found out.
	Recalled Spoken
	// OnVersion is told which data version was found, if it is another than Recalled. It may be called from several
	// goroutines, and may take its time. Nil tells nobody.
	OnVersion func(Spoken)
	// User is the Slurm account that the credential acts as, when it is known. It narrows the search for a lost
	// submit, and is what Cluster reports: Slurm itself does not say.
	User string
	// NewKey makes the key of a submit; nil is KeySource of Now and the system's randomness.
	NewKey func() string
	// Pools are those that the config file describes; see flex.Pools.WithConfigured.
	Pools []flex.Configured
	// Sleep waits between the looks for a lost submit, and returns early with the context's error. Nil waits on a
	// timer.
	Sleep func(context.Context, time.Duration) error
	// OnLookup is told of each look for a lost submit, from 1 on, before it: the user waits meanwhile. It must not
	// block, and may be called from several goroutines. Nil tells nobody.
	OnLookup func(key string, try int)
	// SourceWait is how long an optional source of Pools may keep the others waiting, by the real clock; 0 means ten
	// seconds. One that takes longer is left aside for a while.
	SourceWait time.Duration
}

// Client asks one cluster. It is safe for concurrent use.
type Client struct {
	gw      caller
	opts    Options
	version *versions
	habits  habits
	clock   clock
	named   atomic.Pointer[string] // what the cluster calls itself
	sources sources

	jobsWhole    wholeness
	nodes        snapshot[slurm.Node]
	partitions   snapshot[slurm.Partition]
	reservations snapshot[slurm.Reservation]
}

// New returns a client that speaks through gw. Nothing is sent yet.
func New(gw *gateway.Gateway, o Options) *Client { return newClient(gw, o) }

func newClient(gw caller, o Options) *Client {
	if o.NewKey == nil {
		o.NewKey = KeySource(o.Now, rand.Reader)
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.OnLookup == nil {
		o.OnLookup = func(string, int) {}
	}
	if o.OnVersion == nil {
		o.OnVersion = func(Spoken) {}
	}
	c := &Client{gw: gw, opts: o, version: newVersions(o.Version, o.Recalled)}
	c.sources.init(cmp.Or(o.SourceWait, sourceWait))
	return c
}

// slurm makes one call of slurmctld's part of the interface; path is what follows the version: "/jobs/".
func (c *Client) slurm(ctx context.Context, r gateway.Request, f wire.Fields) (gateway.Answer, error) {
	a, err := c.call(ctx, "/slurm/", r, f)
	return a, c.unpinned(err)
}

// slurmdb makes one call of slurmdbd's part.
func (c *Client) slurmdb(ctx context.Context, r gateway.Request, f wire.Fields) (gateway.Answer, error) {
	a, err := c.call(ctx, "/slurmdb/", r, f)
	return a, c.unpinned(err)
}

func (c *Client) call(ctx context.Context, root string, r gateway.Request, f wire.Fields) (gateway.Answer, error) {
	if r.Method == "" {
		r.Method = http.MethodGet
	}
	v, err := c.versionFor(ctx, r.IsRead())
	if err != nil {
		return gateway.Answer{}, fault.From(err).WithOp(r.Op)
	}
	path := r.Path
	r.Path = root + v + path
	a, err := c.gw.Do(ctx, r, f)
	if name := a.Payload.Meta.Cluster; name != "" {
		c.named.Store(&name)
	}
	if err == nil {
		c.version.served(v)
	}
	if !mayBeVersion(err) {
		return a, err
	}
	now, failed := c.recheck(ctx, v)
	switch {
	case failed != nil && fault.KindOf(failed) == fault.NoVersion:
		return a, fault.From(failed).WithOp(r.Op)
	case failed != nil:
		return a, err
	case now == v:
		return a, unlessNoJob(r.Op, path, err)
	case !r.IsRead():
		return a, changedVersion(r.Op, v, now, err)
	}
	r.Path = root + now + path
	return c.gw.Do(ctx, r, f)
}

// mayBeVersion reports whether a fault may come from a data version that is not served any more: after an upgrade of
// Slurm each path is 404, and where the platform loses the text of that, it looks as if there were no such job. Slurm's
// own word for that has a number.
func mayBeVersion(err error) bool {
	switch f := fault.From(err); {
	case f == nil:
		return false
	case f.Kind == fault.JobUnknown:
		return len(f.Problems) == 0
	default:
		return f.Kind == fault.NoVersion
	}
}

// unlessNoJob makes a 404 without a number, of a version that is served, what it can only mean then: the path of a job
// is in every version, so that the job is what is missing.
func unlessNoJob(op, path string, err error) error {
	f := fault.From(err)
	id, isJob := strings.CutPrefix(path, "/job/")
	if !isJob || id == "submit" || f.Status != http.StatusNotFound || len(f.Problems) > 0 {
		return err
	}
	out := fault.New(fault.JobUnknown, op, "Slurm has no job "+id+" in its queue")
	out.Status, out.Err = f.Status, err
	return out
}

// changedVersion is the fault of a change that met a version which is not served any more. It is not sent again.
func changedVersion(op, old, now string, err error) *fault.Fault {
	f := fault.New(fault.NoVersion, op, "the cluster does not serve data version "+old+" any more, but "+now+"; nothing was changed")
	f.Cure, f.Err = "do it again", err
	return f
}

// usage is the fault of a question that cannot be asked; nothing has been sent.
func usage(op, what, cure string) *fault.Fault {
	f := fault.New(fault.Usage, op, what)
	f.Cure = cure
	return f
}

// sleep waits on a timer.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

package client

import (
	"context"
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
	asking chan struct{} // held while the cluster is asked, so that it is asked once

	mu    sync.Mutex
	found string
}

func newVersions(pinned string) *versions {
	return &versions{pinned: pinned, asking: make(chan struct{}, 1)}
}

// known returns the version if it is known.
func (v *versions) known() string {
	if v.pinned != "" {
		return v.pinned
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.found
}

func (v *versions) set(found string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.found = found
}

// forget makes the next call ask anew: after an upgrade the cluster may have stopped to serve the version.
func (v *versions) forget(old string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.found == old {
		v.found = ""
	}
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

// probe pings with one version after another, newest first, until one is served.
func (c *Client) probe(ctx context.Context) (probed, error) {
	select {
	case c.version.asking <- struct{}{}:
		defer func() { <-c.version.asking }()
	case <-ctx.Done():
		f := fault.New(fault.Cancelled, opCluster, "")
		f.Err = ctx.Err()
		return probed{}, f
	}
	candidates := Versions()
	if v := c.version.known(); v != "" {
		candidates = []string{v}
	}
	var last error
	for _, v := range candidates {
		p, err := c.ping(ctx, v)
		if err == nil {
			c.version.set(v)
			return p, nil
		}
		last = err
		if !notServed(err) {
			return probed{}, err
		}
	}
	return probed{}, c.noVersion(last)
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
		return last // the platform refuses every path: versions are not the matter
	}
	f := fault.New(fault.NoVersion, opCluster, "")
	if c.version.pinned != "" {
		f.What = "the cluster does not serve data version " + c.version.pinned
		f.Cure = "leave the setting slurm_version empty, so that flexq asks for the newest"
	} else {
		all := Versions()
		f.What += ": none of " + all[len(all)-1] + " to " + all[0]
	}
	f.Err = last
	return f
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

package client

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// Versions lists the data versions of Slurm's REST interface that flexq reads, newest first. A Slurm release serves
// three or four of them.
func Versions() []string {
	return []string{"v0.0.45", "v0.0.44", "v0.0.43", "v0.0.42", "v0.0.41", "v0.0.40"}
}

// Spoken is which data version a cluster speaks, for a later run to begin with.
type Spoken struct {
	Version string // as in v0.0.42; "" if nothing is known
	Release string // of the Slurm that served it; "" if it did not say
	Newest  string // the newest of Versions then
}

// isOfUse reports whether a later run can begin with it: it is not what a damaged file or a newer flexq says.
func (s Spoken) isOfUse() bool {
	return slices.Contains(Versions(), s.Version) && s.Newest == Versions()[0]
}

// dataVersion returns the version in which to ask, and asks the cluster for it the first time. One of an earlier run may
// be served no more: then a question finds nothing, and recheck finds out.
func (c *Client) dataVersion(ctx context.Context) (string, error) {
	if v, _ := c.version.known(); v != "" {
		return v, nil
	}
	p, err := c.probe(ctx)
	return p.version, err
}

// sureVersion returns the version in which to change something. It is one that was served in this run: a change is not
// sent again where a version turns out to be served no more.
func (c *Client) sureVersion(ctx context.Context) (string, error) {
	if v, sure := c.version.known(); sure {
		return v, nil
	}
	p, err := c.probe(ctx)
	return p.version, err
}

// versionFor is the version for a read or a write.
func (c *Client) versionFor(ctx context.Context, isRead bool) (string, error) {
	if isRead {
		return c.dataVersion(ctx)
	}
	return c.sureVersion(ctx)
}

// search finds the version that is served, and pings with it. One that is known, or is set, is asked alone, and only if
// it is not served any more, or by another Slurm than before, the others. Where nothing is known the newest is asked
// first: what is wrong with more than the version shows there once.
func (c *Client) search(ctx context.Context) (probed, error) {
	known, _ := c.version.known()
	first := cmp.Or(known, Versions()[0])
	p, err := c.ping(ctx, first)
	pinned := c.version.pinned != ""
	switch {
	case err == nil && (pinned || known == "" || c.version.isStillOf(p.payload.Meta.Release)):
		return c.learn(p, true), nil
	case err == nil:
		newer, _ := c.newest(ctx, slices.DeleteFunc(Versions(), func(v string) bool { return v <= known }))
		if newer.version != "" {
			return c.learn(newer.probed, newer.sure), nil
		}
		return c.learn(p, newer.sure), nil
	case !notServed(err):
		return probed{}, err
	case pinned:
		return probed{}, c.noVersion(err)
	}
	c.version.learn(Spoken{})
	found, last := c.newest(ctx, slices.DeleteFunc(Versions(), func(v string) bool { return v == first }))
	switch {
	case found.version != "":
		return c.learn(found.probed, found.sure), nil
	case !notServed(last):
		return probed{}, last
	}
	return probed{}, c.noVersion(last)
}

// learn remembers what was found, for later runs too if it is certain that nothing newer is served.
func (c *Client) learn(p probed, certain bool) probed {
	s := Spoken{Version: p.version, Release: p.payload.Meta.Release, Newest: Versions()[0]}
	if c.version.learn(s) && certain {
		c.opts.OnVersion(s)
	}
	return p
}

// recheck finds out whether version v, for whose path there was nothing, is served yet. It returns the version that is.
func (c *Client) recheck(ctx context.Context, v string) (string, error) {
	if now, sure := c.version.known(); now != v && sure {
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

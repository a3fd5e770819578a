package gateway

import (
	"context"
	"io"
	"net/http"
	"net/url"

	"flexq/client/fault"
)

// GoogleService is one of Google's APIs as seen from one cluster.
type GoogleService uint8

// The services. Each has its own base, to which GoogleCall.Path is appended.
const (
	// ServiceCluster is the cluster resource itself, .../modelDevelopmentClusters/ID in v1beta1.
	ServiceCluster GoogleService = iota
	// ServicePlatform is the API that the cluster is a resource of, in v1: /projects/P/locations/R/operations/OP.
	ServicePlatform
	// ServiceCompute is Compute Engine v1, in the cluster's project: /aggregated/instances.
	ServiceCompute
)

// Permission is what a call needs, for the sentence that says so when it is missing. It may be empty.
type Permission struct {
	ID   string // compute.instances.list
	Role string // a predefined role that has it: roles/compute.viewer
}

// GoogleCall is a call of one of Google's APIs that is none of Slurm.
type GoogleCall struct {
	Op      string // what it is for, in words; begins every error
	Service GoogleService
	Method  string // GET or POST; all but GET is a write, and sent once
	Path    string // after the base of the service, not yet escaped
	Query   url.Values
	Body    []byte // a JSON object, with POST only
	Needs   Permission
}

// subject is what an answer is about, for the words of a refusal.
type subject struct {
	service GoogleService
	needs   Permission
	slurm   bool // callSlurmRestApi
	write   bool
}

// api is the name by which an API is enabled.
func (s subject) api() string {
	if s.service == ServiceCompute {
		return "compute.googleapis.com"
	}
	return "aiplatform.googleapis.com"
}

func (s subject) title() string {
	if s.service == ServiceCompute {
		return "Compute Engine API"
	}
	return "API"
}

// setting is where the address of an API is set.
func (s subject) setting() string {
	if s.service == ServiceCompute {
		return "compute_endpoint"
	}
	return "endpoint"
}

// Google makes one call and hands the answer to into, anew on each attempt. Reads are tried again as those of Do, and
// writes never; all else is as with Do too. A plain slurmrestd has no such APIs: fault.Usage. So has a target whose
// Endpoint is not Google's and that names no Compute, of Compute Engine: its token is nothing to show around.
func (g *Gateway) Google(ctx context.Context, r GoogleCall, into func(io.Reader) error) error {
	c, about, f := g.prepareGoogle(r)
	if f != nil {
		f.Settled = r.Method != http.MethodGet
		g.logRefusal(ctx, Request{Op: r.Op, Method: r.Method, Path: r.Path}, f)
		return f
	}
	if f := g.withRetries(ctx, c, func(rep *reply) *fault.Fault {
		return g.via.readGoogle(rep, about, into)
	}); f != nil {
		f = g.via.located(f, about)
		if c.isWrite && f.Kind != fault.UnknownOutcome {
			f.Settled = true
		}
		return f
	}
	return nil
}

func (g *Gateway) prepareGoogle(r GoogleCall) (call, subject, *fault.Fault) {
	isWrite := r.Method != http.MethodGet
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodPost:
		return call{}, subject{}, fault.New(fault.Usage, r.Op, "there is no such call of method "+quote(r.Method))
	case (r.Body != nil) != isWrite:
		return call{}, subject{}, fault.New(fault.Usage, r.Op, "a body goes with a POST, and a POST has one")
	case isWrite && g.opts.ReadOnly:
		return call{}, subject{}, fault.New(fault.ReadOnly, r.Op, "")
	case len(r.Body) >= MaxRequest:
		return call{}, subject{}, fault.New(fault.TooLarge, r.Op, "")
	}
	for _, s := range segments(r.Path) {
		if s == "." || s == ".." {
			return call{}, subject{}, fault.New(fault.Usage, r.Op, "not a path: "+quote(r.Path))
		}
	}
	c, f := g.via.google(r)
	if f != nil {
		return call{}, subject{}, f.WithOp(r.Op)
	}
	c.op, c.method, c.body, c.isWrite = r.Op, r.Method, r.Body, isWrite
	return c, subject{service: r.Service, needs: r.Needs, write: isWrite}, nil
}

// Platform returns the cluster of the platform that the gateway reaches; false for a plain slurmrestd.
func (g *Gateway) Platform() (PlatformTarget, bool) { return g.via.platform() }

// google makes the request, but for what all have in common.
func (p *platform) google(r GoogleCall) (call, *fault.Fault) {
	base, name := p.url, "cluster resource"
	switch r.Service {
	case ServiceCluster:
	case ServicePlatform:
		base, name = p.api+"/v1", "platform"
	case ServiceCompute:
		if p.compute == "" {
			return call{}, p.noCompute()
		}
		base, name = p.compute, "compute"
	}
	path := (&url.URL{Path: r.Path}).EscapedPath()
	c := call{url: base + path, agent: platformAgent, shown: name + r.Path}
	if len(r.Query) > 0 {
		c.url += "?" + r.Query.Encode()
	}
	return c, nil
}

func (p *platform) readGoogle(rep *reply, about subject, into func(io.Reader) error) *fault.Fault {
	if rep.status != http.StatusOK {
		return p.refusal(rep, about, Request{})
	}
	if f := notJSON(rep); f != nil {
		return f
	}
	if err := into(rep.body); err != nil {
		return bodyFault(rep, err)
	}
	return nil
}

func (p *platform) platform() (PlatformTarget, bool) { return p.target, true }

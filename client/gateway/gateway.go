package gateway

import (
	"context"
	"io"
	"net/http"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// Gateway reaches the Slurm of one cluster. It is safe for concurrent use.
type Gateway struct {
	opts          Options
	reads, writes *http.Client
	via           transport
	skew          skew
}

// transport is what differs between the platform and a plain slurmrestd.
type transport interface {
	// wrap makes the HTTP request that carries a Slurm call.
	wrap(Request) (call, *fault.Fault)
	// read judges an answer and decodes it; the status is Slurm's.
	read(Request, *reply, wire.Fields) (int, wire.Payload, *fault.Fault)
	// google makes the request of another API than Slurm's.
	google(GoogleCall) (call, *fault.Fault)
	// readGoogle judges the answer to that, and hands its body on.
	readGoogle(*reply, subject, func(io.Reader) error) *fault.Fault
	// located says in a fault which address was asked, where that may be the mistake.
	located(*fault.Fault, subject) *fault.Fault
	platform() (PlatformTarget, bool)
}

// Answer is what came back: Slurm's status, what all its answers have in common, and our clock when it was complete.
// The rest is in the reply whose fields were handed to Do. Status 304 says that nothing changed.
type Answer struct {
	Status  int
	Payload wire.Payload
	AsOf    time.Time
}

func newGateway(via transport, o Options) (*Gateway, error) {
	o, f := o.orDefaults()
	if f != nil {
		return nil, f
	}
	return &Gateway{
		opts:   o,
		via:    via,
		reads:  &http.Client{Transport: o.Transport, CheckRedirect: checkRedirect},
		writes: &http.Client{Transport: o.Transport, CheckRedirect: noRedirect},
	}, nil
}

// Do makes one Slurm call and fills the reply behind f. A read is tried again while that may help; a write is sent
// once. The error is always a *fault.Fault; with one, the Answer holds what is known, and the reply is worth
// nothing unless the fault has Problems.
//
// POST …:callSlurmRestApi on the platform, which needs aiplatform.googleapis.com/modelDevelopmentClusters.run;
// the call itself on a plain slurmrestd.
func (g *Gateway) Do(ctx context.Context, r Request, f wire.Fields) (Answer, error) {
	if r.Op == "" {
		r.Op = r.Method + " " + r.Path
	}
	c, refused := g.prepare(r)
	if refused != nil {
		refused.Settled = !r.IsRead()
		g.logRefusal(ctx, r, refused)
		return Answer{}, refused
	}
	var a Answer
	failed := g.withRetries(ctx, c, func(rep *reply) *fault.Fault {
		var h heard
		status, payload, failed := g.via.read(r, rep, noting(f, r, &h))
		if failed == nil {
			failed = incomplete(r, status, payload, h)
		}
		redactAll(payload.Errors)
		redactAll(payload.Warnings)
		a = Answer{Status: status, Payload: payload, AsOf: g.opts.Now()}
		return failed
	})
	if failed != nil {
		failed.Warnings = a.Payload.Warnings
		if c.isWrite && failed.Kind != fault.UnknownOutcome {
			failed.Settled = true
		}
		return a, failed
	}
	return a, nil
}

// redactAll takes credentials out of Slurm's words, in place: the fault made of them shares them.
func redactAll(problems []slurm.Problem) {
	for i, p := range problems {
		p.Error, p.Description, p.Source = fault.Redact(p.Error), fault.Redact(p.Description), fault.Redact(p.Source)
		problems[i] = p
	}
}

// prepare checks what must be known before anything is sent.
func (g *Gateway) prepare(r Request) (call, *fault.Fault) {
	if f := r.check(); f != nil {
		return call{}, f
	}
	if g.opts.ReadOnly && !r.IsRead() {
		return call{}, fault.New(fault.ReadOnly, r.Op, "")
	}
	c, f := g.via.wrap(r)
	if f != nil {
		return call{}, f
	}
	c.op, c.slurmMethod, c.slurmPath, c.isWrite, c.once = r.Op, r.Method, r.Path, !r.IsRead(), r.Once
	if len(c.body) >= MaxRequest {
		return call{}, fault.New(fault.TooLarge, r.Op, "")
	}
	return c, nil
}

// Resource gets the cluster resource itself and hands the answer to into, anew on each attempt. A plain slurmrestd
// has none: fault.Usage.
//
// GET …/modelDevelopmentClusters/ID, which needs aiplatform.modelDevelopmentClusters.get (roles/aiplatform.viewer).
func (g *Gateway) Resource(ctx context.Context, into func(io.Reader) error) error {
	return g.Google(ctx, GoogleCall{Op: "get cluster", Service: ServiceCluster, Method: http.MethodGet, Needs: ResourcePermission()}, into)
}

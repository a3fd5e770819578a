package gateway

import (
	"io"
	"net/http"
	"strings"

	"flexq/client/fault"
	"flexq/client/wire"
)

// DirectTarget is a plain slurmrestd.
type DirectTarget struct {
	URL string // http://HOST:PORT, https://HOST:PORT, both with an optional path before Slurm's, or unix:PATH
	// NoToken says that the transport adds no token, so that Slurm's word on a bad one is the lack of any.
	NoToken bool
}

// NewDirect reaches a plain slurmrestd. For unix:PATH the transport in o must be one of Base for the same URL, as
// the address of the request is that of localhost then.
func NewDirect(t DirectTarget, o Options) (*Gateway, error) {
	d := &direct{name: t.URL, noToken: t.NoToken, url: "http://localhost", host: "localhost"}
	if !isUnix(t.URL) {
		u, f := checkURL("url", t.URL)
		if f != nil {
			return nil, f
		}
		d.url, d.host = strings.TrimSuffix(u.String(), "/"), ""
	} else if f := checkSocket(t.URL); f != nil {
		return nil, f
	}
	return newGateway(d, o)
}

// direct sends Slurm's calls as they are.
type direct struct {
	name      string // as it was given
	url, host string
	noToken   bool
}

func (d *direct) wrap(r Request) (call, *fault.Fault) {
	return call{method: r.Method, url: d.url + r.target(), host: d.host, body: r.Body}, nil
}

func (d *direct) read(r Request, rep *reply, f wire.Fields) (int, wire.Payload, *fault.Fault) {
	status, p, failed := d.answer(r, rep, f)
	if failed != nil && failed.Kind == fault.TokenRejected && d.noToken {
		failed.Kind, failed.What = fault.Credential, "Slurm wants a token, and there is none"
		failed.Cure = "set SLURM_JWT, as with `export $(scontrol token)`, or auth of the context"
	}
	return status, p, failed
}

func (d *direct) answer(r Request, rep *reply, f wire.Fields) (int, wire.Payload, *fault.Fault) {
	rep.slurm = rep.status
	switch {
	case rep.status == http.StatusNotModified, rep.status == http.StatusNoContent:
		p := wire.Payload{Empty: true}
		return rep.status, p, judge(r, rep.status, p)
	case !isJSON(rep.header):
		return rep.status, wire.Payload{}, d.textFault(r, rep)
	}
	p, err := wire.ReadPayload(rep.body, f)
	if err == nil && p.Empty && rep.status < http.StatusMultipleChoices {
		err = io.ErrUnexpectedEOF // slurmrestd never says nothing: the answer broke off before it began
	}
	if err != nil {
		failed := bodyFault(rep, err)
		if rep.status >= http.StatusBadRequest && failed.Kind == fault.Malformed {
			failed = plainFault(r, rep.status, "")
		}
		return rep.status, p, failed
	}
	failed := judge(r, rep.status, p)
	if failed != nil {
		failed.RetryAfter = retryAfter(rep.header, rep.now)
		switch failed.Kind {
		case fault.AccountingDown:
			failed.Cure = "wait, or check the token: from 26.05 on Slurm says the same of one that accounting does not accept"
		case fault.TokenRejected:
			failed.Settled = !isUnix(d.name) && turnedAway(r, rep.status) // a socket needs no token
		default:
		}
	}
	return rep.status, p, failed
}

// textFault is for an answer that is not JSON: slurmrestd's own, given before it looks at a call, or that of
// something in front of it.
func (d *direct) textFault(r Request, rep *reply) *fault.Fault {
	if rep.status < http.StatusBadRequest {
		return notJSON(rep)
	}
	f := plainFault(r, rep.status, excerpt(rep.body.start(maxErrorPage), rep.header))
	f.RetryAfter = retryAfter(rep.header, rep.now)
	return f
}

func (d *direct) google(r GoogleCall) (call, *fault.Fault) {
	what := "a plain slurmrestd has no cluster resource"
	if r.Service == ServiceCompute {
		what = "a plain slurmrestd has no project in Compute Engine"
	}
	f := fault.New(fault.Usage, "", what)
	f.Cure = "use a context with project, region and cluster"
	return call{}, f
}

func (d *direct) readGoogle(*reply, subject, func(io.Reader) error) *fault.Fault {
	return fault.New(fault.Usage, "", "a plain slurmrestd has no cluster resource")
}

func (d *direct) located(f *fault.Fault, _ subject) *fault.Fault { return f }

func (d *direct) platform() (PlatformTarget, bool) { return PlatformTarget{}, false }

package gateway

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
	"time"

	"flexq/client/fault"
)

// call is an HTTP request that can be sent any number of times.
type call struct {
	method, url string
	host        string // Host header, if not that of url
	body        []byte
	agent       string

	op                     string
	slurmMethod, slurmPath string // "" for the cluster resource
	isWrite                bool
}

// reply is the head of an answer with its guarded body.
type reply struct {
	status int
	header http.Header
	body   *body
	now    time.Time
	slurm  int // Slurm's status, once it is known; for the log
}

// attempt sends c once and has the answer read. The fault of a write that may have happened is UnknownOutcome.
func (g *Gateway) attempt(ctx context.Context, c call, n int, read func(*reply) *fault.Fault) *fault.Fault {
	begun := g.opts.Now()
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	inner, stop := context.WithTimeoutCause(inner, g.opts.Timeouts.Whole, errWhole)
	defer stop()
	watch := newWatch(cancel)
	defer watch.stop()

	line := trace{call: c, attempt: n}
	f := g.exchange(inner, c, watch, &line, read)
	line.took, line.fault = g.opts.Now().Sub(begun), f
	g.log(ctx, line)
	return f
}

func (g *Gateway) exchange(
	ctx context.Context, c call, watch *watch, line *trace, read func(*reply) *fault.Fault,
) *fault.Fault {
	var sent progress
	req, err := g.newRequest(ctx, c, &sent)
	if err != nil {
		return fault.New(fault.Usage, c.op, "the request cannot be built: "+tidy(err.Error()))
	}
	if c.isWrite {
		g.freshen()
	}
	watch.start(g.opts.Timeouts.FirstByte, errFirstByte)
	resp, err := g.http.Do(req)
	watch.stop()
	if err != nil {
		f := connectionFault(ctx, err)
		if c.isWrite && sent.maybe(err) {
			return uncertain(f)
		}
		return f
	}
	defer resp.Body.Close()
	rep := &reply{
		status: resp.StatusCode,
		header: resp.Header,
		now:    g.opts.Now(),
		body:   &body{ctx: ctx, from: resp.Body, watch: watch, idle: g.opts.Timeouts.Idle, left: g.opts.MaxResponse},
	}
	f := redirected(c, rep)
	if f == nil {
		f = read(rep)
	}
	g.used.Store(g.opts.Now().UnixNano())
	line.status, line.slurmStatus, line.in = rep.status, rep.slurm, rep.body.n
	if f != nil && c.isWrite && doubtful(f) {
		return uncertain(f)
	}
	return f
}

// staleAfter is how long a connection may rest before a write does not trust it.
const staleAfter = 2 * time.Second

// freshen drops connections that have rested for a while. The other side may be closing one at this moment, and a
// write on it would be of unknown outcome for nothing.
func (g *Gateway) freshen() {
	if g.opts.Now().Sub(time.Unix(0, g.used.Load())) > staleAfter {
		g.http.CloseIdleConnections()
	}
}

func (g *Gateway) newRequest(ctx context.Context, c call, sent *progress) (*http.Request, error) {
	var content *bytes.Reader
	if c.body != nil {
		content = bytes.NewReader(c.body)
	}
	ctx = httptrace.WithClientTrace(ctx, sent.trace())
	var req *http.Request
	var err error
	if content != nil {
		req, err = http.NewRequestWithContext(ctx, c.method, c.url, content)
	} else {
		req, err = http.NewRequestWithContext(ctx, c.method, c.url, http.NoBody)
	}
	if err != nil {
		return nil, err
	}
	if c.host != "" {
		req.Host = c.host
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", "flexq/"+g.opts.Version+c.agent)
	if c.body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	return req, nil
}

// progress notes how far a request has got, which decides whether a write may have happened.
type progress struct {
	traced, wrote atomic.Bool
}

func (p *progress) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn:      func(string) { p.traced.Store(true) },
		WroteHeaders: func() { p.wrote.Store(true) },
	}
}

// maybe reports whether anything may have been sent before err. Only a transport that told us it was looking for a
// connection, and never that it had written, can prove that nothing was.
func (p *progress) maybe(err error) bool {
	if fault.From(err) != nil && !p.wrote.Load() {
		return false // refused by our own side: no token, or no safe way to send it
	}
	return p.wrote.Load() || !p.traced.Load()
}

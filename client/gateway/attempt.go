package gateway

import (
	"bytes"
	"context"
	"io"
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
	slurmMethod, slurmPath string // "" for a call that is not Slurm's
	shown                  string // what the log calls that
	isWrite, once          bool
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
	send := g.reads
	if c.isWrite {
		send = g.writes
	}
	begun := g.opts.Now()
	watch.start(g.opts.Timeouts.FirstByte, errFirstByte)
	resp, err := send.Do(req)
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
	if isJSON(rep.header) { // a page may be of something in between, with a clock of its own
		g.skew.seeDate(rep.header, begun, rep.now)
	}
	asked := req.URL
	if resp.Request != nil { // the last of those that it redirected to
		asked = resp.Request.URL
	}
	f := redirected(c, rep, asked)
	if f == nil {
		f = read(rep)
	}
	line.status, line.slurmStatus, line.in = rep.status, rep.slurm, rep.body.n
	switch {
	case f == nil || !c.isWrite:
		return f
	case doubtful(f):
		f.Settled = answered(f, rep)
		return uncertain(f)
	}
	renewable(f)
	return f
}

func (g *Gateway) newRequest(ctx context.Context, c call, sent *progress) (*http.Request, error) {
	ctx = httptrace.WithClientTrace(ctx, sent.trace())
	var content io.Reader = http.NoBody
	if c.body != nil {
		content = bytes.NewReader(c.body)
	}
	req, err := http.NewRequestWithContext(ctx, c.method, c.url, content)
	if err != nil {
		return nil, err
	}
	if c.isWrite {
		sendOnce(req, c.body)
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

// sendOnce takes from a request what it would need to be sent again: nothing below us can then do so, be it net/http
// on a connection that broke, a stream that was reset, or a token that was not accepted. Also a write without a body
// gets one, an empty one, since a request without any is always sent again.
func sendOnce(req *http.Request, body []byte) {
	req.Body, req.GetBody = io.NopCloser(bytes.NewReader(body)), nil
}

// progress notes how far a request has got, which decides whether a write may have happened.
type progress struct {
	traced, connected atomic.Bool
}

// trace counts a request as sent from the moment on that it has a connection. WroteHeaders would be later, and in
// HTTP/2 it comes behind the writing.
func (p *progress) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { p.traced.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { p.connected.Store(true) },
	}
}

// maybe reports whether anything may have been sent before err. Only a transport that told us it was looking for a
// connection, and never that it had one, can prove that nothing was.
func (p *progress) maybe(err error) bool {
	if fault.From(err) != nil && !p.connected.Load() {
		return false // refused by our own side: no token, or no safe way to send it
	}
	return p.connected.Load() || !p.traced.Load()
}

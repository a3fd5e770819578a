package gateway_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// line is a listener in memory: a bubble of synctest can wait on its connections, which it cannot on sockets.
type line struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (l *line) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *line) Close() error   { l.once.Do(func() { close(l.done) }); return nil }
func (l *line) Addr() net.Addr { return &net.UnixAddr{Name: "memory"} }

func (l *line) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case l.conns <- far:
		return near, nil
	case <-l.done:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// serve runs a handler in memory and returns a transport that reaches it.
func serve(t *testing.T, h http.Handler) *gateway.Line {
	t.Helper()
	l := &line{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: h, ReadHeaderTimeout: time.Hour}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serve: %v", err)
		}
	}()
	rt := gateway.Base("", gateway.Timeouts{})
	rt.DialBy(l.dial)
	t.Cleanup(func() {
		rt.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
		<-ended
	})
	return rt
}

// seen is a request as the server got it.
type seen struct {
	Method, Target, Host, Body string
	Header                     http.Header
	At                         time.Time
}

// recorder keeps what a handler was asked.
type recorder struct {
	mu   sync.Mutex
	seen []seen
	h    http.HandlerFunc
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	r.mu.Lock()
	r.seen = append(r.seen, seen{req.Method, req.RequestURI, req.Host, string(body), req.Header.Clone(), time.Now()})
	r.mu.Unlock()
	r.h(w, req)
}

func (r *recorder) all() []seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]seen(nil), r.seen...)
}

// answer is a handler that always says the same.
func answer(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		if kind != "" {
			w.Header().Set("Content-Type", kind)
		} else {
			w.Header()["Content-Type"] = nil
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

// inTurn answers each request by the next handler, and the last one from then on.
func inTurn(handlers ...http.HandlerFunc) http.HandlerFunc {
	var mu sync.Mutex
	n := 0
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		h := handlers[min(n, len(handlers)-1)]
		n++
		mu.Unlock()
		h(w, r)
	}
}

const (
	jsonKind  = "application/json"
	emptyJobs = `{"jobs":[],"errors":[],"warnings":[]}`
)

// enveloped puts Slurm's answer into the platform's.
func enveloped(status, body string) string {
	return `{"status":` + status + `,"structuredBody":` + body + `}`
}

func options(rt http.RoundTripper) gateway.Options {
	return gateway.Options{Transport: rt, Now: time.Now, Retry: gateway.Retry{Attempts: 1}, Version: "1.2.3"}
}

func target() gateway.PlatformTarget {
	return gateway.PlatformTarget{Project: "my-project", Region: "us-central1", Cluster: "hcsdemo"}
}

func platform(t *testing.T, o gateway.Options) *gateway.Gateway {
	t.Helper()
	gw, err := gateway.NewPlatform(target(), o)
	if err != nil {
		t.Fatalf("NewPlatform: %v", err)
	}
	return gw
}

func direct(t *testing.T, o gateway.Options) *gateway.Gateway {
	t.Helper()
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: "http://slurm.test:6820"}, o)
	if err != nil {
		t.Fatalf("NewDirect: %v", err)
	}
	return gw
}

// both runs a test on each transport; wrap makes of Slurm's answer what the transport's server would say.
func both(t *testing.T, test func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, wrap func(string) string)) {
	t.Helper()
	t.Run("platform", func(t *testing.T) {
		t.Parallel()
		test(t, platform, func(body string) string { return enveloped("200", body) })
	})
	t.Run("direct", func(t *testing.T) {
		t.Parallel()
		test(t, direct, func(body string) string { return body })
	})
}

func listJobs() gateway.Request {
	return gateway.Request{Op: "list jobs", Method: http.MethodGet, Path: "/slurm/v0.0.42/jobs/"}
}

func getJob() gateway.Request {
	return gateway.Request{Op: "get job", Method: http.MethodGet, Path: "/slurm/v0.0.42/job/99999"}
}

func submit() gateway.Request {
	return gateway.Request{
		Op: "submit job", Method: http.MethodPost, Path: "/slurm/v0.0.42/job/submit",
		Body: []byte(`{"job":{"name":"x"},"script":"#!/bin/sh\ntrue"}`),
	}
}

func cancelJob() gateway.Request {
	return gateway.Request{Op: "cancel job", Method: http.MethodDelete, Path: "/slurm/v0.0.42/job/99999"}
}

// requeueJob is one of the writes that are a GET.
func requeueJob() gateway.Request {
	return gateway.Request{Op: "requeue job", Method: http.MethodGet, Path: "/slurm/v0.0.45/job/99999/requeue"}
}

// do makes a call whose reply is of no interest.
func do(t *testing.T, gw *gateway.Gateway, r gateway.Request) (gateway.Answer, *fault.Fault) {
	t.Helper()
	return doCtx(t.Context(), t, gw, r)
}

func doCtx(ctx context.Context, t *testing.T, gw *gateway.Gateway, r gateway.Request) (gateway.Answer, *fault.Fault) {
	t.Helper()
	var jobs wire.JobsReply
	a, err := gw.Do(ctx, r, jobs.Fields())
	if err == nil {
		return a, nil
	}
	f := fault.From(err)
	if f == nil {
		t.Fatalf("error is no fault: %T %v", err, err)
	}
	return a, f
}

// brief is what of a fault the tables compare.
type brief struct {
	Kind      fault.Kind
	What      string
	Cure      string
	Status    int
	RPC       string
	Transient bool
}

func briefly(f *fault.Fault) *brief {
	if f == nil {
		return nil
	}
	return &brief{f.Kind, f.What, f.Cure, f.Status, f.RPC, f.Kind.Transient()}
}

func wantKind(t *testing.T, f *fault.Fault, want fault.Kind) {
	t.Helper()
	if f == nil {
		t.Fatalf("no fault, want %v", want)
	}
	if f.Kind != want {
		t.Fatalf("fault = %v (%v), want %v", f.Kind, f, want)
	}
}

func diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-want +got):\n%s", what, d)
	}
}

func contains(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, p := range parts {
		if !strings.Contains(text, p) {
			t.Errorf("%q does not contain %q", text, p)
		}
	}
}

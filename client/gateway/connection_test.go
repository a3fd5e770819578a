package gateway_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// freePort is an address at which nothing listens.
func freePort(t *testing.T) string {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return l.Addr().String()
}

// at opens a gateway to an address by the network.
func at(t *testing.T, address string) *gateway.Gateway {
	t.Helper()
	base := gateway.Base(address, gateway.Timeouts{})
	t.Cleanup(base.CloseIdleConnections)
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: address}, options(base))
	if err != nil {
		t.Fatal(err)
	}
	return gw
}

func TestNoConnection(t *testing.T) {
	t.Parallel()
	secure := httptest.NewUnstartedServer(answer(200, jsonKind, emptyJobs))
	secure.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	secure.StartTLS()
	t.Cleanup(secure.Close)
	open := httptest.NewServer(answer(200, jsonKind, emptyJobs))
	t.Cleanup(open.Close)
	tests := []struct {
		name, address, want string
	}{
		{"refused", "http://" + freePort(t), "nothing listens at the address: connection refused"},
		{"untrusted certificate", secure.URL, "the other side's certificate is not trusted: x509: certificate signed by unknown authority"},
		{"https to http", "https" + strings.TrimPrefix(open.URL, "http"), "the other side does not speak https on that port"},
	}
	for _, tt := range tests {
		for _, req := range []gateway.Request{listJobs(), submit()} {
			t.Run(tt.name+": "+req.Op, func(t *testing.T) {
				t.Parallel()
				_, f := do(t, at(t, tt.address), req)
				// Nothing has left, so that a write's outcome is known.
				diff(t, "fault", &brief{fault.Unreachable, tt.want, fault.Unreachable.Cure(), 0, "", true}, briefly(f))
				diff(t, "op", req.Op, f.Op)
			})
		}
	}
}

func TestOverRealSockets(t *testing.T) {
	t.Parallel()
	server := httptest.NewTLSServer(answer(200, jsonKind, emptyJobs))
	t.Cleanup(server.Close)
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: server.URL}, options(server.Client().Transport))
	if err != nil {
		t.Fatal(err)
	}
	if _, f := do(t, gw, listJobs()); f != nil {
		t.Error(f)
	}
}

// dialing fails in the ways that a test cannot have from a real network.
func dialing(err error) *gateway.Line {
	base := gateway.Base("", gateway.Timeouts{})
	base.DialBy(func(context.Context, string, string) (net.Conn, error) { return nil, err })
	return base
}

type timeout struct{ error }

func (timeout) Timeout() bool   { return true }
func (timeout) Temporary() bool { return true }

func TestFaultsOfDialing(t *testing.T) {
	t.Parallel()
	dns := func(e net.DNSError) error {
		e.Name = "nosuch.test"
		return &net.OpError{Op: "dial", Net: "tcp", Err: &e}
	}
	tests := []struct {
		name     string
		err      error
		kind     fault.Kind
		want     string
		attempts int
	}{
		{"no such name", dns(net.DNSError{IsNotFound: true, Err: "no such host"}), fault.Unreachable, `the name "nosuch.test" has no address here`, 1},
		{"name server silent", dns(net.DNSError{IsTimeout: true, Err: "i/o timeout"}), fault.Unreachable, `the name server does not answer for "nosuch.test"`, 4},
		{"not trusted", &tls.CertificateVerificationError{Err: errors.New("x509: expired")}, fault.Unreachable, "the other side's certificate is not trusted: x509: expired", 1},
		{"refused", &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}, fault.Unreachable, "nothing listens at the address: connection refused", 4},
		{"socket of others", &net.OpError{Op: "dial", Err: syscall.EACCES}, fault.Unreachable, "the socket may not be opened by this user", 1},
		{"no way there", &net.OpError{Op: "dial", Err: syscall.EHOSTUNREACH}, fault.Unreachable, "no connection: no route to host", 4},
		{"too slow", &net.OpError{Op: "dial", Err: timeout{errors.New("i/o timeout")}}, fault.TimedOut, "no connection in time", 4},
		{"reset", &net.OpError{Op: "read", Err: syscall.ECONNRESET}, fault.Cut, "the connection broke before the answer", 4},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				n := 0
				o := options(counting(dialing(tt.err), &n))
				o.Retry = gateway.Retry{}
				_, f := do(t, direct(t, o), listJobs())
				diff(t, "fault", &brief{tt.kind, tt.want, tt.kind.Cure(), 0, "", true}, briefly(f))
				diff(t, "attempts", tt.attempts, n)

				_, f = do(t, direct(t, o), submit())
				wantKind(t, f, tt.kind) // never unknown: there was no connection
			})
		})
	}
}

func counting(rt http.RoundTripper, n *int) http.RoundTripper {
	return roundTrip(func(r *http.Request) (*http.Response, error) { *n++; return rt.RoundTrip(r) })
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// A transport that fails without telling how far it got leaves the outcome of a write unknown; a fault of its own,
// as for a missing credential, says that nothing left.
func TestTransportOfOthers(t *testing.T) {
	t.Parallel()
	dark := roundTrip(func(*http.Request) (*http.Response, error) { return nil, io.ErrUnexpectedEOF })
	_, f := do(t, direct(t, options(dark)), submit())
	wantKind(t, f, fault.UnknownOutcome)

	own := fault.New(fault.Credential, "", "no login")
	_, f = do(t, direct(t, options(roundTrip(func(*http.Request) (*http.Response, error) { return nil, own }))), submit())
	diff(t, "fault", &brief{fault.Credential, "no login", fault.Credential.Cure(), 0, "", false}, briefly(f))
	diff(t, "op", "submit job", f.Op)
	if own.Op != "" {
		t.Error("the transport's own fault was changed")
	}
}

// A write does not trust a connection that has rested for a while: the server may be closing it.
func TestWritesUseFreshConnections(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		base := serve(t, answer(200, jsonKind, emptyJobs))
		dials, dial := 0, base.Dialer()
		base.DialBy(func(ctx context.Context, network, address string) (net.Conn, error) {
			dials++
			return dial(ctx, network, address)
		})
		gw := direct(t, options(base))
		steps := []struct {
			rest  time.Duration
			req   gateway.Request
			dials int
		}{
			{0, listJobs(), 1},
			{10 * time.Second, listJobs(), 1},
			{10 * time.Second, submit(), 2},
			{time.Second, cancelJob(), 2}, // one of many in a row
			{1500 * time.Millisecond, listJobs(), 2},
			{600 * time.Millisecond, cancelJob(), 3}, // a read in between proves nothing of the connections of writes
			{10 * time.Second, requeueJob(), 4},
		}
		for i, step := range steps {
			timer := time.NewTimer(step.rest)
			<-timer.C
			if _, f := do(t, gw, step.req); f != nil {
				t.Fatal(f)
			}
			if dials != step.dials {
				t.Errorf("step %d: %d connections, want %d", i, dials, step.dials)
			}
		}
	})
}

func TestBase(t *testing.T) {
	t.Parallel()
	if !gateway.Base("", gateway.Timeouts{}).UsesProxy() {
		t.Error("the environment's proxy does not count")
	}
	if gateway.Base("unix:/x", gateway.Timeouts{}).UsesProxy() {
		t.Error("a socket is reached by a proxy")
	}
}

// What is built of others' text for people holds no credential, wherever the server puts one.
func TestNothingRepeatsAToken(t *testing.T) {
	t.Parallel()
	const token = "ya29.a0AfH6SMBx-secret_1234567890"
	bodies := []struct {
		status     int
		kind, body string
	}{
		{200, htmlKind, "<p>your token " + token + "</p>"},
		{403, jsonKind, rpc("403", "PERMISSION_DENIED", "token "+token, "")},
		{503, "text/plain", "Authorization: Bearer " + token},
		{200, jsonKind, enveloped("500", failing(slurmError("2000", token, token, token)))},
		{200, jsonKind, `{"status":500,"body":"` + token + `"}`},
		{302, "text/plain; x=" + token, token},
		{200, "text/" + token, token},
	}
	for _, b := range bodies {
		var text bytes.Buffer
		o := atHTTP(options(serve(t, answer(b.status, b.kind, b.body))))
		o.Log = logTo(&text)
		var notices []string
		o.OnRetry = func(n gateway.RetryNotice) { notices = append(notices, n.Cause.Error()) }
		o.Retry = gateway.Retry{Attempts: 2, First: time.Nanosecond}
		_, f := do(t, platform(t, o), listJobs())
		if f == nil {
			t.Fatalf("no fault of %+v", b)
		}
		for _, s := range append(notices, f.Error(), f.What, f.Cure, text.String(), fmt.Sprintf("%+v", f.Problems)) {
			if strings.Contains(s, "secret_1234") {
				t.Errorf("a token in %q", s)
			}
		}
	}
}

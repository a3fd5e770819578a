package gateway

import (
	"context"
	"net"
	"net/http"
	"time"
)

// Line reaches a target without a credential. It speaks HTTP/1.1 only: over HTTP/2 the standard library sends a
// request again, without bound, whenever the other side resets its stream, be it a POST.
//
// A request whose body cannot be had again is a write: it has connections of its own, which are new or were in use
// a moment ago. On an older one, which the other side may be closing, its outcome would be unknown for nothing. Line
// is safe for concurrent use.
type Line struct{ reads, writes *http.Transport }

// staleAfter is how long a connection may rest before a write does not trust it.
const staleAfter = 2 * time.Second

// Base returns the line to a target: "" or an http(s) address by the network, by the proxy that the environment
// names if it does; unix:PATH by that socket, whatever the address of the request. Only Connect of t counts.
func Base(address string, t Timeouts) *Line {
	t = t.orDefaults()
	return &Line{reads: newTransport(address, t.Connect, 90*time.Second), writes: newTransport(address, t.Connect, staleAfter)}
}

func newTransport(address string, connect, idle time.Duration) *http.Transport {
	dialer := &net.Dialer{Timeout: connect, KeepAlive: 30 * time.Second}
	h1 := new(http.Protocols)
	h1.SetHTTP1(true)
	base := &http.Transport{
		Protocols:           h1,
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: connect,
		MaxIdleConnsPerHost: 4, // one call in flight for each kind of data
		IdleConnTimeout:     idle,
	}
	if isUnix(address) {
		base.Proxy = nil
		base.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "unix", socketPath(address))
		}
	}
	return base
}

// RoundTrip implements http.RoundTripper.
func (l *Line) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.GetBody == nil && req.Body != nil && req.Body != http.NoBody {
		return l.writes.RoundTrip(req)
	}
	return l.reads.RoundTrip(req)
}

// CloseIdleConnections closes the connections that carry nothing now.
func (l *Line) CloseIdleConnections() {
	l.reads.CloseIdleConnections()
	l.writes.CloseIdleConnections()
}

// maxRedirects is how many redirects of a read are followed.
const maxRedirects = 3

// checkRedirect follows a redirect only for a GET and only within one scheme and host: the transport would give the
// credential to wherever the redirect leads.
func checkRedirect(req *http.Request, via []*http.Request) error {
	first := via[0]
	if first.Method != http.MethodGet || len(via) > maxRedirects ||
		req.URL.Scheme != first.URL.Scheme || req.URL.Host != first.URL.Host {
		return http.ErrUseLastResponse
	}
	return nil
}

// noRedirect is for writes, some of which are a GET.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

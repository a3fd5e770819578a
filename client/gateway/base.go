package gateway

import (
	"context"
	"net"
	"net/http"
	"time"
)

// Base returns a transport without credentials that reaches a target: "" or an http(s) address by the network, by
// the proxy that the environment names if it does; unix:PATH by that socket, whatever the address of the request.
// Only Connect of t counts.
func Base(address string, t Timeouts) *http.Transport {
	t = t.orDefaults()
	dialer := &net.Dialer{Timeout: t.Connect, KeepAlive: 30 * time.Second}
	base := &http.Transport{
		Proxy:               http.ProxyFromEnvironment,
		DialContext:         dialer.DialContext,
		TLSHandshakeTimeout: t.Connect,
		ForceAttemptHTTP2:   true,
		MaxIdleConnsPerHost: 4, // one call in flight for each kind of data
		IdleConnTimeout:     90 * time.Second,
		// A laptop that wakes up has dead connections that look alive.
		HTTP2: &http.HTTP2Config{SendPingTimeout: 30 * time.Second, PingTimeout: t.Connect},
	}
	if isUnix(address) {
		base.Proxy = nil
		base.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
			return dialer.DialContext(ctx, "unix", socketPath(address))
		}
	}
	return base
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

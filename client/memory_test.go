package client_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
)

// memory is a listener in memory: a bubble of synctest, whose clock does not wait, can wait on its connections.
type memory struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (l *memory) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.done:
		return nil, net.ErrClosed
	}
}

func (l *memory) Close() error   { l.once.Do(func() { close(l.done) }); return nil }
func (l *memory) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }

func (l *memory) dial(ctx context.Context, _, _ string) (net.Conn, error) {
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

// serveInMemory serves a handler, and returns its address with a transport that reaches it.
func serveInMemory(t *testing.T, h http.Handler) (string, http.RoundTripper) {
	t.Helper()
	l := &memory{conns: make(chan net.Conn), done: make(chan struct{})}
	web := httptest.NewUnstartedServer(h)
	if err := web.Listener.Close(); err != nil {
		t.Fatal(err)
	}
	web.Listener = l
	web.Start()
	t.Cleanup(web.Close)
	line := &http.Transport{DialContext: l.dial}
	t.Cleanup(line.CloseIdleConnections)
	return web.URL, line
}

// serveOnSocket is the same over a socket of the system.
func serveOnSocket(t *testing.T, h http.Handler) (string, http.RoundTripper) {
	t.Helper()
	web := httptest.NewServer(h)
	t.Cleanup(web.Close)
	return web.URL, web.Client().Transport
}

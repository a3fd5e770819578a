package gateway

import (
	"context"
	"crypto/tls"
	"net"
)

// DialBy lets a test decide how connections come about.
func (l *Line) DialBy(dial func(ctx context.Context, network, address string) (net.Conn, error)) {
	l.reads.DialContext, l.writes.DialContext = dial, dial
}

// Dialer returns how connections come about now.
func (l *Line) Dialer() func(ctx context.Context, network, address string) (net.Conn, error) {
	return l.reads.DialContext
}

// Trust lets a test's own certificate pass.
func (l *Line) Trust(c *tls.Config) {
	l.reads.TLSClientConfig, l.writes.TLSClientConfig = c.Clone(), c.Clone()
}

// UsesProxy reports whether the environment's proxy counts.
func (l *Line) UsesProxy() bool { return l.reads.Proxy != nil && l.writes.Proxy != nil }

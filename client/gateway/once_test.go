package gateway_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/binary"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// The frames of HTTP/2 that count here, and the codes of a stream that is reset (RFC 9113).
const (
	frameData, frameHeaders, frameReset, frameSettings, frameGoAway = 0, 1, 3, 4, 7
	flagEnd, flagAck                                                = 1, 1
	codeProtocol, codeRefused                                       = 1, 7
)

// resetter is an HTTP/2 server that reads each request whole and then refuses to have seen it.
type resetter struct {
	arrivals atomic.Int32
	code     uint32
	goAway   bool // say that no stream was looked at, and hang up
}

func (s *resetter) start(t *testing.T) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.arrivals.Add(1) // over HTTP/1.1
		_, _ = io.Copy(io.Discard, r.Body)
		panic(http.ErrAbortHandler)
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	server.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){
		"h2": func(_ *http.Server, c *tls.Conn, _ http.Handler) { s.speak(c) }, // which is closed then
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

func (s *resetter) speak(c io.ReadWriter) {
	in := bufio.NewReader(c)
	if _, err := in.Discard(24); err != nil { // the preface
		return
	}
	write := func(kind, flags byte, stream uint32, payload ...uint32) bool {
		b := binary.BigEndian.AppendUint32(nil, uint32(len(payload))*4<<8|uint32(kind))
		b = binary.BigEndian.AppendUint32(append(b, flags), stream)
		for _, p := range payload {
			b = binary.BigEndian.AppendUint32(b, p)
		}
		_, err := c.Write(b)
		return err == nil
	}
	if !write(frameSettings, 0, 0) {
		return
	}
	for {
		head := make([]byte, 9)
		if _, err := io.ReadFull(in, head); err != nil {
			return
		}
		if _, err := in.Discard(int(binary.BigEndian.Uint32(head) >> 8)); err != nil {
			return
		}
		kind, flags, stream := head[3], head[4], binary.BigEndian.Uint32(head[5:])
		switch {
		case kind == frameSettings && flags&flagAck == 0:
			write(frameSettings, flagAck, 0)
		case (kind == frameData || kind == frameHeaders) && flags&flagEnd != 0:
			if s.arrivals.Add(1) > 50 {
				return // a storm; the test has seen enough
			}
			if s.goAway {
				write(frameGoAway, 0, 0, 0, codeProtocol)
				return
			}
			write(frameReset, 0, stream, s.code)
		}
	}
}

// However a server that has read a write takes back that it has, nothing sends the write again: neither the line
// that is built for it, nor a transport of others that speaks HTTP/2.
func TestNothingBelowSendsAWriteAgain(t *testing.T) {
	t.Parallel()
	servers := map[string]func() *resetter{
		"PROTOCOL_ERROR": func() *resetter { return &resetter{code: codeProtocol} },
		"REFUSED_STREAM": func() *resetter { return &resetter{code: codeRefused} },
		"GOAWAY":         func() *resetter { return &resetter{goAway: true} },
	}
	lines := map[string]func(*httptest.Server) http.RoundTripper{
		"own": func(s *httptest.Server) http.RoundTripper {
			line := gateway.Base(s.URL, gateway.Timeouts{})
			line.Trust(&tls.Config{RootCAs: s.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}) //nolint:errcheck // of httptest
			return line
		},
		"HTTP/2": func(s *httptest.Server) http.RoundTripper { return s.Client().Transport },
	}
	for how, server := range servers {
		for whose, line := range lines {
			for _, req := range []gateway.Request{submit(), cancelJob(), requeueJob()} {
				for _, via := range []string{"direct", "platform"} {
					t.Run(how+", "+whose+", "+via+", "+req.Op, func(t *testing.T) {
						t.Parallel()
						s := server()
						web := s.start(t)
						_, f := do(t, reach(t, via, web.URL, options(line(web))), req)
						wantKind(t, f, fault.UnknownOutcome)
						diff(t, "arrivals", int32(1), s.arrivals.Load())
					})
				}
			}
		}
	}
}

// A read is tried again by the gateway, which counts, and by nobody else.
func TestNothingBelowStormsWithReads(t *testing.T) {
	t.Parallel()
	for _, via := range []string{"direct", "platform"} {
		t.Run(via, func(t *testing.T) {
			t.Parallel()
			s := &resetter{code: codeProtocol}
			web := s.start(t)
			line := gateway.Base(web.URL, gateway.Timeouts{})
			line.Trust(&tls.Config{RootCAs: web.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs}) //nolint:errcheck // of httptest
			o := options(line)
			o.Retry, o.Sleep = gateway.Retry{Attempts: 3}, func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
			_, f := do(t, reach(t, via, web.URL, o), listJobs())
			wantKind(t, f, fault.Cut)
			diff(t, "arrivals", int32(3), s.arrivals.Load())
		})
	}
}

// reach opens a gateway of either transport to a server.
func reach(t *testing.T, via, address string, o gateway.Options) *gateway.Gateway {
	t.Helper()
	var gw *gateway.Gateway
	var err error
	if via == "platform" {
		p := target()
		p.Endpoint = address
		gw, err = gateway.NewPlatform(p, o)
	} else {
		gw, err = gateway.NewDirect(gateway.DirectTarget{URL: address}, o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return gw
}

// A server that closes a connection that has served before, instead of answering a write on it, gets it once.
func TestNoWriteIsSentAgainOnAnotherConnection(t *testing.T) {
	t.Parallel()
	for _, req := range []gateway.Request{submit(), cancelJob(), requeueJob()} {
		for _, via := range []string{"direct", "platform"} {
			for _, whose := range []string{"own", "standard"} {
				t.Run(via+", "+whose+", "+req.Op, func(t *testing.T) {
					t.Parallel()
					var arrivals, reused atomic.Int32
					var first atomic.Value // address of the connection
					web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
						_, _ = io.Copy(io.Discard, r.Body)
						if arrivals.Add(1) == 1 {
							first.Store(r.RemoteAddr)
							body := emptyJobs
							if via == "platform" {
								body = enveloped("200", body)
							}
							answer(200, jsonKind, body)(w, r)
							return
						}
						if first.Load() == r.RemoteAddr {
							reused.Add(1)
						}
						panic(http.ErrAbortHandler)
					}))
					t.Cleanup(web.Close)
					var line http.RoundTripper = gateway.Base(web.URL, gateway.Timeouts{})
					if whose == "standard" {
						line = &http.Transport{}
					}
					gw := reach(t, via, web.URL, options(line))
					if _, f := do(t, gw, cancelJob()); f != nil {
						t.Fatal(f)
					}
					_, f := do(t, gw, req)
					wantKind(t, f, fault.UnknownOutcome)
					diff(t, "arrivals", int32(2), arrivals.Load())
					diff(t, "on the connection of before", int32(1), reused.Load())
				})
			}
		}
	}
}

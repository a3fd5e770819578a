package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"flexq/client/sim"
)

// simServer is a simulated platform that is being served.
type simServer struct {
	*sim.Sim
	endpoint string
	server   *http.Server
	done     chan error
}

// compute is the base URL of the simulated Compute Engine.
func (s *simServer) compute() string { return computeOf(s.endpoint) }

// computeOf is where a simulated platform serves Compute Engine.
func computeOf(endpoint string) string { return endpoint + "/compute/v1" }

// serveSim starts to serve a simulated platform on an address.
func serveSim(ctx context.Context, cfg sim.Config, address string) (*simServer, error) {
	s, err := unlessEnded(ctx.Done(), func() (*sim.Sim, error) { return sim.New(cfg) }) // a large cluster takes a while
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, err
	case err != nil:
		return nil, usagef("", "%v", err)
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return nil, errors.Join(cannotListen(address, err), s.Close())
	}
	server := &http.Server{
		Handler:           s.Handler(),
		ReadHeaderTimeout: 10 * time.Second,
		// What the standard library has to say about broken connections is not for the terminal; nil would send it there.
		ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelError),
	}
	out := &simServer{Sim: s, endpoint: "http://" + reachable(listener.Addr()), server: server, done: make(chan error, 1)}
	go func() { out.done <- server.Serve(listener) }()
	return out, nil
}

// cannotListen says the address once, and the system's own reason.
func cannotListen(address string, err error) error {
	var op *net.OpError
	if errors.As(err, &op) {
		err = op.Err
	}
	var call *os.SyscallError
	if errors.As(err, &call) {
		err = call.Err
	}
	return &codeError{
		code: exitFailed,
		what: fmt.Sprintf("cannot listen on %s: %v", address, err),
		cure: "choose another address with --listen; port 0 takes a free one",
	}
}

// reachable is an address under which a listener is reached from this machine.
func reachable(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return addr.String()
	}
	return net.JoinHostPort("127.0.0.1", fmt.Sprint(tcp.Port))
}

// close ends the service, also when ctx has ended. Requests under way get a moment to be answered.
func (s *simServer) close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	err := s.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.server.Close()
	}
	return errors.Join(err, s.Close())
}

// checkLoopback refuses an address that others can reach: the simulated platform gives a token to whoever asks
// with its credential file, and with --slurmrestd there is a real cluster behind it.
func checkLoopback(address string, unsafe bool) error {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return usagef("use a form such as 127.0.0.1:0", "--listen: %v", err)
	}
	ip := net.ParseIP(host)
	if unsafe || host == "localhost" || ip != nil && ip.IsLoopback() {
		return nil
	}
	return usagef("use 127.0.0.1, or add --unsafe-listen if others may reach it", "--listen: %q is not this machine alone", address)
}

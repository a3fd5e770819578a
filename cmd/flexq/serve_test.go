package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// What the standard library has to say of strange connections goes nowhere: the demo's screen is on this terminal.
func TestServedSimIsQuiet(t *testing.T) {
	t.Parallel()
	s, err := serveSim(t.Context(), sim.Config{Now: time.Now}, "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	// nil is the standard logger, and with it the standard error.
	if own := s.server.ErrorLog; own == nil || own.Writer() == os.Stderr {
		t.Error("the server complains on the terminal")
	}
	if err := s.close(t.Context()); err != nil {
		t.Error(err)
	}
}

// A server that says something that it was not asked for makes the standard library log it. That must not come
// between the lines of the program, or over its screen.
func TestProgramIsQuiet(t *testing.T) {
	t.Parallel()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go babble(listener)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self, "--endpoint", "http://"+listener.Addr().String(), "jobs")
	cmd.Args[0] = "flexq" // see TestMain
	cmd.Env = []string{"HOME=" + t.TempDir()}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	err = cmd.Run()
	for line := range strings.Lines(errs.String()) {
		if !strings.HasPrefix(line, "flexq: ") && !strings.HasPrefix(line, "  ") {
			t.Errorf("%v: stderr %q", err, line)
		}
	}
}

// babble answers every request with an empty object, and then once more.
func babble(listener net.Listener) {
	for {
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer func() { _ = conn.Close() }()
			in := bufio.NewReader(conn)
			for {
				req, err := http.ReadRequest(in)
				if err != nil {
					return
				}
				_, _ = io.Copy(io.Discard, req.Body)
				const answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
				if _, err := io.WriteString(conn, answer+"HTTP/1.1 500 Surprise\r\n\r\n"); err != nil {
					return
				}
			}
		}()
	}
}

func TestListeningOnAUsedPort(t *testing.T) {
	t.Parallel()
	used, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := used.Close(); err != nil {
			t.Error(err)
		}
	}()
	address := used.Addr().String()
	_, err = serveSim(t.Context(), sim.Config{}, address)
	var code *codeError
	if !errors.As(err, &code) || code.code != exitFailed {
		t.Fatalf("got %v", err)
	}
	// Once, not twice, and why.
	if !strings.HasPrefix(code.what, "cannot listen on "+address+": ") || strings.Count(code.what, address) != 1 {
		t.Errorf("got %q", code.what)
	}
	if code.cure != "choose another address with --listen; port 0 takes a free one" {
		t.Errorf("got %q", code.cure)
	}
}

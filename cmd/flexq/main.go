package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// version is set by the release build; without it, the build information of the Go module counts.
var version string

func main() { os.Exit(program(shortWaits())) }

// program connects run to the process: signals, arguments, environment, standard streams.
func program(w waits) int {
	// The standard library's own logger would write over the screen, as http.Transport does when a server says
	// something that it was not asked for.
	log.SetOutput(io.Discard) //nolint:forbidigo // the one place that knows the process
	streams := processStreams(os.Stdin, os.Stdout, os.Stderr)
	ctx, stop := untilSignal(context.Background(), endings(), streams.Lent, func() <-chan time.Time { return time.After(w.again) })
	defer stop()
	return run(ctx, os.Args[1:], os.Getenv, streams, w)
}

// endings are the signals that end the program in good order. One that was ignored when the program started stays
// ignored: that is what nohup, and a shell that starts something in the background, want.
func endings() []os.Signal {
	out := []os.Signal{syscall.SIGTERM}
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			out = append(out, s)
		}
	}
	return out
}

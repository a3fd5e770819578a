package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// version is set by the release build; without it, the build information of the Go module counts.
var version string

func main() { os.Exit(program()) }

// program connects run to the process: signals, arguments, environment, standard streams.
func program() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first signal ends the program in good order; a second one ends it at once.
	context.AfterFunc(ctx, stop)
	return run(ctx, os.Args[1:], os.Getenv, processStreams(os.Stdin, os.Stdout, os.Stderr))
}

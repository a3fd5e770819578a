package main

import (
	"strconv"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// cmdMet waits until so many requests have met a fault: the program that sent one is about to wait for its answer.
func cmdMet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: met N")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	deadline := time.Now().Add(guard)
	for simOf(ts).Faults().Hits() < want {
		if time.Now().After(deadline) {
			ts.Fatalf("%d requests have met a fault after %v", simOf(ts).Faults().Hits(), guard)
		}
		<-time.After(10 * time.Millisecond)
	}
}

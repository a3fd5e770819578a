package main

import (
	"fmt"
	"net/http"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// longest is how long an answer may take to begin.
const longest = time.Minute

// notices tell a person why it takes long. Each may be nil.
type notices struct {
	retry  func(gateway.RetryNotice)
	lookup func(key string, try int)
	slow   func()
	after  time.Duration // of silence
}

// sayings are the notices of the command line: lines on stderr.
func (f *factory) sayings() notices {
	return notices{
		retry:  f.sayRetry,
		after:  f.waits.silence,
		lookup: f.sayLookup,
		slow: sync.OnceFunc(func() {
			fmt.Fprintf(f.Err, "flexq: no answer yet; waiting for up to %.0f s\n", longest.Seconds())
		}),
	}
}

// sayRetry tells that a read is tried again.
func (f *factory) sayRetry(r gateway.RetryNotice) {
	if other := f.overhears.Load(); other != nil {
		(*other)(r)
		return
	}
	what := r.Cause.Error()
	if found := fault.From(r.Cause); found != nil {
		what = found.What
	}
	fmt.Fprintf(f.Err, "flexq: %s: %s; next try in %s\n", r.Op, what, r.Wait.Round(100*time.Millisecond))
}

// sayLookup tells, once, that the answer to a submit was lost and what is done about it.
func (f *factory) sayLookup(key string, try int) {
	if try == 1 {
		fmt.Fprintf(f.Err, "flexq: submit: the answer was lost; looking for the job by its key, %s\n", key)
	}
}

// watch tells when an answer is long in coming.
func (n notices) watch(base http.RoundTripper) http.RoundTripper {
	if n.slow == nil {
		return base
	}
	return impatient{base: base, after: n.after, say: n.slow}
}

// impatient is a transport that says so when an answer does not begin for a while.
type impatient struct {
	base  http.RoundTripper
	after time.Duration
	say   func()
}

// RoundTrip implements http.RoundTripper.
func (i impatient) RoundTrip(r *http.Request) (*http.Response, error) {
	defer time.AfterFunc(i.after, i.say).Stop()
	return i.base.RoundTrip(r)
}

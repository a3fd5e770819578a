package main

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// transport is a round trip that a test writes.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

func TestSilenceIsSaid(t *testing.T) {
	t.Parallel()
	said := make(chan struct{})
	torn := errors.New("torn")
	// Nothing is answered before it has been said that there is no answer.
	slow := impatient{after: time.Millisecond, say: func() { close(said) }, base: transport(func(*http.Request) (*http.Response, error) {
		<-said
		return nil, torn
	})}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1:1", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := slow.RoundTrip(request); !errors.Is(err, torn) {
		t.Errorf("got %v", err)
	}
	quick := impatient{after: time.Hour, say: func() { t.Error("said of a quick answer") }, base: transport(func(*http.Request) (*http.Response, error) {
		return nil, torn
	})}
	if _, err := quick.RoundTrip(request); !errors.Is(err, torn) {
		t.Errorf("got %v", err)
	}
}

func TestSayings(t *testing.T) {
	t.Parallel()
	var errs bytes.Buffer
	f := newFactory(streams{In: strings.NewReader(""), Out: &bytes.Buffer{}, Err: &errs}, func(string) string { return "" })
	n := f.sayings()
	n.slow()
	n.slow()
	n.lookup("flexq:01K", 1)
	n.lookup("flexq:01K", 2)
	n.retry(gateway.RetryNotice{Op: "list jobs", Wait: 1234 * time.Millisecond, Cause: fault.New(fault.Unavailable, "", "busy")})
	want := "flexq: no answer yet; waiting for up to 60 s\n" +
		"flexq: submit: the answer was lost; looking for the job by its key, flexq:01K\n" +
		"flexq: list jobs: busy; next try in 1.2s\n"
	if diff := cmp.Diff(want, errs.String()); diff != "" {
		t.Error(diff)
	}
}

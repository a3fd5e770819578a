package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/tui"
)

// What was sent under keys of which nobody knows what became is kept beside what was typed since, and once where the two are
// the same.
func TestADraftKeepsWhatWasSent(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	want := someDraft("a", at)
	want.Key = "flexq:3"
	want.Lost = []tui.Attempt{
		{Key: "flexq:1", At: at, Name: "before", Text: "#!/bin/sh\nsrun before\n", Values: map[string]string{"NODES": "2"}},
		{Key: "flexq:2", At: at.Add(time.Minute), Name: "odd", Text: "latin \xe9\n"},
		{Key: "flexq:3", At: at.Add(time.Hour), Name: want.Name, Text: want.Text, Values: map[string]string{"NODES": "4"}},
	}
	data, err := encodeDraft(want)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(data), "NODES}}"); n != 1 {
		t.Errorf("the text of the form is there %d times: %s", n, data)
	}
	got, err := decodeDraft(data)
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	sent := tui.Draft{ID: "b", Name: "train", Text: "#!/bin/sh\n", Job: 88401, JobKey: "flexq:4", Changed: at}
	data, err = encodeDraft(sent)
	if err != nil {
		t.Fatal(err)
	}
	got, err = decodeDraft(data)
	if diff := cmp.Diff(sent, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// A draft of an earlier release has the key alone: what it holds counts as sent.
func TestADraftOfBeforeHasItsKey(t *testing.T) {
	t.Parallel()
	got, err := decodeDraft([]byte(`{"id":"x","changed":"2026-11-30T14:00:00Z","name":"train","key":"flexq:1","text":"#!/bin/sh\n","values":{"N":"1"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []tui.Attempt{{Key: "flexq:1", Name: "train", Text: "#!/bin/sh\n", Values: map[string]string{"N": "1"}}}
	if diff := cmp.Diff(want, got.Attempts()); diff != "" {
		t.Error(diff)
	}
}

// Nothing of it gives the terminal an order.
func TestTheKeysOfADraftAreClean(t *testing.T) {
	t.Parallel()
	got, err := decodeDraft([]byte(`{"id":"x","job_key":"j\u001b[31m","lost":[{"key":"k\u0000\u001b]0;x\u0007","name":"n\u202e","values":{"A\u009b1m":"b\u001b[2J"},"text":"t"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	all := got.JobKey + got.Lost[0].Key + got.Lost[0].Name
	for name, value := range got.Lost[0].Values {
		all += name + value
	}
	if strings.ContainsAny(all, "\x00\x1b\x07\u009b\u202e") {
		t.Errorf("read %q", all)
	}
}

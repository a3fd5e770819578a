package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// No warning is lost, and none is said twice.
func TestWarn(t *testing.T) {
	t.Parallel()
	const held = "Job is in held state, pending scheduler release"
	tests := map[string]struct {
		warnings []string
		want     string
	}{
		"none":                   {nil, ""},
		"one":                    {[]string{held}, "flexq: warning: " + held + "\n"},
		"the same":               {[]string{held, "other", held}, "flexq: warning: " + held + "\nflexq: warning: other\n"},
		"held by a later one":    {[]string{held, "Submitted: " + held}, "flexq: warning: Submitted: " + held + "\n"},
		"held by an earlier one": {[]string{"Submitted: " + held, held}, "flexq: warning: Submitted: " + held + "\n"},
		"without words":          {[]string{"", held}, "flexq: warning: " + held + "\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var warnings []slurm.Problem
			for _, words := range tt.warnings {
				warnings = append(warnings, slurm.Problem{Description: words})
			}
			var out bytes.Buffer
			warn(&out, warnings)
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Whatever got into a message, a terminal obeys nothing of it.
func TestComplainIsHarmless(t *testing.T) {
	t.Parallel()
	const evil = "a\x1b[31m\u202eb\x07"
	refused := fault.New(fault.Refused, "submit", "Slurm refused: "+evil)
	refused.Cure, refused.Problems = "do "+evil, []slurm.Problem{{Description: "said " + evil}}
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"usage": {usagef("cure "+evil, "what %s", evil), "flexq: what ab\n  cure ab\n"},
		"code":  {&codeError{what: evil + "\nmore"}, "flexq: ab\nmore\n"},
		"plain": {errors.New(evil), "flexq: ab\n"},
		"fault": {refused, "flexq: submit: Slurm refused: ab\n  said ab\n  do ab\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out bytes.Buffer
			complain(&out, tt.err)
			if diff := cmp.Diff(tt.want, out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What Slurm warns of when it holds or releases a job is told.
func TestHoldWarns(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.api.warnings = []slurm.Problem{{Description: "held by an administrator"}}
	s.api.update = func(slurm.Ref, slurm.JobUpdate) error { return nil }
	o := &holdOptions{streams: s.streams("", false), settings: s.target, service: s.service, ids: []string{"7", "7"}}
	if err := holdRun(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if got := s.out.String() + s.err.String(); got != "7  released\nflexq: warning: held by an administrator\n" {
		t.Errorf("got %q", got)
	}
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	refs, err := wholeRefs([]string{"7", "18_2", "7", "18", "18_2"}, "cancelled")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, ref := range refs {
		got = append(got, ref.String())
	}
	if diff := cmp.Diff([]string{"7", "18_2", "18"}, got); diff != "" {
		t.Error(diff)
	}
}

// Where nothing could be noted, only the key leads to the submit.
func TestCureWithTheKey(t *testing.T) {
	t.Parallel()
	const key = "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS"
	f := fault.New(fault.UnknownOutcome, "submit", "nobody knows")
	f.Key, f.Cure = key, "do not submit it again before `flexq ledger resolve` has found out what became of it"
	var out bytes.Buffer
	complain(&out, f)
	want := "flexq: submit: nobody knows\n  do not submit it again before `flexq ledger resolve " + key + "` has found out what became of it\n"
	if !strings.HasPrefix(out.String(), want) {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}

// A job outlives what waited for it, unless Slurm knows it no more.
func TestIsUnseen(t *testing.T) {
	t.Parallel()
	for kind, want := range map[fault.Kind]bool{fault.TokenRejected: true, fault.Unreachable: true, fault.JobUnknown: false} {
		if got := isUnseen(fault.New(kind, "", "")); got != want {
			t.Errorf("%v: %t", kind, got)
		}
	}
	if isUnseen(&codeError{code: exitUnsuccessful}) {
		t.Error("a job that has failed goes on")
	}
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/config"
)

// What another operation has in its way is not wrong: it may be tried again later. What is not in a state for it was
// refused. Neither is a command line that cannot be.
func TestCodeOfState(t *testing.T) {
	t.Parallel()
	for rpc, want := range map[string]int{"ABORTED": exitUnavailable, "FAILED_PRECONDITION": exitRefused, "INVALID_ARGUMENT": exitUsage, "": exitUsage} {
		f := fault.New(fault.InvalidArgument, "report node", "")
		f.RPC = rpc
		if got := exitCode(f); got != want {
			t.Errorf("%s: got %d, want %d", rpc, got, want)
		}
	}
}

// Every kind of fault has an exit code, and this table says which. A new kind fails the test.
func TestCodeOfEveryKind(t *testing.T) {
	t.Parallel()
	want := map[fault.Kind]int{
		fault.Other:            exitFailed,
		fault.Unauthenticated:  exitForbidden,
		fault.PermissionDenied: exitForbidden,
		fault.NotFound:         exitNotFound,
		fault.InvalidArgument:  exitUsage,
		fault.RateLimited:      exitUnavailable,
		fault.Unavailable:      exitUnavailable,
		fault.TokenRejected:    exitForbidden,
		fault.JobUnknown:       exitNotFound,
		fault.Refused:          exitRefused,
		fault.SlurmDown:        exitUnavailable,
		fault.AccountingDown:   exitUnavailable,
		fault.NoVersion:        exitFailed,
		fault.TooLarge:         exitUsage,
		fault.ReadOnly:         exitForbidden,
		fault.Insecure:         exitUsage,
		fault.Credential:       exitForbidden,
		fault.Unreachable:      exitUnavailable,
		fault.TimedOut:         exitUnavailable,
		fault.Cut:              exitUnavailable,
		fault.Malformed:        exitFailed,
		fault.UnknownOutcome:   exitUnknownOutcome,
		fault.Cancelled:        exitFailed,
		fault.Usage:            exitUsage,
	}
	for k := fault.Other; ; k++ {
		code, known := want[k]
		if !known {
			if k.String() != fault.Other.String() {
				t.Errorf("kind %d (%s) is not in the table", k, k)
			}
			break
		}
		if got := exitCode(fmt.Errorf("wrapped: %w", fault.New(k, "op", ""))); got != code {
			t.Errorf("%s: got %d, want %d", k, got, code)
		}
	}
}

func TestExitCodeOfOtherErrors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		err  error
		want int
	}{
		"none":        {nil, 0},
		"any":         {errors.New("x"), 1},
		"usage":       {usagef("", "x"), 2},
		"config":      {&config.Error{Problems: []config.Problem{{What: "x"}}}, 2},
		"no target":   {config.ErrNoTarget, 2},
		"no home":     {config.ErrNoHome, 2},
		"code":        {&codeError{code: 8}, 8},
		"interrupted": {interrupted(fmt.Errorf("x: %w", context.Canceled), &stopped{os.Interrupt}), 130},
		"terminated":  {interrupted(fault.New(fault.Cancelled, "", ""), &stopped{syscall.SIGTERM}), 143},
		"ended":       {interrupted(context.Canceled, context.Canceled), 130},
		"interrupted with an unknown outcome": {
			interrupted(fault.New(fault.UnknownOutcome, "", ""), &stopped{os.Interrupt}), 7,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := exitCode(tt.err); got != tt.want {
				t.Errorf("got %d, want %d", got, tt.want)
			}
		})
	}
}

func TestComplain(t *testing.T) {
	t.Parallel()
	refused := fault.New(fault.Refused, "submit", "Invalid partition name specified")
	refused.Cure = "choose a partition that exists"
	refused.Problems = []slurm.Problem{
		{Number: 2000, Error: "Invalid partition name specified", Description: "Invalid partition name specified"},
		{Number: 9000, Error: "Query failed", Description: "while parsing"},
	}
	refused.Warnings = []slurm.Problem{{Description: "field ignored"}}
	unknown := fault.New(fault.UnknownOutcome, "submit", "")
	unknown.Key = "flexq:01"
	tests := map[string]struct {
		err  error
		want string
	}{
		"none": {nil, ""},
		"usage": {
			usagef("do that", "not this"),
			"flexq: not this\n  do that\n",
		},
		"config, every problem": {
			&config.Error{Problems: []config.Problem{{Where: "c:1", Key: "k", What: "x", Cure: "y"}, {Where: "c:2", What: "z"}}},
			"flexq: c:1: k: x\n  y\nflexq: c:2: z\n",
		},
		"Slurm's own words and warnings": {
			fmt.Errorf("wrapped: %w", refused),
			"flexq: submit: Invalid partition name specified\n" +
				"  Query failed: while parsing (Slurm's error 9000)\n" +
				"  choose a partition that exists\n" +
				"flexq: warning: field ignored\n",
		},
		"the key of an unknown outcome": {
			unknown,
			"flexq: submit: nobody knows whether this happened\n  look at the cluster before doing it again\n  the submission key is flexq:01\n",
		},
		"said already": {&codeError{code: 3}, ""},
		"any":          {errors.New("x"), "flexq: x\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var b bytes.Buffer
			complain(&b, tt.err)
			if diff := cmp.Diff(tt.want, b.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

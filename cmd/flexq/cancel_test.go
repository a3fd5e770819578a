package main

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func TestCancelAsks(t *testing.T) {
	t.Parallel()
	array := func(ref slurm.Ref) (slurm.JobDetail, error) {
		if ref.Job == 18 {
			j := slurm.Job{ID: 18, Name: "sweep", User: "alice", State: slurm.ParseJobState("PENDING")}
			j.Array = slurm.Array{Job: 18, Tasks: "2-5", Max: 2}
			return slurm.JobDetail{Jobs: []slurm.Job{j}}, nil
		}
		return jobNow(ref.Job, "RUNNING")
	}
	tests := map[string]struct {
		ids    []string
		input  string
		signal string
		done   []string
		errs   string
	}{
		"y":               {[]string{"7"}, "y\n", "", []string{"7"}, "  7  train  alice  RUNNING\nCancel this job? [y/N] "},
		"Yes":             {[]string{"7"}, "Yes\n", "", []string{"7"}, "  7  train  alice  RUNNING\nCancel this job? [y/N] "},
		"empty is no":     {[]string{"7"}, "\n", "", nil, "  7  train  alice  RUNNING\nCancel this job? [y/N] "},
		"no answer is no": {[]string{"7"}, "", "", nil, "  7  train  alice  RUNNING\nCancel this job? [y/N] "},
		"several want their number": {
			[]string{"7", "18"},
			"5\n", "",
			[]string{"7", "18"},
			"  7  train  alice  RUNNING\n  18_[2-5%2]  sweep  alice  PENDING\nCancel these 5 jobs? Type 5 to do it: ",
		},
		"y does not do for several": {
			[]string{"7", "18"},
			"y\n", "", nil,
			"  7  train  alice  RUNNING\n  18_[2-5%2]  sweep  alice  PENDING\nCancel these 5 jobs? Type 5 to do it: ",
		},
		"a signal": {[]string{"7"}, "y\n", "usr1", []string{"7 USR1"}, "  7  train  alice  RUNNING\nSend USR1 to this job? [y/N] "},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			var done []string
			s.api.job = array
			s.api.cancel = func(ref slurm.Ref, signal string) (slurm.CancelOutcome, error) {
				did := ref.String()
				if signal != "" {
					did += " " + signal
				}
				done = append(done, did)
				return slurm.CancelOutcome{Ref: ref}, nil
			}
			o := &cancelOptions{
				streams: s.streams(tt.input, true), settings: s.target, service: s.service, sleep: s.sleep, now: s.now,
				ids: tt.ids, signal: tt.signal,
			}
			err := cancelRun(context.Background(), o)
			if (err == nil) != (tt.done != nil) || err != nil && exitCode(err) != exitFailed {
				t.Errorf("got %v", err)
			}
			if diff := cmp.Diff(tt.done, done); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.errs, s.err.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCancelWithoutATerminalNeedsYes(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	o := &cancelOptions{streams: s.streams("y\n", false), settings: s.target, service: s.service, ids: []string{"7"}}
	if err := cancelRun(context.Background(), o); exitCode(err) != exitUsage {
		t.Errorf("got %v", err)
	}
}

func TestCancelReadOnlySendsNothing(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.settings.ReadOnly = true
	o := &cancelOptions{streams: s.streams("", false), settings: s.target, service: s.service, ids: []string{"7"}, yes: true}
	if err := cancelRun(context.Background(), o); exitCode(err) != exitForbidden {
		t.Errorf("got %v", err)
	}
}

func TestCancelRefusesBadArguments(t *testing.T) {
	t.Parallel()
	for _, o := range []cancelOptions{
		{ids: []string{"x"}},
		{ids: []string{"0"}},
		{ids: []string{"7.batch"}},
		{ids: []string{"99999999999999999999999"}},
		{ids: []string{"7"}, signal: "USRR1"},
		{ids: []string{"7"}, signal: "USR1", wait: true},
	} {
		o.yes = true
		if err := cancelRun(context.Background(), &o); exitCode(err) != exitUsage {
			t.Errorf("%v %s: got %v", o.ids, o.signal, err)
		}
	}
}

func TestCancelSaysWhatBecameOfEach(t *testing.T) {
	t.Parallel()
	refused := fault.New(fault.Refused, "cancel", "Access/permission denied")
	tests := map[string]struct {
		outcomes map[uint64]slurm.CancelOutcome
		errs     map[uint64]error
		past     map[uint64]bool // known to accounting
		out      string
		code     int
	}{
		"all well": {
			map[uint64]slurm.CancelOutcome{2: {Result: slurm.CancelFinished, Message: "already done"}},
			nil, nil,
			"ID  RESULT      MESSAGE\n1   cancelling  -\n2   finished    already done\n3   cancelling  -\n", exitOK,
		},
		"one unknown": {
			map[uint64]slurm.CancelOutcome{2: {Result: slurm.CancelUnknown, Code: 2017, Message: "Invalid job id specified"}},
			nil, nil,
			"ID  RESULT      MESSAGE\n1   cancelling  -\n2   not found   Invalid job id specified\n3   cancelling  -\n", exitNotFound,
		},
		"one that only accounting knows has ended": {
			map[uint64]slurm.CancelOutcome{2: {Result: slurm.CancelUnknown, Code: 2017}},
			nil,
			map[uint64]bool{2: true},
			"ID  RESULT      MESSAGE\n1   cancelling  -\n2   finished    -\n3   cancelling  -\n", exitOK,
		},
		"one refused, the others go on, the worst counts": {
			map[uint64]slurm.CancelOutcome{3: {Result: slurm.CancelUnknown}},
			map[uint64]error{1: refused},
			nil,
			"ID  RESULT      MESSAGE\n1   refused     Access/permission denied\n2   cancelling  -\n3   not found   -\n", exitRefused,
		},
		"no connection ends it": {
			nil,
			map[uint64]error{2: fault.New(fault.Unreachable, "cancel", "no connection")},
			nil,
			"ID  RESULT      MESSAGE\n1   cancelling  -\n2   failed      no connection\n3   not sent    -\n", exitUnavailable,
		},
		"too many requests end it": {
			nil,
			map[uint64]error{2: fault.New(fault.RateLimited, "cancel", "too many")},
			nil,
			"ID  RESULT      MESSAGE\n1   cancelling  -\n2   failed      too many\n3   not sent    -\n", exitUnavailable,
		},
		"an unknown outcome does not": {
			nil,
			map[uint64]error{2: fault.New(fault.UnknownOutcome, "cancel", "cut off")},
			nil,
			"ID  RESULT           MESSAGE\n1   cancelling       -\n2   outcome unknown  cut off\n3   cancelling       -\n", exitUnknownOutcome,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.api.job = func(ref slurm.Ref) (slurm.JobDetail, error) {
				if tt.past[ref.Job] {
					return jobNow(ref.Job, "COMPLETED")
				}
				return slurm.JobDetail{}, fault.New(fault.JobUnknown, "", "")
			}
			s.api.cancel = func(ref slurm.Ref, _ string) (slurm.CancelOutcome, error) {
				return tt.outcomes[ref.Job], tt.errs[ref.Job]
			}
			o := &cancelOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, sleep: s.sleep, now: s.now,
				ids: []string{"1", "2", "3"}, yes: true,
			}
			err := cancelRun(context.Background(), o)
			if exitCode(err) != tt.code {
				t.Errorf("got %v, want code %d", err, tt.code)
			}
			if diff := cmp.Diff(tt.out, s.out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestHoldSaysWhatBecameOfEach(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.api.update = func(ref slurm.Ref, change slurm.JobUpdate) error {
		if change.Hold == nil || *change.Hold {
			t.Errorf("%s: got %+v", ref, change)
		}
		switch ref.Job {
		case 2:
			return fault.New(fault.Refused, "update", "Access/permission denied")
		case 3:
			return fmt.Errorf("wrapped: %w", fault.New(fault.JobUnknown, "update", ""))
		}
		return nil
	}
	o := &holdOptions{streams: s.streams("", false), settings: s.target, service: s.service, ids: []string{"1", "2", "3", "4"}}
	err := holdRun(context.Background(), o)
	var code *codeError
	if !errors.As(err, &code) || code.code != exitRefused {
		t.Errorf("got %v", err)
	}
	if diff := cmp.Diff("1  released\n4  released\n", s.out.String()); diff != "" {
		t.Error(diff)
	}
	want := "flexq: update: Access/permission denied\n" +
		"flexq: update: Slurm knows no such job\n" +
		"  check the id; accounting may have forgotten a job that ended long ago\n"
	if diff := cmp.Diff(want, s.err.String()); diff != "" {
		t.Error(diff)
	}
}

func TestHoldStopsWhereTheRestWouldFailToo(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	calls := 0
	s.api.job = func(ref slurm.Ref) (slurm.JobDetail, error) { return jobNow(ref.Job, "PENDING") }
	s.api.update = func(slurm.Ref, slurm.JobUpdate) error {
		calls++
		if calls == 2 {
			return fault.New(fault.RateLimited, "update", "")
		}
		return nil
	}
	o := &holdOptions{streams: s.streams("", false), settings: s.target, service: s.service, ids: []string{"1", "2", "3", "4"}, hold: true}
	if err := holdRun(context.Background(), o); exitCode(err) != exitUnavailable || calls != 2 {
		t.Errorf("%d calls, %v", calls, err)
	}
	if diff := cmp.Diff("1  held\n", s.out.String()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff("flexq: 3: not sent\nflexq: 4: not sent\n", s.err.String()); diff != "" {
		t.Error(diff)
	}
}

func TestHoldOfARunningJobSaysWhatItMeans(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.api.update = func(slurm.Ref, slurm.JobUpdate) error { return nil }
	s.api.job = func(ref slurm.Ref) (slurm.JobDetail, error) {
		switch ref.Job {
		case 1:
			return jobNow(1, "RUNNING")
		case 2:
			return jobNow(2, "PENDING")
		}
		return slurm.JobDetail{}, fault.New(fault.Unavailable, "", "")
	}
	o := &holdOptions{streams: s.streams("", false), settings: s.target, service: s.service, ids: []string{"1", "2", "3"}, hold: true}
	if err := holdRun(context.Background(), o); err != nil {
		t.Error(err)
	}
	want := "1  held: it runs on, and does not start again if it is requeued\n2  held\n3  held\n"
	if diff := cmp.Diff(want, s.out.String()); diff != "" {
		t.Error(diff)
	}
}

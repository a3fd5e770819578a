package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// script answers one look after the other; the last one stays.
func script(looks ...func() (slurm.JobDetail, error)) func(slurm.Ref) (slurm.JobDetail, error) {
	i := -1
	return func(slurm.Ref) (slurm.JobDetail, error) {
		i = min(i+1, len(looks)-1)
		return looks[i]()
	}
}

func state(words ...string) func() (slurm.JobDetail, error) {
	return func() (slurm.JobDetail, error) { return jobNow(7, words...) }
}

func failing(k fault.Kind) func() (slurm.JobDetail, error) {
	return func() (slurm.JobDetail, error) { return slurm.JobDetail{}, fault.New(k, "get job", "") }
}

func TestWait(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		looks []func() (slurm.JobDetail, error)
		code  int
		errs  string
		slept time.Duration
	}{
		"completed": {
			[]func() (slurm.JobDetail, error){state("PENDING"), state("RUNNING"), state("RUNNING", "COMPLETING"), state("COMPLETED")},
			exitOK, "", 15 * time.Second,
		},
		"failed":    {[]func() (slurm.JobDetail, error){state("FAILED")}, exitUnsuccessful, "", 0},
		"cancelled": {[]func() (slurm.JobDetail, error){state("CANCELLED", "COMPLETING"), state("CANCELLED")}, exitUnsuccessful, "", 5 * time.Second},
		"requeued and then completed": {
			[]func() (slurm.JobDetail, error){state("PENDING", "REQUEUED"), state("COMPLETED")}, exitOK, "", 5 * time.Second,
		},
		"away for a while": {
			[]func() (slurm.JobDetail, error){failing(fault.Unreachable), failing(fault.TimedOut), state("COMPLETED")},
			exitOK,
			"flexq: get job: no connection to the cluster's service; check the network, the address, and the proxy settings; still trying\n" +
				"flexq: the cluster answers again\n", 10 * time.Second,
		},
		"between queue and accounting": {
			[]func() (slurm.JobDetail, error){state("RUNNING"), failing(fault.JobUnknown), state("COMPLETED")}, exitOK, "", 10 * time.Second,
		},
		"lost by both for good": {
			[]func() (slurm.JobDetail, error){state("RUNNING"), failing(fault.JobUnknown)}, exitNotFound, "", lapse,
		},
		"never heard of": {[]func() (slurm.JobDetail, error){failing(fault.JobUnknown)}, exitNotFound, "", 0},
		"forbidden":      {[]func() (slurm.JobDetail, error){failing(fault.PermissionDenied)}, exitForbidden, "", 0},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.api.job = script(tt.looks...)
			start := s.clock
			o := &waitOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, sleep: s.sleep, now: s.now, ids: []string{"7"},
			}
			err := waitRun(context.Background(), o)
			if exitCode(err) != tt.code {
				t.Errorf("got %v, want code %d", err, tt.code)
			}
			if got := s.err.String(); got != tt.errs {
				t.Errorf("stderr %q", got)
			}
			if got := s.clock.Sub(start); got != tt.slept {
				t.Errorf("slept %s, want %s", got, tt.slept)
			}
		})
	}
}

func TestWaitTimeout(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		look func() (slurm.JobDetail, error)
		code int
		want string
	}{
		"still there":   {state("RUNNING"), exitFailed, "not ended after 20ms: 7"},
		"not reachable": {failing(fault.Unavailable), exitUnavailable, "the cluster could not be reached within 20ms"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			s.api.job = script(tt.look)
			o := &waitOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, sleep: sleep, now: time.Now, ids: []string{"7"},
				timeout: 20 * time.Millisecond, interval: time.Second,
			}
			err := waitRun(context.Background(), o)
			if exitCode(err) != tt.code || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %d, %v", exitCode(err), err)
			}
		})
	}
}

func TestWaitForSeveral(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	looks := map[uint64]int{}
	s.api.job = func(ref slurm.Ref) (slurm.JobDetail, error) {
		looks[ref.Job]++
		if looks[ref.Job] >= int(ref.Job) {
			return jobNow(ref.Job, "COMPLETED")
		}
		return jobNow(ref.Job, "RUNNING")
	}
	o := &waitOptions{
		streams: s.streams("", false), settings: s.target, service: s.service, sleep: s.sleep, now: s.now,
		ids: []string{"3", "1", "2"}, output: outputFlags{format: "id"},
	}
	if err := waitRun(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	if got := s.out.String(); got != "ID\n1\n2\n3\n" {
		t.Errorf("got %q", got)
	}
	if looks[1] != 1 || looks[2] != 2 || looks[3] != 3 {
		t.Errorf("looked %v times", looks)
	}
}

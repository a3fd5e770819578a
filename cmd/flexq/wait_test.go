package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

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
		"other answers for a while": {
			[]func() (slurm.JobDetail, error){
				failing(fault.Malformed), state("RUNNING"), failing(fault.Cut), failing(fault.Unavailable), state("COMPLETED"),
			},
			exitOK,
			"flexq: get job: the answer is not what the protocol says; check that the address is that of the API, and that nothing" +
				" between changes its answers; still trying\n" +
				"flexq: the cluster answers again\n" +
				"flexq: get job: the connection broke inside the answer; try again; if it happens often, check the network; still trying\n" +
				"flexq: the cluster answers again\n", 20 * time.Second,
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

// gone is a job that has left the queue while accounting does not answer.
func gone(ref slurm.Ref) (slurm.JobDetail, error) {
	return slurm.JobDetail{}, fault.New(fault.AccountingDown, "show job", "job "+ref.String()+" is not in the queue, and accounting is down")
}

func TestWaitKeepsJobsApart(t *testing.T) {
	t.Parallel()
	const accounting = "flexq: show job: job 1 is not in the queue, and accounting is down; wait, or tell whoever runs the cluster" +
		" that slurmdbd is down; live jobs can still be seen; still trying\n"
	const unreachable = "flexq: get job: no connection to the cluster's service; check the network, the address, and the proxy settings; still trying\n"
	const again = "flexq: the cluster answers again\n"
	type looks []func() (slurm.JobDetail, error)
	down := func() (slurm.JobDetail, error) { return gone(slurm.Ref{Job: 1, Het: -1}) }
	tests := map[string]struct {
		one, two looks
		errs     string
	}{
		"one lost for a while": {
			looks{down, down, down, down, state("COMPLETED")},
			looks{state("RUNNING"), state("RUNNING"), state("COMPLETED")},
			accounting + again,
		},
		"both lost for the same reason": {
			looks{failing(fault.Unreachable), failing(fault.Unreachable), state("COMPLETED")},
			looks{failing(fault.Unreachable), failing(fault.Unreachable), state("COMPLETED")},
			unreachable + again,
		},
		"one lost, and then the cluster": {
			looks{down, failing(fault.Unreachable), down, state("COMPLETED")},
			looks{state("RUNNING"), failing(fault.Unreachable), state("RUNNING"), state("COMPLETED")},
			accounting + unreachable + again,
		},
		"lost twice": {
			looks{failing(fault.Unreachable), state("RUNNING"), failing(fault.Unreachable), state("COMPLETED")},
			looks{state("COMPLETED")},
			unreachable + again + unreachable + again,
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			each := map[uint64]func(slurm.Ref) (slurm.JobDetail, error){1: script(tt.one...), 2: script(tt.two...)}
			s.api.job = func(ref slurm.Ref) (slurm.JobDetail, error) { return each[ref.Job](ref) }
			o := &waitOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, sleep: s.sleep, now: s.now, ids: []string{"1", "2"},
			}
			if err := waitRun(context.Background(), o); err != nil {
				t.Errorf("got %v", err)
			}
			if diff := cmp.Diff(tt.errs, s.err.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWaitTimeoutOfSeveral(t *testing.T) {
	t.Parallel()
	running := func(ref slurm.Ref) (slurm.JobDetail, error) { return jobNow(ref.Job, "RUNNING") }
	done := func(ref slurm.Ref) (slurm.JobDetail, error) { return jobNow(ref.Job, "COMPLETED") }
	away := func(slurm.Ref) (slurm.JobDetail, error) {
		return slurm.JobDetail{}, fault.New(fault.Unreachable, "", "no connection")
	}
	const down = "show job: job 1 is not in the queue, and accounting is down; wait, or tell whoever runs the cluster" +
		" that slurmdbd is down; live jobs can still be seen"
	tests := map[string]struct {
		one, two func(slurm.Ref) (slurm.JobDetail, error)
		code     int
		want     string
	}{
		"one lost, one live": {gone, running, exitFailed, "not ended after 1m0s: 2; nothing is known of 1: " + down},
		"one lost, one ended": {
			gone, done, exitUnavailable, "nothing is known of 1 after 1m0s: " + down,
		},
		"one live, one lost": {
			running, away, exitFailed,
			"not ended after 1m0s: 1; nothing is known of 2: no connection; check the network, the address, and the proxy settings",
		},
		"both away": {
			away, away, exitUnavailable,
			"the cluster could not be reached within 1m0s: no connection; check the network, the address, and the proxy settings",
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newStage(t)
			each := map[uint64]func(slurm.Ref) (slurm.JobDetail, error){1: tt.one, 2: tt.two}
			s.api.job = func(ref slurm.Ref) (slurm.JobDetail, error) { return each[ref.Job](ref) }
			o := &waitOptions{
				streams: s.streams("", false), settings: s.target, service: s.service, sleep: s.sleep, now: s.now,
				ids: []string{"1", "2"}, timeout: time.Minute,
			}
			w := &waiter{waitOptions: o, api: s.api, jobs: []waited{{ref: slurm.Ref{Job: 1, Het: -1}}, {ref: slurm.Ref{Job: 2, Het: -1}}}}
			for range 3 {
				for i := range w.jobs {
					if err := w.look(t.Context(), &w.jobs[i]); err != nil {
						t.Fatal(err)
					}
				}
			}
			err := w.timeUp()
			if exitCode(err) != tt.code || err.Error() != tt.want {
				t.Errorf("got %d, %v", exitCode(err), err)
			}
		})
	}
}

// A cluster that never answers takes all the time with the first id; the second is not asked for, and not taken to
// be alive.
func TestWaitTimeoutInTheFirstLook(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	asked := 0
	s.api.job = func(slurm.Ref) (slurm.JobDetail, error) {
		asked++
		return slurm.JobDetail{}, fault.New(fault.TimedOut, "", "")
	}
	o := &waitOptions{
		streams: s.streams("", false), settings: s.target, service: s.service, sleep: sleep, now: time.Now, ids: []string{"1", "2"},
		timeout: time.Nanosecond, interval: time.Second,
	}
	if err := waitRun(context.Background(), o); exitCode(err) != exitUnavailable || asked != 1 {
		t.Errorf("asked %d times: got %d, %v", asked, exitCode(err), err)
	}
}

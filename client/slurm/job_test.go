package slurm_test

import (
	"testing"
	"time"

	"flexq/client/slurm"
)

func TestJobIDs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name         string
		job          slurm.Job
		display, ref string
		tasks        int
		cut          bool
	}{
		{"plain", slurm.Job{ID: 5}, "5", "5", 1, false},
		{"task", slurm.Job{ID: 40, Array: slurm.Array{Job: 18, Task: 0, HasTask: true, Max: 2}}, "18_0", "18_0", 1, false},
		{"waiting tasks", slurm.Job{ID: 18, Array: slurm.Array{Job: 18, Tasks: "2-5", Max: 2}}, "18_[2-5%2]", "18_[2-5]", 4, false},
		{"no throttle", slurm.Job{ID: 18, Array: slurm.Array{Job: 18, Tasks: "2-3,5"}}, "18_[2-3,5]", "18_[2-3,5]", 3, false},
		{"step", slurm.Job{ID: 3, Array: slurm.Array{Job: 3, Tasks: "22-400:7", Max: 3}}, "3_[22-400:7%3]", "3_[22-400:7]", 55, false},
		{
			"cut short",
			slurm.Job{ID: 4, Array: slurm.Array{Job: 4, Tasks: "1-2,5,11-13,15..."}},
			"4_[1-2,5,11-13,15...]",
			"4_[1-2,5,11-13,15...]", 7, true,
		},
		{"cut at once", slurm.Job{ID: 4, Array: slurm.Array{Job: 4, Tasks: "1..."}}, "4_[1...]", "4_[1...]", 1, true},
		{"unreadable", slurm.Job{ID: 4, Array: slurm.Array{Job: 4, Tasks: "0x3f"}}, "4_[0x3f]", "4_[0x3f]", 1, false},
		{"array without tasks", slurm.Job{ID: 18, Array: slurm.Array{Job: 18}}, "18", "18", 1, false},
		{"het leader", slurm.Job{ID: 21, Het: slurm.Het{Job: 21, Set: "21-22"}}, "21+0", "21+0", 1, false},
		{"het", slurm.Job{ID: 22, Het: slurm.Het{Job: 21, Offset: 1, Set: "21-22"}}, "21+1", "21+1", 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			j := test.job
			if j.DisplayID() != test.display || j.Ref().String() != test.ref || slurm.RefOf(j) != j.Ref() {
				t.Errorf("is %s, %s", j.DisplayID(), j.Ref())
			}
			if j.TaskCount() != test.tasks || j.TasksCut() != test.cut {
				t.Errorf("%d tasks, cut %v", j.TaskCount(), j.TasksCut())
			}
			if _, err := slurm.ParseRef(j.Ref().String()); (err != nil) != (test.cut || test.name == "unreadable") {
				t.Errorf("its Ref is read with %v", err)
			}
		})
	}
}

func TestJobTimes(t *testing.T) {
	t.Parallel()
	const now = slurm.Time(100_000)
	state := func(words string) slurm.JobState { return slurm.ParseJobState(words) }
	limit := slurm.LimitOf(60)
	for _, test := range []struct {
		name               string
		job                slurm.Job
		used, left, waited time.Duration
		bounded            bool
	}{
		{"pending", slurm.Job{State: state("PENDING"), Limit: limit, Submit: now - 50}, 0, time.Hour, 50 * time.Second, true},
		{"pending, expected start", slurm.Job{State: state("PENDING"), Limit: limit, Submit: now - 50, Start: now + 100}, 0, time.Hour, 50 * time.Second, true},
		{"running", slurm.Job{State: state("RUNNING"), Limit: limit, Submit: now - 80, Start: now - 60, End: now + 3540}, time.Minute, 59 * time.Minute, 20 * time.Second, true},
		{"configuring", slurm.Job{State: state("RUNNING,CONFIGURING"), Start: now - 60}, time.Minute, 0, 0, false},
		{"no limit", slurm.Job{State: state("RUNNING"), Limit: slurm.LimitInfinite, Start: now - 60}, time.Minute, 0, 0, false},
		{"over the limit", slurm.Job{State: state("RUNNING"), Limit: slurm.LimitOf(1), Start: now - 90}, 90 * time.Second, -30 * time.Second, 0, true},
		{"suspended", slurm.Job{State: state("SUSPENDED"), Limit: limit, Start: now - 600, Suspended: now - 100, PreSuspend: 500}, 500 * time.Second, time.Hour - 500*time.Second, 0, true},
		{"resumed", slurm.Job{State: state("RUNNING"), Limit: limit, Start: now - 600, Suspended: now - 60, PreSuspend: 500}, 560 * time.Second, time.Hour - 560*time.Second, 0, true},
		{"completing", slurm.Job{State: state("COMPLETED,COMPLETING"), Start: now - 600, End: now - 100}, 500 * time.Second, 0, 0, false},
		{"finished", slurm.Job{State: state("FAILED"), Limit: limit, Start: now - 600, End: now - 599}, time.Second, time.Hour - time.Second, 0, true},
		{"never started", slurm.Job{State: state("CANCELLED"), Submit: now - 60, End: now - 10}, 0, 0, time.Minute, false},
		{"clock behind", slurm.Job{State: state("RUNNING"), Start: now + 5}, 0, 0, 0, false},
		{"accounting", slurm.Job{Source: slurm.Accounting, State: state("TIMEOUT"), Elapsed: 84, Start: now - 900, End: now - 1}, 84 * time.Second, 0, 0, false},
		{"accounting, none", slurm.Job{Source: slurm.Accounting, State: state("DEADLINE"), Start: now - 900, End: now - 1}, 0, 0, 0, false},
		{"accounting, running", slurm.Job{Source: slurm.Accounting, State: state("RUNNING"), Start: now - 9}, 9 * time.Second, 0, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if got := test.job.Used(now); got != test.used {
				t.Errorf("used %v, want %v", got, test.used)
			}
			if got, ok := test.job.Left(now); got != test.left || ok != test.bounded {
				t.Errorf("left %v %v, want %v %v", got, ok, test.left, test.bounded)
			}
			if got := test.job.Waited(now); got != test.waited {
				t.Errorf("waited %v, want %v", got, test.waited)
			}
		})
	}
}

func TestJobGPUs(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		job  slurm.Job
		want int64
		kind string
	}{
		{"none", slurm.Job{}, 0, ""},
		{"allocated", slurm.Job{TRESAllocated: slurm.ParseTRES("cpu=2,gres/gpu=8"), TRESRequested: slurm.ParseTRES("gres/gpu=4")}, 8, ""},
		{"allocated none", slurm.Job{TRESAllocated: slurm.ParseTRES("cpu=2"), TRESRequested: slurm.ParseTRES("gres/gpu=4")}, 0, ""},
		{"requested", slurm.Job{TRESRequested: slurm.ParseTRES("cpu=1,gres/gpu=32,gres/gpu:h200=32")}, 32, "h200"},
		{"per job", slurm.Job{TRESPerJob: "gres/gpu:16"}, 16, ""},
		{"per node", slurm.Job{TRESPerNode: "gres/gpu:h200:8", NodeCount: slurm.NumOf(4)}, 32, "h200"},
		{"per node, one", slurm.Job{TRESPerNode: "gres/gpu:8"}, 8, ""},
		{"per task", slurm.Job{TRESPerTask: "gres/gpu:a:1", Tasks: slurm.NumOf(6)}, 6, "a"},
		{"hostile", slurm.Job{TRESPerNode: "gpu:99999999999", NodeCount: slurm.NumOf(1 << 63)}, (1<<31 - 1) << 31, ""},
	} {
		if got := test.job.GPUs(); got != test.want {
			t.Errorf("%s: %d, want %d", test.name, got, test.want)
		}
		if got := test.job.GPUType(); got != test.kind {
			t.Errorf("%s: %q, want %q", test.name, got, test.kind)
		}
	}
}

func TestNum(t *testing.T) {
	t.Parallel()
	if got := slurm.NumOf(3).Or(9); got != 3 {
		t.Errorf("set: %d", got)
	}
	if got := (slurm.Num{}).Or(9); got != 9 {
		t.Errorf("unset: %d", got)
	}
	if got := (slurm.Num{Set: true, Infinite: true, Value: 1}).Or(9); got != 9 {
		t.Errorf("infinite: %d", got)
	}
}

func TestTime(t *testing.T) {
	t.Parallel()
	when := time.Date(2026, 11, 30, 1, 2, 3, 999, time.UTC)
	if got := slurm.TimeOf(when); got.Std().UTC() != when.Truncate(time.Second) || got.IsZero() {
		t.Errorf("is %v", got.Std())
	}
	if got := slurm.TimeOf(time.Time{}); !got.IsZero() || !got.Std().IsZero() || got.Add(time.Hour) != 0 || got.Sub(5) != 0 || slurm.Time(5).Sub(got) != 0 {
		t.Errorf("unknown is %v", got)
	}
	if got := slurm.Time(100).Add(1500 * time.Millisecond); got != 101 {
		t.Errorf("add: %d", got)
	}
	if got := slurm.Time(100).Sub(40); got != time.Minute {
		t.Errorf("sub: %v", got)
	}
}

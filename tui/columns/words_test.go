package columns_test

import (
	"testing"
	"time"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

func TestSpan(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0s", 45 * time.Second: "45s", 12*time.Minute + 4*time.Second: "12m04", 5*time.Hour + 19*time.Minute: "5h19",
		52 * time.Hour: "2d04h", -(18*time.Hour + 12*time.Minute): "-18h12", 24*time.Hour - time.Second: "23h59",
	} {
		if got := columns.Span(d); got != want {
			t.Errorf("Span(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	t.Parallel()
	for n, want := range map[int64]string{0: "0", 999: "999", 1287: "1,287", 1234567: "1,234,567", -4321: "-4,321", -12: "-12"} {
		if got := columns.Thousands(n); got != want {
			t.Errorf("Thousands(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestMemory(t *testing.T) {
	t.Parallel()
	for mib, want := range map[int64]string{512: "512 MiB", 1024: "1 GiB", 2048 + 512: "2.5 GiB", 11600000: "11.1 TiB"} {
		if got := columns.Memory(mib); got != want {
			t.Errorf("Memory(%d) = %q, want %q", mib, got, want)
		}
	}
}

func TestExpandPath(t *testing.T) {
	t.Parallel()
	task := slurm.Job{
		ID: 39, Name: "sweep", User: "bob", BatchHost: "n1", WorkDir: "/home/bob",
		Array: slurm.Array{Job: 18, Task: 3, HasTask: true},
	}
	plain := slurm.Job{ID: 5, Name: "x y", User: "al", WorkDir: "/w"}
	for _, c := range []struct {
		job        *slurm.Job
		name, want string
	}{
		{&task, "slurm-%A_%a.out", "/home/bob/slurm-18_3.out"},
		{&task, "/log/%x-%4a-%j-%u-%N", "/log/sweep-0003-39-bob-n1"},
		{&task, "100%%", "/home/bob/100%"},
		{&task, "", ""},
		{&plain, "%j_%a.log", "/w/5_%a.log"},
		{&plain, "out/%N", "/w/out/%N"},
		{&plain, "%", "/w/%"},
		{&plain, "a%q", "/w/a%q"},
		{&plain, "%x", "/w/x y"},
	} {
		if got := columns.ExpandPath(c.job, c.name); got != c.want {
			t.Errorf("ExpandPath(%q) = %q, want %q", c.name, got, c.want)
		}
	}
}

func TestWhereSaysWhy(t *testing.T) {
	t.Parallel()
	limited := job(1, "PENDING", 1, -1, "5-9")
	limited.Reason, limited.Array.Max = "JobArrayTaskLimit", 4
	free := job(2, "PENDING", 0, -1, "")
	free.Reason = "ReqNodeNotAvail, UnavailableNodes:n[1-3]"
	odd := job(3, "PENDING", 0, -1, "")
	odd.Reason = "SomethingNew"
	failed := job(4, "FAILED", 0, -1, "")
	failed.Exit = slurm.Exit{Set: true, Code: 3}
	failed.Reason = "NonZeroExitCode"
	running := job(5, "RUNNING", 0, -1, "")
	running.Nodes = "n[1-3]"
	for _, c := range []struct {
		job  slurm.Job
		want string
	}{
		{limited, "4 tasks may run at once"},
		{free, "a node that it needs is not available, UnavailableNodes:n[1-3]"},
		{odd, "SomethingNew"},
		{failed, failed.Exit.Words()},
		{running, "n[1-3]"},
	} {
		if got := columns.Where(&c.job); got != c.want {
			t.Errorf("Where(%s) = %q, want %q", c.job.Reason, got, c.want)
		}
	}
}

package columns_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

func job(id uint64, state string, array uint64, task int, tasks string) slurm.Job {
	j := slurm.Job{ID: id, State: slurm.ParseJobState(state), Array: slurm.Array{Job: array, Tasks: tasks}}
	if task >= 0 {
		j.Array.HasTask, j.Array.Task = true, uint32(task)
	}
	return j
}

func ids(rows []columns.Row) []string {
	out := make([]string, len(rows))
	for i := range rows {
		r := &rows[i]
		out[i] = r.Ref().String()
		if r.Tally != nil {
			out[i] = "+" + out[i] + " " + r.Tally.String()
		}
		if r.Child {
			out[i] = "  " + out[i]
		}
	}
	return out
}

func queue() []slurm.Job {
	return []slurm.Job{
		job(5, "RUNNING", 0, -1, ""),
		job(38, "RUNNING", 18, 0, ""),
		job(39, "FAILED", 18, 1, ""),
		job(18, "PENDING", 18, -1, "2-3,5"),
		job(40, "RUNNING", 33, 7, ""), // the last task of an array: no group for one
		job(50, "PENDING", 50, -1, "1-5000"),
	}
}

func TestBuildFoldsArrays(t *testing.T) {
	t.Parallel()
	got := ids(build(queue(), func(uint64) bool { return false }, columns.Order{}))
	want := []string{
		"+50 PD 5,000",
		"33_7",
		"+18 R 1  PD 3  F 1",
		"5",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestBuildUnfolds(t *testing.T) {
	t.Parallel()
	got := ids(build(queue(), func(a uint64) bool { return a == 18 }, columns.Order{}))
	want := []string{
		"+50 PD 5,000",
		"33_7",
		"+18 R 1  PD 3  F 1",
		"  18_0",
		"  18_1",
		"  18_[2-3,5]",
		"5",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestKeysAreUnique(t *testing.T) {
	t.Parallel()
	seen := map[uint64]bool{}
	for _, r := range build(queue(), func(uint64) bool { return true }, columns.Order{}) {
		if seen[r.Key()] {
			t.Errorf("key %d of %s is there twice", r.Key(), r.Ref())
		}
		seen[r.Key()] = true
	}
}

func TestSortIsNumericAndStable(t *testing.T) {
	t.Parallel()
	var jobs []slurm.Job
	for _, p := range []uint64{9, 40, 5, 300, 2000, 40} {
		jobs = append(jobs, slurm.Job{ID: uint64(len(jobs) + 1), Priority: slurm.NumOf(p)})
	}
	for _, c := range columns.JobColumns() {
		if c.Name != "priority" {
			continue
		}
		var got []uint64
		for _, r := range build(jobs, all64, columns.Order{Key: c.Key, Reverse: true}) {
			got = append(got, r.Job.Priority.Value*10000+r.Job.ID)
		}
		want := []uint64{20000005, 3000004, 400006, 400002, 90001, 50003}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
}

func all64(uint64) bool { return true }

func TestStateOrderPutsFailuresFirst(t *testing.T) {
	t.Parallel()
	jobs := []slurm.Job{
		job(1, "COMPLETED", 0, -1, ""), job(2, "PENDING", 0, -1, ""), job(3, "RUNNING", 0, -1, ""), job(4, "NODE_FAIL", 0, -1, ""),
	}
	for _, c := range columns.JobColumns() {
		if c.Name == "state" {
			got := ids(build(jobs, all64, columns.Order{Key: c.Key}))
			if d := cmp.Diff([]string{"4", "3", "2", "1"}, got); d != "" {
				t.Error(d)
			}
		}
	}
}

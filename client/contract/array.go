package contract

import (
	"fmt"
	"slices"
	"testing"

	"flexq/client/slurm"
)

func arrayCases() []testCase {
	return []testCase{
		{name: "an array is folded until its tasks start", run: arrayFolds},
		{name: "cancelling one task leaves the others", run: arrayCancelTask},
		{name: "the short list names started tasks by their own ids", run: arrayStates},
		{name: "the path of a task gives the whole array", run: arrayPath},
	}
}

// startArray submits an array of six tasks of which two may run, and waits until they do.
func startArray(t *testing.T, c *cluster) uint64 {
	t.Helper()
	s := job("bob", "sleep 600")
	s.Name, s.Array = "sweep", "0-5%2"
	id := c.submit(t, "bob", s)
	c.until(t, "two tasks run", func() bool {
		n := 0
		for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
			if j.State.String() == "RUNNING" {
				n++
			}
		}
		return n == 2
	})
	return id
}

func arrayFolds(t *testing.T, c *cluster) {
	id := startArray(t, c)
	var shown []string
	for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
		shown = append(shown, j.DisplayID()+" "+j.State.Code())
		if j.Array.HasTask {
			continue
		}
		if j.Reason != "JobArrayTaskLimit" || j.TaskCount() != 4 || j.ID != id || j.Array.Job != id {
			t.Errorf("the folded record: reason %q, %d tasks, id %d, array %+v", j.Reason, j.TaskCount(), j.ID, j.Array)
		}
	}
	slices.Sort(shown)
	want := []string{fmt.Sprintf("%d_0 R", id), fmt.Sprintf("%d_1 R", id), fmt.Sprintf("%d_[2-5%%2] PD", id)}
	if !slices.Equal(shown, want) {
		t.Errorf("got %q, want %q", shown, want)
	}
}

func arrayCancelTask(t *testing.T, c *cluster) {
	id := startArray(t, c)
	out, err := c.Client(t, "bob").Cancel(t.Context(), slurm.Ref{Job: id, Task: "4", Het: -1}, "")
	if err != nil || out.Result != slurm.CancelAccepted {
		t.Fatalf("got %+v, %v", out, err)
	}
	// A task that had not started leaves the queue without a record of its own.
	c.until(t, "task 4 is gone and the rest is not", func() bool {
		var left bool
		for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
			if j.Array.HasTask && j.Array.Task == 4 && j.State.String() != "CANCELLED" {
				return false
			}
			left = left || !j.Array.HasTask && j.Array.Tasks == "2-3,5"
		}
		return left
	})
}

func arrayStates(t *testing.T, c *cluster) {
	id := startArray(t, c)
	own := make(map[uint32]uint64)
	for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
		if j.Array.HasTask {
			own[j.Array.Task] = j.ID
		}
	}
	want := []string{
		fmt.Sprintf("%d_0", own[0]), fmt.Sprintf("%d_1", own[1]),
		fmt.Sprintf("%d_2", id), fmt.Sprintf("%d_3", id), fmt.Sprintf("%d_4", id), fmt.Sprintf("%d_5", id),
	}
	var got []string
	for _, j := range c.call(t, "bob", "GET", "/jobs/state/?job_id="+num(id), "").JSON().Get("jobs").Items() {
		got = append(got, j.Get("job_id").Str())
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func arrayPath(t *testing.T, c *cluster) {
	id := startArray(t, c)
	r := c.call(t, "bob", "GET", "/job/"+num(id)+"_3", "")
	if n := len(r.JSON().Get("jobs").Items()); r.Status != 200 || n != 3 {
		t.Errorf("got %d records, want the two tasks that run and the folded rest: %v", n, r)
	}
	d, err := c.Client(t, "bob").Job(t.Context(), slurm.Ref{Job: id, Task: "1", Het: -1})
	if err != nil || len(d.Jobs) != 1 || d.Jobs[0].DisplayID() != num(id)+"_1" {
		t.Errorf("task 1: %+v, %v", d, err)
	}
	d, err = c.Client(t, "bob").Job(t.Context(), slurm.Ref{Job: id, Task: "3", Het: -1})
	if err != nil || len(d.Jobs) != 1 || d.Jobs[0].Array.Tasks != "2-5" {
		t.Errorf("task 3: %+v, %v", d, err)
	}
}

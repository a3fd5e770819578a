package contract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// Parts of jobs: tasks of arrays and components of het jobs.
func partCases() []testCase {
	return []testCase{
		{name: "cancelling some tasks leaves the others", run: partsCancelTasks},
		{name: "a cut list of tasks cancels nothing", run: partsCutList},
		{name: "an array that has ended is reported so", run: partsFinishedArray},
		{name: "an array of which a task has ended is cancelled", run: partsHalfFinishedArray},
		{name: "a started task is changed by itself", run: partsUpdateTask},
		{name: "tasks that wait change together or not at all", run: partsUpdateWaiting},
		{name: "a change of a task's id is 422", run: partsUpdateRaw},
		{name: "one component of a het job is cancelled", run: partsCancelComponent},
		{name: "one component of a het job is changed", run: partsUpdateComponent},
		{name: "a signal to another's job shows the refusal", run: partsSignalOthers},
	}
}

func tasks(id uint64, list string) slurm.Ref { return slurm.Ref{Job: id, Task: list, Het: -1} }

// shape is how the records of a job look: "18_0 R" and so on, sorted.
func (c *cluster) shape(t *testing.T, id uint64) string {
	t.Helper()
	var out []string
	for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
		_, part, _ := strings.Cut(j.DisplayID(), num(id))
		state := j.State.Code()
		if state == "CG" {
			state = "CA" // on its way there
		}
		out = append(out, part+" "+state)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func partsCancelTasks(t *testing.T, c *cluster) {
	id := startArray(t, c)
	out, err := c.Client(t, "bob").Cancel(t.Context(), tasks(id, "[2-3,3]"), "")
	if err != nil || out.Result != slurm.CancelAccepted || out.Ref.Task != "[2-3,3]" {
		t.Fatalf("got %+v, %v", out, err)
	}
	c.until(t, "tasks 2 and 3 are gone", func() bool { return c.shape(t, id) == "_0 R, _1 R, _[4-5%2] PD" })
	out, err = c.Client(t, "bob").Cancel(t.Context(), tasks(id, "[1,77]"), "")
	if err != nil || out.Result != slurm.CancelUnknown || out.Code != 2017 || !strings.HasPrefix(out.Message, fmt.Sprintf("1 of 2 tasks was cancelled; %d_77: ", id)) {
		t.Errorf("got %+v, %v", out, err)
	}
}

func partsCutList(t *testing.T, c *cluster) {
	id := startArray(t, c)
	_, err := c.Client(t, "bob").Cancel(t.Context(), tasks(id, "[1-2,4...]"), "")
	wantFault(t, err, fault.Usage, 0)
	hold := true
	wantFault(t, c.Client(t, "bob").Update(t.Context(), tasks(id, "[2-3,4...]"), slurm.JobUpdate{Hold: &hold}), fault.Usage, 0)
	c.Step(t)
	if got := c.shape(t, id); got != "_0 R, _1 R, _[2-5%2] PD" {
		t.Errorf("got %s", got)
	}
}

func partsFinishedArray(t *testing.T, c *cluster) {
	s := job("bob", "true")
	s.Array = "0-1"
	id := c.submit(t, "bob", s)
	c.until(t, "both tasks have ended", func() bool { return c.shape(t, id) == "_0 CD, _1 CD" })
	out, err := c.Client(t, "bob").Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelFinished || out.Code != 2021 {
		t.Errorf("got %+v, %v", out, err)
	}
}

func partsHalfFinishedArray(t *testing.T, c *cluster) {
	id := startArray(t, c)
	if out, err := c.Client(t, "bob").Cancel(t.Context(), tasks(id, "0"), ""); err != nil || out.Result != slurm.CancelAccepted {
		t.Fatalf("got %+v, %v", out, err)
	}
	c.until(t, "task 0 has ended", func() bool { return strings.HasPrefix(c.shape(t, id), "_0 CA") })
	out, err := c.Client(t, "bob").Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelAccepted {
		t.Errorf("got %+v, %v", out, err)
	}
	c.until(t, "the others have ended", func() bool {
		got := c.shape(t, id)
		return !strings.Contains(got, " R") && !strings.Contains(got, " PD")
	})
}

// limits gives the limit in minutes of each record.
func (c *cluster) limits(t *testing.T, id uint64) map[string]slurm.Limit {
	t.Helper()
	out := make(map[string]slurm.Limit)
	for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
		_, part, _ := strings.Cut(j.Ref().String(), num(id))
		out[part] = j.Limit / 60
	}
	return out
}

func partsUpdateTask(t *testing.T, c *cluster) {
	id := startArray(t, c)
	before := c.limits(t, id)
	limit := slurm.Limit(5 * 60)
	if err := c.Client(t, "bob").Update(t.Context(), tasks(id, "0"), slurm.JobUpdate{Limit: &limit}); err != nil {
		t.Fatal(err)
	}
	if got := c.limits(t, id); got["_0"] != 5 || got["_1"] != before["_1"] || got["_[2-5]"] != before["_[2-5]"] {
		t.Errorf("got %v, before %v", got, before)
	}
	err := c.Client(t, "alice").Update(t.Context(), tasks(id, "0"), slurm.JobUpdate{Limit: &limit})
	wantFault(t, err, fault.Refused, 2010)
	err = c.Client(t, "bob").Update(t.Context(), tasks(id, "77"), slurm.JobUpdate{Limit: &limit})
	wantFault(t, err, fault.JobUnknown, 0)
}

func partsUpdateWaiting(t *testing.T, c *cluster) {
	id := startArray(t, c)
	hold := true
	err := c.Client(t, "bob").Update(t.Context(), tasks(id, "[2-3]"), slurm.JobUpdate{Hold: &hold})
	wantFault(t, err, fault.Usage, 0)
	if err := c.Client(t, "bob").Update(t.Context(), tasks(id, "[2-5]"), slurm.JobUpdate{Hold: &hold}); err != nil {
		t.Fatal(err)
	}
	for _, j := range c.detail(t, c.Client(t, "bob"), id).Jobs {
		if held := j.Reason == "JobHeldUser"; held == j.Array.HasTask {
			t.Errorf("%s: reason %q", j.DisplayID(), j.Reason)
		}
	}
}

func partsUpdateRaw(t *testing.T, c *cluster) {
	id := startArray(t, c)
	for _, task := range []string{"_0", "_3"} {
		r := c.call(t, "bob", "POST", "/job/"+num(id)+task, `{"hold":true}`)
		if r.Status != 422 || !r.Says("Submit job update against Array Job's JobID") {
			t.Errorf("%s: got %v", task, r)
		}
	}
}

// submitPair submits a het job of two components that wait.
func submitPair(t *testing.T, c *cluster) uint64 {
	t.Helper()
	part := func(partition string) string {
		return `{"name":"het","partition":"` + partition + `","hold":true,"current_working_directory":"/home/bob","environment":["PATH=/bin"]}`
	}
	r := c.call(t, "bob", "POST", "/job/submit", `{"script":"#!/bin/bash\nsleep 600\n","jobs":[`+part("a3u")+`,`+part("cpu")+`]}`)
	id := uint64(r.JSON().Get("job_id").Int())
	if id == 0 {
		t.Fatalf("got %v", r)
	}
	c.cleanUp(t, id)
	return id
}

func partsCancelComponent(t *testing.T, c *cluster) {
	id := submitPair(t, c)
	second := slurm.Ref{Job: id, Het: 1}
	out, err := c.Client(t, "alice").Cancel(t.Context(), second, "")
	if err != nil || out.Result != slurm.CancelRefused || out.Code != 2002 {
		t.Errorf("another's: got %+v, %v", out, err)
	}
	out, err = c.Client(t, "bob").Cancel(t.Context(), second, "")
	if err != nil || out.Result != slurm.CancelAccepted {
		t.Fatalf("got %+v, %v", out, err)
	}
	c.until(t, "the second component has ended, and it alone", func() bool { return c.shape(t, id) == "+0 PD, +1 CA" })
	out, err = c.Client(t, "bob").Cancel(t.Context(), second, "")
	if err != nil || out.Result != slurm.CancelFinished {
		t.Errorf("once more: got %+v, %v", out, err)
	}
	if r := c.call(t, "bob", "DELETE", "/job/"+num(id)+"+0", ""); r.Status != 400 || !r.Plain("Unable to parse URL path") {
		t.Errorf("a bare plus sign: got %v", r)
	}
}

func partsUpdateComponent(t *testing.T, c *cluster) {
	id := submitPair(t, c)
	limit := slurm.Limit(5 * 60)
	before := c.limits(t, id)
	if err := c.Client(t, "bob").Update(t.Context(), slurm.Ref{Job: id, Het: 1}, slurm.JobUpdate{Limit: &limit}); err != nil {
		t.Fatal(err)
	}
	if got := c.limits(t, id); got["+1"] != 5 || got["+0"] != before["+0"] {
		t.Errorf("got %v, before %v", got, before)
	}
	// Slurm itself takes the first component for the second.
	r := c.call(t, "bob", "POST", "/job/"+num(id)+"%2B1", `{"time_limit":{"set":true,"number":7}}`)
	if got := c.limits(t, id); r.Status != 200 || got["+0"] != 7 || got["+1"] != 5 {
		t.Errorf("got %v, %v", r, got)
	}
}

func partsSignalOthers(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	out, err := c.Client(t, "bob").Cancel(t.Context(), ref(id), "CONT")
	if err != nil || out.Result != slurm.CancelRefused || out.Code != 2002 {
		t.Errorf("got %+v, %v", out, err)
	}
}

package contract

import (
	"testing"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func accountingCases() []testCase {
	return []testCase{
		{name: "a job that left the queue opens from accounting", alone: true, run: forgotten},
		{name: "an id that nobody knows", run: unknownJob},
		{name: "accounting finds jobs by time, user and state", run: accountingQuery},
		{name: "accounting answers 200 for an unknown job", run: accountingUnknown},
		{name: "accounting refuses what it cannot read", run: accountingRefuses},
	}
}

func forgotten(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "exit 4"))
	ended := c.wait(t, id, "FAILED")
	c.Forget(t)
	c.until(t, "slurmctld forgets the job", func() bool {
		return c.call(t, "alice", "GET", "/job/"+num(id), "").Status == 404
	})
	d := c.detail(t, c.Client(t, "alice"), id)
	if len(d.Jobs) != 1 || d.Source != slurm.Accounting {
		t.Fatalf("got %d jobs from %v", len(d.Jobs), d.Source)
	}
	j := d.Jobs[0]
	if j.Source != slurm.Accounting || j.ID != id || j.State.String() != "FAILED" || j.Exit.String() != "4:0" {
		t.Errorf("got id %d state %v exit %v", j.ID, j.State, j.Exit)
	}
	if j.Name != ended.Name || j.User != "alice" || j.Partition != "cpu" || j.Submit != ended.Submit ||
		j.Start != ended.Start || j.End != ended.End || j.Nodes != ended.Nodes || j.Limit != ended.Limit {
		t.Errorf("accounting says\n%+v, the queue said\n%+v", j, ended)
	}
	out, err := c.Client(t, "alice").Cancel(t.Context(), ref(id), "")
	if err != nil || out.Result != slurm.CancelUnknown && out.Result != slurm.CancelFinished {
		t.Errorf("cancelling it: %+v, %v", out, err)
	}
}

func unknownJob(t *testing.T, c *cluster) {
	_, err := c.Client(t, "alice").Job(t.Context(), ref(999999))
	wantFault(t, err, fault.JobUnknown, 0)
	if r := c.call(t, "alice", "GET", "/job/999999", ""); r.Status != 404 || len(r.Codes()) != 1 || r.Codes()[0] != 2017 {
		t.Errorf("got %v, want 404 with 2017", r)
	}
}

func accountingQuery(t *testing.T, c *cluster) {
	id := c.submit(t, "carol", job("carol", "exit 5"))
	j := c.wait(t, id, "FAILED")
	ask := func(q slurm.AccountingQuery) bool {
		q.Since, q.Until = j.Submit-1, j.End+60
		list, err := c.Client(t, "alice").Accounting(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list.Items {
			if q.Users != nil && list.Items[i].User != q.Users[0] {
				t.Errorf("asked for %v, got a job of %s", q.Users, list.Items[i].User)
			}
		}
		_, ok := find(list.Items, id)
		return ok
	}
	c.until(t, "accounting knows the job", func() bool { return ask(slurm.AccountingQuery{Users: []string{"carol"}}) })
	if ask(slurm.AccountingQuery{Users: []string{"bob"}}) {
		t.Error("carol's job is among bob's")
	}
	if !ask(slurm.AccountingQuery{States: []string{"TIMEOUT", "FAILED"}}) {
		t.Error("the failed job is not among those that failed or timed out")
	}
	if ask(slurm.AccountingQuery{States: []string{"TIMEOUT"}}) {
		t.Error("the failed job is among those that timed out")
	}
}

func accountingUnknown(t *testing.T, c *cluster) {
	r := c.db(t, "alice", "/job/999999")
	if r.Status != 200 || len(r.Codes()) != 0 || len(r.JSON().Get("jobs").Items()) != 0 || !r.Says("found nothing") {
		t.Errorf("got %v", r)
	}
}

func accountingRefuses(t *testing.T, c *cluster) {
	for _, k := range []struct {
		path         string
		status, code int
	}{
		{"/jobs/?users=nosuch", 422, 2166},
		{"/jobs/?start_time=soon", 422, 9202},
		{"/jobs/?state=NOSUCH", 500, 9207},
	} {
		if r := c.db(t, "alice", k.path); r.Status != k.status || len(r.Codes()) == 0 || r.Codes()[0] != k.code {
			t.Errorf("%s: got %v, want %d with %d", k.path, r, k.status, k.code)
		}
	}
}

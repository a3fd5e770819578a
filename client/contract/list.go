package contract

import "testing"

func listCases() []testCase {
	return []testCase{
		{name: "a submitted job is in everyone's list", run: listHasJob},
		{name: "flags=ALL leaves out the list of cores", run: listWithoutCores},
		{name: "the short list has every job", run: listShort},
	}
}

func listHasJob(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	list, err := c.Client(t, "bob").Jobs(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	j, ok := find(list.Items, id)
	if !ok {
		t.Fatalf("job %d is not among %d", id, len(list.Items))
	}
	if j.User != "alice" || j.Name != "contract" || j.State.Code() != "R" || j.Nodes == "" || j.NodeCount.Value != 1 || j.CPUs.Value == 0 {
		t.Errorf("got %+v", j)
	}
	if list.Unchanged || list.LastUpdate.IsZero() || list.AsOf.IsZero() || len(list.Skipped) != 0 {
		t.Errorf("got unchanged %v, last update %d, as of %v, skipped %q", list.Unchanged, list.LastUpdate, list.AsOf, list.Skipped)
	}
}

func listWithoutCores(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	cores := func(path string) bool {
		for _, j := range c.call(t, "alice", "GET", path, "").JSON().Get("jobs").Items() {
			if uint64(j.Get("job_id").Int()) == id {
				return len(j.Get("job_resources").Get("nodes").Get("allocation").Items()) > 0
			}
		}
		t.Fatalf("%s: job %d is missing", path, id)
		return false
	}
	for path, want := range map[string]bool{
		"/jobs/": true, "/jobs/?flags=ALL": false, "/job/" + num(id): true, "/job/" + num(id) + "?flags=ALL": false,
	} {
		if got := cores(path); got != want {
			t.Errorf("%s lists cores: %v, want %v", path, got, want)
		}
	}
}

func listShort(t *testing.T, c *cluster) {
	id := c.submit(t, "alice", job("alice", "sleep 600"))
	c.wait(t, id, "RUNNING")
	r := c.call(t, "bob", "GET", "/jobs/state/", "")
	for _, j := range r.JSON().Get("jobs").Items() {
		if j.Get("job_id").Str() == num(id) {
			if w := j.Get("state").Words(); len(w) != 1 || w[0] != "RUNNING" {
				t.Errorf("got state %q", w)
			}
			return
		}
	}
	t.Errorf("job %d is missing: %v", id, r)
}

package contract

import (
	"fmt"
	"testing"
)

// What update_time does. Nothing else may happen on the cluster meanwhile.
func newsCases() []testCase {
	return []testCase{
		{name: "update_time when nothing changed", alone: true, run: newsNone},
		{name: "update_time when a job changed", alone: true, run: newsJob},
		{name: "update_time and nodes", alone: true, run: newsNodes},
		{name: "the facade asks for news only", alone: true, run: newsFacade},
	}
}

// quiet waits until nothing changes, and returns a moment of the cluster after which nothing has. The last update
// that a list names is when it was asked for, so only asking for news tells.
func quiet(t *testing.T, c *cluster, path string) int {
	t.Helper()
	at := c.call(t, "alice", "GET", path, "").JSON().Get("last_update").Int()
	if at == 0 {
		t.Fatalf("%s names no last update", path)
	}
	c.until(t, path+" is quiet", func() bool {
		c.Step(t)
		c.Step(t)
		c.Step(t)
		r := c.call(t, "alice", "GET", fmt.Sprintf("%s?update_time=%d", path, at), "")
		if r.Status == 304 || r.Status == 200 && r.JSON().Get("last_update").Int() == 0 {
			return true
		}
		at = c.call(t, "alice", "GET", path, "").JSON().Get("last_update").Int()
		return false
	})
	return at
}

func newsNone(t *testing.T, c *cluster) {
	c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`)
	at := quiet(t, c, "/jobs/")
	r := c.call(t, "alice", "GET", fmt.Sprintf("/jobs/?update_time=%d", at), "")
	if r.Status != 200 || len(r.JSON().Get("jobs").Items()) != 0 || r.JSON().Get("last_update").Int() != 0 || !r.Says("No job changes since update_time") {
		t.Errorf("jobs: got %v with %d jobs", r, len(r.JSON().Get("jobs").Items()))
	}
	if n := len(c.call(t, "alice", "GET", fmt.Sprintf("/jobs/state/?update_time=%d", at), "").JSON().Get("jobs").Items()); n == 0 {
		t.Error("the short list minds update_time")
	}
}

func newsJob(t *testing.T, c *cluster) {
	old := c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`)
	at := quiet(t, c, "/jobs/")
	id := c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`)
	r := c.call(t, "alice", "GET", fmt.Sprintf("/jobs/?flags=ALL&update_time=%d", at), "")
	seen := make(map[uint64]bool)
	for _, j := range r.JSON().Get("jobs").Items() {
		seen[uint64(j.Get("job_id").Int())] = true
	}
	if r.Status != 200 || !seen[old] || !seen[id] || r.JSON().Get("last_update").Int() <= at {
		t.Errorf("got %v with jobs %v, want all of them", r, seen)
	}
}

func newsNodes(t *testing.T, c *cluster) {
	at := max(quiet(t, c, "/partitions/"), quiet(t, c, "/nodes/"))
	for _, path := range []string{"/nodes/", "/partitions/"} {
		if r := c.call(t, "alice", "GET", fmt.Sprintf("%s?update_time=%d", path, at), ""); r.Status != 304 || !r.Empty() {
			t.Errorf("%s: got %v, want 304 without a body", path, r)
		}
	}
	r := c.call(t, "root", "POST", "/node/hcsdemo-cpunodeset-0", `{"comment":"changed"}`)
	if r.Status != 200 {
		t.Fatalf("changing a node: got %v", r)
	}
	c.Step(t)
	r = c.call(t, "alice", "GET", fmt.Sprintf("/nodes/?update_time=%d", at), "")
	if r.Status != 500 || !r.Says("Unable to query partitions") {
		t.Errorf("nodes changed and partitions did not: got %v, want Slurm's 500", r)
	}
}

func newsFacade(t *testing.T, c *cluster) {
	c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`)
	at := quiet(t, c, "/jobs/")
	cl := c.Client(t, "alice")
	list, err := cl.Jobs(t.Context(), 0)
	if err != nil || len(list.Items) == 0 {
		t.Fatalf("got %d jobs, %v", len(list.Items), err)
	}
	c.until(t, "an answer without news", func() bool {
		c.Step(t)
		news, err := cl.Jobs(t.Context(), list.LastUpdate)
		if err != nil {
			t.Fatal(err)
		}
		if !news.Unchanged {
			list = news // the scheduler looked at the queue meanwhile
		}
		return news.Unchanged && len(news.Items) == 0
	})
	id := c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`)
	news, err := cl.Jobs(t.Context(), list.LastUpdate)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := find(news.Items, id); !ok || news.Unchanged || int(news.LastUpdate) < at-1 {
		t.Errorf("the new job %d is not in the news: %d jobs, unchanged %v, last update %d", id, len(news.Items), news.Unchanged, news.LastUpdate)
	}
}

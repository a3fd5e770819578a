package contract

import (
	"slices"
	"testing"
)

func queryCases() []testCase {
	return []testCase{
		{name: "a list in the query repeats the parameter", run: queryLists},
		{name: "a bad flag is refused and the whole list comes with it", run: queryBadFlag},
		{name: "odd queries", run: queryOdd},
		{name: "unknown paths and versions", run: queryPaths},
	}
}

func queryLists(t *testing.T, c *cluster) {
	a := num(c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`))
	b := num(c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`))
	r := c.call(t, "alice", "GET", "/jobs/state/?job_id="+a+"&job_id="+b, "")
	var got []string
	for _, j := range r.JSON().Get("jobs").Items() {
		got = append(got, j.Get("job_id").Str())
	}
	slices.Sort(got)
	want := []string{a, b}
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q: %v", got, want, r)
	}
	if r := c.call(t, "alice", "GET", "/jobs/state/?job_id="+a+","+b, ""); r.Status != 400 || !r.Plain("Unable to parse query") {
		t.Errorf("a raw comma: got %v, want 400", r)
	}
	if r := c.call(t, "alice", "GET", "/jobs/state/?job_id="+a+"%2C"+b, ""); r.Status != 422 || !slices.Contains(r.Codes(), 9000) {
		t.Errorf("an encoded comma: got %v, want 422 with 9000", r)
	}
	if r := c.call(t, "alice", "GET", "/jobs/state/?job_id=999999", ""); r.Status != 200 || len(r.JSON().Get("jobs").Items()) != 0 {
		t.Errorf("an unknown id: got %v", r)
	}
}

func queryBadFlag(t *testing.T, c *cluster) {
	id := c.rawSubmit(t, "alice", "sleep 600", `"partition":"cpu","hold":true`)
	r := c.call(t, "alice", "GET", "/jobs/?flags=NOSUCH", "")
	found := slices.ContainsFunc(r.JSON().Get("jobs").Items(), func(j Value) bool { return uint64(j.Get("job_id").Int()) == id })
	if r.Status != 500 || !slices.Contains(r.Codes(), 9207) || !found {
		t.Errorf("got %v, the job in it: %v", r, found)
	}
}

func queryOdd(t *testing.T, c *cluster) {
	if r := c.call(t, "alice", "GET", "/jobs/?nosuch=1", ""); r.Status != 200 || !r.Says(`Ignoring unknown field "nosuch"`) {
		t.Errorf("an unknown parameter: got %v", r)
	}
	if r := c.call(t, "alice", "GET", "/jobs/?update_time=yesterday", ""); r.Status != 422 || !slices.Contains(r.Codes(), 9202) {
		t.Errorf("a time that is none: got %v", r)
	}
	if r := c.call(t, "alice", "GET", "/job/abc", ""); r.Status != 422 || !slices.Contains(r.Codes(), 9000) {
		t.Errorf("an id that is none: got %v", r)
	}
	if r := c.call(t, "alice", "GET", "/jobs", ""); r.Status != 200 {
		t.Errorf("without the last slash: got %v", r)
	}
}

func queryPaths(t *testing.T, c *cluster) {
	const text = "Unable find requested URL"
	for _, k := range []struct{ method, path string }{
		{"GET", "/slurm/" + c.Version + "/nothing/"},
		{"GET", "/slurm/v0.0.99/ping/"},
	} {
		if r := c.exchange(t, c.Raw(t, "alice"), k.method, k.path, ""); r.Status != 404 || !r.Plain(text) {
			t.Errorf("%s %s: got %v, want 404", k.method, k.path, r)
		}
	}
}

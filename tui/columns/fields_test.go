package columns_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// A field that only another list has is an error, never a word that nothing holds.
func TestForeignFields(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list     columns.Grammar
		filter   string
		says, as string
	}{
		{columns.EventFields, "risk:killed", "events have no field risk: (they have node: pool: job: type: sev: user:)", "node:a3u-3"},
		{columns.EventFields, "-lease:<6h x", "events have no field lease:", "node:a3u-3"},
		{columns.NodeFields, "user:alice", "nodes have no field user: (they have node: pool: state: part: job: lease: risk:)", "node:a3u-3"},
		{columns.NodeFields, "TYPE:drain", "nodes have no field type:", "node:a3u-3"},
		{columns.JobFields, "sev:info", "jobs have no field sev: (they have risk: lease: node: pool: user: part: state: job:)", "risk:killed,tight"},
		{columns.PoolFields, "risk:killed", "pools have no field risk: (they have pool: part: state: node: lease:)", "pool:a3u"},
		{columns.NoFields("contexts"), "pool:a3u", "contexts have no fields: words only", `"pool:a3u"`},
	} {
		_, err := columns.ParseFields(c.filter, c.list)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: the error is %v, want %q", c.filter, err, c.says)
			continue
		}
		if got := columns.FilterExample(err); got != c.as {
			t.Errorf("%s: the example is %q, want %q", c.filter, got, c.as)
		}
	}
	// What no list has is a word, and so is what stands in quotes.
	for _, filter := range []string{"http:80", `"risk:killed"`, "12:30", ":"} {
		f, err := columns.ParseFields(filter, columns.EventFields)
		if err != nil || len(f.Fields()) > 0 {
			t.Errorf("%s: %v, fields %v", filter, err, f.Fields())
		}
	}
}

// The example that goes with an error is one of what was meant.
func TestFilterExample(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]string{
		`"open`: `running "my job" -test`, "risk:x": "risk:killed,tight", "lease:6h": "lease:<6h", "node:": "node:a3u-3", "node:a3u-[1": "node:a3u-[0-3]",
		"user:,": "user:alice",
	} {
		_, err := columns.ParseFields(filter, columns.JobFields)
		if got := columns.FilterExample(err); err == nil || got != want {
			t.Errorf("%s: %v, the example is %q, want %q", filter, err, got, want)
		}
	}
}

func fewJobs() []slurm.Job {
	job := func(id uint64, user, part, state string, nodes slurm.Hostlist) slurm.Job {
		return slurm.Job{ID: id, Name: "train", User: user, Partition: part, State: slurm.ParseJobState(state), Nodes: nodes}
	}
	return []slurm.Job{
		job(1, "alice", "a3u", "RUNNING", "demo-a3u-[0-1]"),
		job(2, "bob", "a3u", "RUNNING", "demo-a3u-[10-12],demo-flex-1"),
		job(3, "alice", "flex", "PENDING", ""),
		job(4, "alicette", "cpu,flex", "PENDING", ""),
		job(5, "Eve", "a3u", "COMPLETED", "demo-a3u-12"),
		job(6, "bob", "x", "RUNNING", "n[0-999999999999]"), // no true list: it must cost nothing
	}
}

func TestJobFilter(t *testing.T) {
	t.Parallel()
	nodes := []slurm.Node{
		{Name: "demo-a3u-0", Partitions: []string{"a3u"}},
		{Name: "demo-a3u-1", Partitions: []string{"a3u"}},
		{Name: "demo-a3u-10", Partitions: []string{"a3u"}},
		{Name: "demo-a3u-12", Partitions: []string{"a3u"}},
		{Name: "demo-flex-1", Partitions: []string{"flex"}},
	}
	pools := flex.Pools{Origin: flex.FromResource, Cluster: "demo", Pools: []flex.Pool{{ID: "a3u"}, {ID: "flex"}}}
	book := columns.NewPoolBook(pools, nodes)
	now := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	risks := map[uint64]flex.Risk{
		1: {Kind: flex.WillBeKilled, Lease: flex.Lease{Provenance: flex.Exact, End: now.Add(time.Hour)}}, 2: {Kind: flex.RiskUnknown},
	}
	for filter, want := range map[string]string{
		"node:demo-a3u-1":           "1",
		"demo-a3u-1":                "1",
		"DEMO-A3U-1":                "1",
		"demo-a3u-2":                "",
		"demo-a3u-11":               "2",
		"-demo-a3u-1":               "2 3 4 5 6",
		"demo-a3u-[0-1]":            "1", // as the list itself is written
		"node:a3u-12":               "2 5",
		"node:A3U-1,flex-1":         "1 2",
		"node:demo-a3u-[1-11]":      "1 2",
		"node:demo-a3u-[2-9]":       "",
		"node:a3u-[0-3],a3u-12":     "1 2 5",
		"-node:demo-a3u-[0-99]":     "3 4 6",
		"n7":                        "",
		"user:alice":                "1 3",
		"user:eve,bob":              "2 5 6",
		"part:flex":                 "3 4",
		"state:running":             "1 2 6",
		"state:r":                   "1 2 6",
		"state:pd":                  "3 4",
		"state:wait":                "3 4",
		"state:pending,done":        "3 4 5",
		"job:3":                     "3",
		"pool:a3u":                  "1 2 5",
		"pool:flex":                 "2 3 4", // those that wait, by their partitions
		"pool:a3":                   "",
		"lease:?":                   "2",
		"lease:unknown":             "2",
		"lease:none":                "3 4 5 6",
		"-lease:?":                  "1 3 4 5 6",
		"lease:<6h":                 "1",
		"node:a3u -risk:none train": "1 2",
	} {
		f, err := columns.ParseFields(filter, columns.JobFields)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		query := columns.QueryOfJobs(f)
		var got []string
		for _, j := range fewJobs() {
			if query.Match(&j, columns.JobFacts{Now: now, Pools: book, Risk: func(j *slurm.Job) flex.Risk { return risks[j.ID] }}) {
				got = append(got, j.DisplayID())
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q lets %q through, want %q", filter, got, want)
		}
	}
	if f, _ := columns.ParseFields("pool:a3u", columns.JobFields); !columns.QueryOfJobs(f).NeedsPools() || columns.QueryOfJobs(f).NeedsLeases() {
		t.Error("pool: needs the pools alone")
	}
}

// A task of an array has an id of its own too, which its script and its files bear.
func TestJobByItsOwnID(t *testing.T) {
	t.Parallel()
	task := slurm.Job{ID: 40111, Name: "sweep", Array: slurm.Array{Job: 40033, Task: 53, HasTask: true}}
	part := slurm.Job{ID: 51, Name: "het", Het: slurm.Het{Job: 50, Offset: 1}}
	for filter, want := range map[string][2]bool{
		"job:40111": {true, false}, "40111": {true, false}, "job:40033": {true, false}, "job:40033_53": {true, false}, "job:4011": {false, false},
		"-job:40111": {false, true}, "-40111": {false, true}, "job:51": {false, true}, "51": {false, true}, "job:50": {false, true}, "job:1,51": {false, true},
	} {
		f, err := columns.ParseFields(filter, columns.JobFields)
		if err != nil {
			t.Fatal(err)
		}
		q := columns.QueryOfJobs(f)
		if got := [2]bool{q.Match(&task, columns.JobFacts{}), q.Match(&part, columns.JobFacts{})}; got != want {
			t.Errorf("%q lets %v through (%s, %s), want %v", filter, got, task.DisplayID(), part.DisplayID(), want)
		}
		row := nodeRow("ALLOCATED", foreseer{}, &task)
		if nodes, err := columns.ParseFields("job:40111", columns.NodeFields); err != nil || !columns.QueryOfNodes(nodes).Match(row, time.Time{}) {
			t.Errorf("the node of the task is not found, %v", err)
		}
	}
}

func TestNodesByListAndRisk(t *testing.T) {
	t.Parallel()
	row := nodeRow("ALLOCATED", foreseer{flex.Lease{}, flex.Risk{Kind: flex.Tight}}, &slurm.Job{ID: 7})
	row.Node.Name = "Demo-a3u-3"
	idle := nodeRow("IDLE", foreseer{})
	for filter, want := range map[string][2]bool{
		"node:demo-a3u-[0-3]": {true, false}, "node:a3u-[0-3]": {true, true}, "node:demo-a3u-[4-9],a3u-3": {true, true},
		"node:demo-a3u-[03]": {false, false}, "risk:tight": {true, false}, "-risk:tight": {false, true}, "risk:none": {false, true},
		"risk:killed,tight": {true, false}, "pool:a3u,b": {true, true},
	} {
		f, err := columns.ParseFields(filter, columns.NodeFields)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		q := columns.QueryOfNodes(f)
		if got := [2]bool{q.Match(row, time.Time{}), q.Match(idle, time.Time{})}; got != want {
			t.Errorf("%q lets %v through, want %v", filter, got, want)
		}
	}
	for _, filter := range []string{"node:a[1", "node:a[2-1]", "node:a[0-99999999]"} {
		if _, err := columns.ParseFields(filter, columns.NodeFields); err == nil {
			t.Errorf("%s is taken", filter)
		}
	}
}

func TestPoolFilter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	member := func(name, state string) flex.Member {
		return flex.Member{Node: &slurm.Node{Name: name, State: slurm.ParseNodeState(state)}}
	}
	a3u := flex.PoolNodes{
		Pool:  flex.Pool{ID: "a3u", Model: flex.FlexStart, Partitions: []string{"train"}},
		Nodes: []flex.Member{member("demo-a3u-0", "IDLE+DRAIN"), member("demo-a3u-1", "ALLOCATED")}, Tally: flex.Tally{Nodes: 2, On: 2},
	}
	spare := flex.PoolNodes{Pool: flex.Pool{ID: "spare", Model: flex.FlexStart}, Nodes: []flex.Member{member("demo-spare-0", "IDLE")}, Tally: flex.Tally{Nodes: 1, On: 1}}
	cpu := flex.PoolNodes{Pool: flex.Pool{ID: "cpu", Partitions: []string{"cpu"}}}
	ends := flex.Lease{Provenance: flex.Exact, End: now.Add(time.Hour)}
	for filter, want := range map[string]string{
		"pool:a3u": "a3u", "pool:CPU,spare": "spare cpu", "-pool:a3u": "spare cpu", "part:train": "a3u", "state:drain": "a3u", "node:a3u-1": "a3u",
		"node:demo-[a3u]": "", "lease:<6h": "a3u", "lease:?": "spare", "lease:none": "cpu", "-lease:none": "a3u spare", "": "a3u spare cpu",
	} {
		f, err := columns.ParseFields(filter, columns.PoolFields)
		if err != nil {
			if filter != "node:demo-[a3u]" {
				t.Errorf("%s: %v", filter, err)
			}
			continue
		}
		q := columns.QueryOfPools(f)
		var got []string
		for _, r := range []columns.PoolRow{{Group: &a3u, Next: ends}, {Group: &spare}, {Group: &cpu}} {
			if q.Match(r, now) {
				got = append(got, r.Group.Pool.ID)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q lets %q through, want %q", filter, got, want)
		}
	}
}

func TestEventsByList(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]string{
		"node:a3u7-a3u-[0-1]": "a e", "node:a3u-1,flex-1": "a d e", "user:bob": "c", "user:bo": "", "job:88102,882": "c e", "pool:flex,x": "d",
	} {
		f, err := columns.ParseFields(filter, columns.EventFields)
		if err != nil {
			t.Errorf("%s: %v", filter, err)
			continue
		}
		q := columns.QueryOfEvents(f)
		var got []string
		for _, e := range stream() {
			if q.Match(&e) {
				got = append(got, e.ID)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("%q lets %q through, want %q", filter, got, want)
		}
	}
}

package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
)

// teleprompter is an observer that tells what a test has written for each look.
type teleprompter struct {
	looks    [][]flex.Event // fresh in each
	known    []flex.Event   // in the journal
	observed []flex.Snapshot
}

func (s *teleprompter) Observe(_ context.Context, snap flex.Snapshot) (flex.Seen, error) {
	s.observed = append(s.observed, snap)
	if len(s.looks) == 0 {
		return flex.Seen{}, nil
	}
	fresh := s.looks[0]
	s.looks = s.looks[1:]
	return flex.Seen{Fresh: fresh}, nil
}

func (s *teleprompter) Events(context.Context, time.Time) ([]flex.Event, error) { return s.known, nil }

func event(id string, node string) flex.Event {
	return flex.Event{ID: id, Type: flex.NodeDown, Node: node, At: time.Unix(leaseNow, 0), From: flex.BySlurm}
}

// eventStage is a cluster that answers, with an observer; run runs the command on it, for so many looks if it follows.
func eventStage(t *testing.T, told *teleprompter) (*stage, *eventsOptions, func(looks int) error) {
	t.Helper()
	s := leaseStage(t)
	s.settings.Screen = config.Screen{PollJobs: 5 * time.Second, PollNodes: 15 * time.Second, PollCluster: time.Minute}
	o := &eventsOptions{
		reading: s.reading("id,node"), now: s.now,
		observer: func(context.Context, config.Settings) (observer, error) { return told, nil },
		since:    sinceValue{text: "24h", back: 24 * time.Hour},
	}
	return s, o, func(looks int) error {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		o.sleep = func(_ context.Context, d time.Duration) error {
			if looks--; looks == 0 {
				cancel()
			}
			return s.sleep(ctx, d)
		}
		return eventsRun(ctx, o)
	}
}

func TestFollowPrintsEachOnce(t *testing.T) {
	t.Parallel()
	told := &teleprompter{
		known: []flex.Event{event("1", "a"), event("2", "b")},
		looks: [][]flex.Event{{event("2", "b")}, {event("2", "b"), event("3", "long-name")}, nil, {event("3", "long-name"), event("4", "c")}},
	}
	s, o, run := eventStage(t, told)
	o.follow = true
	if err := run(5); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("ID  NODE\n1   a\n2   b\n3   long-name\n4   c\n", s.out.String()); diff != "" {
		t.Error(diff)
	}
	if len(told.observed) != 5 {
		t.Errorf("%d looks", len(told.observed))
	}
}

func TestFollowFormats(t *testing.T) {
	t.Parallel()
	for format, want := range map[string][]string{
		"json": {`{"id":"1","time":"2027-01-15T08:00:00Z","exact":true,`, `{"id":"3",`},
		"csv":  {"id,time,exact,severity,", "1,2027-01-15T08:00:00Z,true,", "3,"},
	} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			told := &teleprompter{known: []flex.Event{event("1", "a")}, looks: [][]flex.Event{nil, {event("3", "b")}}}
			s, o, run := eventStage(t, told)
			o.follow, o.output.format = true, format
			if err := run(3); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(s.out.String()), "\n")
			if len(lines) != len(want) {
				t.Fatalf("got %q", lines)
			}
			for i, line := range lines {
				if !strings.HasPrefix(line, want[i]) {
					t.Errorf("line %d is %s, want %s...", i, line, want[i])
				}
			}
		})
	}
}

// Each kind of data is asked for at its own interval, and jobs only for news.
func TestFollowIsPolite(t *testing.T) {
	t.Parallel()
	s, o, run := eventStage(t, &teleprompter{})
	o.follow = true
	calls := map[string]int{}
	jobs, nodes, pools := s.api.jobs, s.api.nodes, s.api.pools
	s.api.jobs = func() (slurm.List[slurm.Job], error) { calls["jobs"]++; return jobs() }
	s.api.nodes = func() (slurm.List[slurm.Node], error) { calls["nodes"]++; return nodes() }
	s.api.pools = func() (flex.Pools, error) { calls["pools"]++; return pools() }
	began := s.clock
	if err := run(25); err != nil {
		t.Fatal(err)
	}
	took := s.clock.Sub(began)
	for kind, every := range map[string]time.Duration{"jobs": 5 * time.Second, "nodes": 15 * time.Second, "pools": time.Minute} {
		if most := int(took/every) + 1; calls[kind] > most || calls[kind] < most/2 {
			t.Errorf("%d calls for %s in %v, want one in %v", calls[kind], kind, took, every)
		}
	}
	if strings.Count(s.err.String(), "needs compute.instances.list") != 1 {
		t.Errorf("stderr: %s", s.err.String())
	}
}

// What fails for a while is said once, and that it is over.
func TestFollowWaitsThroughFailures(t *testing.T) {
	t.Parallel()
	told := &teleprompter{known: []flex.Event{event("1", "a")}}
	s, o, run := eventStage(t, told)
	o.follow = true
	looks := 0
	nodes := s.api.nodes
	s.api.nodes = func() (slurm.List[slurm.Node], error) {
		if looks++; looks < 3 {
			return slurm.List[slurm.Node]{}, fault.New(fault.Unreachable, "list nodes", "no route")
		}
		return nodes()
	}
	if err := run(6); err != nil {
		t.Fatal(err)
	}
	got := s.err.String()
	if strings.Count(got, "no route") != 1 || strings.Count(got, "still trying") != 1 || strings.Count(got, "the cluster answers again") != 1 {
		t.Errorf("stderr: %s", got)
	}
	if s.out.String() != "ID  NODE\n1   a\n" {
		t.Errorf("printed %q", s.out.String())
	}
}

func TestEventsWithoutACluster(t *testing.T) {
	t.Parallel()
	no := fault.New(fault.PermissionDenied, "list nodes", "no")
	tests := map[string]struct {
		nodes, jobs, pools error
		code               int
		observed           int
	}{
		"all answer":        {observed: 1},
		"only the platform": {nodes: no, jobs: no, observed: 1, code: exitForbidden},
		"no nodes":          {nodes: no, observed: 1},
		"no jobs":           {jobs: no, observed: 1},
		"only Slurm":        {pools: no, observed: 1},
		"none":              {nodes: no, jobs: no, pools: no, code: exitForbidden},
		"nobody is there":   {nodes: fault.New(fault.Unreachable, "", "no route"), code: exitUnavailable},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			told := &teleprompter{known: []flex.Event{event("1", "a")}}
			s, _, run := eventStage(t, told)
			fail := func(err error, answer func()) {
				if err != nil {
					answer()
				}
			}
			fail(tt.nodes, func() {
				s.api.nodes = func() (slurm.List[slurm.Node], error) { return slurm.List[slurm.Node]{}, tt.nodes }
			})
			fail(tt.jobs, func() {
				s.api.jobs = func() (slurm.List[slurm.Job], error) { return slurm.List[slurm.Job]{}, tt.jobs }
			})
			fail(tt.pools, func() { s.api.pools = func() (flex.Pools, error) { return flex.Pools{}, tt.pools } })
			if got := exitCode(run(1)); got != tt.code {
				t.Errorf("code %d, want %d", got, tt.code)
			}
			if got := s.err.String(); strings.Count(got, "no\n")+strings.Count(got, "no;") > 1 {
				t.Errorf("said more than once: %s", got)
			}
			if len(told.observed) != tt.observed || s.out.String() != "ID  NODE\n1   a\n" {
				t.Errorf("%d looks were told; printed %q", len(told.observed), s.out.String())
			}
		})
	}
}

// A refusal that several kinds of data meet, and a source of leases too, is said once.
func TestOneRefusalIsSaidOnce(t *testing.T) {
	t.Parallel()
	no := func(op string) error {
		f := fault.New(fault.PermissionDenied, op, "no access to cluster demo")
		f.Cure = "ask for the role"
		return f
	}
	k := look{}
	k.lack("the nodes", no("list nodes"))
	k.lack("the jobs", no("list jobs"))
	k.pools.Sources = []flex.SourceState{
		{Name: flex.SourceNameResource},
		{Name: flex.SourceNameReservations, Off: true, Note: "no access to cluster demo; ask for the role"},
		{Name: flex.SourceNameCompute, Off: true, Note: "forbidden: needs compute.instances.list"},
	}
	var got []string
	for _, p := range k.warnings() {
		got = append(got, p.Description)
	}
	want := []string{
		"the nodes, the jobs and reservations are not known: no access to cluster demo; ask for the role",
		"Compute Engine: forbidden: needs compute.instances.list",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What is noticed later, but was before the moment asked for, is not printed.
func TestFollowFromAMoment(t *testing.T) {
	t.Parallel()
	later := event("5", "later")
	later.At = time.Unix(leaseNow+7200, 0)
	told := &teleprompter{looks: [][]flex.Event{nil, {event("3", "early")}, {event("4", "early"), later}}}
	s, o, run := eventStage(t, told)
	o.follow, o.since = true, sinceValue{text: "x", at: time.Unix(leaseNow+3600, 0)}
	if err := run(4); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("ID  NODE\n5   later\n", s.out.String()); diff != "" {
		t.Error(diff)
	}
}

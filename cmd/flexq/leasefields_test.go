package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
)

const leaseNow = 1_800_000_000

// leaseStage is a cluster of two nodes of a Flex Start pool, one with an exact end and one of which only the creation
// is known, a third that is powered down, and a CPU node; with one job on each of the first two and one that waits.
func leaseStage(t *testing.T) *stage {
	t.Helper()
	s := newStage(t)
	now := time.Unix(leaseNow, 0)
	s.settings.LeaseMargin = time.Hour
	node := func(name, partition string, states ...string) slurm.Node {
		return slurm.Node{Name: name, Partitions: []string{partition}, State: slurm.ParseNodeState(states...), GRES: "gpu:8", Boot: leaseNow - 86400 + 60}
	}
	s.api.nodes = func() (slurm.List[slurm.Node], error) {
		return slurm.List[slurm.Node]{AsOf: now, Items: []slurm.Node{
			node("c-a3u-0", "gpu", "ALLOCATED"), node("c-a3u-1", "gpu", "ALLOCATED"),
			node("c-a3u-2", "gpu", "IDLE", "CLOUD", "POWERED_DOWN"), node("c-cpu-0", "cpu", "IDLE"),
		}}, nil
	}
	created := now.Add(-24 * time.Hour)
	s.api.pools = func() (flex.Pools, error) {
		return flex.Pools{
			Cluster: "c", Origin: flex.FromResource, AsOf: now,
			Pools: []flex.Pool{
				{ID: "a3u", Model: flex.FlexStart, Min: 1, Max: 3, MaxDuration: 48 * time.Hour, Accelerators: 8, Partitions: []string{"gpu"}},
				{ID: "cpu", Model: flex.OnDemand, Min: 1, Max: 1},
			},
			Instances: map[string]flex.Instance{
				"c-a3u-0": {Node: "c-a3u-0", PoolID: "a3u", ID: "11", Created: created, Ends: now.Add(2*time.Hour + 14*time.Minute), FromCompute: true, Zone: "z-a"},
				"c-a3u-1": {Node: "c-a3u-1", PoolID: "a3u", ID: "12", Created: created},
			},
			Queued: []flex.ResizeRequest{{Name: "initial", PoolID: "a3u", State: "ACCEPTED", Count: 2, Created: now.Add(-41 * time.Minute)}},
			Sources: []flex.SourceState{
				{Name: flex.SourceNameResource, AsOf: now}, {Name: flex.SourceNameCompute, Off: true, Note: "forbidden: needs compute.instances.list"},
			},
		}, nil
	}
	job := func(id, limit uint64, states string, nodes slurm.Hostlist) slurm.Job {
		return slurm.Job{
			ID: id, User: "alice", Partition: "gpu", State: slurm.ParseJobState(states), Nodes: nodes, NodeCount: slurm.NumOf(1),
			Start: leaseNow - 3600, End: slurm.Time(leaseNow - 3600 + 60*int64(limit)), Limit: slurm.LimitOf(limit), Requeue: true,
		}
	}
	s.api.jobs = func() (slurm.List[slurm.Job], error) {
		return slurm.List[slurm.Job]{AsOf: now, Items: []slurm.Job{
			job(1, 600, "RUNNING", "c-a3u-0"), job(2, 120, "RUNNING", "c-a3u-1"), job(3, 10_000, "PENDING", ""),
		}}, nil
	}
	return s
}

func (s *stage) reading(format string, filters ...string) reading {
	return reading{streams: s.streams("", false), settings: s.target, service: s.service, output: outputFlags{format: format, filters: filters}}
}

func (s *stage) judging() judging {
	return judging{now: func() time.Time { return time.Unix(leaseNow, 0) }, remembered: func(context.Context, config.Settings) (flex.Memory, []slurm.Problem) {
		return flex.Memory{}, nil
	}}
}

// envelope is what -o json has printed.
func (s *stage) envelope(t *testing.T) (items []map[string]any, warnings []string) {
	t.Helper()
	var got struct {
		Items    []map[string]any `json:"items"`
		Warnings []struct {
			Description string `json:"description"`
		} `json:"warnings"`
	}
	if err := json.Unmarshal(s.out.Bytes(), &got); err != nil {
		t.Fatalf("%v: %s", err, s.out.String())
	}
	for _, w := range got.Warnings {
		warnings = append(warnings, w.Description)
	}
	return got.Items, warnings
}

func wantKeys(t *testing.T, item map[string]any, want map[string]any) {
	t.Helper()
	for key, value := range want {
		if diff := cmp.Diff(value, item[key]); diff != "" {
			t.Errorf("%v, %s: %s", item["name"], key, diff)
		}
	}
}

func TestNodesTellLeases(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	if err := nodesRun(t.Context(), &nodesOptions{s.reading("json"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	items, warnings := s.envelope(t)
	wants := []map[string]any{
		{
			"name": "c-a3u-0", "pool": "a3u", "standing": "static", "lease_left": 8040.0, "lease_end": "2027-01-15T10:14:00Z",
			"lease_sure": "exact", "lease_source": "compute", "jobs": []any{"1"}, "risk": "killed", "risk_job": "1", "zone": "z-a", "machine_id": "11",
		},
		{
			"name": "c-a3u-1", "standing": "dynamic", "lease_left": 86400.0, "lease_sure": "estimate", "lease_source": "created",
			"jobs": []any{"2"}, "risk": "fits",
		},
		{"name": "c-a3u-2", "pool": "a3u", "lease_left": nil, "lease_end": nil, "lease_sure": "none", "lease_source": "", "jobs": []any{}, "risk": nil},
		{"name": "c-cpu-0", "pool": "cpu", "standing": "static", "lease_left": nil, "lease_sure": "none"},
	}
	for i, want := range wants {
		wantKeys(t, items[i], want)
	}
	if diff := cmp.Diff([]string{"Compute Engine: forbidden: needs compute.instances.list"}, warnings); diff != "" {
		t.Error(diff)
	}
	if got := s.err.String(); strings.Count(got, "needs compute.instances.list") != 1 {
		t.Errorf("stderr: %s", got)
	}
}

func TestNodesFilter(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string]string{
		"lease:<6h": "c-a3u-0", "lease:>6h": "c-a3u-1", "lease:none": "c-a3u-2,c-cpu-0", "pool:a3u state:alloc": "c-a3u-0,c-a3u-1", "job:2": "c-a3u-1",
		"pool:a3u -lease:<6h -lease:none": "c-a3u-1",
	} {
		t.Run(filter, func(t *testing.T) {
			t.Parallel()
			s := leaseStage(t)
			if err := nodesRun(t.Context(), &nodesOptions{s.reading("name", filter), s.judging()}); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(strings.Fields(s.out.String())[1:], ","); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
	s := leaseStage(t)
	if err := nodesRun(t.Context(), &nodesOptions{s.reading("name", "lease:soon"), s.judging()}); exitCode(err) != exitUsage {
		t.Errorf("got %v", err)
	}
}

// Whoever wants names only asks for nodes only.
func TestNodesAskForWhatIsShown(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	s.api.pools, s.api.jobs = nil, nil // unexpected
	if err := nodesRun(t.Context(), &nodesOptions{s.reading("name,state"), s.judging()}); err != nil {
		t.Fatal(err)
	}
}

func TestPoolsTellWhatGoesFirst(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("json"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	items, _ := s.envelope(t)
	wantKeys(t, items[0], map[string]any{
		"pool": "a3u", "nodes": 3.0, "nodesOn": 2.0, "min": 1.0, "max": 3.0, "next_end": "2027-01-15T10:14:00Z", "next_end_node": "c-a3u-0",
		"next_end_left": 8040.0, "next_end_sure": "exact", "next_end_jobs": 1.0, "sources": []any{"cluster resource"},
		"queued": []any{map[string]any{"name": "initial", "nodes": 2.0, "state": "ACCEPTED", "age": 2460.0, "job": "", "problem": ""}},
	})
	wantKeys(t, items[1], map[string]any{"pool": "cpu", "next_end": nil, "next_end_node": "", "queued": []any{}})
	s = leaseStage(t)
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("pool,next_end,queued"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	want := "POOL  NEXTEND        QUEUED\na3u   2h14m c-a3u-0  2 nodes, ACCEPTED, 41m\ncpu   -              -\n"
	if diff := cmp.Diff(want, s.out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestJobsTellRisk(t *testing.T) {
	t.Parallel()
	run := func(t *testing.T, s *stage, format string, filters ...string) {
		t.Helper()
		if err := jobsRun(t.Context(), &jobsOptions{reading: s.reading(format, filters...), judging: s.judging()}); err != nil {
			t.Fatal(err)
		}
	}
	s := leaseStage(t)
	run(t, s, "json")
	items, _ := s.envelope(t)
	wantKeys(t, items[0], map[string]any{
		"displayId": "1", "lease_left": 8040.0, "lease_end": "2027-01-15T10:14:00Z", "lease_node": "c-a3u-0", "lease_sure": "exact", "risk": "killed",
		"risk_lost": 24360.0, "risk_spare": nil,
	})
	wantKeys(t, items[1], map[string]any{"displayId": "2", "lease_left": 86400.0, "lease_sure": "estimate", "risk": "fits", "risk_lost": nil, "risk_spare": 82800.0})
	wantKeys(t, items[2], map[string]any{"displayId": "3", "lease_left": nil, "lease_node": "", "lease_sure": nil, "risk": "cannot"})

	s = leaseStage(t)
	run(t, s, "id,LEASE_LEFT,risk", "risk:killed,cannot")
	want := "ID  LEASELEFT  RISK\n 1      2h14m  killed\n 3          -  cannot\n"
	if diff := cmp.Diff(strings.Fields(want), strings.Fields(s.out.String())); diff != "" {
		t.Error(diff)
	}
	s = leaseStage(t)
	s.api.nodes, s.api.pools = nil, nil // unexpected
	run(t, s, "table")
}

// A cluster that does not tell its nodes and pools still has a queue.
func TestJobsWithoutLeases(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	s.api.pools = func() (flex.Pools, error) { return flex.Pools{}, fault.New(fault.PermissionDenied, "", "no") }
	s.api.nodes = func() (slurm.List[slurm.Node], error) {
		return slurm.List[slurm.Node]{}, fault.New(fault.Unavailable, "", "not now")
	}
	if err := jobsRun(t.Context(), &jobsOptions{reading: s.reading("json"), judging: s.judging()}); err != nil {
		t.Fatal(err)
	}
	items, warnings := s.envelope(t)
	wantKeys(t, items[0], map[string]any{"displayId": "1", "lease_left": nil})
	if len(warnings) != 2 || !strings.Contains(warnings[0], "pools and leases are not known") || !strings.Contains(warnings[1], "nodes are not known") {
		t.Errorf("warnings %q", warnings)
	}
}

func TestReportNode(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		node, behavior, description, input string
		tty, yes, noWait                   bool
		answers                            []flex.Operation
		refused                            error
		want                               string // on stdout
		says                               []string
		code                               int
		told                               int
	}{
		"typed": {
			node: "c-a3u-0", input: "c-a3u-0\n", tty: true,
			answers: []flex.Operation{{Name: "op/1", Progress: "deleting"}, {Name: "op/1", Done: true}},
			want:    "done", told: 2,
			says: []string{"static node of pool a3u", "Job 1 (", "requeued by Slurm", "Its lease begins anew", "Type the name", "deleting"},
		},
		"typed wrongly":     {node: "c-a3u-0", input: "c-a3u-1\n", tty: true, code: exitFailed, says: []string{"Type the name"}},
		"no terminal":       {node: "c-a3u-0", code: exitUsage},
		"dynamic, --yes":    {node: "c-a3u-1", yes: true, answers: []flex.Operation{{Name: "op/1", Done: true}}, want: "done", told: 2, says: []string{"comes back only while"}},
		"no machine":        {node: "c-a3u-2", yes: true, code: exitRefused},
		"no machine, asked": {node: "c-a3u-2", tty: true, input: "c-a3u-2\n", code: exitRefused},
		"not there":         {node: "c-a3u-9", yes: true, code: exitNotFound},
		"it fails": {
			node: "c-a3u-0", yes: true, answers: []flex.Operation{{Name: "op/1"}, {Name: "op/1", Done: true, Error: "no capacity"}},
			want: "failed", code: exitFailed, told: 2,
		},
		"--no-wait": {node: "c-a3u-0", yes: true, noWait: true, want: "under way", told: 1},
		"the host": {
			node: "c-a3u-0", behavior: "unrecoverable-gpu-error", description: "XID 79", yes: true, noWait: true, want: "under way", told: 1,
			says: []string{"takes the host for repair: unrecoverable gpu error (XID 79)"},
		},
		"forbidden":   {node: "c-a3u-0", yes: true, refused: fault.New(fault.PermissionDenied, "", "no"), code: exitForbidden},
		"lost":        {node: "c-a3u-0", yes: true, refused: fault.New(fault.UnknownOutcome, "", "cut"), code: exitUnknownOutcome},
		"no behavior": {node: "c-a3u-0", yes: true, description: "x", code: exitUsage},
		"a new one":   {node: "c-a3u-0", yes: true, behavior: "slow", description: "x", code: exitUsage},
		"silent":      {node: "c-a3u-0", yes: true, behavior: "performance", code: exitUsage},
		"a list":      {node: "c-a3u-[0-1]", yes: true, code: exitUsage},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := leaseStage(t)
			s.settings.Target = config.Target{Kind: config.PlatformTarget, Project: "p", Region: "r", Cluster: "c"}
			s.api.report = func(r flex.FaultReport) (flex.Operation, error) {
				if r.Node != tt.node || r.Behavior != strings.ToUpper(strings.ReplaceAll(tt.behavior, "-", "_")) {
					t.Errorf("reported %+v", r)
				}
				return flex.Operation{Name: "op/1"}, tt.refused
			}
			s.api.operation = func(string) (flex.Operation, error) {
				op := tt.answers[0]
				tt.answers = tt.answers[1:]
				return op, nil
			}
			told := &notebook{}
			o := &reportNodeOptions{
				streams: s.streams(tt.input, tt.tty), settings: s.target, service: s.service, sleep: s.sleep, now: s.now,
				teller: func(config.Settings) (teller, error) { return told, nil }, output: outputFlags{format: "result"},
				report: flex.FaultReport{Node: tt.node, Behavior: tt.behavior, Description: tt.description}, yes: tt.yes, wait: !tt.noWait,
			}
			err := reportNodeRun(t.Context(), o)
			if got := exitCode(err); got != tt.code {
				t.Errorf("code %d, want %d: %v", got, tt.code, err)
			}
			if got := strings.TrimSpace(strings.TrimPrefix(s.out.String(), "RESULT")); got != tt.want {
				t.Errorf("printed %q, want %q", got, tt.want)
			}
			for _, text := range tt.says {
				if !strings.Contains(s.err.String(), text) {
					t.Errorf("it does not say %q: %s", text, s.err.String())
				}
			}
			if len(told.events) != tt.told {
				t.Errorf("%d events were told, want %d: %+v", len(told.events), tt.told, told.events)
			}
		})
	}
}

// notebook is a teller that remembers.
type notebook struct{ events []flex.Event }

func (n *notebook) Tell(_ context.Context, e flex.Event) error {
	n.events = append(n.events, e)
	return nil
}

func (n *notebook) Events(context.Context, time.Time) ([]flex.Event, error) { return n.events, nil }

func TestReportNodeNeedsAPlatform(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	o := &reportNodeOptions{streams: s.streams("", false), settings: s.target, service: s.service, report: flex.FaultReport{Node: "c-a3u-0"}, yes: true, output: outputFlags{format: "table"}}
	err := reportNodeRun(t.Context(), o)
	var said bytes.Buffer
	complain(&said, err)
	if exitCode(err) != exitUsage || !strings.Contains(said.String(), "flexq drain c-a3u-0 --reason") {
		t.Errorf("got %v: %s", err, said.String())
	}
}

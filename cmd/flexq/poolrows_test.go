package main

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
)

// withoutResource lets partitions stand in for the pools of a stage.
func withoutResource(s *stage) {
	s.api.pools = func() (flex.Pools, error) {
		p := flex.OfPartitions([]slurm.Partition{{Name: "gpu", NodeCount: 3}, {Name: "cpu", NodeCount: 1}}, "forbidden")
		p.Cluster, p.AsOf = "c", time.Unix(leaseNow, 0)
		return p, nil
	}
}

// What a partition does not tell is not known: it is not 0.
func TestPartitionsHaveNoMinimum(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	withoutResource(s)
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("json"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	items, _ := s.envelope(t)
	wantKeys(t, items[1], map[string]any{
		"pool": "gpu", "min": nil, "max": 3.0, "accelerators": nil, "login": nil, "nodes": 3.0, "nodesOn": 2.0, "maxDurationSeconds": nil,
	})
	s = leaseStage(t)
	withoutResource(s)
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("pool,min,max"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("POOL  MIN  MAX\ncpu     -    1\ngpu     -    3\n", s.out.String()); diff != "" {
		t.Error(diff)
	}
}

// The pool of a node is the one under which `pools` counts it, and which the filter finds.
func TestNodesNameThePoolThatPoolsLists(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	withoutResource(s)
	if err := nodesRun(t.Context(), &nodesOptions{s.reading("name,pool", "pool:gpu"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("NODE     POOL\nc-a3u-0  gpu\nc-a3u-1  gpu\nc-a3u-2  gpu\n", s.out.String()); diff != "" {
		t.Error(diff)
	}
}

// Slurm does not know login nodes; they are counted by their machines.
func TestLoginPoolCountsItsMachines(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	pools := s.api.pools
	s.api.pools = func() (flex.Pools, error) {
		p, err := pools()
		p.Pools = append(p.Pools, flex.Pool{ID: "login", Min: 1, Max: 1, Login: true})
		p.Instances["c-login-001"] = flex.Instance{Node: "c-login-001", PoolID: "login", Login: true}
		return p, err
	}
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("pool,nodes,nodesOn,nodesUp,min,max"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	want := "POOL   NODES  ON  UP  MIN  MAX\na3u        3   2   2    1    3\ncpu        1   1   1    1    1\nlogin      1   1   1    1    1\n"
	if diff := cmp.Diff(want, s.out.String()); diff != "" {
		t.Error(diff)
	}
}

// The first end is that of all nodes of the pool, whether jobs are there or not.
func TestNextEndIsOfAnyNode(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	s.api.jobs = func() (slurm.List[slurm.Job], error) {
		return slurm.List[slurm.Job]{AsOf: time.Unix(leaseNow, 0), Items: []slurm.Job{
			{ID: 2, State: slurm.ParseJobState("RUNNING"), Nodes: "c-a3u-1", Limit: slurm.LimitOf(10)},
		}}, nil
	}
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("json"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	items, _ := s.envelope(t)
	wantKeys(t, items[0], map[string]any{"next_end_node": "c-a3u-0", "next_end_jobs": 0.0, "next_end_left": 8040.0})
}

// Whoever asks for risks hears that leases are not known, as whoever asks for nodes does.
func TestUnknownLeasesAreSaid(t *testing.T) {
	t.Parallel()
	runs := map[string]func(*stage) error{
		"nodes": func(s *stage) error { return nodesRun(t.Context(), &nodesOptions{s.reading("table"), s.judging()}) },
		"pools": func(s *stage) error { return poolsRun(t.Context(), &poolsOptions{s.reading("table"), s.judging()}) },
		"nodes that are filtered": func(s *stage) error {
			return nodesRun(t.Context(), &nodesOptions{s.reading("name", "risk:killed"), s.judging()})
		},
		"pools that are filtered": func(s *stage) error {
			return poolsRun(t.Context(), &poolsOptions{s.reading("pool", "lease:<6h"), s.judging()})
		},
		"jobs that are shown": func(s *stage) error {
			return jobsRun(t.Context(), &jobsOptions{reading: s.reading("id,risk"), judging: s.judging()})
		},
		"jobs that are filtered": func(s *stage) error {
			return jobsRun(t.Context(), &jobsOptions{reading: s.reading("id", "risk:killed,tight,cannot"), judging: s.judging()})
		},
	}
	for name, run := range runs {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := leaseStage(t)
			withoutResource(s)
			if err := run(s); err != nil {
				t.Fatal(err)
			}
			if got := s.err.String(); strings.Count(got, "when each of 3 nodes (c-a3u-0, ...) goes is not known: ") != 1 {
				t.Errorf("said: %s", got)
			}
		})
	}
}

// Pools of the config file that do not fit the cluster are said, and a partition whose nodes they take is not listed
// beside them.
func TestConfiguredPoolsThatDoNotFit(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		pools []config.PoolSettings
		says  []string // all of them, and no other
		lists string
	}{
		"fits": {pools: []config.PoolSettings{{Name: "big", Nodes: "c-a3u-*", Min: 3}}, lists: "big cpu"},
		"matches nothing": {
			pools: []config.PoolSettings{{Name: "big", Nodes: "c-a3z-*"}}, lists: "big cpu gpu",
			says: []string{`pool big of the config file: no node of the cluster is among "c-a3z-*"`},
		},
		"too many static": {
			pools: []config.PoolSettings{{Name: "big", Nodes: "c-a3u-*", Min: 4}}, lists: "big cpu",
			says: []string{"pool big of the config file: min is 4, but only 3 nodes are in it"},
		},
		"overlap": {
			pools: []config.PoolSettings{{Name: "one", Nodes: "c-a3u-[0-1]"}, {Name: "two", Nodes: "c-a3u-[1-2]"}}, lists: "cpu one two",
			says: []string{"pools one and two of the config file: c-a3u-1 is among the nodes of both, and counts in one"},
		},
		"overlap of many": {
			pools: []config.PoolSettings{{Name: "one", Nodes: "c-a3u-*"}, {Name: "two", Nodes: "c-*-[0-1]"}}, lists: "one two",
			says: []string{"pools one and two of the config file: 2 nodes (c-a3u-0, ...) are among the nodes of both, and count in one"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, command := range []string{"pools", "nodes"} {
				s := leaseStage(t)
				withoutResource(s)
				s.settings.Pools = tt.pools
				basis := s.api.pools
				s.api.pools = func() (flex.Pools, error) {
					p, err := basis()
					if err != nil {
						return p, err
					}
					return p.WithConfigured(poolsOf(s.settings))
				}
				var err error
				if command == "pools" {
					err = poolsRun(t.Context(), &poolsOptions{s.reading("pool"), s.judging()})
				} else {
					err = nodesRun(t.Context(), &nodesOptions{s.reading("name,pool"), s.judging()})
				}
				if err != nil {
					t.Fatal(err)
				}
				var got []string
				for line := range strings.Lines(s.err.String()) {
					if strings.Contains(line, "config file") {
						got = append(got, strings.TrimSpace(strings.TrimPrefix(line, "flexq: warning: ")))
					}
				}
				if diff := cmp.Diff(tt.says, got); diff != "" {
					t.Errorf("%s: %s", command, diff)
				}
				if lists := strings.Fields(s.out.String()); command == "pools" && !sameWords(lists[1:], tt.lists) {
					t.Errorf("lists %q, want %s", lists, tt.lists)
				}
			}
		})
	}
}

func sameWords(got []string, want string) bool {
	words := strings.Fields(want)
	if len(got) != len(words) {
		return false
	}
	for _, w := range words {
		found := false
		for _, g := range got {
			found = found || g == w
		}
		if !found {
			return false
		}
	}
	return true
}

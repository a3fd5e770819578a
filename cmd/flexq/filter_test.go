package main

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
)

// What is wrong with a filter is said with a field that is right, of the list that was asked for.
func TestFilterHints(t *testing.T) {
	t.Parallel()
	for filter, want := range map[string][2]string{
		"type:drain": {"nodes have no field type:", "as in --filter 'node:a3u-3'"},
		"lease:6h":   {"lease: takes <6h", "as in --filter 'lease:<6h'"},
		`"a`:         {"a quote is not closed", `as in --filter 'running "my job" -test'`},
	} {
		_, err := parseFilter(filter, columns.NodeFields)
		var usage *usageError
		if !errors.As(err, &usage) || !strings.Contains(usage.what, want[0]) || usage.cure != want[1] {
			t.Errorf("%s: %#v, want %q", filter, err, want)
		}
	}
}

func TestFiltersOfLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		list, filter, want string
	}{
		{"jobs", "node:c-a3u-1", "2"},
		{"jobs", "node:c-a3u-[0-1]", "1 2"},
		{"jobs", "pool:a3u", "1 2 3"},
		{"jobs", "pool:cpu", ""},
		{"nodes", "risk:killed", "c-a3u-0"},
		{"pools", "pool:cpu", "cpu"},
		{"pools", "lease:<6h", "a3u"},
		{"pools", "node:c-a3u-2", "a3u"},
	} {
		s := leaseStage(t)
		reading, key := s.reading("json"), "id"
		reading.output.filters = []string{c.filter}
		var err error
		switch c.list {
		case "jobs":
			err = jobsRun(t.Context(), &jobsOptions{reading: reading, judging: s.judging()})
		case "nodes":
			key, err = "name", nodesRun(t.Context(), &nodesOptions{reading, s.judging()})
		default:
			key, err = "pool", poolsRun(t.Context(), &poolsOptions{reading, s.judging()})
		}
		if err != nil {
			t.Errorf("%s %s: %v", c.list, c.filter, err)
			continue
		}
		items, _ := s.envelope(t)
		var got []string
		for _, item := range items {
			got = append(got, fmt.Sprint(item[key]))
		}
		if got := strings.Join(got, " "); got != c.want {
			t.Errorf("%s %s: %q, want %q", c.list, c.filter, got, c.want)
		}
	}
}

// An end that is over does not come any more.
func TestNextEndIsToCome(t *testing.T) {
	t.Parallel()
	s := leaseStage(t)
	known := s.api.pools
	s.api.pools = func() (flex.Pools, error) {
		p, err := known()
		in := p.Instances["c-a3u-0"]
		in.Ends = time.Unix(leaseNow-60, 0)
		p.Instances["c-a3u-0"] = in
		return p, err
	}
	if err := poolsRun(t.Context(), &poolsOptions{s.reading("json"), s.judging()}); err != nil {
		t.Fatal(err)
	}
	items, _ := s.envelope(t)
	wantKeys(t, items[0], map[string]any{"next_end_node": "c-a3u-1"})
}

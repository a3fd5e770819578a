package pools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
)

// A filter shows what it finds, also in pools that are folded, and says how much that is.
func TestFilterShowsHitsOfFoldedPools(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	do(p, action.Fold)
	if slices.Contains(listed(p), "a3u-5") {
		t.Fatalf("a3u is not folded:\n%s", text(p))
	}
	filter(p, "lease:<6h")
	if got := text(p); !slices.Equal(listed(p), []string{"a3u-5"}) || !strings.Contains(got, "1 of 17 nodes shown") || strings.Contains(got, "folded") {
		t.Errorf("while the filter is typed:\n%s", got)
	}
	do(p, action.Confirm)
	out := do(p, action.Fold)
	if out.Next == nil || !slices.Equal(listed(p), []string{"a3u-5"}) {
		t.Errorf("a fold under a filter says nothing, or hides:\n%s", text(p))
	}
	do(p, action.Back)
	if slices.Contains(listed(p), "a3u-0") {
		t.Errorf("the fold is forgotten:\n%s", text(p))
	}
}

// The next end of a pool is the first among all its nodes, as the list and the command line have it.
func TestNextEndIsTheFirstOfAllNodes(t *testing.T) {
	t.Parallel()
	s := example()
	s.node("a3u", 67, "IDLE", 0, "", flex.Lease{Provenance: flex.Exact, Start: night().Add(-day), End: night().Add(time.Hour)})
	if got := lineOf(text(s.pane(t, 120, 37, dark())), "▾ a3u"); !strings.Contains(got, "1h00m   a3u-67") {
		t.Errorf("the pool's line is %q", got)
	}
}

// Numbers are never cut, whatever the cluster's size and however much is queued.
func TestNumbersAreNotCut(t *testing.T) {
	t.Parallel()
	s := crowd(1990)
	s.pools.Pools[0].Min, s.pools.Pools[0].Max = 1024, 2048
	for i := range 3 {
		s.pools.Queued = append(s.pools.Queued, flex.ResizeRequest{
			Name: fmt.Sprint("q", i), PoolID: "a3u", State: "ACCEPTED", Count: 512, Created: night().Add(-14*time.Hour - 41*time.Minute),
		})
	}
	for i := range 24 {
		s.job(uint64(188000+i), "array", "bob", slurm.Hostlist(fmt.Sprintf("a3u7-a3u-%d", 100+i)), time.Hour, day)
	}
	risks := known(s) // worked out once: a thousand nodes share a job
	for _, size := range sizes() {
		p := s.pane(t, size[0], size[1], dark())
		p.SetOutlook(risks)
		line := lineOf(text(p), "▾ a3u")
		want := []string{"1999/1024/2048", "15976/15992", "a3u-"}
		if size[0] >= 150 {
			want = append(want, "1,536 nodes 14h41m accepted")
		} else {
			want = append(want, "1,536 nodes 14h41m")
		}
		for _, w := range want {
			if !strings.Contains(line, w) {
				t.Errorf("at %v no %q in %q", size, w, line)
			}
		}
		filter(p, "node:a3u-101")
		if got := lineOf(text(p), "a3u7-a3u-101"); !strings.Contains(got, "90000 188001") && (size[0] > 80 || !strings.Contains(got, " 90000 … ")) {
			t.Errorf("at %v the jobs of a node are cut: %q", size, got)
		}
	}
}

// lineOf is the line of a screen with a text.
func lineOf(screen, text string) string {
	for line := range strings.Lines(screen) {
		if strings.Contains(line, text) {
			return strings.TrimRight(line, "\n")
		}
	}
	return ""
}

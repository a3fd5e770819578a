package pools_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/pane/pools"
	"flexq/tui/theme"
)

func dark() theme.Theme { return theme.New(theme.Dark, true, false) }

func text(p *pools.Pane) string { return ansi.Strip(p.View()) }

// listed are the nodes in sight, from the top.
func listed(p *pools.Pane) []string {
	var out []string
	for line := range strings.Lines(text(p)) {
		for _, word := range strings.Fields(line) {
			if strings.HasPrefix(word, "a3u7-") && !strings.HasSuffix(word, ":") {
				out = append(out, strings.TrimPrefix(word, "a3u7-"))
				break
			}
			if word != "▌" && word != "●" {
				break
			}
		}
	}
	return out
}

func do(p *pools.Pane, list ...action.Action) pane.Outcome {
	var out pane.Outcome
	for _, a := range list {
		out = p.Handle(a)
		p.View()
	}
	return out
}

func filter(p *pools.Pane, typed string) {
	do(p, action.Filter)
	for _, r := range typed {
		p.Input(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestWhatGoesFirstComesFirst(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	byLease := []string{
		"a3u-5", "a3u-0", "flex-2", "a3u-1", "flex-0", "flex-1", "a3u-2", "a3u-3", "a3u-4", "a3u-6", "a3u-7", "a3u-8",
		"cpu-0", "cpu-1", "flex-3", "flex-4", "flex-5",
	}
	if d := cmp.Diff(byLease, listed(p)); d != "" {
		t.Error(d)
	}
	for _, c := range []struct {
		name  string
		first []string
	}{
		{"node", []string{"a3u-0", "a3u-1", "a3u-2"}},
		{"state", []string{"a3u-7", "a3u-6", "a3u-0"}},
		{"pool", []string{"a3u-0", "a3u-1"}},
		{"jobs", []string{"a3u-8", "a3u-0"}},
		{"lease", byLease[:3]},
	} {
		do(p, action.Sort)
		if d := cmp.Diff(c.first, listed(p)[:len(c.first)]); d != "" {
			t.Errorf("by %s: %s", c.name, d)
		}
	}
	do(p, action.SortReverse)
	if got := listed(p)[0]; got != "flex-4" {
		t.Errorf("turned round the first is %s", got)
	}
}

func TestCursorGoesFromNodesToPoolsAndBack(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	opened := func() pane.Next { return p.Handle(action.Open).Next }
	if d := cmp.Diff(pane.OpenNode{Node: "a3u7-a3u-5"}, opened()); d != "" {
		t.Error(d)
	}
	do(p, action.Up) // to the last pool
	if got, ok := opened().(pane.ShowText); !ok || got.Title != "login" {
		t.Errorf("opens %#v, want the pool login", got)
	}
	do(p, action.Up)
	if got, ok := opened().(pane.ShowText); !ok || got.Title != "cpu" {
		t.Errorf("opens %#v, want the pool cpu", got)
	}
	if n := strings.Count("\n"+text(p), "\n▌"); n != 1 {
		t.Errorf("there are %d cursors:\n%s", n, text(p))
	}
	do(p, action.Down, action.Down, action.Down)
	if d := cmp.Diff(pane.OpenNode{Node: "a3u7-a3u-0"}, opened()); d != "" {
		t.Error(d)
	}
}

func TestFoldHidesThePoolsNodes(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	do(p, action.Fold)
	if got := text(p); !strings.Contains(got, "▸ a3u") || slices.Contains(listed(p), "a3u-0") || !slices.Contains(listed(p), "flex-0") {
		t.Errorf("a3u is not folded:\n%s", got)
	}
	do(p, action.Fold) // the cursor is on the pool now
	if !slices.Contains(listed(p), "a3u-0") {
		t.Errorf("a3u is still folded:\n%s", text(p))
	}
	do(p, action.Fold, action.Down, action.Fold, action.Down, action.Fold)
	if got := text(p); !strings.Contains(got, "All pools are folded") {
		t.Errorf("with every pool folded:\n%s", got)
	}
}

func TestFilterOfNodes(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string][]string{
		"pool:flex lease:<40h":   {"flex-2", "flex-0", "flex-1"},
		"lease:<3h":              {"a3u-5"},
		"lease:?":                {"flex-3"},
		"lease:none":             {"cpu-0", "cpu-1", "flex-4", "flex-5"},
		"state:drain,down":       {"a3u-6", "a3u-7"},
		"job:88403":              {"a3u-8"},
		"job:8829":               nil,
		"node:a3u-1":             {"a3u-1"},
		"part:cpu -idle":         {"cpu-0"},
		"xid":                    {"a3u-6"},
		"-pool:a3u -lease:none":  {"flex-2", "flex-0", "flex-1", "flex-3"},
		`"xid 79" pool:a3u`:      {"a3u-6"},
		"lease:>3d":              {"a3u-7", "a3u-8"},
		"dynamic lease:>=1d14h":  {"flex-0", "flex-1", "a3u-8"},
		"state:off":              {"flex-4", "flex-5"},
		"state:idle":             {"cpu-1"},
		"state:idle~,power":      {"flex-4", "flex-5"},
		"lease:<3h state:drain ": nil,
	} {
		p := example().pane(t, 120, 37, dark())
		filter(p, typed)
		if d := cmp.Diff(want, listed(p)); d != "" {
			t.Errorf("%s: %s", typed, d)
		}
		if len(want) == 0 && !strings.Contains(text(p), "None of 17 nodes matches") {
			t.Errorf("%s says nothing:\n%s", typed, text(p))
		}
		do(p, action.Confirm, action.Back)
		if n := len(listed(p)); n != 17 {
			t.Errorf("%s: %d nodes after esc", typed, n)
		}
	}
}

func TestFilterSaysWhatIsWrongWhileTyping(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"lease:":    "lease: takes <6h, >1d12h, ? (not known) or none",
		"lease:<6x": "lease: takes <6h, >1d12h, ? (not known) or none",
		"pool:":     "pool: takes a word: pool:a3u",
		"state:,":   "state: takes a word: state:drain,down",
		`"xid`:      "a quote is not closed",
	} {
		p := example().pane(t, 120, 37, dark())
		filter(p, typed)
		if got := text(p); !strings.Contains(got, want) {
			t.Errorf("%s: no %q in\n%s", typed, want, got)
		}
	}
}

// What a lease filter lets through changes as time passes, without a new list.
func TestFilterByLeaseFollowsTheClock(t *testing.T) {
	t.Parallel()
	s, now, th := example(), night(), dark()
	clock := func() time.Time { return now }
	p := pools.New(pane.Deps{Theme: &th, Keys: keymap.Defaults(), Now: clock, ClusterNow: clock})
	p.Resize(120, 37)
	p.SetStatus(pane.Status{Has: true, AsOf: now})
	p.ApplyPools(s.pools, nil)
	p.ApplyNodes(s.nodes)
	p.SetOutlook(s.leases)
	filter(p, "lease:<2h")
	if got := listed(p); len(got) != 0 {
		t.Errorf("%v end within 2 h", got)
	}
	now = now.Add(15 * time.Minute)
	if d := cmp.Diff([]string{"a3u-5"}, listed(p)); d != "" {
		t.Error(d)
	}
	if !strings.Contains(text(p), "1h59m") {
		t.Errorf("what is left stands still:\n%s", text(p))
	}
}

func TestSelectionStaysOnItsNode(t *testing.T) {
	t.Parallel()
	s := example()
	p := s.pane(t, 120, 37, dark())
	do(p, action.Down, action.Down, action.Down)
	want := p.Handle(action.Open).Next
	s.leases["a3u7-a3u-8"] = flex.Lease{Provenance: flex.Exact, End: night().Add(time.Hour)}
	p.SetOutlook(s.leases)
	if got := listed(p)[0]; got != "a3u-8" {
		t.Errorf("the first is %s", got)
	}
	do(p, action.Sort)
	if d := cmp.Diff(want, p.Handle(action.Open).Next); d != "" {
		t.Error(d)
	}
}

func TestActionsOnNodes(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	for _, c := range []struct {
		name string
		play []action.Action
		want pane.Next
	}{
		{"drain the one under the cursor", []action.Action{action.Drain}, pane.AskNodeUpdate{Nodes: []string{"a3u7-a3u-5"}, Drain: true}},
		{"resume it", []action.Action{action.Undrain}, pane.AskNodeUpdate{Nodes: []string{"a3u7-a3u-5"}}},
		{"report it", []action.Action{action.ReportNode}, pane.AskReport{Node: "a3u7-a3u-5"}},
		{"copy it", []action.Action{action.CopyID}, pane.Copy{Text: "a3u7-a3u-5", What: "node"}},
		{"drain two", []action.Action{action.Mark, action.Mark, action.Drain}, pane.AskNodeUpdate{Nodes: []string{"a3u7-a3u-5", "a3u7-a3u-0"}, Drain: true}},
		{"not a pool", []action.Action{action.ClearMarks, action.Top, action.Up, action.Drain}, pane.Say{Text: "choose a node first", Tone: theme.Dim}},
	} {
		if d := cmp.Diff(c.want, do(p, c.play...).Next); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

func TestTimelineZoomsAndComesBack(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	fit := text(p)
	do(p, action.ZoomIn, action.ZoomIn, action.Later, action.Earlier, action.ZoomOut, action.ZoomOut)
	if d := cmp.Diff(fit, text(p)); d != "" {
		t.Errorf("there and back is not the same: %s", d)
	}
	do(p, action.ZoomIn, action.Later)
	if text(p) == fit {
		t.Error("zoom and scroll change nothing")
	}
	if !do(p, action.Back).Handled || text(p) != fit {
		t.Errorf("esc does not bring back the window:\n%s", text(p))
	}
	if do(p, action.Back).Handled {
		t.Error("esc has something to undo once all is as it was")
	}
}

func TestTimelineInPlaceOfColumns(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 80, 21, dark())
	if got := text(p); strings.Contains(got, "now") || !strings.Contains(got, "WHAT NEXT") {
		t.Errorf("a narrow screen begins with columns:\n%s", got)
	}
	do(p, action.Timeline)
	if got := text(p); !strings.Contains(got, "now") || strings.Contains(got, "WHAT NEXT") || !strings.Contains(got, "▓▓▓") {
		t.Errorf("no timeline:\n%s", got)
	}
	do(p, action.Timeline, action.ZoomIn) // a zoom shows what it zooms
	if got := text(p); !strings.Contains(got, "now") {
		t.Errorf("no timeline after a zoom:\n%s", got)
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	th := dark()
	forbidden := &fault.Fault{Kind: fault.PermissionDenied, What: "you have no access to cluster a3u7", Cure: "ask for the role roles/aiplatform.user"}
	for _, c := range []struct {
		name   string
		status pane.Status
		nodes  []slurm.Node
		want   []string
	}{
		{"loading", pane.Status{Asking: true}, nil, []string{"Asking the cluster for its nodes"}},
		{"empty", pane.Status{Has: true}, nil, []string{"The cluster has no nodes."}},
		{"failed", pane.Status{Err: errors.New("the line is cut")}, nil, []string{"There is no list of nodes", "the line is cut", "r asks again"}},
		{"forbidden", pane.Status{Err: forbidden}, nil, []string{"The cluster does not let you in", "roles/aiplatform.user"}},
		{
			"stale",
			pane.Status{Has: true, AsOf: night().Add(-4 * time.Minute), Err: errors.New("the line is cut")},
			example().nodes,
			[]string{"! these nodes are 4m old: the line is cut", "a3u7-a3u-0"},
		},
	} {
		p := pools.New(pane.Deps{Theme: &th, Keys: keymap.Defaults(), Now: night, ClusterNow: night})
		p.Resize(100, 30)
		p.ApplyNodes(c.nodes)
		p.SetStatus(c.status)
		got := text(p)
		for _, w := range c.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", c.name, w, got)
			}
		}
	}
}

func TestAnySizeIsDrawnToTheCell(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	for _, w := range []int{1, 7, 20, 40, 63, 80, 99, 117, 118, 140, 160, 250} {
		for _, h := range []int{1, 2, 5, 9, 14, 21, 37, 80} {
			p.Resize(w, h)
			for range 2 {
				do(p, action.Timeline)
				lines := strings.Split(p.View(), "\n")
				if h >= 9 && len(lines) != h {
					t.Errorf("%dx%d: %d lines", w, h, len(lines))
				}
				for i, l := range lines {
					if n := ansi.StringWidth(l); n > w {
						t.Errorf("%dx%d: line %d is %d wide: %q", w, h, i, n, ansi.Strip(l))
					}
				}
			}
		}
	}
}

func TestClicks(t *testing.T) {
	t.Parallel()
	p := example().pane(t, 120, 37, dark())
	at := func(word string) (x, y int) {
		for y, line := range strings.Split(text(p), "\n") {
			if i := strings.Index(line, word); i >= 0 {
				return ansi.StringWidth(line[:i]), y
			}
		}
		t.Fatalf("no %q in\n%s", word, text(p))
		return 0, 0
	}
	x, y := at("a3u7-flex-2")
	if d := cmp.Diff(pane.OpenNode{Node: "a3u7-flex-2"}, p.Click(x, y, true).Next); d != "" {
		t.Error(d)
	}
	x, y = at("▾ flex")
	if got, ok := p.Click(x, y, true).Next.(pane.ShowText); !ok || got.Title != "flex" {
		t.Errorf("opens %#v", got)
	}
	x, y = at("STATE  ")
	p.Click(x, y, false)
	if got := listed(p)[0]; got != "a3u-7" {
		t.Errorf("sorted by state the first is %s", got)
	}
}

func TestPoolWindowSaysWhatIsKnownAndWhatIsNot(t *testing.T) {
	t.Parallel()
	s := example()
	s.pools.Sources[1] = flex.SourceState{Name: flex.SourceNameCompute, Off: true, Note: "forbidden: needs compute.instances.list"}
	s.pools.Queued[0].Error = "ZONE_RESOURCE_POOL_EXHAUSTED"
	p := s.pane(t, 120, 37, dark())
	do(p, action.Up, action.Up, action.Up)
	window, ok := p.Handle(action.Open).Next.(pane.ShowText)
	if !ok || window.Title != "flex" {
		t.Fatalf("opens %#v", window)
	}
	got := ansi.Strip(strings.Join(window.Lines(70), "\n"))
	for _, want := range []string{
		"a3-megagpu-8g", "8 H100 80GB", "at most 8", "2d00h", "4 nodes, accepted, no machines yet, for job 88320",
		"the zone has no such machines free now", "41m ago", "a3u7-flex-2 in 1d02h (≈), the first of all nodes; 1 job on it", "forbidden: needs compute.instances.list", "Ends of leases are estimates",
	} {
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

// BenchmarkKey is a key and the drawing after it, with hundreds of nodes; BenchmarkFresh is a new list.
func BenchmarkKey(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		p := many(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.Handle(action.Down)
				p.View()
			}
		})
	}
}

func BenchmarkFresh(b *testing.B) {
	for _, n := range []int{100, 1000, 5000} {
		p, s := many(n), crowd(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p.ApplyNodes(s.nodes)
				p.View()
			}
		})
	}
}

func crowd(n int) *scene {
	s := example()
	for i := range n {
		s.node("a3u", 100+i, "ALLOCATED", 8, "", flex.Lease{Provenance: flex.Exact, Start: night().Add(-day), End: night().Add(time.Duration(i%200) * time.Hour)})
	}
	s.job(90000, "all", "alice", slurm.Hostlist(fmt.Sprintf("a3u7-a3u-[100-%d]", 99+n)), 10*time.Hour, 3*day)
	return s
}

func many(n int) *pools.Pane {
	th := dark()
	s := crowd(n)
	p := pools.New(pane.Deps{Theme: &th, Keys: keymap.Defaults(), Now: night, ClusterNow: night})
	p.Resize(200, 57)
	p.SetStatus(pane.Status{Has: true, AsOf: night()})
	p.ApplyPools(s.pools, nil)
	p.ApplyNodes(s.nodes)
	p.ApplyOn(1, pane.JobsOn(s.jobs))
	p.SetOutlook(known(s))
	p.View()
	return p
}

// foreseen is an outlook that knows every risk, as flex.Outlook does: what working them out costs is not the pane's.
type foreseen struct {
	leases
	risks map[uint64]flex.Risk
}

func (f foreseen) Risk(j *slurm.Job) flex.Risk { return f.risks[j.ID] }

func known(s *scene) foreseen {
	f := foreseen{s.leases, map[uint64]flex.Risk{}}
	for i := range s.jobs {
		f.risks[s.jobs[i].ID] = s.leases.Risk(&s.jobs[i])
	}
	return f
}

package node_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/pane/node"
	"flexq/tui/theme"
	"flexq/tui/tuitest"
)

func night() time.Time { return time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC) }

func at(d time.Duration) time.Time { return night().Add(d) }

const (
	hour = time.Hour
	day  = 24 * hour
)

// outlook is one that a test has made.
type outlook struct {
	leases map[string]flex.Lease
	risks  map[uint64]flex.Risk
}

func (o outlook) Lease(node string) flex.Lease { return o.leases[node] }

func (o outlook) Risk(j *slurm.Job) flex.Risk { return o.risks[j.ID] }

func job(id uint64, name string, began, limit time.Duration) slurm.Job {
	return slurm.Job{
		ID: id, Name: name, User: "alice", State: slurm.ParseJobState("RUNNING"), Nodes: "a3u7-a3u-3", Start: slurm.TimeOf(at(-began)),
		End: slurm.TimeOf(at(limit - began)), Limit: slurm.Limit(limit / time.Second),
	}
}

// data is a node that drains under two jobs, one of which its lease does not suffice for, and a node that is off.
func data() node.Data {
	jobs := []slurm.Job{job(88214, "llama-70b-pretrain", 52*hour, 5*day), job(88402, "eval-short", hour, 4*hour)}
	return node.Data{
		Status: pane.Status{Has: true, AsOf: night()},
		Pools: flex.Pools{
			Cluster: "a3u7", Origin: flex.FromResource,
			Pools: []flex.Pool{{ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", Min: 2, Max: 8, Zone: "europe-west4-b", Partitions: []string{"a3u"}}},
			Instances: map[string]flex.Instance{"a3u7-a3u-3": {
				Node: "a3u7-a3u-3", PoolID: "a3u", State: "RUNNING", ID: "7712345678901234567", Created: at(-6 * day), Status: "RUNNING", Zone: "europe-west4-b",
				FromCompute: true, Physical: flex.PhysicalHost{Cluster: "europe-west4-cluster-jfhr", Block: "3e3056e23cf91a5cb4a8621b6a52c100", Subblock: "0fc09525cbd5abd734342893ca1c083f", Host: "1215168a4ecdfb434fd7d28056589059"},
			}},
		},
		Nodes: []slurm.Node{
			{
				Name: "a3u7-a3u-3", State: slurm.ParseNodeState("MIXED,DRAIN,CLOUD"), Partitions: []string{"a3u"}, CPUs: 224, AllocCPUs: 112, CPULoad: 97.5,
				RealMemory: 2900000, AllocMemory: 1450000, FreeMemory: slurm.NumOf(900000), TRES: slurm.TRES{GPUs: 8}, TRESUsed: slurm.TRES{GPUs: 6},
				Boot: slurm.TimeOf(at(-6 * day)), Version: "25.05.4", Reason: "GPU check failed in prolog: xid 79 on gpu 3", ReasonUser: "root",
				ReasonSince: slurm.TimeOf(at(-2 * hour)), GRES: "gpu:h200:8", Address: "10.0.0.7",
			},
			{Name: "a3u7-a3u-4", State: slurm.ParseNodeState("IDLE,CLOUD,POWERED_DOWN"), Partitions: []string{"a3u"}, CPUs: 224, RealMemory: 2900000},
		},
		On: pane.JobsOn(jobs),
		Outlook: outlook{
			leases: map[string]flex.Lease{"a3u7-a3u-3": {Provenance: flex.Exact, Source: flex.SourceCompute, Start: at(-6 * day), End: at(26 * hour), Duration: 7 * day}},
			risks: map[uint64]flex.Risk{
				88214: {
					Kind: flex.WillBeKilled, Node: "a3u7-a3u-3", Lost: 42 * hour, Needs: at(68 * hour), Standing: flex.Dynamic,
					Lease: flex.Lease{Provenance: flex.Exact, End: at(26 * hour)},
				},
				88402: {Kind: flex.Fits, Spare: 23 * hour},
			},
		},
		Events: []flex.Event{
			{ID: "1", At: at(-6 * day), Type: flex.MachineCreated, Node: "a3u7-a3u-3", Severity: flex.Info, Text: "instance 7712345678901234567"},
			{ID: "2", At: at(-3 * hour), Type: flex.NodeDown, Node: "a3u7-a3u-1", Severity: flex.Critical, Text: "another node"},
			{ID: "3", At: at(-2 * hour), Type: flex.NodeDraining, Node: "a3u7-a3u-3", Severity: flex.Warning, Text: "GPU check failed in prolog: xid 79 on gpu 3"},
		},
	}
}

func show(t *testing.T, name string, d node.Data, w, h int, th theme.Theme) *node.Pane {
	t.Helper()
	p := node.New(pane.Deps{Theme: &th, Keys: keymap.Defaults(), Now: night, ClusterNow: night})
	p.Resize(w, h)
	p.Set(d)
	p.Show(name)
	return p
}

func dark() theme.Theme { return theme.New(theme.Dark, true, false) }

func text(p *node.Pane) string { return ansi.Strip(p.View()) }

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 10}, {80, 21}, {120, 37}, {200, 57}} {
		p := show(t, "a3u7-a3u-3", data(), size[0], size[1], dark())
		tuitest.RequireFrame(t, fmt.Sprintf("node/draining-%dx%d", size[0], size[1]), p.View())
		p = show(t, "a3u7-a3u-4", data(), size[0], size[1], dark())
		tuitest.RequireFrame(t, fmt.Sprintf("node/off-%dx%d", size[0], size[1]), p.View())
	}
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		p := show(t, "a3u7-a3u-3", data(), 120, 37, theme.New(name, name != theme.Light, false))
		tuitest.RequireANSI(t, "node/draining-"+name+"-120x37", p.View())
	}
}

func TestDetailSaysItAll(t *testing.T) {
	t.Parallel()
	got := strings.Join(strings.Fields(text(show(t, "a3u7-a3u-3", data(), 140, 80, dark()))), " ")
	for _, want := range []string{
		"a3u7-a3u-3 pool a3u dynamic", "draining, 6/8 GPUs",
		"! 88214 Will be killed: node a3u7-a3u-3 ends Wed 05:00 (1d02h, exact); the job needs until Thu 23:00. 1d18h would be lost.",
		"draining (takes no new jobs), partly in use, cloud", "MIXED+CLOUD+DRAIN",
		"GPU check failed in prolog: xid 79 on gpu 3", "2h00 ago by root",
		"1d02h left", "Wed 2 Dec 2026 05:00:00", "(exact)", "Compute Engine: the forced end that it has set", "dynamic: it comes back only while a job waits for it",
		"88214 running ! -1d18h ends by Thu 3 Dec 23:00 alice llama-70b-pretrain", "88402 running fits",
		"7712345678901234567", "cluster europe-west4-cluster-jfhr block 3e3056e23cf91a5cb4a8621b6a52c100 subblock 0fc09525cbd5abd734342893ca1c083f host 1215168a4ecdfb434fd7d28056589059",
		"Compute RUNNING", "112 of 224 in use, load 97.50", "a3-ultragpu-8g europe-west4-b",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if strings.Contains(got, "another node") {
		t.Error("the event of another node is there")
	}
	if newest, oldest := strings.Index(got, "warning"), strings.Index(got, "instance 7712"); newest < 0 || oldest < newest {
		t.Errorf("events are not newest first: %d, %d", newest, oldest)
	}
}

func TestUnknownEndSaysWhy(t *testing.T) {
	t.Parallel()
	d := data()
	d.Outlook = outlook{leases: map[string]flex.Lease{"a3u7-a3u-3": {Why: "when its machine was created is not known"}}}
	got := text(show(t, "a3u7-a3u-3", d, 120, 60, dark()))
	for _, want := range []string{"its end is not known", "when its machine was created is not known"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		play []action.Action
		want pane.Next
	}{
		{"drain", []action.Action{action.Drain}, pane.AskNodeUpdate{Nodes: []string{"a3u7-a3u-3"}, Drain: true}},
		{"resume", []action.Action{action.Undrain}, pane.AskNodeUpdate{Nodes: []string{"a3u7-a3u-3"}}},
		{"report", []action.Action{action.ReportNode}, pane.AskReport{Node: "a3u7-a3u-3"}},
		{"copy", []action.Action{action.CopyID}, pane.Copy{Text: "a3u7-a3u-3", What: "node"}},
		{"first job", []action.Action{action.Open}, pane.OpenJob{Ref: slurm.Ref{Job: 88214, Het: -1}}},
		{"second job", []action.Action{action.Down, action.Open}, pane.OpenJob{Ref: slurm.Ref{Job: 88402, Het: -1}}},
		{"back to the first", []action.Action{action.Down, action.Down, action.Down, action.Up, action.Up, action.Up, action.Open}, pane.OpenJob{Ref: slurm.Ref{Job: 88214, Het: -1}}},
	} {
		p := show(t, "a3u7-a3u-3", data(), 100, 20, dark())
		p.View()
		var out pane.Outcome
		for _, a := range c.play {
			out = p.Handle(a)
			p.View()
		}
		if open, ok := out.Next.(pane.OpenJob); ok {
			if len(open.Seen) != 1 || open.Seen[0].ID != open.Ref.Job {
				t.Errorf("%s: seen is %v", c.name, open.Seen)
			}
			open.Seen = nil
			out.Next = open
		}
		if d := cmp.Diff(c.want, out.Next); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// The job that is chosen stays in sight while one goes through many.
func TestChosenJobIsInSight(t *testing.T) {
	t.Parallel()
	d := data()
	var jobs []slurm.Job
	for i := range 40 {
		jobs = append(jobs, job(uint64(100+i), "sweep", hour, 4*hour))
	}
	d.On = pane.JobsOn(jobs)
	p := show(t, "a3u7-a3u-3", d, 100, 15, dark())
	p.View()
	for _, step := range []struct {
		a     action.Action
		times int
		last  string
	}{{action.Down, 39, "139"}, {action.Up, 39, "100"}} {
		for range step.times {
			p.Handle(step.a)
			if got := text(p); !strings.Contains(got, "▌") {
				t.Fatalf("the chosen job is out of sight:\n%s", got)
			}
		}
		if got, ok := p.Handle(action.Open).Next.(pane.OpenJob); !ok || fmt.Sprint(got.Ref.Job) != step.last {
			t.Errorf("opens %v, want %s", got.Ref, step.last)
		}
	}
}

func TestNodeThatIsNotThere(t *testing.T) {
	t.Parallel()
	gone := data()
	gone.Nodes = nil
	for _, c := range []struct {
		name string
		data node.Data
		want string
	}{
		{"gone", gone, "Slurm does not list this node now"},
		{"loading", node.Data{}, "Asking the cluster for its nodes"},
		{"failed", node.Data{Status: pane.Status{Err: errors.New("the line is cut")}}, "the line is cut"},
	} {
		p := show(t, "a3u7-a3u-3", c.data, 100, 20, dark())
		if got := text(p); !strings.Contains(got, c.want) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want, got)
		}
		if got, ok := p.Handle(action.Drain).Next.(pane.Say); !ok || !strings.Contains(got.Text, "does not know this node") {
			t.Errorf("%s: drain asks for %#v", c.name, p.Handle(action.Drain).Next)
		}
		if got, ok := p.Handle(action.Open).Next.(pane.Say); !ok {
			t.Errorf("%s: open asks for %#v", c.name, got)
		}
	}
	stale := data()
	stale.Status = pane.Status{Has: true, AsOf: at(-4 * time.Minute), Err: errors.New("the line is cut")}
	if got := text(show(t, "a3u7-a3u-3", stale, 100, 20, dark())); !strings.Contains(got, "this is 4m old: the line is cut") {
		t.Errorf("stale data looks fresh:\n%s", got)
	}
}

func TestAnySizeIsDrawn(t *testing.T) {
	t.Parallel()
	p := show(t, "a3u7-a3u-3", data(), 120, 37, dark())
	for _, w := range []int{1, 5, 20, 39, 40, 80, 250} {
		for _, h := range []int{1, 2, 9, 60} {
			p.Resize(w, h)
			for i, l := range strings.Split(p.View(), "\n") {
				if n := ansi.StringWidth(l); n > w {
					t.Errorf("%dx%d: line %d is %d wide", w, h, i, n)
				}
			}
		}
	}
}

// The chosen job stays chosen when others come and go: enter must not open another one.
func TestChoiceStaysOnItsJob(t *testing.T) {
	t.Parallel()
	p := show(t, "a3u7-a3u-3", data(), 120, 60, dark())
	p.View()
	p.Handle(action.Down)
	opened := func() uint64 {
		t.Helper()
		next, ok := p.Handle(action.Open).Next.(pane.OpenJob)
		if !ok {
			t.Fatal("enter opens no job")
		}
		return next.Ref.Job
	}
	if got := opened(); got != 88402 {
		t.Fatalf("opens %d, want the second", got)
	}
	d := data()
	d.On = pane.JobsOn([]slurm.Job{job(88001, "new", hour, 4*hour), job(88002, "new", hour, 4*hour), job(88402, "eval-short", hour, 4*hour)})
	p.Set(d)
	if got := opened(); got != 88402 {
		t.Errorf("after others came and went it opens %d, want 88402", got)
	}
	d.On = pane.JobsOn([]slurm.Job{job(88001, "new", hour, 4*hour)})
	p.Set(d)
	if got := opened(); got != 88001 {
		t.Errorf("when it is gone it opens %d, want the last there is", got)
	}
}

// Of a node that Slurm does not list any more its events are still told.
func TestEventsOfANodeThatIsGone(t *testing.T) {
	t.Parallel()
	d := data()
	d.Nodes = d.Nodes[1:]
	got := text(show(t, "a3u7-a3u-3", d, 120, 30, dark()))
	for _, want := range []string{"Slurm does not list this node now", "draining: GPU check failed", "machine created"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
}

package flex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
)

func TestSame(t *testing.T) {
	t.Parallel()
	at := since(h)
	loose := flex.Event{ID: "a", At: at, Loose: true, Type: flex.NodePoweringUp, Node: "x", From: flex.BySlurm}
	risk := flex.Event{ID: "a", At: at, Loose: true, Type: flex.JobAtRisk, Node: "x", Jobs: []string{"7"}, From: flex.BySlurm}
	drain := flex.Event{ID: "a", At: at, Type: flex.NodeDraining, Node: "x", From: flex.BySlurm}
	scan := flex.Event{ID: "a", At: at, Type: flex.ScanError, Node: "x", From: flex.ByPlatform}
	ends := flex.Event{ID: "a", At: at, Type: flex.LeaseEnds, Node: "x", Machine: "boot-100", Within: h, From: flex.ByClock}
	replaced := flex.Event{ID: "a", At: at, Type: flex.MachineReplaced, Node: "x", Machine: "6", From: flex.ByMachines}
	for _, k := range []struct {
		name string
		a    flex.Event
		b    func(e *flex.Event)
		want bool
	}{
		{"one ID", drain, func(e *flex.Event) { e.ID, e.Type = "a", flex.NodeDown }, true},
		{"both noticed within two minutes", loose, func(e *flex.Event) { e.At = at.Add(-2 * m) }, true},
		{"noticed too far apart", loose, func(e *flex.Event) { e.At = at.Add(2*m + s) }, false},
		{"one of them knows its moment", loose, func(e *flex.Event) { e.Loose = false }, false},
		{"another node", loose, func(e *flex.Event) { e.Node = "y" }, false},
		{"another type", loose, func(e *flex.Event) { e.Type = flex.NodeReady }, false},
		{"one job", risk, func(e *flex.Event) { e.At = at.Add(m) }, true},
		{"another job", risk, func(e *flex.Event) { e.Jobs = []string{"8"} }, false},
		{"jobs that a node's event hit may differ", loose, func(e *flex.Event) { e.Jobs = []string{"8"} }, true},
		{"a record of what Slurm shows", drain, func(e *flex.Event) { e.From, e.At = flex.ByPlatform, at.Add(5*m) }, true},
		{"a record of another time", drain, func(e *flex.Event) { e.From, e.At = flex.ByPlatform, at.Add(5*m+s) }, false},
		{"two records", drain, func(e *flex.Event) {}, false},
		{"both seen in Slurm", drain, func(e *flex.Event) { e.At = at.Add(s) }, false},
		{"a machine's end, counted from a boot that two programs saw differently", ends, func(e *flex.Event) { e.Machine, e.At = "boot-101", at.Add(s) }, true},
		{"the end of another machine", ends, func(e *flex.Event) { e.Machine, e.At = "boot-900", at.Add(h) }, false},
		{"another time before it", ends, func(e *flex.Event) { e.Machine, e.Within = "boot-101", 15*m }, false},
		{"machines that have ids", replaced, func(e *flex.Event) { e.Machine = "7" }, false},
		{"one that has its id for one program alone", replaced, func(e *flex.Event) { e.Machine, e.At = "boot-7", at.Add(m) }, true},
		{"a type that the platform alone tells", scan, func(e *flex.Event) { e.From = flex.BySlurm }, false},
	} {
		b := k.a
		b.ID = "b"
		k.b(&b)
		if flex.Same(k.a, b) != k.want || flex.Same(b, k.a) != k.want {
			t.Errorf("%s: Same is %v, want %v", k.name, !k.want, k.want)
		}
	}
}

func TestEventTypes(t *testing.T) {
	t.Parallel()
	types, words := map[flex.EventType]bool{}, map[string]flex.EventType{}
	for _, x := range flex.EventTypes() {
		if types[x] {
			t.Errorf("%s is listed twice", x)
		}
		types[x] = true
		if other, ok := words[x.Words()]; ok || x.Words() == "" {
			t.Errorf("%s and %s are both %q in words", x, other, x.Words())
		}
		words[x.Words()] = x
		if !x.IsKnown() || strings.Contains(x.Words(), "_") {
			t.Errorf("%s is %q in words", x, x.Words())
		}
	}
	if len(types) != 30 {
		t.Errorf("%d types are listed", len(types))
	}
	if unknown := flex.EventType("new_thing"); unknown.IsKnown() || unknown.Words() != "new_thing" {
		t.Errorf("an unknown type is %q in words", unknown.Words())
	}
	var got []string
	for sev := range flex.Critical + 2 {
		got = append(got, sev.Words())
	}
	if diff := cmp.Diff([]string{"info", "notice", "warning", "critical", "unknown"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestConcerns(t *testing.T) {
	t.Parallel()
	e := flex.Event{Node: "hcsdemo-a3u-1", Jobs: []string{"7", "18_4", "21+1"}}
	for id, want := range map[string]bool{
		"7": true, "18_4": true, "18": true, "21": true, "21+1": true, "18_40": false, "1": false, "": false, "4": false,
	} {
		if e.ConcernsJob(id) != want {
			t.Errorf("the event concerns job %q: %v, want %v", id, !want, want)
		}
	}
	for node, want := range map[string]bool{"hcsdemo-a3u-1": true, "hcsdemo-a3u-10": false, "": false} {
		if e.ConcernsNode(node) != want {
			t.Errorf("the event concerns node %q: %v, want %v", node, !want, want)
		}
	}
	if (flex.Event{}).ConcernsNode("") {
		t.Error("an event of no node concerns one")
	}
}

func TestReportEvent(t *testing.T) {
	t.Parallel()
	r := flex.FaultReport{Node: "x", Behavior: "UNRECOVERABLE_GPU_ERROR", Description: "xid 79 again"}
	run := flex.Operation{Name: "projects/1/locations/r/operations/5"}
	done, failed := run, run
	done.Done = true
	failed.Done, failed.Error = true, "the node is not RUNNING"
	type row struct{ ID, Text, Severity string }
	var got []row
	for i, op := range []flex.Operation{run, done, failed, {Done: true, Error: "denied"}, {}} {
		if i == 4 {
			r = flex.FaultReport{Node: "x"}
		}
		e := flex.ReportEvent(since(h), r, op)
		got = append(got, row{e.ID, e.Text, e.Severity.Words()})
		if e.Node != "x" || e.Type != flex.NodeReported || !e.At.Equal(since(h)) || e.From != flex.ByUser {
			t.Errorf("the event is %+v", e)
		}
	}
	want := []row{
		{"report:x:projects/1/locations/r/operations/5", "asked the platform to replace it and to look at its host: unrecoverable gpu error (xid 79 again)", "notice"},
		{"report:x:projects/1/locations/r/operations/5:done", "done: the platform has taken it", "notice"},
		{"report:x:projects/1/locations/r/operations/5:done", "failed: the node is not RUNNING", "warning"},
		{"report:x:1796000400:done", "failed: denied", "warning"},
		{"report:x:1796000400", "asked the platform to replace it", "notice"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestMendMemory(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.at = 30 * day // a clock that was wrong
	var p program
	p.look(w)
	w.at = h
	w.state(0, "DOWN")
	w.reason(0, "fan", h)
	if got := p.look(w); len(got) > 0 {
		t.Errorf("a look older than the memory tells %v", shorts(got))
	}
	p.memory = p.memory.Mend(since(h))
	compare(t, w, []string{"~1h0m0s down a3u-0/100: fan"}, p.look(w))
	if kept := p.memory.Mend(since(h + time.Minute)); !kept.Events.Nodes.Equal(since(h)) {
		t.Error("a memory that is right is changed")
	}
}

package flex_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// history is a node that is off, and what the platform has recorded of the machines that it had.
func history(now time.Duration, records ...flex.PlatformRecord) flex.Snapshot {
	return flex.Snapshot{
		Now: since(now), NodesAsOf: since(now), Nodes: []slurm.Node{{Name: n(0), State: slurm.ParseNodeState("IDLE", "CLOUD", "POWERED_DOWN")}},
		Pools: flex.Pools{Cluster: "hcsdemo", Origin: flex.FromResource, AsOf: since(now), Events: records},
	}
}

func recorded(at time.Duration, kind string) flex.PlatformRecord {
	return flex.PlatformRecord{At: since(at), Type: kind, Message: "node " + n(0)}
}

// A machine that was reported has one end, however long the platform takes to delete it, and whether its records are
// seen one after the other or all at once.
func TestReportedMachineEndsOnce(t *testing.T) {
	t.Parallel()
	records := []flex.PlatformRecord{
		recorded(0, "VM_REPORT_AND_REPLACEMENT"), recorded(30*m, "VM_DELETION"),
		recorded(90*m, "VM_SLURM_POWER_DOWN"), recorded(91*m, "VM_DELETION"),
	}
	want := []string{"0s repair", "1h30m0s powering_down", "1h31m0s powered_down"}
	for name, looks := range map[string][]time.Duration{
		"at once": {2 * h}, "one by one": {m, 10 * m, 31 * m, 40 * m, 92 * m, 2 * h}, "after a gap": {-m, 2 * h}, "in two": {10 * m, 2 * h},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var memory flex.Memory
			var got []string
			for _, at := range looks {
				known := slices.DeleteFunc(slices.Clone(records), func(r flex.PlatformRecord) bool { return r.At.After(since(at)) })
				var events []flex.Event
				memory, events = flex.Observe(memory, history(at, known...), flex.Settings{})
				for _, e := range events {
					got = append(got, e.At.Sub(since(0)).String()+" "+string(e.Type))
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Each machine that the platform has recorded to be gone is told once with its cause, whenever a program begins to look
// and however few records are listed.
func TestRecordsTellEachMachineOnce(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var all []flex.PlatformRecord
		var want []string
		at := h
		for range rapid.IntRange(1, 12).Draw(t, "machines") {
			at += seconds(t, 15*m, 3*h, "life")
			gone := at
			switch cause := rapid.SampledFrom([]flex.EventType{flex.NodePoweredDown, flex.MachineRepaired, flex.MachineDeleted}).Draw(t, "cause"); cause {
			case flex.NodePoweredDown:
				all = append(all, recorded(at-seconds(t, 10*s, 4*m, "wish"), "VM_SLURM_POWER_DOWN"), recorded(at, "VM_DELETION"))
				want = append(want, at.String()+" "+string(cause))
			case flex.MachineRepaired:
				all = append(all, recorded(at, "VM_REPORT_AND_REPLACEMENT"))
				gone += seconds(t, 0, h, "deletion")
				all = append(all, recorded(gone, "VM_DELETION"))
				want = append(want, at.String()+" "+string(cause))
			default:
				all = append(all, recorded(at, "VM_DELETION"))
				want = append(want, at.String()+" "+string(cause))
			}
			at = gone
		}
		const window = 7
		var memory flex.Memory
		var got []string
		first := seconds(t, 0, at, "first")
		for now := first; now <= at+h; now += seconds(t, s, 15*m, "pause") {
			known := slices.DeleteFunc(slices.Clone(all), func(r flex.PlatformRecord) bool { return r.At.After(since(now)) })
			known = known[max(0, len(known)-window):]
			for len(known) > 0 && known[0].Type == "VM_DELETION" && slices.ContainsFunc(all, func(r flex.PlatformRecord) bool { // half a machine
				return !r.At.After(known[0].At) && known[0].At.Sub(r.At) < h+s && r.Type != "VM_DELETION"
			}) {
				known = known[1:]
			}
			if now == first {
				memory, _ = flex.Observe(memory, history(now), flex.Settings{})
				continue
			}
			var events []flex.Event
			memory, events = flex.Observe(memory, history(now, known...), flex.Settings{})
			for _, e := range events {
				if isEnd(e) {
					got = append(got, e.At.Sub(since(0)).String()+" "+string(e.Type))
				}
			}
		}
		listed := want
		if len(got) < len(want) { // what was before the first look may have left the list
			listed = want[len(want)-len(got):]
		}
		if diff := cmp.Diff(listed, got); diff != "" {
			t.Fatalf("first look at %v, %v:\n%s", first, want, diff)
		}
		for _, w := range want[:len(want)-len(listed)] {
			if at, _, _ := strings.Cut(w, " "); seenAfter(at, first) {
				t.Fatalf("not told: %s, and the first look was at %v", w, first)
			}
		}
	})
}

// seenAfter reports whether a moment, written as a duration, comes after another.
func seenAfter(at string, first time.Duration) bool {
	d, err := time.ParseDuration(at)
	return err != nil || d > first
}

// Where no creation is told, a deletion that was recorded before the machine that is there now was last seen alive is
// that of one which came and went between two looks.
func TestDeletionIsNotOfAMachineThatLives(t *testing.T) {
	t.Parallel()
	var memory flex.Memory
	var got []string
	look := func(at time.Duration, id string, records ...flex.PlatformRecord) {
		snap := history(at, records...)
		snap.Pools.Pools = []flex.Pool{flexPool(7 * day)}
		if id != "" {
			snap.Nodes[0].State = slurm.ParseNodeState("IDLE")
			snap.Pools.Instances = map[string]flex.Instance{n(0): {Node: n(0), PoolID: "a3u", State: "RUNNING", ID: id}}
		}
		var events []flex.Event
		memory, events = flex.Observe(memory, snap, flex.Settings{})
		for _, e := range events {
			if isEnd(e) {
				got = append(got, e.At.Sub(since(0)).String()+" "+string(e.Type)+" "+e.Machine)
			}
		}
	}
	first, second, third := recorded(h+m, "VM_DELETION"), recorded(h+3*m, "VM_DELETION"), recorded(3*h, "VM_DELETION")
	look(h, "100000000001")
	look(h+10*m, "100000000003", first, second)
	look(h+11*m, "100000000003", first, second)
	look(2*h, "100000000003", first, second)
	look(3*h+m, "", first, second, third)
	look(3*h+10*m, "", first, second, third)
	want := []string{"1h1m0s deleted 100000000001", "1h3m0s deleted ", "3h0m0s powered_down 100000000003"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A report that comes soon after Slurm powered a sound machine down is of the next one; after a drain it is of the same.
func TestReportAfterAPowerDown(t *testing.T) {
	t.Parallel()
	power := []flex.PlatformRecord{recorded(h, "VM_SLURM_POWER_DOWN"), recorded(h+m, "VM_DELETION"), recorded(h+4*m, "VM_REPORT_AND_REPLACEMENT")}
	drained := append([]flex.PlatformRecord{recorded(h-m, "VM_SLURM_DRAIN")}, power...)
	for name, k := range map[string]struct {
		records []flex.PlatformRecord
		want    []string
	}{
		"sound": {power, []string{"1h1m0s powered_down", "1h4m0s repair"}}, "drained": {drained, []string{"1h1m0s repair"}},
	} {
		for _, looks := range [][]time.Duration{{2 * h}, {30 * m, 2 * h}, {h + 30*s, h + 2*m, h + 5*m, h + 8*m, 2 * h}} {
			t.Run(fmt.Sprint(name, looks), func(t *testing.T) {
				t.Parallel()
				var memory flex.Memory
				var got []string
				for _, at := range looks {
					known := slices.DeleteFunc(slices.Clone(k.records), func(r flex.PlatformRecord) bool { return r.At.After(since(at)) })
					var events []flex.Event
					memory, events = flex.Observe(memory, history(at, known...), flex.Settings{})
					for _, e := range events {
						if isEnd(e) {
							got = append(got, e.At.Sub(since(0)).String()+" "+string(e.Type))
						}
					}
				}
				if diff := cmp.Diff(k.want, got); diff != "" {
					t.Error(diff)
				}
			})
		}
	}
}

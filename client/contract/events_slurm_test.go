//go:build slurm

package contract_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/contract/bed"
	"flexq/client/flex"
)

// change is one state of a node as sinfo shows it, and when it began to.
type change struct {
	at     time.Time
	state  string // %T: mixed#, draining, down*, ...
	reason string
}

// sinfo notes the states of nodes four times a second, apart from flexq, until stop is called; that says too how far
// apart two looks were at most.
func sinfo(t *testing.T, b *bed.Bed, nodes ...string) (stop func() (map[string][]change, time.Duration)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	done, begun, course := make(chan struct{}), make(chan struct{}), make(map[string][]change)
	var apart time.Duration
	go func() {
		defer close(done)
		begin := sync.OnceFunc(func() { close(begun) })
		defer begin()
		tick := time.NewTicker(250 * time.Millisecond)
		defer tick.Stop()
		for last, looked := false, time.Now(); ; {
			out, err := b.Try(context.WithoutCancel(ctx), "sinfo", "-h", "-a", "-N", "-n", strings.Join(nodes, ","), "-o", "%N|%T|%E")
			for line := range strings.Lines(out) {
				cells := strings.SplitN(strings.TrimSpace(line), "|", 3)
				if list := course[cells[0]]; err == nil && (len(list) == 0 || list[len(list)-1].state != cells[1]) {
					course[cells[0]] = append(list, change{time.Now(), cells[1], cells[2]})
				}
			}
			apart, looked = max(apart, time.Since(looked)), time.Now()
			begin()
			if last {
				return
			}
			select {
			case <-tick.C:
			case <-ctx.Done(): // what flexq has seen by now must have been seen here
				last = true
			}
		}
	}()
	<-begun
	return func() (map[string][]change, time.Duration) {
		cancel()
		<-done
		return course, apart
	}
}

// timed is a happening with its moment, which may differ by some seconds.
type timed struct {
	happening
	at time.Time
}

// ofSinfo says what the states that sinfo has shown mean.
func ofSinfo(node string, course []change) []timed {
	var out []timed
	tell := func(c change, what flex.EventType) { out = append(out, timed{happening{Type: what, Node: node}, c.at}) }
	for i, now := range course[1:] {
		was := course[i]
		has := func(sign string) (before, after bool) {
			return strings.HasSuffix(was.state, sign), strings.HasSuffix(now.state, sign)
		}
		down := func(c change) bool { return strings.HasPrefix(c.state, "down") }
		drain := func(c change) bool { return strings.HasPrefix(c.state, "drain") }
		_, up := has("#")
		wasUp, _ := has("#")
		_, going := has("%")
		wasOff, off := has("~")
		wasLost, lost := has("*")
		switch {
		case up && !wasUp:
			tell(now, flex.NodePoweringUp)
		case wasUp && !off && !going:
			tell(now, flex.NodeReady)
		case going:
			tell(now, flex.NodePoweringDown)
		case off && !wasOff:
			tell(now, flex.NodePoweredDown)
		}
		switch {
		case drain(now) && !drain(was):
			tell(now, flex.NodeDraining)
		case drain(was) && !drain(now):
			tell(now, flex.NodeResumed)
		}
		switch {
		case down(now) && !down(was):
			tell(now, flex.NodeDown)
		case down(was) && !down(now):
			tell(now, flex.NodeUp)
		case lost && !wasLost:
			tell(now, flex.NodeNotResponding)
		case wasLost && !lost:
			tell(now, flex.NodeUp)
		}
		if strings.HasPrefix(now.state, "drained") && !strings.HasPrefix(was.state, "drained") {
			tell(now, flex.NodeDrained)
		}
	}
	return out
}

// ofSacct says what accounting, each run of a job by itself, tells of requeues and ends: a run that failed with its node
// and has another after it was requeued.
func ofSacct(t *testing.T, b *bed.Bed, nodes map[string]string) []timed {
	t.Helper()
	ids := slices.Collect(maps.Keys(nodes))
	out := b.Root(t, "env", "SLURM_TIME_FORMAT=%s", "sacct", "-D", "-X", "-n", "-P", "-j", strings.Join(ids, ","), "-o", "JobID,State,End")
	var all []timed
	runs := map[string]int{}
	for line := range strings.Lines(out) {
		id, _, _ := strings.Cut(line, "|")
		runs[id]++
	}
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		var seconds int64
		_, _ = fmt.Sscan(cells[2], &seconds)
		one := timed{happening{Node: nodes[cells[0]], Jobs: cells[0]}, time.Unix(seconds, 0)}
		switch cells[1] {
		case "NODE_FAIL", "REQUEUED":
			one.Type = flex.JobNodeFailed
			if runs[cells[0]]--; runs[cells[0]] > 0 {
				one.Type = flex.JobRequeued
			}
		case "COMPLETED":
			one.Type = flex.JobEnded
		default:
			continue
		}
		all = append(all, one)
	}
	return all
}

// TestSlurmEvents lets a cloud node boot and go, a node die under two jobs and another be drained and resumed, and
// wants flexq's events to be what sinfo, scontrol and sacct show: each once, and nothing else.
func TestSlurmEvents(t *testing.T) {
	b := bed.Open(t)
	b.Until(t, "all nodes are idle, and the cloud is off", func() bool {
		for _, state := range strings.Fields(b.Root(t, "sinfo", "-h", "-a", "-N", "-o", "%T")) {
			if state != "idle" && state != "idle~" {
				return false
			}
		}
		return b.Root(t, "sinfo", "-h", "-N", "-n", cloudNode, "-o", "%T") == "idle~"
	})
	dir := t.TempDir()
	o := observe(t, direct(b.URL(), tokens(b)).Client(t, "alice"), time.Now, dir)
	o.look(t.Context(), t)
	began := time.Now()
	stop := sinfo(t, b, cpuDies, cpuDrains, cloudNode)
	sbatch := func(args ...string) string {
		id := b.As(t, "alice", append([]string{"sbatch", "--parsable"}, args...)...)
		t.Cleanup(func() { b.Root(t, "scancel", id) })
		return id
	}
	cloud := sbatch("-p", "flex", "-w", cloudNode, "-J", "cloud", "--wrap", "sleep 15")
	again := sbatch("-p", "cpu", "-w", cpuDies, "-J", "again", "--requeue", "--wrap", "sleep 600")
	lost := sbatch("-p", "cpu", "-w", cpuDies, "-J", "lost", "--no-requeue", "--wrap", "sleep 600")
	stays := sbatch("-p", "cpu", "-w", cpuDrains, "-J", "stays", "--wrap", "sleep 60")
	t.Cleanup(func() {
		b.Node(t, "start", cpuDies)
		_, _ = b.Try(context.WithoutCancel(t.Context()), "scontrol", "update", "nodename="+cpuDrains, "state=resume")
	})

	apart, looked := time.Duration(0), time.Now()
	look := func() {
		o.look(t.Context(), t)
		apart, looked = max(apart, time.Since(looked)), time.Now()
	}
	until := func(what string, node, state string) {
		b.Until(t, what, func() bool {
			look()
			return strings.HasPrefix(b.Root(t, "sinfo", "-h", "-N", "-n", node, "-o", "%T"), state)
		})
	}
	b.Until(t, "the jobs run", func() bool {
		look()
		return b.Root(t, "squeue", "-h", "-o", "%T", "-j", again+","+lost+","+stays) == "RUNNING\nRUNNING\nRUNNING"
	})
	look() // and have been seen to
	b.Node(t, "kill", cpuDies)
	b.Root(t, "scontrol", "update", "nodename="+cpuDrains, "state=drain", "reason=fan is loud")
	until("the drained node is empty", cpuDrains, "drained")
	until("the dead node is down", cpuDies, "down")
	b.Root(t, "scancel", again)
	why := b.Root(t, "scontrol", "-o", "show", "node", cpuDrains)
	if !strings.Contains(why, "Reason=fan is loud") {
		t.Errorf("scontrol shows no reason: %s", why)
	}
	b.Root(t, "scontrol", "update", "nodename="+cpuDrains, "state=resume")
	b.Node(t, "start", cpuDies)
	until("the dead node is back", cpuDies, "idle")
	until("the cloud node goes", cloudNode, "idle%")
	until("the cloud node is off", cloudNode, "idle~")
	look()

	want := ofSacct(t, b, map[string]string{again: cpuDies, lost: cpuDies, cloud: cloudNode, stays: cpuDrains})
	courses, sinfoApart := stop()
	for node, course := range courses {
		want = append(want, ofSinfo(node, course)...)
	}
	hit := map[happening]string{
		{Type: flex.NodeDown, Node: cpuDies}:          again + "," + lost,
		{Type: flex.NodeNotResponding, Node: cpuDies}: again + "," + lost,
		{Type: flex.NodeDraining, Node: cpuDrains}:    stays,
	}
	for i := range want {
		if jobs := hit[want[i].happening]; jobs != "" {
			want[i].Jobs = jobs
		}
	}
	got := told(t, o, began)
	compareHappenings(t, want, got, max(5*time.Second, 2*(apart+sinfoApart)))

	// Another program on the same journal, which has seen nothing, tells nothing anew.
	other := observe(t, o.client, time.Now, dir)
	if err := o.watcher.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	other.look(t.Context(), t)
	if again := told(t, other, began); len(again) != len(got) {
		t.Errorf("a second program has %d events, the first %d", len(again), len(got))
	}
}

// told is what the watcher has told since a moment. A machine is new when its node is ready: Slurm shows it no other
// way, and sinfo has no word for it.
func told(t *testing.T, o *observed, since time.Time) []timed {
	t.Helper()
	events, err := o.watcher.Events(t.Context(), since)
	if err != nil {
		t.Fatal(err)
	}
	var out []timed
	machines := 0
	for _, e := range events {
		t.Logf("%s %-15s %-22s %-6s %s", e.At.Format("15:04:05.0"), e.Type, e.Node, strings.Join(e.Jobs, ","), e.Text)
		if e.Type == flex.MachineCreated && e.Node == cloudNode {
			machines++
			continue
		}
		h := happening{Type: e.Type, Node: e.Node, Jobs: strings.Join(e.Jobs, ",")}
		out = append(out, timed{h, e.At})
		if e.Node == cpuDrains && (e.Type == flex.NodeDraining || e.Type == flex.NodeDrained) && !strings.Contains(e.Text, "fan is loud") {
			t.Errorf("%s has no reason: %q", e.Type, e.Text)
		}
	}
	if machines != 1 {
		t.Errorf("%d machines were made for %s, want 1", machines, cloudNode)
	}
	return out
}

// compareHappenings wants the same events of each node and job in the same order, at the same moments but for the time
// between two looks and what sacct rounds.
func compareHappenings(t *testing.T, want, got []timed, apart time.Duration) {
	t.Helper()
	by := func(list []timed) map[string][]timed {
		out := map[string][]timed{}
		slices.SortStableFunc(list, func(a, b timed) int { return a.at.Compare(b.at) })
		for _, e := range list {
			key := e.Node
			if e.Type == flex.JobRequeued || e.Type == flex.JobNodeFailed || e.Type == flex.JobEnded {
				key = "job " + e.Jobs
			}
			out[key] = append(out[key], e)
		}
		return out
	}
	wants, gots := by(want), by(got)
	for key := range wants {
		wants[key], gots[key] = withoutBlips(wants[key], apart), withoutBlips(gots[key], apart)
		if diff := cmp.Diff(plainly(wants[key]), plainly(gots[key])); diff != "" {
			t.Errorf("%s (-Slurm's tools +flexq):\n%s", key, diff)
			continue
		}
		for i, w := range wants[key] {
			if d := gots[key][i].at.Sub(w.at).Abs(); d > apart {
				t.Errorf("%s %s: flexq says %v, Slurm's tools %v", key, w.Type, gots[key][i].at, w.at)
			}
		}
	}
	for key, events := range gots {
		if wants[key] == nil {
			t.Errorf("flexq alone tells of %s: %v", key, plainly(events))
		}
	}
}

// withoutBlips leaves out that a node did not answer for a moment, as one does that has just been resumed: it may fall
// between two looks.
func withoutBlips(list []timed, apart time.Duration) []timed {
	var out []timed
	for i := 0; i < len(list); i++ {
		if i+1 < len(list) && list[i].Type == flex.NodeNotResponding && list[i+1].Type == flex.NodeUp && list[i+1].at.Sub(list[i].at) < apart {
			i++
			continue
		}
		out = append(out, list[i])
	}
	return out
}

func plainly(list []timed) []happening {
	out := make([]happening, len(list))
	for i, e := range list {
		out[i] = e.happening
	}
	return out
}

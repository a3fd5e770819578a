package flex_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// step changes the world and says what a program tells at the next look.
type step struct {
	after time.Duration // the look before
	do    func(w *world)
	want  []string
}

// play lets a program that has seen the world at its beginning look after each step.
func play(t *testing.T, steps []step) {
	t.Helper()
	w := newWorld()
	var p program
	if first := p.look(w); len(first) > 0 {
		t.Fatalf("the first look tells differences: %v", shorts(first))
	}
	for i, s := range steps {
		w.at += s.after
		if s.do != nil {
			s.do(w)
		}
		compare(t, w, s.want, p.look(w))
		if again := p.look(w); len(again) > 0 {
			t.Errorf("look %d again tells %v", i+1, shorts(again))
		}
	}
}

func compare(t *testing.T, w *world, want []string, got []flex.Event) {
	t.Helper()
	if diff := cmp.Diff(want, shorts(got)); diff != "" {
		t.Errorf("at %s (-want +got):\n%s", w.at, diff)
	}
}

func TestNodeStates(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]step{
		"drained under a job, empty, resumed": {
			{m, func(w *world) { w.state(0, "MIXED"); w.job(7, "RUNNING", n(0)) }, nil},
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "xid 79", 90*s) }, []string{"1m30s draining a3u-0/100 [7]: xid 79"}},
			{m, func(w *world) { w.job(7, "COMPLETED", n(0), endsAt(150*s)); w.state(0, "IDLE+DRAIN") }, []string{
				"2m30s job_ended a3u-0 [7]", "~3m0s drained a3u-0/100: xid 79",
			}},
			{m, func(w *world) { w.state(0, "IDLE"); w.clean(0) }, []string{"~4m0s resumed a3u-0/100"}},
		},
		"drained while idle": {
			{m, func(w *world) { w.state(0, "IDLE+DRAIN"); w.reason(0, "disk", 30*s) }, []string{
				"30s draining a3u-0/100: disk", "~1m0s drained a3u-0/100: disk",
			}},
		},
		"drained for one reason and then for another, or resumed between": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "disk", 30*s) }, []string{"30s draining a3u-0/100: disk"}},
			{m, func(w *world) { w.reason(0, "fabric", 100*s) }, []string{"1m40s draining a3u-0/100: fabric"}},
		},
		"a drain without a reason has no moment": {
			{m, func(w *world) { w.state(0, "MIXED+DRAIN") }, []string{"~1m0s draining a3u-0/100"}},
			{m, nil, nil},
		},
		"a reason that is older than the drain is not its moment": {
			{h, func(w *world) { w.state(0, "DOWN"); w.reason(0, "fan", 59*m) }, []string{"59m0s down a3u-0/100: fan"}},
			{h, nil, nil},
			{h, func(w *world) { w.state(0, "DOWN+DRAIN") }, []string{"~3h0m0s draining a3u-0/100: fan", "~3h0m0s drained a3u-0/100: fan"}},
		},
		"down and up again": {
			{m, func(w *world) {
				w.job(7, "RUNNING", "hcsdemo-a3u-[0-1]")
				w.state(0, "ALLOCATED")
				w.state(1, "ALLOCATED")
			}, nil},
			{m, func(w *world) { w.state(0, "ALLOCATED+NOT_RESPONDING") }, []string{"~2m0s not_responding a3u-0/100 [7]"}},
			{m, func(w *world) { w.state(0, "DOWN+NOT_RESPONDING"); w.reason(0, "Not responding", 170*s) }, []string{
				"2m50s down a3u-0/100 [7]: Not responding",
			}},
			{m, func(w *world) { w.state(0, "IDLE"); w.clean(0) }, []string{"~4m0s up a3u-0/100"}},
		},
		"deaf for a while": {
			{m, func(w *world) { w.state(1, "IDLE+NOT_RESPONDING") }, []string{"~1m0s not_responding a3u-1/101"}},
			{m, func(w *world) { w.state(1, "IDLE") }, []string{"~2m0s up a3u-1/101: it answers again"}},
		},
		"deaf while it reboots is as it should be": {
			{m, func(w *world) { w.state(1, "IDLE+REBOOT_ISSUED+NOT_RESPONDING") }, nil},
		},
		"new in Slurm, gone, and back under the same name": {
			{m, func(w *world) { w.add(2) }, []string{"~1m0s node_appeared a3u-2"}},
			{m, func(w *world) { w.nodes[n(2)] = nil }, []string{"~2m0s node_gone a3u-2"}},
			{m, func(w *world) { w.add(2); w.order = w.order[:3]; w.state(2, "IDLE+DRAIN"); w.reason(2, "old", 0) }, []string{"~3m0s node_appeared a3u-2"}},
		},
		"powered down by Slurm, and up for a job": {
			{m, func(w *world) { w.state(0, "IDLE+CLOUD+POWERING_DOWN") }, []string{"~1m0s powering_down a3u-0/100"}},
			{m, func(w *world) {
				w.state(0, "IDLE+CLOUD+POWERED_DOWN")
				w.boot(0, 0)
				w.nodes[n(0)].Boot = 0
				w.vanish(0)
			}, []string{
				"~2m0s powered_down a3u-0/100: by Slurm, as no job needed it",
			}},
			{h, func(w *world) { w.state(0, "MIXED+CLOUD+POWERING_UP+NOT_RESPONDING") }, []string{"~1h2m0s powering_up a3u-0"}},
			{10 * m, func(w *world) { w.machine(0, "200", h+9*m) }, []string{"1h9m0s machine_created a3u-0/200"}},
			{3 * m, func(w *world) { w.state(0, "MIXED+CLOUD"); w.boot(0, h+14*m) }, []string{"~1h14m0s ready a3u-0/200"}},
		},
		"a power-down that is called off": {
			{m, func(w *world) { w.state(0, "IDLE+CLOUD+POWERING_DOWN") }, []string{"~1m0s powering_down a3u-0/100"}},
			{m, func(w *world) { w.state(0, "IDLE+CLOUD") }, nil},
		},
		"not up in time": {
			{m, func(w *world) { w.state(0, "IDLE+CLOUD+POWERING_DOWN") }, []string{"~1m0s powering_down a3u-0/100"}},
			{m, func(w *world) { w.state(0, "IDLE+CLOUD+POWERED_DOWN"); w.vanish(0) }, []string{
				"~2m0s powered_down a3u-0/100: by Slurm, as no job needed it",
			}},
			{m, func(w *world) { w.state(0, "MIXED+CLOUD+POWERING_UP") }, []string{"~3m0s powering_up a3u-0"}},
			{m, func(w *world) { w.state(0, "DOWN+CLOUD+POWERED_DOWN"); w.reason(0, "ResumeTimeout reached", 230*s) }, []string{
				"3m50s down a3u-0: ResumeTimeout reached",
			}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, steps)
		})
	}
}

func endsAt(at time.Duration) func(*slurm.Job) {
	return func(j *slurm.Job) { j.End = slurm.TimeOf(since(at)) }
}

func diffRows[T any](t *testing.T, want, got T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

package flex_test

import (
	"testing"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// The end of a machine hits the jobs that were on it then, and not those that were there at some look before.
func TestEndHitsTheJobsOfItsMoment(t *testing.T) {
	t.Parallel()
	begin := func() (*world, *program) {
		w, p := newWorld(), &program{}
		w.job(98, "RUNNING", n(1), func(j *slurm.Job) { j.Start = slurm.TimeOf(since(-h)) })
		p.look(w)
		w.at = 4 * m
		w.job(98, "PENDING", "", restarted(1, 2*m))
		w.job(2, "RUNNING", n(1), func(j *slurm.Job) { j.Start = slurm.TimeOf(since(3 * m)) })
		return w, p
	}
	repaired := func(w *world) {
		w.at = 7 * m
		w.vanish(1)
		w.state(1, "DOWN")
		w.reason(1, "Reported as faulty", 6*m)
		w.record(6*m, "VM_REPORT_AND_REPLACEMENT", n(1))
	}
	t.Run("no look between, and it still runs", func(t *testing.T) {
		t.Parallel()
		w, p := begin()
		repaired(w)
		compare(t, w, []string{
			"2m0s requeued [98]: restart 1",
			"6m0s down a3u-1/101 [2]: Reported as faulty",
			"~7m0s repair a3u-1/101 [2]: its node was down",
		}, p.look(w))
	})
	t.Run("known by the report alone", func(t *testing.T) {
		t.Parallel()
		w, p := begin()
		report := flex.ReportEvent(since(5*m), flex.FaultReport{Node: n(1)}, flex.Operation{Name: "op"})
		report.Jobs = []string{"2"}
		before := p.memory
		p.memory = p.memory.Reported(report)
		if !before.Jobs[98].Left.IsZero() {
			t.Error("the memory before has changed")
		}
		repaired(w)
		w.job(2, "PENDING", "", restarted(1, 6*m))
		compare(t, w, []string{
			"2m0s requeued [98]: restart 1",
			"6m0s down a3u-1/101 [2]: Reported as faulty",
			"6m0s requeued a3u-1/101 [2]: restart 1: its node was taken for repair",
			"~7m0s repair a3u-1/101 [2]: its node was down",
		}, p.look(w))
	})
}

package flex_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

func restarted(times uint32, at time.Duration) func(*slurm.Job) {
	return func(j *slurm.Job) { j.Restarts, j.Submit = times, slurm.TimeOf(since(at)) }
}

func ended(start, end time.Duration, exit uint32) func(*slurm.Job) {
	return func(j *slurm.Job) {
		j.Start, j.End, j.Exit = slurm.TimeOf(since(start)), slurm.TimeOf(since(end)), slurm.Exit{Set: true, Code: exit}
	}
}

func named(name string) func(*slurm.Job) { return func(j *slurm.Job) { j.Name = name } }

func of(user string) func(*slurm.Job) { return func(j *slurm.Job) { j.User = user } }

func TestJobEvents(t *testing.T) {
	t.Parallel()
	both := "hcsdemo-a3u-[0-1]"
	for name, steps := range map[string][]step{
		"requeued as its node went down": {
			{m, func(w *world) { w.job(7, "RUNNING", both); w.job(8, "RUNNING", n(1)) }, nil},
			{m, func(w *world) {
				w.job(7, "PENDING", "", restarted(1, 90*s))
				w.state(1, "DOWN+NOT_RESPONDING")
				w.reason(1, "Not responding", 90*s)
			}, []string{"1m30s down a3u-1/101 [7 8]: Not responding", "1m30s requeued a3u-1/101 [7]: restart 1: its node went down"}},
			{m, func(w *world) { w.job(7, "RUNNING", n(0)) }, nil},
		},
		"requeued before the nodes show why": {
			{m, func(w *world) { w.job(7, "RUNNING", both) }, nil},
			{m, func(w *world) { w.job(7, "PENDING", "", restarted(1, 90*s)) }, []string{"1m30s requeued [7]: restart 1"}},
			{30 * s, func(w *world) { w.state(1, "IDLE+DRAIN"); w.reason(1, "Prolog error", 90*s) }, []string{
				"1m30s draining a3u-1/101 [7]: Prolog error", "~2m30s drained a3u-1/101: Prolog error",
			}},
		},
		"requeued by hand": {
			{m, func(w *world) { w.job(7, "RUNNING", both) }, nil},
			{m, func(w *world) { w.job(7, "PENDING", "", restarted(1, 90*s)) }, []string{"1m30s requeued [7]: restart 1"}},
		},
		"requeued twice between two looks": {
			{m, func(w *world) { w.job(7, "RUNNING", n(0)); w.job(8, "PENDING", "") }, nil},
			{h, func(w *world) {
				w.state(0, "IDLE+DRAIN")
				w.reason(0, "xid 79", 10*m)
				w.job(7, "RUNNING", n(1), restarted(2, 50*m))
				w.job(8, "PENDING", "", restarted(1, 55*m))
				w.job(9, "PENDING", "", restarted(2, 56*m))
			}, []string{
				"10m0s draining a3u-0/100 [7]: xid 79", "~50m0s requeued a3u-0/100 [7]: restart 1: its node was drained (xid 79)",
				"50m0s requeued [7]: restart 2", "55m0s requeued [8]: restart 1", "~56m0s requeued [9]: restart 1", "56m0s requeued [9]: restart 2",
				"~1h1m0s drained a3u-0/100: xid 79",
			}},
		},
		"a restart of long ago": {
			{h, func(w *world) { w.job(7, "PENDING", "", restarted(3, -h)) }, nil},
			{m, func(w *world) { w.job(7, "RUNNING", n(0)) }, nil},
			{m, func(w *world) { w.job(7, "PENDING", "", restarted(4, h+90*s)) }, []string{"1h1m30s requeued [7]: restart 4"}},
		},
		"ended before it was one's own": {
			{h, nil, nil},
			{m, func(w *world) { w.job(7, "COMPLETED", n(0), ended(10*m, 59*m, 0)) }, nil},
		},
		"a node's event names tasks and components": {
			{m, func(w *world) {
				w.job(21, "RUNNING", n(0), task(20, "1"))
				w.job(31, "RUNNING", n(0), func(j *slurm.Job) { j.Het.Job, j.Het.Offset = 30, 1 })
			}, nil},
			{m, func(w *world) { w.state(0, "MIXED+DRAIN"); w.reason(0, "disk", 90*s) }, []string{"1m30s draining a3u-0/100 [20_1 30+1]: disk"}},
		},
		"a task of an array is requeued": {
			{m, func(w *world) { w.job(20, "PENDING", "", task(20, "1-9")); w.job(21, "RUNNING", n(0), task(20, "1")) }, nil},
			{m, func(w *world) { w.job(21, "PENDING", "", restarted(1, 90*s)) }, []string{"1m30s requeued [20_1]: restart 1"}},
		},
		"failed by its node": {
			{m, func(w *world) { w.job(7, "RUNNING", both, of("bob")) }, nil},
			{m, func(w *world) { w.job(7, "NODE_FAIL+COMPLETING", both, ended(m, 80*s, 0)) }, nil},
			{m, func(w *world) {
				w.job(7, "NODE_FAIL", both, func(j *slurm.Job) { j.FailedNode = n(0) })
			}, []string{"1m20s node_fail a3u-0/100 [7]: Slurm counts its node as failed"}},
			{m, func(w *world) { w.leave(7) }, nil},
		},
		"failed by its node, and seen no sooner": {
			{m, nil, nil},
			{m, func(w *world) { w.job(7, "NODE_FAIL", n(0), of("bob"), ended(70*s, 80*s, 0)) }, []string{"1m20s node_fail a3u-0 [7]"}},
		},
		"one's own end, and others do": {
			{m, func(w *world) {
				for id := uint64(1); id < 7; id++ {
					w.job(id, "RUNNING", n(0))
				}
				w.job(11, "RUNNING", n(0), of("bob"))
				w.job(12, "RUNNING", n(0), of("bob"))
				w.watched = 12
			}, nil},
			{h, func(w *world) {
				w.job(1, "COMPLETED", n(0), ended(m, 50*m, 0))
				w.job(2, "FAILED", n(0), ended(m, 51*m, 1))
				w.job(3, "TIMEOUT", n(0), ended(m, 52*m, 0))
				w.job(4, "CANCELLED", n(0), ended(m, 53*m, 0))
				w.job(5, "OUT_OF_MEMORY+COMPLETING", n(0), ended(m, 54*m, 0))
				w.job(6, "FAILED+REQUEUED", n(0), ended(m, 55*m, 0))
				w.job(11, "FAILED", n(0), ended(m, 56*m, 1))
				w.job(12, "COMPLETED", n(0), ended(m, 57*m, 0))
			}, []string{
				"50m0s job_ended a3u-0 [1]: it ran for 49 min", "51m0s job_failed a3u-0 [2]: exit code 1 after 50 min",
				"52m0s job_failed a3u-0 [3]: out of time after 51 min", "57m0s job_ended a3u-0 [12]: it ran for 56 min",
			}},
			{m, func(w *world) { w.job(5, "OUT_OF_MEMORY", n(0)); w.leave(1) }, []string{"54m0s job_failed a3u-0 [5]: out of memory after 53 min"}},
		},
		"ended on several nodes, with a name": {
			{m, func(w *world) { w.job(7, "RUNNING", both, named("train")); w.job(8, "RUNNING", both, named("eval")) }, nil},
			{h, func(w *world) {
				w.job(7, "COMPLETED", both, ended(m, 50*m, 0))
				w.job(8, "FAILED", both, ended(m, 51*m, 1))
			}, []string{
				"50m0s job_ended [7]: train: it ran for 49 min on hcsdemo-a3u-[0-1]",
				"51m0s job_failed [8]: eval: exit code 1 after 50 min on hcsdemo-a3u-[0-1]",
			}},
		},
		"submitted and ended between two looks": {
			{m, nil, nil},
			{h, func(w *world) { w.job(7, "COMPLETED", n(0), ended(10*m, 20*m, 0)) }, []string{"20m0s job_ended a3u-0 [7]: it ran for 10 min"}},
		},
		"ended at once": {
			{m, nil, nil},
			{h, func(w *world) { w.job(7, "COMPLETED", n(0), ended(10*m, 10*m+12*time.Second, 0)) }, []string{"10m12s job_ended a3u-0 [7]: it ran for less than a minute"}},
		},
		"left the queue before its end could be seen": {
			{m, func(w *world) { w.job(7, "RUNNING", n(0)) }, nil},
			{h, func(w *world) { w.leave(7) }, nil},
		},
		"an id that is used again": {
			{m, func(w *world) { w.job(7, "RUNNING", n(0), restarted(2, -h)) }, nil},
			{h, func(w *world) { w.job(7, "COMPLETED", n(0), restarted(0, 30*m), ended(31*m, 50*m, 0)) }, []string{"50m0s job_ended a3u-0 [7]: it ran for 19 min"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, steps)
		})
	}
}

func task(array uint64, tasks string) func(*slurm.Job) {
	return func(j *slurm.Job) {
		j.Array.Job = array
		if len(tasks) == 1 {
			j.Array.Task, j.Array.HasTask = uint32(tasks[0]-'0'), true
		} else {
			j.Array.Tasks = tasks
		}
	}
}

func limit(d time.Duration) func(*slurm.Job) {
	return func(j *slurm.Job) { j.Limit = slurm.Limit(d / time.Second) }
}

func started(at time.Duration) func(*slurm.Job) {
	return func(j *slurm.Job) { j.Start = slurm.TimeOf(since(at)) }
}

func TestJobsAtRisk(t *testing.T) {
	t.Parallel()
	play(t, []step{
		{m, func(w *world) { w.job(7, "RUNNING", "hcsdemo-a3u-[0-1]", limit(10*day), started(m)) }, []string{
			"~1m0s job_at_risk a3u-0/100 [7]: its limit is 3d02h beyond the end of its node's lease, in 6d21h",
		}},
		{m, func(w *world) { w.ends(1, 6*day) }, []string{
			"~2m0s job_at_risk a3u-1/101 [7]: its limit is 4d00h beyond the end of its node's lease, in 5d23h",
		}},
		{m, func(w *world) { w.job(7, "RUNNING", n(0)) }, nil}, // it has been told of that machine
		{m, func(w *world) { w.job(7, "PENDING", "", restarted(1, 3*m+30*s)) }, []string{"3m30s requeued [7]: restart 1"}},
		{m, func(w *world) {
			w.machine(0, "200", 4*m)
			w.job(7, "RUNNING", n(0), started(5*m), func(j *slurm.Job) { j.Limit = slurm.LimitInfinite })
		}, []string{
			"~4m0s deleted a3u-0/100 [7]: 6d21h before the end of its lease, not known why", "4m0s replaced a3u-0/200: in place of one that was taken away",
			"~5m0s job_at_risk a3u-0/200 [7]: it has no time limit, and its node's lease has an end, in 6d23h",
		}},
	})
}

// What is so at the first sight is no news.
func TestFirstSightTellsNoRisk(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.job(7, "RUNNING", n(0), limit(10*day), started(0), restarted(3, 0))
	w.job(8, "NODE_FAIL", n(0), ended(-m, 0, 0))
	w.job(9, "COMPLETED", n(0), ended(-m, 0, 0))
	w.state(1, "DOWN+DRAIN")
	var p program
	compare(t, w, nil, p.look(w))
	w.at = m
	compare(t, w, nil, p.look(w))
}

func TestMineAndSeverity(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.job(7, "RUNNING", n(0))
	w.job(8, "RUNNING", n(1), of("bob"))
	w.job(9, "RUNNING", n(1), of("bob"), limit(9*day), started(0))
	var p program
	p.look(w)
	w.at = 2 * m
	for i := range 2 {
		w.state(i, "DOWN")
		w.reason(i, "Not responding", m)
	}
	w.job(7, "PENDING", "", restarted(1, m))
	w.job(8, "NODE_FAIL", n(1), ended(0, m, 0))
	type row struct {
		Type     flex.EventType
		Node     string
		Mine     bool
		Severity string
		User     string
		Pool     string
	}
	var got []row
	for _, e := range p.look(w) {
		got = append(got, row{e.Type, e.Node, e.Mine, e.Severity.Words(), e.User, e.Pool})
	}
	want := []row{
		{flex.NodeDown, n(0), true, "critical", "", "a3u"},
		{flex.NodeDown, n(1), false, "critical", "", "a3u"},
		{flex.JobRequeued, n(0), true, "warning", "alice", "a3u"},
		{flex.JobNodeFailed, n(1), false, "critical", "bob", "a3u"},
	}
	diffRows(t, want, got)
}

// What becomes of a job is told with the pool that it ran in.
func TestJobEventsHaveAPool(t *testing.T) {
	t.Parallel()
	for _, nodes := range []string{n(0), "hcsdemo-a3u-[0-1]"} {
		w := newWorld()
		w.job(7, "RUNNING", nodes)
		var p program
		p.look(w)
		w.at = h
		w.job(7, "COMPLETED", nodes, ended(m, 50*m, 0))
		events := p.look(w)
		if len(events) != 1 || events[0].Pool != "a3u" {
			t.Errorf("on %s: %+v", nodes, events)
		}
	}
}

// That a job will be killed within a day is told at the first sight, once a job.
func TestFirstSightTellsWhoGoesSoon(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.at = 10 * h
	w.ends(0, 30*h)
	w.ends(1, 30*h+m)
	w.job(7, "RUNNING", "hcsdemo-a3u-[0-1]", limit(2*day), started(9*h), named("train"))
	w.job(8, "RUNNING", n(1), limit(2*h), started(9*h))
	var p program
	compare(t, w, []string{
		"~10h0m0s job_at_risk a3u-0/100 [7]: train: its limit is 1d03h beyond the end of its node's lease, in 20h00m",
		"~10h0m0s lease_ends a3u-0/100 [7]: in 20h00m (exact)",
		"~10h0m0s lease_ends a3u-1/101 [7 8]: in 20h01m (exact)",
	}, p.look(w))
	w.at += m
	compare(t, w, nil, p.look(w))
}

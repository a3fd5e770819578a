//go:build slurm

package fidelity_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// seeds are the jobs that the comparison runs on: the ids by a short name, and the state by which each is known
// to have become what it is meant to be.
type seeds struct {
	t    *testing.T
	bed  *bed.Bed
	ids  map[string]string
	want []wanted
}

type wanted struct{ name, state, reason string }

// add submits one job with sbatch.
func (s *seeds) add(name, user string, args ...string) string {
	s.t.Helper()
	id := s.bed.As(s.t, user, append([]string{"sbatch", "--parsable"}, args...)...)
	id, _, _ = strings.Cut(id, ";")
	s.ids[name] = id
	return id
}

// expect says what squeue shows of a job once it is what it is meant to be; an empty reason is any.
func (s *seeds) expect(name, state, reason string) {
	s.want = append(s.want, wanted{name, state, reason})
}

// is reports whether squeue shows a job, or a task of it, in the state and for the reason.
func (s *seeds) is(name, state, reason string) bool {
	out := s.bed.Root(s.t, "squeue", "-h", "-t", "all", "-j", s.ids[name], "-o", "%T %r")
	for line := range strings.Lines(out) {
		st, why, _ := strings.Cut(strings.TrimSpace(line), " ")
		if st == state && (reason == "" || strings.HasPrefix(why, reason)) {
			return true
		}
	}
	return false
}

func (s *seeds) wait(name, state, reason string) {
	s.t.Helper()
	defer func() {
		if s.t.Failed() {
			s.t.Log(s.bed.Root(s.t, "squeue", "-t", "all", "-j", s.ids[name], "-o", "%i %T %r %S %N"))
		}
	}()
	s.bed.Until(s.t, fmt.Sprintf("%s is %s %s", name, state, reason), func() bool { return s.is(name, state, reason) })
}

// plant makes every kind of job that the bed can, and returns when each has come to where it stays.
func plant(t *testing.T, b *bed.Bed) *seeds {
	t.Helper()
	s := &seeds{t: t, bed: b, ids: make(map[string]string)}
	t.Cleanup(s.uproot)
	s.slow()
	s.running()
	s.waiting()
	s.arrays()
	s.names()
	s.ended()
	s.halted()
	for _, w := range s.want {
		s.wait(w.name, w.state, w.reason)
	}
	s.fleeting()
	return s
}

// slow starts what takes a minute or more to come about.
func (s *seeds) slow() {
	s.add("timeout", "alice", "-J", "timeout", "-p", "cpu", "-t", "1", "--wrap", "sleep 600")
	s.expect("timeout", "TIMEOUT", "TimeLimit")
	s.add("deadline", "carol", "-J", "deadline", "-H", "-p", "cpu", "-t", "1", "--deadline=now+70seconds", "--wrap", "sleep 5")
	s.expect("deadline", "DEADLINE", "")
	s.add("lost", "bob", "-J", "lost", "-p", "a3u", "-w", "hcsdemo-a3unodeset-3", "--no-requeue", "--wrap", "sleep 600")
	s.expect("lost", "NODE_FAIL", "")
	s.add("requeued", "bob", "-J", "requeued", "-p", "a3u", "-w", "hcsdemo-a3unodeset-3", "--requeue", "--wrap", "sleep 600")
	s.expect("requeued", "PENDING", "")
	s.wait("lost", "RUNNING", "")
	s.wait("requeued", "RUNNING", "")
	s.bed.Node(s.t, "kill", "hcsdemo-a3unodeset-3")
}

func (s *seeds) running() {
	s.add("plain", "alice", "-J", "plain", "-p", "cpu", "--wrap", "sleep 3000")
	s.add("gpus", "alice", "-J", "gpus", "-p", "a3u", "-w", "hcsdemo-a3unodeset-0", "--gres=gpu:2", "-t", "1-12:30:15", "--wrap", "sleep 3000")
	s.add("typed", "alice", "-J", "typed", "-p", "a3u", "-w", "hcsdemo-a3unodeset-0", "--gpus-per-node=nvidia_h200:1", "-t", "UNLIMITED", "--wrap", "sleep 3000")
	s.add("pair", "bob", "-J", "pair", "-p", "a3u", "-N2", "-w", "hcsdemo-a3unodeset-[0,2]", "--gpus=2", "-n8", "--mem-per-cpu=2G", "--wrap", "srun sleep 3000")
	s.add("whole", "bob", "-J", "whole", "-p", "a3u", "-w", "hcsdemo-a3unodeset-1", "--exclusive", "--mem=0", "--gres=gpu:8", "--qos=high", "--wrap", "srun sleep 3000")
	s.add("account", "carol", "-J", "account", "-p", "cpu", "-A", "ops", "--nice=50", "--comment", "a comment, with = and |", "--time-min=10", "-t", "2:00:00", "--wrap", "sleep 3000")
	s.add("solver", "carol", "-J", "solver", "-p", "cpu", "-L", "solver:1", "-c", "4", "--wrap", "sleep 3000")
	s.add("noreason", "alice", "-J", "noreason", "-p", "cpu", "--array=7", "--wrap", "sleep 3000")
	for _, n := range []string{"plain", "gpus", "typed", "pair", "whole", "account", "solver", "noreason"} {
		s.wait(n, "RUNNING", "")
	}
	het := []string{"-J", "het", "-p", "cpu", "-n1", ":", "-p", "a3u", "-w", "hcsdemo-a3unodeset-0", "--gres=gpu:1", "--wrap", "srun --het-group=0,1 sleep 3000"}
	s.add("het", "alice", het...)
	s.expect("het", "RUNNING", "")
}

func (s *seeds) waiting() {
	s.add("resources", "carol", "-J", "resources", "-p", "a3u", "-N3", "-x", "hcsdemo-a3unodeset-3", "--exclusive", "--qos=high", "--wrap", "sleep 60")
	s.expect("resources", "PENDING", "Resources")
	s.add("priority", "carol", "-J", "priority", "-p", "a3u", "-N3", "-x", "hcsdemo-a3unodeset-3", "--exclusive", "--nice=100", "--wrap", "sleep 60")
	s.expect("priority", "PENDING", "Priority")
	s.add("later", "carol", "-J", "later", "-p", "cpu", "--begin=now+2hours", "-N1-2", "--wrap", "sleep 60")
	s.expect("later", "PENDING", "BeginTime")
	s.add("overlimit", "carol", "-J", "overlimit", "-p", "cpu", "-t", "30-0", "--wrap", "sleep 60")
	s.expect("overlimit", "PENDING", "PartitionTimeLimit")
	s.add("after", "alice", "-J", "after", "-p", "cpu", "-d", "afterok:"+s.ids["plain"], "--wrap", "sleep 60")
	s.expect("after", "PENDING", "Dependency")
	s.add("never", "alice", "-J", "never", "-p", "cpu", "-d", "afterok:"+s.add("fails", "alice", "-J", "fails", "-p", "cpu", "--wrap", "exit 1"), "--wrap", "sleep 60")
	s.expect("never", "PENDING", "DependencyNeverSatisfied")
	s.add("single", "alice", "-J", "single", "-p", "cpu", "-d", "singleton", "--begin=now+3hours", "--wrap", "sleep 60")
	s.add("licence", "carol", "-J", "licence", "-p", "cpu", "-L", "solver:1", "--wrap", "sleep 60")
	s.expect("licence", "PENDING", "Licenses")
	s.bed.Root(s.t, "scontrol", "create", "reservation=repair", "starttime=now+2hours", "duration=60", "users=alice,root", "nodes=hcsdemo-cpunodeset-1")
	s.add("reserved", "alice", "-J", "reserved", "-p", "cpu", "--reservation=repair", "--wrap", "sleep 60")
	s.expect("reserved", "PENDING", "Reservation")
	s.add("held", "bob", "-J", "held", "-H", "-p", "cpu", "--wrap", "sleep 60")
	s.expect("held", "PENDING", "JobHeldUser")
	s.add("adminheld", "bob", "-J", "adminheld", "-H", "-p", "cpu", "-N2-4", "--gres=gpu:1", "--partition=a3u", "--wrap", "sleep 60")
	s.bed.Root(s.t, "scontrol", "hold", s.ids["adminheld"])
	s.expect("adminheld", "PENDING", "JobHeldAdmin")
	s.add("partitions", "bob", "-J", "partitions", "-H", "-p", "cpu,a3u", "--wrap", "sleep 60")
	s.expect("partitions", "PENDING", "JobHeldUser")
}

func (s *seeds) arrays() {
	s.add("throttled", "bob", "-J", "throttled", "-p", "cpu", "-a", "0-9%2", "--wrap", "sleep 3000")
	s.expect("throttled", "PENDING", "JobArrayTaskLimit")
	s.add("stepped", "bob", "-J", "stepped", "-H", "-p", "cpu", "-a", "1-40:5,100,200-300", "--wrap", "sleep 60")
	s.expect("stepped", "PENDING", "JobHeldUser")
	s.add("mixed", "bob", "-J", "mixed", "-p", "cpu", "-a", "1-3", "--wrap", "exit $((SLURM_ARRAY_TASK_ID - 1))")
	s.expect("mixed", "FAILED", "")
}

func (s *seeds) names() {
	for i, name := range []string{
		`two  words `, `quote"d 'and' back\slash`, `pipe|d|name`, `訓練-ñandú 🚀`, strings.Repeat("0123456789", 20), `a=b JobState=X`, `%j,%A`, `-`,
	} {
		key := fmt.Sprintf("name%d", i)
		s.add(key, "bob", "-J", name, "-H", "-p", "cpu", "--wrap", "sleep 60")
		s.expect(key, "PENDING", "JobHeldUser")
	}
}

func (s *seeds) ended() {
	s.add("done", "alice", "-J", "done", "-p", "cpu", "--wrap", "srun true")
	s.expect("done", "COMPLETED", "")
	s.add("failed", "alice", "-J", "failed", "-p", "cpu", "--wrap", "exit 3")
	s.expect("failed", "FAILED", "NonZeroExitCode")
	s.add("killed", "alice", "-J", "killed", "-p", "cpu", "--wrap", "kill -9 $$")
	s.expect("killed", "FAILED", "RaisedSignal")
	s.add("cancelled", "alice", "-J", "cancelled", "-p", "cpu", "--wrap", "sleep 600")
	s.wait("cancelled", "RUNNING", "")
	s.bed.As(s.t, "alice", "scancel", s.ids["cancelled"])
	s.expect("cancelled", "CANCELLED", "")
	s.add("unborn", "alice", "-J", "unborn", "-H", "-p", "cpu", "--wrap", "sleep 600")
	s.bed.As(s.t, "alice", "scancel", s.ids["unborn"])
	s.expect("unborn", "CANCELLED", "")
	if s.bed.LimitsMemory(s.t) {
		s.add("greedy", "alice", "-J", "greedy", "-p", "cpu", "--mem=30", "--wrap", `perl -e '$x = "a" x 200000000; sleep 600'`)
		s.expect("greedy", "OUT_OF_MEMORY", "OutOfMemory")
	}
	if _, err := s.bed.Try(s.t.Context(), "setpriv", "--reuid=alice", "--regid=alice", "--init-groups", "sbatch", "--parsable",
		"-D", "/home/alice", "-J", "impossible", "-p", "a3u", "-N9", "--wrap", "true"); err == nil {
		s.t.Error("nine nodes of four were not refused")
	}
}

// halted are jobs that hold their nodes, or their place, without running.
func (s *seeds) halted() {
	for _, n := range []string{"suspended", "stopped", "special", "requeuehold"} {
		s.add(n, "alice", "-J", n, "-p", "cpu", "--wrap", "sleep 3000")
	}
	for _, n := range []string{"suspended", "stopped", "special", "requeuehold"} {
		s.wait(n, "RUNNING", "")
	}
	s.bed.Root(s.t, "scontrol", "suspend", s.ids["suspended"])
	s.expect("suspended", "SUSPENDED", "")
	s.bed.As(s.t, "alice", "scancel", "-s", "STOP", s.ids["stopped"])
	s.expect("stopped", "STOPPED", "")
	s.bed.Root(s.t, "scontrol", "requeuehold", "State=SpecialExit", s.ids["special"])
	s.expect("special", "SPECIAL_EXIT", "")
	s.bed.Root(s.t, "scontrol", "requeuehold", s.ids["requeuehold"])
	s.expect("requeuehold", "PENDING", "")
	s.bed.Root(s.t, "scontrol", "update", "nodename=hcsdemo-cpunodeset-1", "state=drain", "reason=xid 79 on gpu 3")
}

// fleeting are what lasts only so long, and what waits for the node that is lost by now: they are made last.
func (s *seeds) fleeting() {
	s.add("gone", "bob", "-J", "gone", "-p", "a3u", "-w", "hcsdemo-a3unodeset-3", "--wrap", "sleep 60")
	s.wait("gone", "PENDING", "")
	s.add("completing", "alice", "-J", "completing", "-p", "cpu", "--wrap", "sleep 600")
	s.wait("completing", "RUNNING", "")
	s.bed.Root(s.t, "touch", "/run/bed/completing."+s.ids["completing"])
	s.bed.As(s.t, "alice", "scancel", s.ids["completing"])
	s.wait("completing", "COMPLETING", "")
	s.bed.Node(s.t, "refuse", "hcsdemo-flexnodeset-3")
	s.add("configuring", "alice", "-J", "configuring", "-p", "flex", "-w", "hcsdemo-flexnodeset-3", "--gres=gpu:8", "--wrap", "sleep 600")
	s.wait("configuring", "CONFIGURING", "")
}

// uproot gives the bed back as it was.
func (s *seeds) uproot() {
	b := s.bed
	b.Root(s.t, "sh", "-c", "rm -f /run/bed/completing.*; scontrol resume "+s.ids["suspended"]+"; for u in alice bob carol; do scancel -u $u; done")
	b.Node(s.t, "accept", "hcsdemo-flexnodeset-3")
	b.Node(s.t, "start", "hcsdemo-a3unodeset-3")
	b.Root(s.t, "sh", "-c", "scontrol update nodename=hcsdemo-cpunodeset-1 state=resume; true")
	b.Until(s.t, "the jobs are gone", func() bool { return b.Root(s.t, "squeue", "-h") == "" })
	b.Root(s.t, "sh", "-c", "scontrol delete reservation=repair; scontrol update nodename=hcsdemo-flexnodeset-3 state=power_down_force; true")
}

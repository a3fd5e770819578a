package tui_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// onNode opens the node that the job that will be killed loses first.
func onNode(s *stage) {
	s.ClickOn("88214")
	s.Press("o")
	s.See("a3u7-a3u-3")
}

func TestReportNode(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	onNode(s)
	s.Press("F")
	s.See("Report a3u7-a3u-3 as faulty?", "Static node (number 3, and pool a3u always has 24): it is re-created", "88214",
		"llama-70b-pretrain", "running, requeued if lost", "pre-GA, taken only for A3 Ultra and A4", "(*) none: the machine is replaced")
	s.settleDialog()
	s.Press("tab", "tab")
	s.See("(*) performance", "( ) none")
	s.Type("a3u7-a3u-4")
	s.Press("enter")
	s.See("not a3u7-a3u-3")
	s.Press("backspace")
	s.Type("3")
	s.Press("enter")
	s.See("What is wrong with the host of a3u7-a3u-3?", "performance: it is slower than it should be")
	s.settleDialog()
	s.Press("enter") // without a description nothing is sent
	s.See("What is wrong", "a description is needed")
	s.Type("all-reduce at half the speed")
	s.Press("enter")
	want := []flex.FaultReport{{Node: "a3u7-a3u-3", Behavior: "PERFORMANCE", Description: "all-reduce at half the speed"}}
	if diff := cmp.Diff(want, s.cluster.Reports()); diff != "" {
		t.Fatal(diff)
	}
	s.See("report a3u7-a3u-3 0s")

	// It is followed from whatever place, to its end.
	s.Press("1")
	s.Advance(30 * time.Second)
	s.See("report a3u7-a3u-3 30s")
	s.cluster.EndOperation("")
	s.Advance(6 * time.Second)
	s.See("report of a3u7-a3u-3: done")
	s.NotSee("report a3u7-a3u-3 3")
	s.Press("3")
	s.See("reported as faulty", "asked the platform to replace it", "done: the platform has taken it")
}

// The default of a report is No: enter on an empty field does nothing.
func TestReportDefaultsToNo(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	onNode(s)
	s.Press("F")
	s.settleDialog()
	s.Press("enter")
	s.NotSee("as faulty?")
	s.Press("F")
	s.Type("a3u7-a3u-3")
	s.Press("esc")
	if got := s.cluster.Reports(); len(got) != 0 {
		t.Errorf("reported %v", got)
	}
}

func TestReportFails(t *testing.T) {
	t.Parallel()
	report := func(s *stage) {
		onNode(s)
		s.Press("F")
		s.settleDialog()
		s.Type("a3u7-a3u-3")
		s.Press("enter")
	}
	t.Run("not taken", func(t *testing.T) {
		t.Parallel()
		s := start(t, 120, 40, func(_ *tui.Options, c *cluster.Cluster) { c.Fail("ReportFaultyNode", forbidden()) })
		report(s)
		s.See("The report of a3u7-a3u-3 was not taken", "you have no access to cluster a3u7")
		s.Press("esc")
		s.NotSee("report a3u7-a3u-3 ")
	})
	t.Run("its operation fails", func(t *testing.T) {
		t.Parallel()
		s := start(t, 120, 40)
		report(s)
		s.cluster.EndOperation("the node is not RUNNING")
		s.Advance(6 * time.Second)
		s.See("report of a3u7-a3u-3 failed: the node is not RUNNING")
	})
	t.Run("its operation cannot be seen for a while", func(t *testing.T) {
		t.Parallel()
		s := start(t, 120, 40)
		report(s)
		s.cluster.Fail("Operation", unavailable())
		s.Advance(20 * time.Second)
		s.See("report a3u7-a3u-3 20s")
		s.cluster.Fail("Operation", nil)
		s.cluster.EndOperation("")
		s.Advance(6 * time.Second)
		s.See("report of a3u7-a3u-3: done")
	})
	t.Run("its operation is forbidden", func(t *testing.T) {
		t.Parallel()
		s := start(t, 120, 40)
		s.cluster.Fail("Operation", forbidden())
		report(s)
		s.Advance(6 * time.Second)
		s.See("how it ends cannot be seen: you have no access")
		s.NotSee("report a3u7-a3u-3 ")
	})
}

// Who leaves while an operation goes on is not kept, and is told its name.
func TestReportGoesOnWithoutTheScreen(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	onNode(s)
	s.Press("F")
	s.settleDialog()
	s.Type("a3u7-a3u-3")
	s.Press("enter", "q")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	if got := tui.Farewell(s.app); len(got) != 1 || !contains(got[0], "report of a3u7-a3u-3 goes on at the platform as projects/1/locations/europe-west4/operations/1") {
		t.Errorf("the farewell is %q", got)
	}
}

func TestDrainAndResume(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	onNode(s)
	s.Press("D")
	s.See("Drain a3u7-a3u-3?", "88214", "Why:")
	s.settleDialog()
	s.Press("enter") // no reason, no drain: and what is typed then is the reason, not keys
	s.See("Drain a3u7-a3u-3?", "a reason is needed")
	s.Type("nccl hangs on gpu 5")
	s.Press("enter")
	s.See("Why: nccl hangs on gpu 5")
	s.settleDialog()
	s.Press("y")
	s.See("drain a3u7-a3u-3: accepted")
	s.Advance(2 * time.Second)
	s.See("nccl hangs on gpu 5")
	s.Press("U")
	s.See("Resume a3u7-a3u-3?", "nccl hangs on gpu 5")
	s.settleDialog()
	s.Press("y")
	s.See("resume a3u7-a3u-3: accepted")
	want := []string{"a3u7-a3u-3 DRAIN nccl hangs on gpu 5", "a3u7-a3u-3 RESUME "}
	if diff := cmp.Diff(want, s.cluster.NodeUpdates()); diff != "" {
		t.Error(diff)
	}
}

// A refusal is shown in Slurm's words.
func TestDrainRefused(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.cluster.Fail("UpdateNode", &fault.Fault{
		Kind: fault.Refused, Op: "change node a3u7-a3u-3", What: "Slurm refused: Invalid user id (Slurm error 2010)",
		Cure: "only an administrator of Slurm may change nodes", Problems: []slurm.Problem{{Number: 2010, Description: "Invalid user id"}},
	})
	onNode(s)
	s.Press("D")
	s.settleDialog()
	s.Type("broken")
	s.Press("enter")
	s.settleDialog()
	s.Press("y")
	s.See("drain a3u7-a3u-3 did not go through", "Slurm refused: Invalid user id (Slurm error 2010)", "only an administrator")
}

func TestReadOnlyChangesNoNode(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly = true })
	onNode(s)
	for _, key := range []string{"D", "U", "F"} {
		s.Press(key)
		s.See("read-only: nothing that changes the cluster can be sent")
		s.NotSee("a3u7-a3u-3?", "as faulty?")
	}
}

// Back leads through job and node the way one came.
func TestBackThroughJobAndNode(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("88214")
	s.Press("enter", "o")
	s.See("a3u7-a3u-3")
	s.Press("enter")
	s.See("llama-70b-pretrain", "limit")
	s.Press("esc")
	s.See("a3u7-a3u-3", "static")
	s.Press("esc")
	s.See("Will be killed")
	s.Press("esc")
	s.See("LEASE", "gemma-sft")
}

// Keys that were meant for another place drain nothing: the default is No once a reason is there.
func TestStrayKeysDrainNothing(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	onNode(s)
	for _, keys := range [][]string{{"D", "j", "j", "enter", "enter"}, {"D", "k", "enter", "j", "k", "enter"}, {"D", "x", "enter", "esc"}, {"D", "x", "enter", "y"}} {
		for _, key := range keys {
			s.Press(key)
			if key == "D" {
				s.settleDialog()
			}
		}
		if got := s.cluster.NodeUpdates(); len(got) != 0 {
			t.Fatalf("%v: changed %v", keys, got)
		}
		s.Press("esc")
		s.NotSee("Drain a3u7-a3u-3?")
		if len(keys) < 4 || keys[3] != "esc" {
			onNode(s)
		}
	}
}

// Marks on nodes are counted, name what is drained with what is out of sight, and go when Slurm has taken it.
func TestDrainMarkedNodes(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("2", "space", "space")
	s.See("2 marks")
	s.Press("/")
	s.Type("node:a3u7-a3u-7")
	s.Press("enter", "D")
	s.See("Drain 2 nodes?", "2 of these are marked and out of sight")
	s.settleDialog()
	s.Type("new driver")
	s.Press("enter")
	s.See("Why: new driver", "out of sight")
	s.settleDialog()
	s.Press("y")
	s.See("accepted")
	s.NotSee("2 marks", "1 mark")
	if got := s.cluster.NodeUpdates(); len(got) != 2 {
		t.Errorf("changed %v, want two nodes", got)
	}
}

// A mark does not go over to another machine that comes up under the name of one that is gone.
func TestMarkGoesWithItsNode(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("2", "/")
	s.Type("node:a3u7-a3u-5")
	s.Press("enter", "space")
	s.See("1 mark")
	rename := func(from, to string) {
		s.cluster.ChangeNodes(func(nodes []slurm.Node) {
			for i := range nodes {
				if nodes[i].Name == from {
					nodes[i].Name = to
				}
			}
		})
		s.Advance(16 * time.Second)
	}
	rename("a3u7-a3u-5", "a3u7-a3u-105")
	s.NotSee("1 mark")
	rename("a3u7-a3u-105", "a3u7-a3u-5")
	s.See("a3u7-a3u-5")
	s.NotSee("1 mark")
}

// A report is never sent twice for one machine: the second would hit the machine that replaces it.
func TestReportIsNotSentTwice(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	onNode(s)
	gate := s.clock.Gate()
	s.cluster.Hold("ReportFaultyNode", gate)
	report := func() {
		s.Press("F")
		s.settleDialog()
		s.Type("a3u7-a3u-3")
		s.Press("enter")
	}
	report()
	s.See("report a3u7-a3u-3")
	s.Press("F")
	s.See("a3u7-a3u-3 is reported already; the platform is at it")
	s.Press("q")
	s.See("Leave while changes are under way?", "report a3u7-a3u-3")
	s.Press("esc")
	gate.Open()
	s.Wait()
	s.Press("F")
	s.NotSee("as faulty?")
	if n := s.cluster.Calls("ReportFaultyNode"); n != 1 {
		t.Errorf("%d reports, want exactly 1", n)
	}
	s.cluster.EndOperation("")
	s.Advance(6 * time.Second)
	s.Press("F")
	s.See("Report a3u7-a3u-3 as faulty?")
}

// A question fits the screen that it stands on, also when that changes under it; what was typed and chosen stays.
func TestQuestionsFollowTheSize(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	onNode(s)
	s.Press("F")
	s.Type("a3u7")
	s.Press("tab", "tab")
	s.See("(*) performance", "unrecoverable GPU error")
	s.Resize(60, 14)
	s.See("Host report (tab changes it): performance", "a3u7")
	s.NotSee("unrecoverable GPU error")
	s.Resize(120, 40)
	s.See("(*) performance", "unrecoverable GPU error")
	s.Press("esc", "esc")
	s.Advance(time.Second)
	s.ClickOn("88214")
	s.Press("c")
	if line := s.LineWith("│ 88214"); !contains(line, "running") {
		t.Errorf("on a wide screen the state is not beside the name: %q", line)
	}
	s.Resize(50, 20)
	s.See("alice  running")
	if line := s.LineWith("│ 88214"); contains(line, "running") {
		t.Errorf("on a narrow screen the state is cut off behind the name: %q", line)
	}
}

// However much runs and is told, the footer still says how to get help.
func TestFooterKeepsHelp(t *testing.T) {
	t.Parallel()
	for _, w := range []int{60, 80, 100, 120} {
		s := start(t, w, 24)
		onNode(s)
		s.Press("F")
		s.settleDialog()
		s.Type("a3u7-a3u-3")
		s.Press("enter", "F") // it is reported already, which takes a long sentence
		got, above := s.Line(23), s.Line(22)
		if !contains(got, "? help") || !contains(got, "report a3u7") || !contains(above+got, "a3u7-a3u-3 is reported already; the platform is at it") {
			t.Errorf("at %d the footer is %q below %q", w, got, above)
		}
	}
}

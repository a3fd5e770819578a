package tui_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// A filter that shows a part of an array must not make a cancel of its row say less than it does.
func TestFilteredArrayNamesAllThatACancelEnds(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.Press("/")
	s.Type("sweep running")
	s.Press("enter")
	s.See("8 of 522 shown", "R 8  PD 504")
	s.Press("c")
	s.See("Cancel 512 jobs?", "R 8  PD 504", "504 of these the filter does not show")
}

// On a screen that is too small to be drawn nothing can be done but leave it.
func TestTooSmallTakesNoAction(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88214")
	s.Resize(30, 8)
	s.Press("c")
	s.settleDialog()
	s.Press("y", "enter", "h", "s")
	s.Paste("y")
	s.Resize(120, 30)
	s.NotSee("Cancel job")
	if got := len(s.cluster.Cancelled()) + len(s.cluster.Updated()); got != 0 {
		t.Errorf("%d changes from a screen that was not drawn", got)
	}
}

func TestFormIsLockedWhileItsSubmitIsUnderWay(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	pick(s)
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y")
	s.Press("tab")
	s.See("being sent: esc leaves the form", "torchrun-flex")
	s.Type("lost?")
	gate.Open()
	s.Wait()
	s.See("submitted as 88401")
	if got := s.cluster.Submitted(); len(got) != 1 || got[0].Name != "train" {
		t.Errorf("submitted %+v", got)
	}
	s.Press("s")
	s.NotSee("unsent:")
}

// A late answer takes nothing from under the fingers of a user who has gone elsewhere.
func TestSubmitReplyDoesNotStealTheScreen(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	pick(s)
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y", "esc", "/")
	s.Type("bo")
	gate.Open()
	s.Wait()
	s.Type("b")
	s.Advance(time.Second)
	s.See("/ bob", "submitted as 88401", "of 523 shown")
}

func TestUnknownOutcomeWarnsBeforeTheNextSubmit(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.cluster.Fail("Submit", &fault.Fault{Kind: fault.UnknownOutcome, Key: "flexq:01JTEST", What: "no answer came", Cure: "look first"})
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y")
	s.See("Not known whether the job was submitted")
	s.Press("esc")
	s.NotSee("not submitted")
	s.Type("x") // an edit does not make it known
	s.Press("ctrl+s")
	s.See("This may be a second one", "flexq:01JTEST")
}

// What is sent is what the file holds, to the byte, when nothing was edited.
func TestScriptIsSentAsItIs(t *testing.T) {
	t.Parallel()
	script := "#!/bin/bash\n#SBATCH --chdir=/home/alice\ncat <<-EOF\n\ttab and \x07 bell\n\tEOF\n" + strings.Repeat("# x\n", 12000)
	s := start(t, 100, 30, func(o *tui.Options, _ *cluster.Cluster) {
		o.Scripts = &cluster.Scripts{Files: map[string]string{"/x.sh": script}}
	})
	s.Press("s")
	s.Type("/x.sh")
	s.Press("enter", "ctrl+s")
	s.settleDialog()
	s.Press("y")
	if got := s.cluster.Submitted(); len(got) != 1 || got[0].Script != script {
		t.Errorf("%d submits, the script is not the file's", len(got))
	}
}

// A script that runs nothing can be sent, but not by mistake.
func TestEmptyScriptIsNotSentByMistake(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("88317")
	s.Press("S")
	s.See("Slurm did not give this job's script", "the script runs nothing")
	s.Press("ctrl+s")
	s.See("Submit this job?", "the script runs nothing", "submit anyway")
	s.settleDialog()
	s.Press("enter") // no is the default
	if n := s.cluster.Calls("Submit"); n != 0 {
		t.Errorf("%d submits, want none", n)
	}
}

func TestFieldShowsSbatchsOwnWords(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	field(s, "GPUs/node")
	s.See("GPUs/node    none", "ready to submit")
	s.Type(":8")
	s.See("checks: 1 error", `":8" is not a number of GPUs`)
	s.Press("ctrl+a", "delete")
	s.See(`#SBATCH --gpus-per-node="8"`, "ready to submit")
}

func TestLateFileIsDropped(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	gate := s.clock.Gate()
	s.scripts.Hold(gate)
	s.Press("s")
	s.Type("/slow")
	s.Press("enter", "ctrl+u")
	s.Type("torchrun")
	s.Press("enter")
	s.See("torchrun-flex", "ready to submit")
	gate.Open()
	s.See("torchrun-flex", "#SBATCH --job-name=train")
}

func TestHoldAndReleaseKeepTheirOrder(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	gate := s.clock.Gate()
	s.cluster.Hold("Update", gate)
	s.ClickOn("88317")
	s.Press("h", "H")
	if n := s.cluster.Calls("Update"); n != 1 {
		t.Errorf("%d changes of one job at once", n)
	}
	gate.Open()
	s.Wait()
	s.See("jobs of higher priority come first") // released last
}

func TestHoldAsksForSeveralAndSkipsWhatRuns(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88214")
	s.Press("h")
	s.See("only jobs that wait can be held or released")
	s.ClickOn("88317")
	s.Press("space")
	s.ClickOn("88331")
	s.Press("space", "h")
	s.See("Hold 2 jobs?")
	s.settleDialog()
	s.Press("enter")
	if n := s.cluster.Calls("Update"); n != 0 {
		t.Errorf("%d held though the default is No", n)
	}
}

func TestWideScreenNeverShowsOneJobBesideAnother(t *testing.T) {
	t.Parallel()
	s := start(t, 180, 40)
	s.ClickOn("88214")
	s.Press("enter")
	gate := s.clock.Gate()
	s.cluster.Hold("Job", gate)
	s.Press("r", "esc")
	s.ClickOn("88301")
	gate.Open()
	s.Wait()
	s.See("88301  eval-mmlu")
	s.NotSee("88214  llama-70b-pretrain")
}

func TestOpenArrayFollowsItsTasks(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 44)
	s.ClickOn("▸ 88290")
	s.Press("enter")
	s.See("R 8  PD 504")
	s.cluster.Change(func(jobs *[]slurm.Job) {
		for i := range *jobs {
			if j := &(*jobs)[i]; j.Array.Job == 88290 && j.Array.HasTask {
				j.State = slurm.ParseJobState("FAILED")
			}
		}
	})
	s.Advance(6 * time.Second)
	s.See("PD 504  F 8")
}

func TestJobThatNobodyKnowsIsAskedOnce(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 40, func(_ *tui.Options, c *cluster.Cluster) {
		c.Fail("Job", &fault.Fault{Kind: fault.JobUnknown, What: "Slurm knows no job 88214"})
	})
	s.ClickOn("88214")
	s.Press("enter")
	before := s.cluster.Calls("Job")
	s.Advance(time.Minute)
	if got := s.cluster.Calls("Job") - before; got != 0 {
		t.Errorf("%d more calls for a job that nobody knows", got)
	}
}

func TestRefreshIsOneCall(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 40)
	s.ClickOn("88214")
	s.Press("enter")
	s.Advance(2 * time.Second)
	gate := s.clock.Gate()
	s.cluster.Hold("Job", gate)
	jobs, job := s.cluster.Calls("Jobs"), s.cluster.Calls("Job")
	for range 20 {
		s.Press("r")
	}
	gate.Open()
	s.Wait()
	if got := s.cluster.Calls("Job") - job; got != 1 {
		t.Errorf("%d calls for the open job, want 1", got)
	}
	if got := s.cluster.Calls("Jobs") - jobs; got > 2 {
		t.Errorf("%d calls for the list, want at most 2", got)
	}
}

// The cursor waits for a new job for a moment, and never pulls the user back later.
func TestAwaitedJobDoesNotPullTheCursor(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("/")
	s.Type("bob")
	s.Press("enter")
	pick(s)
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y", "esc")
	s.Advance(20 * time.Second)
	s.Press("esc")
	s.ClickOn("88301")
	s.Advance(6 * time.Second)
	if line := s.LineWith("▌"); !strings.Contains(line, "88301") {
		t.Errorf("the cursor is on %q", line)
	}
}

func TestCancellingShowsInTheDetailAndOnTasks(t *testing.T) {
	t.Parallel()
	s := start(t, 180, 44)
	s.ClickOn("▸ 88290")
	s.Press("z", "c")
	s.settleDialog()
	s.Type("512")
	s.Press("enter")
	if line := s.LineWith("  88290_1 "); !strings.Contains(line, "cancelling") {
		t.Errorf("a task of a cancelled array shows as %q", line)
	}
	s.Press("enter")
	s.See("cancelling, waiting until it ends")
}

func TestUnprovedCancelIsForgotten(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88214")
	s.Press("c")
	s.settleDialog()
	s.Press("y")
	s.See("  cancelling  ")
	s.Advance(11 * time.Minute)
	s.NotSee("  cancelling  ")
}

func TestMarkOfAShrunkArrayGoesToItsLastTask(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("▸ 88290")
	s.Press("space")
	s.cluster.Change(func(jobs *[]slurm.Job) {
		var keep []slurm.Job
		for _, j := range *jobs {
			if j.Array.Job != 88290 || (j.Array.HasTask && j.Array.Task == 1) {
				keep = append(keep, j)
			}
		}
		*jobs = keep
	})
	s.Advance(6 * time.Second)
	s.See("1 mark")
	s.Press("c")
	s.See("Cancel job 88290_1?")
}

func TestAgeIsThatOfThePlace(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.cluster.Fail("Nodes", unavailable())
	s.Press("2")
	s.Advance(40 * time.Second)
	s.See("STALE", "these nodes are", "the cluster cannot be reached for now (UNAVAILABLE); wait")
	s.Press("1")
	s.NotSee("STALE")
}

func TestMineWaitsUntilTheUserIsKnown(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30, func(o *tui.Options, _ *cluster.Cluster) { o.User, o.Mine = "", true })
	s.See("only alice", "88214")
	s.NotSee("88301")
}

func TestHelpInTheFormAndInPools(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 50)
	s.Press("2", "?")
	s.See("Keys in Pools")
	s.NotSee("hold the marked", "only my jobs")
	s.Press("esc", "4")
	s.Type("torchrun")
	s.Press("enter", "f1")
	s.See("Keys in Submit", "ctrl-s")
}

func TestLeavingTellsWhatBecameOfChanges(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	gate := s.clock.Gate()
	s.cluster.Hold("Cancel", gate)
	s.ClickOn("88214")
	s.Press("space")
	s.ClickOn("88317")
	s.Press("space", "c")
	s.settleDialog()
	s.Type("2")
	s.Press("enter", "q")
	s.See("Leave while changes are under way?", "1 call would not be sent")
	s.settleDialog()
	s.Press("y")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	gate.Open()
	got := strings.Join(tui.Farewell(s.app), "\n")
	if !strings.Contains(got, "cancel 88") || !strings.Contains(got, "cancelling") || !strings.Contains(got, "not sent") {
		t.Errorf("told on leaving: %q", got)
	}
	if n := len(s.cluster.Cancelled()); n != 1 {
		t.Errorf("%d cancelled, want the one that was sent", n)
	}
}

func TestCancelSaysWhatIsOutOfSightAndOld(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.ClickOn("88317")
	s.Press("space", "/")
	s.Type("bob")
	s.Press("enter")
	s.cluster.Fail("Jobs", unavailable())
	s.Advance(10 * time.Second)
	s.Press("c")
	s.See("Cancel job 88317?", "1 of these are marked and out of sight", "This list is 10s old")
}

func TestNameThatCannotBeSeen(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30)
	s.cluster.Change(func(jobs *[]slurm.Job) { (*jobs)[0].Name = "\u200b\u200b" })
	s.Advance(6 * time.Second)
	s.See("(no name)")
}

func TestPasteOfManyLinesIntoAFieldIsRefused(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.Paste("one\ntwo\n")
	s.See("not pasted")
	s.NotSee("trainone")
	s.Paste("-v3\n") // a line break at the end is what copying a line brings
	s.See("train-v3")
}

func TestFormFilledFromAJobIsNotUnsentWork(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("88301") // bob's
	s.Press("S")
	s.See("like 88301")
	s.NotSee("4 Submit *", "/home/bob", "(edited)")
}

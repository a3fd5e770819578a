package tui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// pick opens the form on the example template.
func pick(s *stage) {
	s.Press("s")
	s.See("Submit a job from")
	s.Type("torchrun")
	s.Press("enter")
	s.See("torchrun-flex", "train")
}

// field goes to a field of the form by its label, and empties it.
func field(s *stage, label string) {
	for y, line := range strings.Split(s.Screen.Screen(), "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " "), label+"  ") {
			s.Click(strings.Index(line, label), y)
			s.Press("end", "ctrl+u")
			return
		}
	}
	s.See("the field " + label)
}

func TestSubmitLandsOnTheJob(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.See("ready to submit", "= 1 day")
	s.Type("-v2")
	s.Press("ctrl+s")
	s.See("Submit this job?", "train-v2", "a3u", "/home/alice")
	s.settleDialog()
	s.Press("y")
	s.See("submitted as 88401", "88401", "train-v2", "PD waiting")
	got := s.cluster.Submitted()
	if len(got) != 1 {
		t.Fatalf("%d jobs submitted, want 1", len(got))
	}
	j := got[0]
	if j.Name != "train-v2" || j.Partition != "a3u" || j.Nodes != "4" || j.TRESPerNode != "gres/gpu:8" ||
		j.Limit != 86400 || j.WorkDir != "/home/alice" || !slices.Contains(j.Env, "PATH=/usr/bin:/bin") || !slices.Contains(j.Env, "SLURM_GPUS_PER_NODE=8") || !strings.Contains(j.Script, "srun ./train.sh") {
		t.Errorf("submitted %+v", j)
	}
}

func TestSubmitChecksFields(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	field(s, "time")
	s.Type("1-99x")
	s.See("checks: 1 error", "not a time limit", "#SBATCH --time=1-99x")
	s.Press("ctrl+s")
	s.See("not sent: line 6: --time:")
	s.NotSee("Submit this job?")
	field(s, "time")
	s.Type("90:00")
	s.See("ready to submit", "= 1 hour 30", "#SBATCH --time=90:00")
}

func TestSubmitNamesUnknownPartition(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.Press("tab")
	s.Type("x")
	s.See(`Slurm lists no partition "a3ux"`, "choose one of a3u, cpu, flex", "#SBATCH --partition=a3ux")
}

func TestSubmitRefusedKeepsTheForm(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.cluster.Fail("Submit", &fault.Fault{
		Kind: fault.Refused, What: "Slurm refused the job", Cure: "mend it and submit again",
		Problems: []slurm.Problem{{Number: 2000, Error: "Invalid partition name specified", Description: "slurm_submit_batch_job() failed"}},
	})
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y")
	s.See("Slurm refused the job", "Invalid partition name specified", "error 2000", "What you typed is still in the form")
	s.Press("esc")
	s.See("srun ./train.sh", "Slurm refused the job")
	s.cluster.Fail("Submit", nil)
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y")
	s.See("submitted as 88401")
}

// What Slurm said is said once, and that which says most stands first.
func TestRefusalIsSaidOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, inForm string }{
		{"Invalid partition name specified", "Slurm: Invalid partition name specified"},
		{"Job dependency problem of another kind", "Slurm refused it: Job dependency problem of another kind"}, // of which no field is known
	} {
		s := start(t, 120, 40)
		pick(s)
		number := 2000
		if !strings.Contains(c.word, "partition") {
			number = 9998
		}
		s.cluster.Fail("Submit", &fault.Fault{
			Kind: fault.Refused, Cure: "mend it and submit again",
			What:     fmt.Sprintf("Slurm refused: Batch job submission failed: %s (Slurm error %d)", c.word, number),
			Problems: []slurm.Problem{{Number: number, Error: c.word, Description: "Batch job submission failed", Source: "slurm_submit_batch_job()"}},
		})
		s.Press("ctrl+s")
		s.answerYes()
		s.See("Slurm refused the job", c.word, "mend it and submit again")
		s.NotSee("Batch job submission failed")
		box := 0
		lines := strings.Split(s.Screen.Screen(), "\n")
		for i, line := range lines {
			if strings.Contains(line, "│ "+c.word) {
				box++
				if !strings.Contains(lines[i-1], "Slurm refused the job") {
					t.Errorf("it is not what stands first:\n%s", s.Screen.Screen())
				}
			}
		}
		if box != 1 {
			t.Errorf("%d times in the box:\n%s", box, s.Screen.Screen())
		}
		s.Press("esc")
		s.NotSee("Batch job submission failed")
		words := strings.Join(strings.Fields(s.Screen.Screen()), " ")
		first := strings.Fields(c.inForm)
		if !strings.Contains(words, strings.Join(first[:4], " ")) {
			t.Errorf("%q is not in the form:\n%s", c.inForm, s.Screen.Screen())
		}
	}
}

func TestSubmitUnknownOutcomeNamesTheKey(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.cluster.Fail("Submit", &fault.Fault{
		Kind: fault.UnknownOutcome, Key: "flexq:01JTEST", What: "the connection broke before the answer came",
		Cure: "look for the key before you submit again",
	})
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y")
	s.See("Not known whether the job was submitted", "flexq:01JTEST")
	if n := s.cluster.Calls("Submit"); n != 1 {
		t.Errorf("%d submits, want exactly 1", n)
	}
}

// The key by which to find a job that may have been made is never cut, at any width and place.
func TestKeyIsNeverCut(t *testing.T) {
	t.Parallel()
	const key = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"
	for _, size := range [][2]int{{40, 12}, {52, 14}, {80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			s := start(t, size[0], size[1])
			pick(s)
			s.cluster.Fail("Submit", &fault.Fault{
				Kind: fault.UnknownOutcome, Key: key, What: "the connection broke before the answer came", Cure: "look at the cluster before doing it again",
			})
			s.Press("ctrl+s")
			s.settleDialog()
			s.Press("y")
			s.See("Not known whether", key)
			s.Press("esc")
			s.See("outcome not known", key)
			s.Advance(time.Minute)
			s.See(key)
			s.Press("ctrl+s")
			s.See("Submit this job?", key)
		})
	}
}

func TestSubmitIsNotSentTwice(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	s.Press("ctrl+s")
	s.settleDialog()
	s.Press("y")
	s.See("submitting")
	s.Press("ctrl+s", "y", "enter", "ctrl+s")
	gate.Open()
	s.Wait()
	if n := s.cluster.Calls("Submit"); n != 1 {
		t.Errorf("%d submits, want exactly 1", n)
	}
}

func TestPreviewShowsTheRequest(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.Press("ctrl+p")
	s.See("This is what will be sent", "POST /slurm/v0.0.43/job/submit")
	s.Press("esc")
	s.See("#SBATCH --nodes=4")
}

func TestSubmitAFile(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30, func(o *tui.Options, _ *cluster.Cluster) {
		o.Scripts = &cluster.Scripts{Files: map[string]string{"/work.sh": "#!/bin/bash\n#SBATCH -J from-file\n#SBATCH --chdir=/home/alice\n#SBATCH --partition=cpu\n#SBATCH --time=10\nhostname\n"}}
	})
	s.Press("s")
	s.Type("/nosuch")
	s.Press("enter")
	s.See("there is no file /nosuch")
	s.Press("ctrl+u")
	s.Type("/work.sh")
	s.Press("enter")
	s.See("from-file", "hostname", "ready to submit")
}

func TestDraftSurvivesLeavingAndAnotherTemplate(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.Type("-precious")
	s.Press("esc")
	s.See("4 Submit *")
	s.Press("4")
	s.See("train-precious")
	s.Press("ctrl+o")
	s.Type("mine")
	s.Press("enter")
	s.See("hostname")
	s.Press("ctrl+o")
	s.Type("train-precious")
	s.Press("enter")
	s.See("train-precious")
}

func TestQuitAsksWhenTheFormIsUnsent(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.Type("x")
	s.Press("esc", "q")
	s.See("Leave with an unsent job in the form?")
	s.Press("esc")
	if !s.Running() {
		t.Fatal("left in spite of esc")
	}
	s.Press("q")
	s.settleDialog()
	s.See("Leave with")
	s.Press("y")
	if err := s.Exited(); err != nil {
		t.Errorf("left with %v", err)
	}
}

func TestSubmitLike(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("88317")
	s.Press("S")
	s.See("like 88317", "gemma-sft", "1-00:00:00")
}

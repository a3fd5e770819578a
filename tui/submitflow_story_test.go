package tui_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// keyHead begins every key of a story; a number ends it.
const keyHead = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAA"

// keys gives submits keys that a test can name.
func keys(o *tui.Options, _ *cluster.Cluster) {
	var n atomic.Int32
	o.NewKey = func() string { return fmt.Sprintf("%s%d", keyHead, n.Add(1)) }
}

// answerYes agrees to the dialog that is open.
func (s *stage) answerYes() {
	s.settleDialog()
	s.Press("y")
}

// The whole way: pick, fill, fix an error, look at the request, submit, land on the job.
func TestSubmitFromPickToJob(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			s := start(t, size[0], size[1], keys)
			pick(s)
			s.See("ready to submit")
			s.Type("-v2")
			field(s, "nodes")
			s.Type("four")
			s.See("checks: 1 error", `"four"`)
			s.Press("ctrl+s")
			s.See("not sent:", "--nodes")
			s.NotSee("Submit this job?")
			field(s, "nodes")
			s.Type("2")
			s.See("ready to submit")

			s.Press("ctrl+p")
			s.See("This is what will be sent", "POST /slurm/v0.0.43/job/submit", "name: train-v2")
			s.Press("y")
			if got := s.Clipboard(); !strings.HasPrefix(got, "POST /slurm/v0.0.43/job/submit\nname: train-v2\n") {
				t.Errorf("copied %q", got)
			}
			s.See("copied the request")
			s.Press("tab")
			s.See("The same for a shell", "curl --data-binary")
			s.Press("Y")
			if got := s.Clipboard(); !strings.HasPrefix(got, "curl --data-binary @- <<'END'\n") {
				t.Errorf("copied %q", got)
			}
			s.Press("tab")
			s.See("This is what will be sent")
			s.Press("esc")
			s.NotSee("This is what will be sent")

			s.Press("ctrl+s")
			s.See("Submit this job?", "train-v2", "a3u", "1 day")
			s.answerYes()
			s.See("submitted as 88401", "train-v2", "waiting")
			got := s.cluster.Submitted()
			if len(got) != 1 {
				t.Fatalf("%d jobs submitted, want 1", len(got))
			}
			if j := got[0]; j.Nodes != "2" || j.Key != keyHead+"1" || !strings.Contains(j.Script, "#SBATCH --nodes=2\n") || !strings.Contains(j.Script, "#SBATCH --job-name=train-v2\n") {
				t.Errorf("submitted %+v", j)
			}
			s.Press("esc", "4")
			s.See("Submit a job from", "again: was job 88401")
		})
	}
}

// No is the default: enter at the dialog sends nothing, and the form is as it was.
func TestSubmitDialogDefaultsToNo(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	pick(s)
	s.Press("ctrl+s", "y") // a y that was meant for the form
	s.See("Submit this job?")
	s.settleDialog()
	s.Press("enter")
	s.NotSee("Submit this job?")
	s.See("#SBATCH --nodes=4")
	if n := s.cluster.Calls("Submit"); n != 0 {
		t.Errorf("%d submits, want none", n)
	}
}

// What the checks found and Slurm would take is listed, and can be sent in spite of it.
func TestSubmitInSpiteOfFindings(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	field(s, "partition")
	s.Type("nosuch")
	s.See("checks: 1 warning")
	s.Press("ctrl+s")
	s.See("Submit this job?", "Slurm may take it all the same:", "! line 3: --partition: Slurm lists no partition", "submit anyway")
	s.answerYes()
	s.See("submitted as 88401")
}

// A refusal of Slurm's stands at its field until that is another.
func TestSubmitRefusedAndMended(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			s := start(t, size[0], size[1], keys)
			pick(s)
			s.Type("-mine")
			s.cluster.Fail("Submit", &fault.Fault{
				Kind: fault.Refused, What: "Slurm refused the job", Cure: "mend it and submit again",
				Problems: []slurm.Problem{{Number: 2000, Error: "Invalid partition name specified", Description: "slurm_submit_batch_job() failed"}},
			})
			s.Press("ctrl+s")
			s.answerYes()
			s.See("Slurm refused the job", "Invalid partition name specified")
			s.Press("esc")
			s.See("train-mine", "✗ Slurm: Invalid partition name")
			s.cluster.Fail("Submit", nil)
			field(s, "partition")
			s.Type("flex")
			s.NotSee("Slurm: Invalid partition name")
			s.Press("ctrl+s")
			s.answerYes()
			s.See("submitted as 88401", "train-mine")
			got := s.cluster.Submitted()
			if len(got) != 1 || got[0].Partition != "flex" || got[0].Key != keyHead+"2" {
				t.Errorf("submitted %+v", got)
			}
		})
	}
}

// The job is shown though no list has it yet, and selected when one does.
func TestSubmitLandsBeforeTheListKnows(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24)
	s.cluster.Delay()
	gate := s.clock.Gate()
	pick(s)
	s.cluster.Hold("Job", gate)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88401", "88401  train", "waiting", "/home/alice")
	gate.Open()
	s.See("88401  train", "waiting")
	s.cluster.Arrive()
	s.Press("esc")
	s.Advance(6 * time.Second)
	s.See("▌  88401")
}

func TestSubmitShowsSlurmsWarnings(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	s.cluster.Warn("account research is nearly out of hours")
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("Job 88401 was submitted; Slurm warns", "account research is nearly out of hours")
	s.Press("esc")
	s.See("88401")
}

// A job whose answer was cut and that was found all the same is submitted, and Slurm warns of nothing.
func TestSubmitWhoseAnswerWasCut(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30)
	s.cluster.Note("its answer was cut; found by its key")
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88401; its answer was cut; found by its key")
	s.NotSee("Slurm warns", "nobody knows")
}

// A submit of which the version of the cluster is not known asks for it first, and says so; then it says how it goes on.
func TestSubmitSaysHowFarItIs(t *testing.T) {
	t.Parallel()
	clock := newClock()
	version, submit := clock.Gate(), clock.Gate()
	notices := make(chan tui.Retry, 1)
	s := startAt(t, clock, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Retries = notices
		c.Hold("Cluster", version)
		c.Hold("Submit", submit)
	})
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitting train", "asking the cluster which version of Slurm it speaks")
	if n := s.cluster.Calls("Submit"); n != 0 {
		t.Fatalf("%d submits before the version is known", n)
	}
	version.Open()
	s.See("submitting train  sending")
	notices <- tui.Retry{Submit: "no answer came; looking for the job by its key, look 2 of 4"}
	s.See("looking for the job by its key, look 2 of 4")
	submit.Open()
	s.See("submitted as 88401")
}

// While it is read-only nothing can be sent, but all can be looked at.
func TestSubmitReadOnly(t *testing.T) {
	t.Parallel()
	s := start(t, 100, 30, func(o *tui.Options, _ *cluster.Cluster) { o.ReadOnly = true })
	pick(s)
	s.Press("ctrl+s")
	s.See("read-only: nothing that changes the cluster can be sent")
	s.NotSee("Submit this job?")
	s.Press("ctrl+p")
	s.See("This is what will be sent")
}

// A script in JSON is shown line by line, and nothing is taken for a line end that is none.
func TestRequestShowsScriptsByLine(t *testing.T) {
	t.Parallel()
	for in, want := range map[string][]string{
		`"a": 1`: {`"a": 1`},
		`  "script": "#!/bin/sh\n#SBATCH -N 2\necho \\n\n",`: {
			`  "script": "#!/bin/sh\n`, `    #SBATCH -N 2\n`, `    echo \\n\n`, `    ",`,
		},
		`\n`: {`\n`}, `x\`: {`x\`}, ``: {``}, `"\\\n\tb"`: {`"\\\n`, `  \tb"`},
	} {
		if diff := cmp.Diff(want, tui.AtLineEnds(in)); diff != "" {
			t.Errorf("%q: %s", in, diff)
		}
	}
}

// What the site says of a job that was taken is seen whole: in the footer, else in the window of the warnings.
func TestWordOfTheSite(t *testing.T) {
	t.Parallel()
	submit := func(t *testing.T, w, h int, message, warning string) *stage {
		t.Helper()
		s := start(t, w, h)
		s.cluster.Message(message)
		if warning != "" {
			s.cluster.Warn(warning)
		}
		pick(s)
		s.Press("ctrl+s")
		s.answerYes()
		return s
	}
	s := submit(t, 80, 24, "be nice", "")
	s.See("submitted as 88401: be nice")
	s.NotSee("was submitted")

	long := "your job was moved to partition flex, as a3u is kept for jobs of 16 nodes and more until Friday; see the wiki"
	s = submit(t, 80, 24, long+"\nsecond line", "")
	s.See("Job 88401 was submitted", "Slurm says:", "second line")
	s.NotSee("Slurm warns")
	seeWords(t, s, "your job was moved to partition flex, as a3u is kept for jobs of 16 nodes and more until Friday; see the wiki")
	s.Press("esc")
	s.See("submitted as 88401", "PD waiting")

	s = submit(t, 120, 40, "be nice", "account research is nearly out of hours")
	s.See("Job 88401 was submitted; Slurm warns", "account research is nearly out of hours", "Slurm says:", "be nice")
}

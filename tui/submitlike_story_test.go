package tui_test

import (
	"strings"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// The row of an array stands for the array, some tasks of which have started: all that the queue has of it, and the word
// that this is not all that there may have been.
func TestResubmitAnArray(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("88290")
	s.Press("S")
	s.See("like 88290 ", "#SBATCH --array=1-512%8", "--array has the tasks that are in the queue now (1-512%8), not those that have ended")
	s.Type("x")
	s.NotSee("--array has the tasks")
}

// What accounting kept says which tasks there were.
func TestResubmitAnArrayByItsScript(t *testing.T) {
	t.Parallel()
	s := start(t, 160, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88290, "#!/bin/bash\n#SBATCH --job-name=sweep-lr\n#SBATCH --partition=a3u\n#SBATCH --array=0-600%8\nsrun ./sweep.sh\n")
	})
	s.ClickOn("88290")
	s.Press("S")
	s.See("like 88290 ", "#SBATCH --array=0-600%8", "srun ./sweep.sh", "the script of job 88290, as accounting has it",
		"put in that the script had not, or had otherwise: --account, --qos, --gpus-per-node")
	s.NotSee("--array has the tasks")
}

// A task that was chosen by itself is submitted by itself.
func TestResubmitATask(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88290, "#!/bin/bash\n#SBATCH --array=0-600%8\nsrun ./sweep.sh\n")
	})
	s.ClickOn("88290")
	s.Press("z")
	s.ClickOn("88290_3")
	s.Press("S")
	s.See("like 88290_3", "#SBATCH --array=3", "srun ./sweep.sh")
	s.NotSee("--array=0-600", "--array has the tasks")
}

// Where no scripts are kept the command line still says what was asked for.
func TestResubmitAnArrayByItsCommandLine(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetLine(88290, "sbatch --array=0-600%4 --exclusive sweep.sh")
	})
	s.ClickOn("88290")
	s.Press("S")
	s.See("like 88290 ", "#SBATCH --array=0-600%4", "#SBATCH --exclusive", "accounting does not give the script of job 88290")
	s.NotSee("--array has the tasks")
}

// That accounting has no script is said below the form, whole, and ends with the form.
func TestNoScriptIsSaidAtTheForm(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		s := start(t, size[0], size[1], func(o *tui.Options, c *cluster.Cluster) { o.Past = c })
		s.ClickOn("88214")
		s.Press("S")
		s.See("like 88214")
		words := strings.Join(strings.Fields(s.Screen.Screen()), " ")
		if want := "accounting does not give the script of job 88214: write its commands, or pick a template"; !strings.Contains(words, want) {
			t.Errorf("%q is not there, whole:\n%s", want, s.Screen.Screen())
		}
		s.NotSee("asking accounting")
		s.Press("esc")
		s.See("88214")
		s.NotSee("accounting does not give", "write its commands")
		s.Press("4")
		s.See("accounting does not give the script of job 88214")
		s.Type("x")
		s.NotSee("accounting does not give")
	}
}

// What is said while one waits ends when one goes.
func TestWaitingForAScriptEndsWithTheForm(t *testing.T) {
	t.Parallel()
	clock := newClock()
	gate := clock.Gate()
	s := startAt(t, clock, 80, 24, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.Hold("Script", gate)
	})
	s.ClickOn("88214")
	s.Press("S")
	s.See("asking accounting for the script of", "job 88214 ...")
	s.Press("esc")
	s.NotSee("asking accounting")
	gate.Open()
	s.Wait()
	s.NotSee("accounting does not give")
}

// A form whose script is still asked for shows that in its place, and is not sent without it.
func TestScriptIsAwaited(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{60, 24}, {80, 24}, {120, 40}} {
		clock := newClock()
		gate := clock.Gate()
		s := startAt(t, clock, size[0], size[1], func(o *tui.Options, c *cluster.Cluster) {
			o.Past = c
			c.SetScript(88214, "#!/bin/bash\n#SBATCH --job-name=llama\nsrun ./pretrain.sh\n")
			c.Hold("Script", gate)
		})
		s.ClickOn("88214")
		s.Press("S")
		s.See("asking accounting for the script", "job 88214 ...", "its script is awaited")
		s.NotSee("Slurm did not give", "ready to submit", "runs nothing")
		for _, keys := range [][]string{{"ctrl+s"}, {"ctrl+p"}, {"ctrl+e"}, {"ctrl+t", "x"}} {
			s.Press(keys...)
			s.See("not yet: asking accounting for the script of job 88214")
			s.NotSee("Submit this job?", "This is what will be sent")
		}
		gate.Open()
		s.Wait()
		s.See("the script of job 88214, as accounting has it")
		if size[0] < 76 {
			s.Press("ctrl+t")
		}
		s.See("srun ./pretrain.sh")
		s.Press("ctrl+s")
		s.See("Submit this job?")
	}
}

// While the script is asked for, fields take no edit as it takes none: it would not come into a form that was edited.
func TestFieldsWaitForTheScript(t *testing.T) {
	t.Parallel()
	clock := newClock()
	gate := clock.Gate()
	s := startAt(t, clock, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88214, "#!/bin/bash\n#SBATCH --job-name=llama\nsrun ./pretrain.sh\n")
		c.Hold("Script", gate)
	})
	const not = "not yet: asking accounting for the script of job 88214"
	s.ClickOn("88214")
	s.Press("S")
	s.Type("x")
	s.See(not)
	for _, change := range []func(){func() { s.Paste("x") }, func() { s.ClickOn("requeue") }} {
		s.Press("tab")
		change()
		s.See(not)
		s.NotSee("(edited)")
	}
	gate.Open()
	s.Wait()
	s.See("the script of job 88214, as accounting has it", "name         llama", "srun ./pretrain.sh")
	s.NotSee("came late", not)
	s.Type("x")
	s.See("(edited)", "srun ./pretrain.sh")
}

// After its time the form waits no more, and says so; what comes later is taken all the same.
func TestScriptIsAwaitedForATime(t *testing.T) {
	t.Parallel()
	clock := newClock()
	gate := clock.Gate()
	s := startAt(t, clock, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88214, "#!/bin/bash\n#SBATCH --job-name=llama\nsrun ./pretrain.sh\n")
		c.Hold("Script", gate)
	})
	s.ClickOn("88214")
	s.Press("S")
	s.Advance(29 * time.Second)
	s.Press("ctrl+s")
	s.See("not yet: asking accounting")
	s.Advance(2 * time.Second)
	s.NotSee("asking accounting", "is awaited")
	s.See("Slurm did not give this job's script", "accounting has not given the script of job 88214 in 30s")
	gate.Open()
	s.Wait()
	s.See("srun ./pretrain.sh")
	s.NotSee("has not given")
}

// Why there is no script is said: accounting could not be asked just now, and may give it the next time.
func TestWhyThereIsNoScript(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88214, "#!/bin/bash\nsrun ./pretrain.sh\n")
		c.Fail("Script", &fault.Fault{Kind: fault.Unavailable, What: "slurmdbd does not answer (HTTP 503)"})
	})
	s.ClickOn("88214")
	s.Press("S")
	seeWords(t, s, "accounting could not be asked for the script of job 88214 (slurmdbd does not answer (HTTP 503)): S on the job asks again; or write its commands")
	s.cluster.Fail("Script", nil)
	s.Press("esc", "S")
	s.See("srun ./pretrain.sh")
}

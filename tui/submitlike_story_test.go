package tui_test

import (
	"strings"
	"testing"

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
	s.See("asking accounting for the script of job 88214")
	s.Press("esc")
	s.NotSee("asking accounting")
	gate.Open()
	s.Wait()
	s.NotSee("accounting does not give")
}

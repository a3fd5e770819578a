package tui_test

import (
	"testing"
	"time"
)

// Before a het job goes one sees what each of its parts asks for.
func TestTheDialogHasEveryPart(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24)
	s.Press("s")
	s.Type("empty")
	s.Press("enter", "ctrl+t")
	s.Paste("#SBATCH --nodes=1 --partition=cpu --time=60 --chdir=/home/alice\n#SBATCH hetjob\n#SBATCH --nodes=2 --gpus-per-node=8 --partition=a3u\nsrun ./all\n")
	s.Press("ctrl+s")
	s.See("Submit this job?", "part 0     1 node, 1 hour in cpu", "part 1     2 nodes, 16 GPUs, 1 hour in a3u", "/home/alice")
	s.NotSee("het job)")
	s.RequireFrame("screen/submit-het-80x24")
}

// A second yes does not reach the page of the job that the first one made.
func TestASecondYesIsNotAnswered(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.Press("y", "enter")
	s.See("submitted as 88401", "88401")
	s.NotSee("copied")
	s.Advance(time.Second)
	s.Press("y")
	s.See("copied")
}

func TestHelpInThePicker(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24)
	s.Press("s")
	s.See("Submit a job from", "f1 help")
	s.Press("f1")
	s.See("Keys in Submit", "ctrl-x")
	s.Press("esc")
	s.See("Submit a job from")
}

// How to answer is seen also while something goes wrong.
func TestTheFooterKeepsTheAnswers(t *testing.T) {
	t.Parallel()
	s := start(t, 80, 24)
	pick(s)
	s.cluster.Fail("Jobs", unavailable())
	s.Advance(10 * time.Second)
	s.Press("ctrl+s")
	s.See("y submit  n back to the form")
}

func TestADependencyThatIsNotInTheQueue(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 50)
	pick(s)
	field(s, "after")
	s.Type("afterok:88214")
	s.See("ready to submit")
	s.Press("end", "ctrl+u")
	s.Type("afterok:99999999")
	s.See("checks: 1 warning", "job 99999999 is not in")
	s.Press("end", "ctrl+u")
	s.Type("afterok:notanid")
	s.See("checks: 1 error", "\"notanid\" is not the id of a")
}

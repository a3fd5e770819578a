package tui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// While a form is being sent, whatever one tries in it is answered with what can be done, whole: to leave it. The answer
// of the submit comes all the same, and takes nothing from under one's fingers.
func TestFormThatIsBeingSentCanBeLeft(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {90, 30}, {120, 40}} {
		s := start(t, size[0], size[1])
		gate := s.clock.Gate()
		s.cluster.Hold("Submit", gate)
		pick(s)
		s.Press("ctrl+s")
		s.answerYes()
		s.See("sending ...", "leave the form")
		for _, key := range []string{"x", "tab", "ctrl+e", "ctrl+s"} {
			s.Press(key)
			s.See("being sent: esc leaves the form", "sending ...")
			s.NotSee("trainx", "Submit a job from", "Submit this job?")
		}
		s.Press("esc")
		s.See("88317", "submitting train") // the jobs
		s.NotSee("leave the form")
		s.Press("2", "s")
		s.See("Submit a job from", "back to the form")
		s.Press("enter")
		s.See("sending ...", "leave the form")
		s.Press("esc")
		gate.Open()
		s.See("submitted as 88401")
		if got := s.cluster.Submitted(); len(got) != 1 || !strings.Contains(got[0].Script, "srun ./train.sh") {
			t.Errorf("submitted %+v", got)
		}
		s.Press("s")
		s.See("Submit a job from")
		s.NotSee("back to the form")
	}
}

// sendAway sends the form of the example and goes to another one, while nobody knows yet what becomes of the first.
func sendAway(s *stage) (open func()) {
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("sending ...")
	s.Press("ctrl+o")
	s.See("being sent: torchrun-flex, train")
	s.cluster.Hold("Submit", nil)
	return gate.Open
}

// keptKeys are the names of the drafts with the key or the job of each.
func keptKeys(d *cluster.Drafts) map[string]string {
	out := map[string]string{}
	for _, draft := range d.Kept() {
		out[draft.Name] = strings.TrimPrefix(draft.Key, keyHead)
		if draft.Sent() {
			out[draft.Name] = "sent"
		}
	}
	return out
}

// Another job is prepared and sent while the first is under way; each has its own key and draft, and is sent once.
func TestAnotherJobWhileOneIsUnderWay(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := &cluster.Drafts{}
		s := start(t, size[0], size[1], keeping(d))
		open := sendAway(s)
		s.Type("torchrun")
		s.Press("enter")
		s.See("ready to submit", "submitting train")
		s.NotSee("sending")
		s.Type("-two")
		s.Advance(time.Second)
		s.Press("ctrl+s")
		s.answerYes()
		s.See("submitted as 88401", "train-two")
		if diff := cmp.Diff(map[string]string{"train": "1", "train-two": "sent"}, keptKeys(d)); diff != "" {
			t.Error(diff)
		}
		s.Press("s")
		s.See("train", "being sent", "sending ...")
		open()
		s.See("train: submitted as 88402", "Submit a job from", "again: was job 88402")
		s.Advance(time.Second)
		if diff := cmp.Diff(map[string]string{"train": "sent", "train-two": "sent"}, keptKeys(d)); diff != "" {
			t.Error(diff)
		}
		var sent []string
		for _, j := range s.cluster.Submitted() {
			sent = append(sent, j.Name+" "+strings.TrimPrefix(j.Key, keyHead))
		}
		if diff := cmp.Diff([]string{"train-two 2", "train 1"}, sent); diff != "" {
			t.Error(diff)
		}
	}
}

// S on a job fills another form meanwhile, and its answer takes nothing from that.
func TestSubmitLikeWhileOneIsUnderWay(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, keys)
	open := sendAway(s)
	s.Press("esc", "esc")
	s.ClickOn("88214")
	s.Press("S")
	s.See("like 88214", "llama-70b-pretrain")
	s.Type("-more")
	open()
	s.See("like 88214", "llama-70b-pretrain-more", "train: submitted as 88401")
	s.NotSee("sending ...")
}

// A refusal comes to the form that it is about: from another form it is told in the footer and in the picker.
func TestRefusalOfAFormThatIsAway(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	open := sendAway(s)
	s.Type("empty")
	s.Press("enter", "ctrl+t")
	s.Type("hostname")
	s.cluster.Fail("Submit", &fault.Fault{
		Kind: fault.Refused, What: "Slurm refused the job", Cure: "mend it and submit again",
		Problems: []slurm.Problem{{Number: 2000, Error: "Invalid partition name specified"}},
	})
	open()
	s.See("train: Slurm refused: Invalid partition name", "hostname", "empty")
	s.NotSee("not submitted", "What you typed is still in the form")
	s.Type(" -f")
	s.See("hostname -f")
	s.Press("ctrl+o")
	s.See("train", "Slurm refused: Invalid partition name specified")
	s.Type("train")
	s.Press("enter")
	s.See("srun ./train.sh", "Slurm refused the job", "Invalid partition name")
	s.Advance(time.Second)
	if diff := cmp.Diff(map[string]string{"train": "", "empty": ""}, keptKeys(d)); diff != "" {
		t.Error(diff)
	}
	s.Press("ctrl+s")
	s.See("Submit this job?")
	s.NotSee("second one")
}

// So does an answer that was lost: its form warns before it is sent once more, the other does not.
func TestLostAnswerOfAFormThatIsAway(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	open := sendAway(s)
	s.Type("torchrun")
	s.Press("enter")
	s.Type("-two")
	s.cluster.Lose(true)
	s.cluster.Delay()
	open()
	s.See("train: not known whether it was submitted", "train-two")
	s.cluster.Lose(false)
	s.Press("ctrl+s")
	s.See("Submit this job?", "train-two")
	s.NotSee("second one")
	s.Press("esc", "ctrl+o")
	s.See("outcome not known")
	s.Type("outcome")
	s.Press("enter")
	s.See("key "+keyHead+"1", "outcome not known")
	s.Press("ctrl+s")
	s.See("This may be a second one", keyHead+"1")
	s.Press("esc")
	s.cluster.Arrive()
	s.Advance(6 * time.Second)
	s.See("arrived after all: it is job 88401", "sent as job 88401")
	if n := s.cluster.Calls("Submit"); n != 1 {
		t.Errorf("%d submits", n)
	}
}

// Two wait for the version of the cluster, of which it is asked once; both are sent then.
func TestTwoWaitForTheVersion(t *testing.T) {
	t.Parallel()
	clock := newClock()
	gate := clock.Gate()
	s := startAt(t, clock, 160, 40, keys, func(_ *tui.Options, c *cluster.Cluster) { c.Hold("Cluster", gate) })
	s.Press("s")
	for _, name := range []string{"-a", "-b"} {
		s.Type("torchrun")
		s.Press("enter")
		s.Type(name)
		s.Press("ctrl+s")
		s.answerYes()
		s.See("asking the cluster which version")
		s.Press("ctrl+o")
	}
	s.See("submitting train-a, train-b")
	asked := s.cluster.Calls("Cluster")
	gate.Open()
	s.See("submitted as 8840")
	s.Wait()
	var names []string
	for _, j := range s.cluster.Submitted() {
		names = append(names, j.Name)
	}
	slices.Sort(names)
	if diff := cmp.Diff([]string{"train-a", "train-b"}, names); diff != "" || asked != 2 {
		t.Error(asked, diff)
	}
}

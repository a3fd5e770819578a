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

// lose sends the form that is there and has its answer lost; its job comes into the queue with Arrive.
func (s *stage) lose() {
	s.cluster.Lose(true)
	s.cluster.Delay()
	s.Press("ctrl+s")
	s.answerYes()
	s.See("Not known whether the job was submitted")
	s.Press("esc")
	s.cluster.Lose(false)
}

// keptForms are the kept drafts, each as "NAME job JOB keys KEYS".
func keptForms(d *cluster.Drafts) []string {
	var out []string
	for _, k := range d.Kept() {
		text := k.Name
		if k.Sent() {
			text += " sent as " + slurm.Ref{Job: k.Job, Het: -1}.String() + " " + strings.TrimPrefix(k.JobKey, keyHead)
		}
		for _, key := range k.Keys() {
			text += " lost " + strings.TrimPrefix(key, keyHead)
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

func wantForms(t *testing.T, d *cluster.Drafts, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, keptForms(d)); diff != "" {
		t.Errorf("kept: %s", diff)
	}
}

// The answer is lost, the user edits on, and the job shows: it is what was sent, and the edits are another draft.
func TestEditsAfterALostSubmitWereNotSent(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} { // another form has taken the place of that one
		d := &cluster.Drafts{}
		s := start(t, 120, 40, keeping(d))
		pick(s)
		s.lose()
		s.Type("-v2")
		s.Advance(2 * time.Second)
		wantForms(t, d, "train-v2 lost 1")
		if away {
			s.Press("ctrl+o")
			s.Type("empty")
			s.Press("enter")
		}
		s.cluster.Arrive()
		s.Advance(time.Minute)
		s.NotSee("sent as job 88401", "outcome not known")
		wantForms(t, d, "train sent as 88401 1", "train-v2")
		for _, k := range d.Kept() {
			if sent := s.cluster.Submitted()[0]; k.Sent() && (k.Text != sent.Script || k.Changed.Sub(s.clock.Now()) > -time.Minute) {
				t.Errorf("sent %q, and kept %q of %v", sent.Script, k.Text, k.Changed)
			}
		}
		if !away {
			s.Press("ctrl+s")
			s.See("As it was before your edits this form was sent, as job 88401. This would be one more.")
			s.Press("esc")
		}
		s.Press("esc")
		s.See("88401")
		s.Press("esc") // of the window of news
		s.ClickOn("88401")
		s.Press("S")
		s.See("torchrun-flex", "name         train ")
		s.NotSee("train-v2")
	}
}

// A draft of an earlier release has no more than the key: what it holds counts as sent.
func TestADraftOfBeforeIsSettled(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	old := tui.Draft{
		ID: "old", From: "mine", Name: "train", Key: keyHead + "1", Changed: time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC),
		Text: "#!/bin/sh\n#SBATCH --job-name=train --partition=a3u --time=60 --chdir=/home/alice\nhostname\n",
	}
	if err := d.Keep(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	s := start(t, 120, 40, keeping(d))
	s.queueShows(88420)
	s.Advance(10 * time.Second)
	wantForms(t, d, "train sent as 88420 1")
	if got := d.Kept()[0]; got.ID != "old" || got.Text != old.Text || !got.Changed.Equal(old.Changed) {
		t.Errorf("kept %+v", got)
	}
}

// The first submit of a form was lost; while the second is under way its job shows; the second is refused. The form was sent
// once all the same: it says so, and asks with that.
func TestFirstArrivesWhileTheSecondIsUnderWay(t *testing.T) {
	t.Parallel()
	for _, away := range []bool{false, true} {
		d := &cluster.Drafts{}
		s := start(t, 120, 40, keeping(d))
		pick(s)
		s.lose()
		gate := s.clock.Gate()
		s.cluster.Hold("Submit", gate)
		s.cluster.Fail("Submit", &fault.Fault{Kind: fault.Refused, What: "Slurm refused: limit"})
		s.Press("ctrl+s")
		s.answerYes()
		if away {
			s.Press("ctrl+o")
			s.Type("empty")
			s.Press("enter")
		}
		s.cluster.Arrive()
		s.Advance(10 * time.Second)
		s.See("the submit of train arrived after all: it is job 88401")
		gate.Open()
		if away {
			s.See("train: Slurm refused: limit")
			s.Press("ctrl+o")
			s.Type("not submitted")
			s.Press("ctrl+u")
			s.Type("train")
			s.See("was job 88401")
			s.NotSee("unsent?")
			s.Press("esc")
		} else {
			s.See("Slurm refused the job")
			s.Press("esc")
			s.See("sent as job 88401, not submitted again")
			s.Press("ctrl+s")
			s.See("This form was sent already, as job 88401. This would be a second one.")
			s.Press("esc")
		}
		s.Advance(10 * time.Second)
		wantForms(t, d, "train sent as 88401 1")
	}
}

// A form remembers every submit of it of which nobody knows what became, through another start too, and each is settled by
// itself.
func TestEveryLostSubmitIsRemembered(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 40, keeping(d))
	pick(s)
	s.lose()
	s.Type("-b")
	s.lose()
	s.Type("-c")
	s.cluster.Fail("Submit", &fault.Fault{Kind: fault.Refused, What: "Slurm refused: no"})
	s.Press("ctrl+s")
	s.See("It is not known whether the last 2 submits made jobs. This may be one more.", keyHead+"1", keyHead+"2")
	s.answerYes()
	s.See("Slurm refused the job")
	s.Press("esc")
	s.See("outcome not known", keyHead+"1", keyHead+"2")
	s.Advance(time.Minute)
	wantForms(t, d, "train-b-c lost 1 lost 2")

	two := start(t, 120, 40, keeping(d))
	two.Press("4")
	two.Type("train")
	two.Press("ctrl+x")
	two.See("Forget this draft?", keyHead+"1", keyHead+"2")
	two.Press("esc", "enter")
	two.queueShows(88420) // with the first key
	two.Advance(10 * time.Second)
	two.See("outcome not known", keyHead+"2")
	two.NotSee(keyHead + "1")
	wantForms(t, d, "train sent as 88420 1", "train-b-c lost 2")
	two.Press("ctrl+s")
	two.See("It is not known whether the last submit made a job.", keyHead+"2")
}

// Of a cluster that was made anew, a job has the number of one that was sent before: its form is not that one's.
func TestAgainIsNotOfAnotherJobWithThatNumber(t *testing.T) {
	t.Parallel()
	night := time.Date(2026, 11, 30, 14, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		what            string
		key, name       string
		changed         time.Time
		comment         string
		isKept          bool
		submitted, user time.Time
	}{
		{what: "nothing but the number", name: "wipe", changed: night.AddDate(0, -9, 0)},
		{what: "the number and the time", name: "wipe", changed: night},
		{what: "the number and the name", name: "mine", changed: night.AddDate(0, -9, 0)},
		{what: "the key", key: keyHead + "7", name: "wipe", changed: night.AddDate(0, 0, -1), comment: "x " + keyHead + "7", isKept: true},
		{what: "another key", key: keyHead + "7", name: "mine", changed: night, comment: keyHead + "8"},
		{what: "name and time", name: "mine", changed: night.Add(10 * time.Minute), isKept: true},
		{what: "name and time, where comments are not kept", key: keyHead + "7", name: "mine", changed: night, isKept: true},
	} {
		d := &cluster.Drafts{}
		draft := tui.Draft{
			ID: "old", From: "old", Name: c.name, Job: 88500, JobKey: c.key, Changed: c.changed,
			Text: "#!/bin/sh\n#SBATCH --job-name=" + c.name + " -p a3u -t 5 --chdir=/home/alice\nrm -rf /scratch/old\n",
		}
		if err := d.Keep(t.Context(), draft); err != nil {
			t.Fatal(err)
		}
		s := start(t, 120, 40, keeping(d), func(_ *tui.Options, c2 *cluster.Cluster) {
			c2.Change(func(jobs *[]slurm.Job) {
				*jobs = append(*jobs, slurm.Job{
					ID: 88500, Name: "mine", User: "alice", Partition: "a3u", State: slurm.ParseJobState("PENDING"),
					Submit: slurm.TimeOf(night), Comment: c.comment,
				})
			})
		})
		s.ClickOn("88500")
		s.Press("S")
		s.Wait()
		if c.isKept {
			s.See("rm -rf /scratch/old")
		} else {
			s.NotSee("rm -rf /scratch/old")
		}
		s.Press("ctrl+o")
		s.Type("like 88500")
		if c.isKept {
			s.See("nothing")
		} else {
			s.See("like 88500")
		}
		if t.Failed() {
			t.Fatal(c.what)
		}
	}
}

// The owner of whatever job has the number of ours is not the user: it has the key of ours too.
func TestTheUserIsLearntByTheKey(t *testing.T) {
	t.Parallel()
	for job, user := range map[uint64]string{88301: "", 88420: "alice"} { // the first is bob's, of another life of the cluster
		u := &cluster.Unsettled{Known: []tui.Settled{lostSubmit(job, "submitted", false)}}
		s := start(t, 120, 40, keeping(killed(t)), func(o *tui.Options, c *cluster.Cluster) {
			o.User, o.Unsettled = "", u
			c.Fail("Cluster", &fault.Fault{Kind: fault.SlurmDown, What: "not now"})
		})
		s.queueShows(88420)
		s.Advance(10 * time.Second)
		s.Press("4")
		s.Type("like ")
		if user == "" {
			s.NotSee("like 8")
		} else {
			s.See("like 88214")
			s.NotSee("like 88301")
		}
	}
}

// The other program's submit was refused: it is not sending any more, and an open question says so too.
func TestTheOtherProgramsSubmitIsOver(t *testing.T) {
	t.Parallel()
	_, one, two := shared(t)
	gate := one.clock.Gate()
	one.cluster.Hold("Submit", gate)
	one.cluster.Fail("Submit", &fault.Fault{Kind: fault.Refused, What: "Slurm refused: limit"})
	one.Press("ctrl+s")
	one.answerYes()
	one.See("sending")
	two.Press("esc", "4") // reads the drafts
	two.Press("ctrl+s")
	two.See("Another flexq is sending this form", keyHead+"1")
	two.Press("esc")
	gate.Open()
	one.See("Slurm refused the job")
	one.Press("esc")
	one.Advance(time.Minute)
	two.Press("ctrl+s")
	two.See("Submit this job?")
	two.NotSee("Another flexq is sending")
	two.Press("esc", "ctrl+s")
	two.See("Submit this job?")
	two.NotSee("Another flexq is sending")
}

// While another program is just sending a draft, the list shows the job: nothing was lost, so nothing arrived after all.
func TestTheOtherProgramsJobDidNotArriveAfterAll(t *testing.T) {
	t.Parallel()
	_, one, two := shared(t)
	gate := one.clock.Gate()
	one.cluster.Hold("Submit", gate)
	one.Press("ctrl+s")
	one.answerYes()
	one.See("sending")
	two.Press("ctrl+o")
	two.Type("empty")
	two.Press("enter", "ctrl+o") // reads the drafts
	two.queueShows(88401)
	two.Advance(10 * time.Second)
	two.See("the submit of train is in the queue, as job 88401")
	two.NotSee("arrived after all", "What became of")
}

// What was typed and taken back again is no draft, however soon one leaves.
func TestWhatWasTakenBackIsNoDraft(t *testing.T) {
	t.Parallel()
	for _, leaves := range []bool{false, true} {
		d := &cluster.Drafts{}
		s := start(t, 120, 40, keeping(d))
		pick(s)
		s.Type("X")
		s.Advance(2 * time.Second)
		wantForms(t, d, "trainX")
		s.Press("backspace")
		if leaves {
			s.Press("ctrl+c")
			if err := s.Exited(); err != nil {
				t.Fatal(err)
			}
			if told := tui.Farewell(s.app); len(told) > 0 {
				t.Errorf("told %q", told)
			}
		} else {
			s.Advance(2 * time.Second)
		}
		wantForms(t, d)
		if leaves {
			continue
		}
		s.Type("Y")
		s.Advance(2 * time.Second)
		wantForms(t, d, "trainY")
		s.Press("ctrl+o")
		s.Type("trainX")
		s.See("nothing")
	}
}

// The edits that followed a lost submit are taken back after its job came: the form is again what was sent as that job. It
// says so, asks with that, and is not among what was not sent.
func TestEditsTakenBackAfterItsJobCame(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, field, text, becomes, sent, state string }{
		{text: "-v2", becomes: "train-v2", sent: "train", state: " sent as job 88401"},
		{field: "ctrl+t", text: "##", becomes: "torchrun-flex", sent: "train", state: " sent as job 88401"}, // the line of the name is a comment
		{name: "-{{X}}", field: "ctrl+t", text: "##", becomes: "torchrun-flex", sent: "train-{{X}}", state: " sent as job 88401, 1 warning"},
	} {
		d := &cluster.Drafts{}
		s := start(t, 120, 40, keeping(d))
		pick(s)
		s.Type(c.name)
		s.lose()
		if c.field != "" {
			s.Press(c.field)
		}
		s.Type(c.text)
		s.Advance(2 * time.Second)
		s.cluster.Arrive()
		s.Advance(time.Minute)
		sent := c.sent + " sent as 88401 1"
		both := []string{c.becomes, sent}
		slices.Sort(both)
		wantForms(t, d, both...)
		s.Press("ctrl+z") // one step, as it was typed without a pause
		s.See(c.state)
		s.NotSee(c.text, "ready to submit")
		s.Press("ctrl+s")
		s.See("This form was sent already, as job 88401. This would be a second one.")
		s.Press("esc", "ctrl+o")
		s.Type("train")
		s.See("was job 88401")
		s.NotSee("unsent", "edited ")
		s.Press("ctrl+u")
		s.Type("empty")
		s.Press("enter", "ctrl+o") // another form in its place
		s.Type("train")
		s.See("was job 88401")
		s.NotSee("unsent", "edited ")
		s.Press("esc")
		s.Advance(2 * time.Second)
		wantForms(t, d, sent)
	}
}

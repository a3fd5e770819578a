package tui_test

import (
	"errors"
	"testing"
	"time"

	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// killed runs a program until it is killed while it waits for the answer to a submit, and returns what it left.
func killed(t *testing.T) *cluster.Drafts {
	t.Helper()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	before := -1
	d.OnKeep(func(draft tui.Draft) {
		if draft.Key != "" {
			before = s.cluster.Calls("Submit")
		}
	})
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitting train  sending")
	if before != 0 {
		t.Fatalf("the draft was not stored with its key before the job was sent: %d", before)
	}
	d.OnKeep(nil)
	got := d.Kept()
	if len(got) != 1 || got[0].Key != keyHead+"1" || got[0].Sent() {
		t.Fatalf("kept %+v", got)
	}
	copied := &cluster.Drafts{} // what the killed program does from here on is not to be seen
	for _, draft := range got {
		if err := copied.Keep(t.Context(), draft); err != nil {
			t.Fatal(err)
		}
	}
	return copied
}

func lostSubmit(job uint64, outcome string, open bool) tui.Settled {
	return tui.Settled{
		Key: keyHead + "1", Name: "train", Began: time.Date(2026, 11, 30, 13, 58, 0, 0, time.UTC), Job: job, Outcome: outcome, Open: open,
	}
}

// The next start finds out that the job was made, says so, and the draft is one that was sent.
func TestSubmitThatWasCutShortWasMade(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		d := killed(t)
		u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(88401, "submitted as 88401", false)}}
		s := start(t, size[0], size[1], keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
		s.See("What became of earlier submits", "train, sent 13:58:00: submitted as 88401")
		s.Press("esc")
		s.See("earlier submit of train: submitted as 88401")
		s.Advance(time.Second)
		if got := d.Kept(); len(got) != 1 || got[0].Job != 88401 || got[0].Key != "" {
			t.Errorf("kept %+v", got)
		}
		s.Press("4")
		s.See("again: was job 88401")
		s.NotSee("unsent")
	}
}

// Or that it was not: then the draft can be sent without a second thought.
func TestSubmitThatWasCutShortWasNotMade(t *testing.T) {
	t.Parallel()
	d := killed(t)
	u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(0, "not submitted", false)}}
	s := start(t, 100, 30, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.See("train, sent 13:58:00: not submitted")
	s.Press("esc", "4")
	s.Type("unsent")
	s.Press("ctrl+u")
	s.See("edited")
	s.Type("train")
	s.Press("enter", "ctrl+s")
	s.See("Submit this job?")
	s.NotSee("This may be a second one", keyHead+"1")
}

// While nobody knows, the form warns; it is asked again every few minutes, and told when it is known.
func TestSubmitThatWasCutShortIsOpen(t *testing.T) {
	t.Parallel()
	d := killed(t)
	u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(0, "still not known: the cluster does not answer", true)}}
	s := start(t, 100, 30, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.See("1 submit still unknown: flexq ledger")
	s.NotSee("What became of")
	s.Press("4")
	s.See("unsent?")
	s.Type("train")
	s.Press("enter", "ctrl+s")
	s.See("This may be a second one", keyHead+"1")
	s.Press("esc")
	s.Advance(4 * time.Minute)
	if n := u.Asked(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	u.Find([]tui.Settled{lostSubmit(88399, "submitted as 88399", false)}, nil)
	s.Advance(time.Minute + 10*time.Second)
	s.See("earlier submit of train: submitted as 88399")
	s.NotSee("outcome not known")
	s.Press("ctrl+s")
	s.See("Submit this job?")
	s.NotSee("This may be a second one")
	s.Press("esc")
	s.Advance(11 * time.Minute) // time enough for two more
	if n := u.Asked(); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// What another command has found out meanwhile is not asked of the cluster again: the ledger knows.
func TestDraftLearnsFromTheLedger(t *testing.T) {
	t.Parallel()
	d := killed(t)
	u := &cluster.Unsettled{Known: []tui.Settled{lostSubmit(88377, "job 88377", false)}}
	s := start(t, 100, 30, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.NotSee("What became of")
	s.Press("4")
	s.See("again: was job 88377")
	s.Advance(time.Second)
	if got := d.Kept(); len(got) != 1 || got[0].Job != 88377 {
		t.Errorf("kept %+v", got)
	}
}

// A program that was killed before it could note its submit has left a draft with a key that nobody looks for: it is noted
// when the draft is read, and looked for then.
func TestDraftThatTheLedgerDidNotKnow(t *testing.T) {
	t.Parallel()
	d := killed(t)
	u := &cluster.Unsettled{Known: []tui.Settled{lostSubmit(0, "still not known", true)}}
	s := start(t, 100, 30, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.Press("4")
	s.See("outcome not known")
	s.Advance(6 * time.Minute)
	if n := u.Asked(); n < 2 {
		t.Errorf("asked %d times", n)
	}
	u.Find([]tui.Settled{lostSubmit(0, "not submitted", false)}, nil)
	s.Advance(6 * time.Minute)
	s.NotSee("outcome not known")
	if got := d.Kept(); len(got) != 1 || got[0].Key != "" || got[0].Job != 0 {
		t.Errorf("kept %+v", got)
	}
}

func TestUnsettledThatCannotBeAsked(t *testing.T) {
	t.Parallel()
	u := &cluster.Unsettled{}
	u.Find(nil, errors.New("the ledger cannot be read"))
	s := start(t, 120, 30, func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.See("earlier submits cannot be looked up: the ledger cannot be read")
	u.Find([]tui.Settled{lostSubmit(0, "not submitted", false)}, nil)
	s.Press("r")
	s.See("train, sent 13:58:00: not submitted")
}

// The window does not come between the user and what they are at.
func TestSettledDoesNotInterrupt(t *testing.T) {
	t.Parallel()
	clock := newClock()
	u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(0, "still not known: no answer", true)}}
	s := startAt(t, clock, 120, 30, func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.Press("esc", "/")
	u.Find([]tui.Settled{lostSubmit(88401, "submitted as 88401", false)}, nil)
	s.Advance(5 * time.Minute)
	s.Type("gem")
	s.See("/ gem", "earlier submit of train: submitted as 88401")
	s.NotSee("What became of")
}

// An answer is lost, and the job shows in the queue: it is told, and the form says no longer that nobody knows.
func TestLostSubmitShowsInTheQueue(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 40, keeping(d))
	s.cluster.Lose(true)
	s.cluster.Delay()
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("Not known whether the job was submitted", keyHead+"1")
	s.Press("esc")
	s.See("outcome not known")
	s.Advance(time.Second)
	if got := d.Kept(); len(got) != 1 || got[0].Key != keyHead+"1" || got[0].Sent() {
		t.Errorf("kept %+v", got)
	}
	s.cluster.Arrive()
	s.Advance(10 * time.Second)
	s.See("the submit of train arrived after all: it is job 88401")
	s.NotSee("outcome not known")
	if got := d.Kept(); len(got) != 1 || got[0].Job != 88401 || got[0].Key != "" {
		t.Errorf("kept %+v", got)
	}
	s.See("sent as job 88401")
	s.Press("ctrl+s")
	s.See("This form was sent already, as job 88401. This would be a second one.")
	s.Press("esc")
	s.Type("-v2") // from here on it is another job
	s.NotSee("sent as job 88401")
	s.Press("ctrl+s")
	s.See("Submit this job?", "train-v2")
	s.NotSee("second one")
	if n := s.cluster.Calls("Submit"); n != 1 {
		t.Errorf("%d submits, want exactly 1", n)
	}
}

// The user leaves while the answer is under way: the draft learns of it all the same.
func TestLeavingWhileSending(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 100, 30, keeping(d))
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.Press("esc", "q")
	s.See("Leave while changes are under way?")
	s.answerYes()
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	gate.Open()
	told := tui.Farewell(s.app)
	if len(told) == 0 || told[0] != "submit train: submitted as 88401" {
		t.Errorf("told %q", told)
	}
	if got := d.Kept(); len(got) != 1 || got[0].Job != 88401 || got[0].Key != "" {
		t.Errorf("kept %+v", got)
	}
}

// The user leaves the form while it is sent and comes back: its draft says by then under which key, and is none of an
// earlier run.
func TestTheSubmitUnderWayIsNotLost(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	s := start(t, 120, 40, keeping(d))
	gate := s.clock.Gate()
	s.cluster.Hold("Submit", gate)
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitting train  sending")
	s.Press("esc", "4")
	s.See("sending ...")
	gate.Open()
	s.See("submitted as 88401")
	s.Advance(10 * time.Second)
	s.See("88401")
	s.NotSee("arrived after all")
}

// A submit of an earlier run arrives late: the next list of jobs tells, whatever the last look had seen.
func TestSubmitThatWasCutShortArrives(t *testing.T) {
	t.Parallel()
	d := killed(t)
	u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(0, "still not known: no answer", true)}}
	s := start(t, 120, 40, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.See("1 submit still unknown: flexq ledger")
	s.Press("4")
	s.Type("train")
	s.Press("enter")
	s.See("outcome not known")
	s.cluster.Change(func(jobs *[]slurm.Job) {
		*jobs = append(*jobs, slurm.Job{
			ID: 88420, Name: "train", User: "alice", Partition: "a3u", State: slurm.ParseJobState("PENDING"), Comment: keyHead + "1",
		})
	})
	s.Advance(10 * time.Second)
	s.See("arrived after all: it is job 88420", "sent as job 88420")
}

// queueShows puts the job of the lost submit into the queue.
func (s *stage) queueShows(id uint64) {
	s.cluster.Change(func(jobs *[]slurm.Job) {
		*jobs = append(*jobs, slurm.Job{
			ID: id, Name: "train", User: "alice", Partition: "a3u", State: slurm.ParseJobState("PENDING"), Comment: keyHead + "1",
		})
	})
}

// The job is in the queue before the look that did not see it yet is answered, and no list comes after that, as nothing
// changes any more: it is known all the same, and never unknown again.
func TestSubmitThatArrivesWhileItIsLookedFor(t *testing.T) {
	t.Parallel()
	for _, kept := range []bool{true, false} { // a draft names the key, or nothing but the ledger does
		clock := newClock()
		gate := clock.Gate()
		d := &cluster.Drafts{}
		if kept {
			d = killed(t)
		}
		u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(0, "still not known: no answer", true)}}
		u.Hold(gate)
		s := startAt(t, clock, 120, 40, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
		s.queueShows(88420)
		s.Advance(6 * time.Second)
		s.cluster.Quiet(true)
		s.See("88420")
		gate.Open()
		s.Wait()
		s.See("train, sent 13:58:00: submitted as 88420")
		s.NotSee("not known")
		if got := u.Noted(keyHead + "1"); got != 88420 {
			t.Errorf("the ledger was told of job %d", got)
		}
		s.Press("esc", "4")
		s.NotSee("unsent?", "outcome not known")
		s.Advance(11 * time.Minute)
		if n := u.Asked(); n != 1 {
			t.Errorf("looked for %d times", n)
		}
	}
}

// What the footer says not to be known is known within one poll after the job is in the queue, and told.
func TestTheQueueTellsOfAnEarlierSubmit(t *testing.T) {
	t.Parallel()
	u := &cluster.Unsettled{List: []tui.Settled{lostSubmit(0, "still not known: no answer", true)}}
	s := start(t, 80, 24, func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	s.See("1 submit still unknown: flexq ledger")
	looks := s.cluster.Calls("Jobs")
	s.queueShows(88420)
	s.Advance(6 * time.Second)
	s.See("What became of earlier submits", "submitted as 88420")
	s.Press("esc")
	s.Advance(time.Minute)
	s.NotSee("still unknown", "What became of")
	if n := s.cluster.Calls("Jobs") - looks; n < 1 || u.Asked() != 1 {
		t.Errorf("%d lists and %d looks", n, u.Asked())
	}
}

// A window that says that the outcome of a submit of this run is not known says what it is as soon as it is; if the job never comes, it is looked for as those of earlier runs are.
func TestLostSubmitOfThisRunIsLookedForAgain(t *testing.T) {
	t.Parallel()
	u := &cluster.Unsettled{}
	s := start(t, 80, 24, keys, func(o *tui.Options, _ *cluster.Cluster) { o.Unsettled = u })
	lose := func() {
		s.cluster.Lose(true)
		s.cluster.Delay()
		pick(s)
		s.Press("ctrl+s")
		s.answerYes()
		s.See("Not known whether the job was submitted")
	}
	lose()
	s.cluster.Arrive()
	s.Advance(6 * time.Second)
	s.See("The job was submitted, as 88401", "By now the queue shows it: the job was submitted, as 88401.")
	s.NotSee("Look for its key", "Not known whether")
	if got := u.Noted(keyHead + "1"); got != 88401 {
		t.Errorf("the ledger was told of job %d", got)
	}
	s.Press("esc", "esc")
	lose()
	none := lostSubmit(0, "not submitted", false)
	none.Key = keyHead + "2"
	u.Find([]tui.Settled{none}, nil)
	s.Advance(5*time.Minute + 2*time.Second)
	s.See("The job was not submitted", "By now it is certain: no job was made of it.", "earlier submit of train: not submitted")
	s.NotSee("outcome not known", "Not known whether")
	s.Press("esc")
	s.Advance(time.Minute)
	s.NotSee("earlier submit of train") // it was told
}

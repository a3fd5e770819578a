package tui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

// Whoever leaves before the submit has begun has sent nothing: the draft is there to the last letter, and nobody has to
// look for a key that never went anywhere.
func TestLeavingBeforeTheSubmitBegins(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	clock := newClock()
	version := clock.Gate()
	s := startAt(t, clock, 100, 30, keeping(d), func(_ *tui.Options, c *cluster.Cluster) { c.Hold("Cluster", version) })
	pick(s)
	s.Type("-precious")
	s.Press("ctrl+s")
	s.answerYes()
	s.See("asking the cluster which version of Slurm it speaks")
	s.Press("ctrl+c")
	if err := s.Exited(); err != nil {
		t.Fatal(err)
	}
	told := tui.Farewell(s.app)
	if len(told) != 2 || told[0] != "submit train-precious: not sent" || !strings.Contains(told[1], "kept as a draft") {
		t.Errorf("told %q", told)
	}
	if got := d.Kept(); len(got) != 1 || got[0].Name != "train-precious" || got[0].Key != "" || got[0].Sent() {
		t.Errorf("kept %+v", got)
	}
	if n := s.cluster.Calls("Submit"); n != 0 {
		t.Errorf("%d submits", n)
	}
}

// The program may end after a draft was handed to a command and before the command has stored it.
func TestLeavingWhileTheDraftIsStored(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	clock := newClock()
	app := tui.New(t.Context(), tui.Options{
		Service: cluster.New(clock.Now), Scripts: &cluster.Scripts{}, Drafts: d, Now: clock.Now, Theme: "dark",
		Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
	})
	var cmd tea.Cmd
	send := func(m tea.Msg) { _, cmd = app.Update(m) }
	send(tea.WindowSizeMsg{Width: 100, Height: 30})
	for _, k := range strings.Fields("s e m p t y enter x") {
		send(tuitest.Key(t, k))
	}
	send(tui.DraftsDue())
	if cmd == nil {
		t.Fatal("the draft is not being stored")
	}
	tui.Farewell(app) // and the command never ran
	if got := d.Kept(); len(got) != 1 || got[0].Name != "x" {
		t.Errorf("kept %+v", got)
	}
}

// What the dialog asked about is what is sent, or nothing.
func TestTheFormChangesUnderTheDialog(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, keys, func(o *tui.Options, c *cluster.Cluster) {
		o.Past = c
		c.SetScript(88317, "#!/bin/bash\n#SBATCH --job-name=gemma-sft --partition=a3u --time=60 --chdir=/home/alice\nsrun ./gemma.sh\n")
	})
	gate := s.clock.Gate()
	s.cluster.Hold("Script", gate)
	s.ClickOn("88317")
	s.Press("S")
	s.See("like 88317")
	s.Advance(31 * time.Second) // so long the form waits for it
	s.Press("ctrl+s")
	s.See("Submit this job?", "runs nothing")
	gate.Open()
	s.See("the script of job 88317, as accounting has it")
	s.answerYes()
	s.See("not sent: the form is another than the one that was asked about", "srun ./gemma.sh")
	if n := s.cluster.Calls("Submit"); n != 0 {
		t.Fatalf("%d submits", n)
	}
	s.Press("ctrl+s")
	s.answerYes()
	s.See("submitted as 88401")
	if got := s.cluster.Submitted(); len(got) != 1 || !strings.Contains(got[0].Script, "srun ./gemma.sh") {
		t.Errorf("submitted %+v", got)
	}
}

// While one is asked whether to send a job a second time, it shows that the first time made one.
func TestTheLostJobShowsUnderTheDialog(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, keys)
	s.cluster.Lose(true)
	s.cluster.Delay()
	pick(s)
	s.Press("ctrl+s")
	s.answerYes()
	s.See("Not known whether the job was submitted")
	s.Press("esc", "ctrl+s")
	s.See("This may be a second one", keyHead+"1")
	s.cluster.Arrive()
	s.Advance(10 * time.Second)
	s.See("arrived after all: it is job 88401")
	s.answerYes()
	s.See("not sent: the form is another than the one that was asked about")
	if n := s.cluster.Calls("Submit"); n != 1 {
		t.Errorf("%d submits, want the first alone", n)
	}
}

// Whoever leaves while the job is sent is told what became of it, and of no draft that could be sent again if it was.
func TestLeavingWhileItIsSent(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		answer func(c *cluster.Cluster)
		told   []string
		sent   bool
	}{
		"it became a job": {func(*cluster.Cluster) {}, []string{"submit train: submitted as 88401"}, true},
		"nobody knows": {
			func(c *cluster.Cluster) { c.Lose(true) },
			[]string{"submit train: the connection broke before the answer came", "the form of train is kept as a draft: before you send it again, look for its key " + keyHead + "1, or see what `flexq ledger resolve` finds"},
			false,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := &cluster.Drafts{}
			s := start(t, 100, 30, keeping(d))
			gate := s.clock.Gate()
			s.cluster.Hold("Submit", gate)
			c.answer(s.cluster)
			pick(s)
			s.Press("ctrl+s")
			s.answerYes()
			s.See("sending")
			s.Press("ctrl+c")
			if err := s.Exited(); err != nil {
				t.Fatal(err)
			}
			gate.Open()
			told := tui.Farewell(s.app)
			if len(told) != len(c.told) {
				t.Fatalf("told %q", told)
			}
			for i, want := range c.told {
				if !strings.HasPrefix(told[i], want) {
					t.Errorf("told %q, want %q", told[i], want)
				}
			}
			if got := d.Kept(); len(got) != 1 || got[0].Sent() != c.sent || (got[0].Key == "") != c.sent {
				t.Errorf("kept %+v", got)
			}
		})
	}
}

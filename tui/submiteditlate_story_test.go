package tui_test

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

// byHand is a program whose messages come in the order of the test.
type byHand struct {
	t   *testing.T
	app *tui.App
}

func (h byHand) send(m tea.Msg) tea.Cmd {
	_, cmd := h.app.Update(m)
	return cmd
}

// press sends keys, and returns what the last of them is about to do.
func (h byHand) press(keys string) (cmd tea.Cmd) {
	for _, k := range strings.Fields(keys) {
		cmd = h.send(tuitest.Key(h.t, k))
	}
	return cmd
}

func (h byHand) screen() string { return ansi.Strip(h.app.View().Content) }

// end runs the editor that the terminal is lent to, and takes what it leaves.
func (h byHand) end(lent tea.Cmd) {
	h.t.Helper()
	if err := tui.RunEditor(h.app); err != nil {
		h.t.Fatal(err)
	}
	for _, m := range messages(lent) {
		h.send(m)
	}
}

// see checks what is on the screen.
func (h byHand) see(want ...string) {
	h.t.Helper()
	screen := h.screen()
	for _, w := range want {
		if !strings.Contains(screen, w) {
			h.t.Errorf("no %q in\n%s", w, screen)
		}
	}
}

func byHandWith(t *testing.T, change func(*tui.Options)) byHand {
	t.Helper()
	clock := newClock()
	o := tui.Options{
		Service: cluster.New(clock.Now), Scripts: &cluster.Scripts{}, Drafts: &cluster.Drafts{}, Now: clock.Now, Theme: "dark",
		Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
	}
	change(&o)
	h := byHand{t: t, app: tui.New(t.Context(), o)}
	h.send(tea.WindowSizeMsg{Width: 120, Height: 40})
	for _, m := range messages(h.app.Init()) {
		h.send(m)
	}
	return h
}

// kept is a script that accounting has of every job.
type kept string

func (k kept) Script(context.Context, slurm.Ref) (slurm.JobScript, error) {
	return slurm.JobScript{Text: string(k)}, nil
}

// The script of accounting does not take the place of a form that the editor has: what that leaves is the form's.
func TestLateScriptUnderTheEditor(t *testing.T) {
	t.Parallel()
	const saved = "#!/bin/bash\n#SBATCH --job-name=mine\nsrun mine\n"
	e := &cluster.Editor{Saves: saved, Edit: func(string, string) (string, error) { return saved, nil }}
	h := byHandWith(t, func(o *tui.Options) {
		o.Tick = func(d time.Duration, fn func(time.Time) tea.Msg) tea.Cmd {
			if d != 30*time.Second { // after which the form waits no longer
				return nil
			}
			return func() tea.Msg { return fn(time.Time{}) }
		}
		o.Editor, o.Past = e, kept("#!/bin/bash\n#SBATCH --job-name=theirs\nsrun theirs\n")
	})
	asked := messages(h.press("S"))
	for len(asked) > 0 && !strings.Contains(h.screen(), "it is still asked") {
		h.send(asked[0])
		asked = asked[1:]
	}
	lent := h.press("ctrl+e")
	begun := messages(lent)
	for _, m := range begun {
		lent = h.send(m)
	}
	for _, m := range asked {
		h.send(m)
	}
	h.see("came late: S on the job takes it")
	h.end(lent)
	h.see("srun mine", "came late: S on the job takes it")
	if strings.Contains(h.screen(), "as accounting has it") {
		t.Errorf("the form is the editor's:\n%s", h.screen())
	}
}

// Keys that were typed before the editor had the terminal may have put another form there. What the editor saves is not put over that.
func TestEditorOfAFormThatWasReplaced(t *testing.T) {
	t.Parallel()
	e := &cluster.Editor{Saves: "srun mine\n", Edit: func(string, string) (string, error) { return "srun mine\n", nil }}
	h := byHandWith(t, func(o *tui.Options) { o.Editor = e })
	lent := h.press("s t o r c h r u n enter ctrl+e")
	for _, m := range messages(lent) {
		lent = h.send(m)
	}
	h.press("ctrl+o e m p t y enter")
	h.end(lent)
	h.see("Another form is here by now", "it is in "+cluster.SavedIn)
	if e.Done() != 0 {
		t.Error("the file is gone")
	}
	h.press("esc")
	if strings.Contains(h.screen(), "srun mine") {
		t.Errorf("it is in the other form:\n%s", h.screen())
	}
}

// A form that gets a draft of its own while it is edited, as another program has changed the one that it was, stays the editor's.
func TestEditorOfAFormThatMoves(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	e := &cluster.Editor{Edit: func(string, string) (string, error) { return "srun mine\n", nil }}
	h := byHandWith(t, func(o *tui.Options) {
		o.Editor, o.Drafts = e, d
		o.Tick = func(after time.Duration, fn func(time.Time) tea.Msg) tea.Cmd {
			if after != time.Second { // after which the form is stored
				return nil
			}
			return func() tea.Msg { return fn(time.Time{}) }
		}
	})
	store := func(typed string) (kept tea.Cmd) {
		for _, m := range messages(h.press(typed)) {
			if cmd := h.send(m); cmd != nil {
				kept = cmd
			}
		}
		return kept
	}
	h.press("s t o r c h r u n enter")
	for _, m := range messages(store("x")) {
		h.send(m)
	}
	others := d.Kept()[0]
	others.Text += "echo theirs\n"
	if err := d.Keep(t.Context(), others); err != nil {
		t.Fatal(err)
	}
	kept, lent := store("y"), h.press("ctrl+e")
	for _, m := range messages(lent) {
		lent = h.send(m)
	}
	for _, m := range messages(kept) {
		h.send(m)
	}
	h.see("another flexq changed this draft: what you typed is kept apart")
	h.end(lent)
	h.see("srun mine")
}

// A submit of the form that turns out to be a job while the form is edited makes it a new one: the editor's all the same.
func TestEditorOfAFormThatWasSentAfterAll(t *testing.T) {
	t.Parallel()
	e := &cluster.Editor{Saves: "srun mine\n", Edit: func(string, string) (string, error) { return "srun mine\n", nil }}
	h := byHandWith(t, func(o *tui.Options) { o.Editor = e })
	h.press("s t o r c h r u n enter")
	tui.SetLost(h.app, keyHead+"1")
	lent := h.press("ctrl+e")
	for _, m := range messages(lent) {
		lent = h.send(m)
	}
	tui.SetFound(h.app, keyHead+"1", 88401)
	h.end(lent)
	h.see("srun mine")
}

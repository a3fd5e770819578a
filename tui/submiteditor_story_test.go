package tui_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

func editingWith(edit func(name, text string) (string, error)) func(*tui.Options, *cluster.Cluster) {
	return func(o *tui.Options, _ *cluster.Cluster) { o.Editor = &cluster.Editor{Edit: edit} }
}

// The editor gets the script; what it leaves is in the form, fields and all.
func TestEditorChangesTheScript(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}} {
		var name, was string
		s := start(t, size[0], size[1], editingWith(func(n, text string) (string, error) {
			name, was = n, text
			return strings.ReplaceAll(text, "--nodes=4", "--nodes=7"), nil
		}))
		pick(s)
		s.Press("ctrl+e")
		s.See("nodes        7", "#SBATCH --nodes=7", "(edited)")
		if name != "torchrun-flex" || !strings.Contains(was, "#SBATCH --nodes=4\n") {
			t.Errorf("the editor got %q: %q", name, was)
		}
		s.Press("ctrl+s")
		s.answerYes()
		s.See("submitted as 88401")
		if got := s.cluster.Submitted(); len(got) != 1 || got[0].Nodes != "7" {
			t.Errorf("submitted %+v", got)
		}
	}
}

// An editor that fails takes nothing away.
func TestEditorThatFails(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, editingWith(func(string, string) (string, error) {
		return "", &fault.Fault{Kind: fault.Usage, What: "the editor ended with exit status 1", Cure: "the text here is as it was"}
	}))
	pick(s)
	s.Type("-mine")
	s.Press("ctrl+e")
	s.See("The script is as it was", "the editor ended with exit status 1")
	s.Press("esc")
	s.See("train-mine", "ready to submit")
	s.Type("!")
	s.See("train-mine!")
}

// A path that one wants to copy stands in one line, whatever signs it has.
func TestPathsInWindowsStayWhole(t *testing.T) {
	t.Parallel()
	const path = "/var/tmp/flexq-edit-1234567890/single-node-gpu.sbatch"
	s := start(t, 80, 24, editingWith(func(string, string) (string, error) {
		return "", &fault.Fault{Kind: fault.Usage, What: "it failed", Cure: "the text here is as it was; what the editor saved is in " + path}
	}))
	pick(s)
	s.Press("ctrl+e")
	s.See("The script is as it was", path)
}

func TestEditorThatIsMissing(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) {
		o.Editor = &cluster.Editor{Missing: &fault.Fault{Kind: fault.Usage, What: "no editor is named", Cure: "set EDITOR, as in EDITOR=vim"}}
	})
	pick(s)
	s.Press("ctrl+e")
	s.See("no editor is named.", "set EDITOR, as in EDITOR=vim.")
	s.Press("esc")
	s.See("#SBATCH --nodes=4")

	s = start(t, 120, 40)
	pick(s)
	s.Press("ctrl+e")
	s.See("no editor can be started from here")
}

// messages are what a command brings, those of its parts included.
func messages(cmd tea.Cmd) []tea.Msg {
	if cmd == nil {
		return nil
	}
	msg := cmd()
	list, isBatch := msg.(tea.BatchMsg)
	if !isBatch {
		return []tea.Msg{msg}
	}
	var out []tea.Msg
	for _, c := range list {
		out = append(out, messages(c)...)
	}
	return out
}

// The program may be told to end while the editor runs: what that has saved is in the draft, of a form that was never
// changed too. Where it cannot be stored, the user is told where it is.
func TestEndingWhileTheEditorRuns(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		saves      string
		broken     error
		told, kept []string
		left       int
	}{
		"it has saved": {
			saves: "#!/bin/sh\n#SBATCH --job-name=edited\n", kept: []string{"edited"}, left: 1,
			told: []string{"what you typed in Submit is kept as a draft; the screen offers it under Submit"},
		},
		"nothing": {},
		"a full disk": {
			saves: "#!/bin/sh\n", broken: errors.New("no space left"),
			told: []string{"what you typed in Submit could not be kept: no space left", "what the editor saved is in " + cluster.SavedIn},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, e := &cluster.Drafts{}, &cluster.Editor{Saves: c.saves}
			d.Break(c.broken)
			clock := newClock()
			app := tui.New(t.Context(), tui.Options{
				Service: cluster.New(clock.Now), Scripts: &cluster.Scripts{}, Drafts: d, Editor: e, Now: clock.Now, Theme: "dark",
				Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
			})
			var cmd tea.Cmd
			send := func(m tea.Msg) { _, cmd = app.Update(m) }
			send(tea.WindowSizeMsg{Width: 100, Height: 30})
			for _, k := range strings.Fields("s e m p t y enter ctrl+e") {
				send(tuitest.Key(t, k))
			}
			for _, m := range messages(cmd) {
				send(m)
			}
			told := tui.Farewell(app) // the program was told to end, and the editor with it
			if diff := cmp.Diff(c.told, told); diff != "" {
				t.Error(diff)
			}
			var kept []string
			for _, k := range d.Kept() {
				kept = append(kept, k.Name)
			}
			if diff := cmp.Diff(c.kept, kept); diff != "" || e.Left() != c.left || e.Done() != 0 {
				t.Errorf("left %d, forgot %d\n%s", e.Left(), e.Done(), diff)
			}
		})
	}
}

// Where the terminal goes away, the editor may end by it before the program is told.
func TestEndingJustAfterTheEditorFailed(t *testing.T) {
	t.Parallel()
	for later, want := range map[time.Duration]int{time.Second: 1, time.Minute: 0} {
		d := &cluster.Drafts{}
		e := &cluster.Editor{Saves: "#!/bin/sh\n#SBATCH --job-name=edited\n", Edit: func(string, string) (string, error) {
			return "", &fault.Fault{Kind: fault.Other, What: "the editor ended with signal: hangup"}
		}}
		s := start(t, 120, 40, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Editor = e })
		pick(s)
		s.Press("ctrl+e")
		s.See("The script is as it was")
		s.Advance(later)
		s.Press("ctrl+c")
		if err := s.Exited(); err != nil {
			t.Fatal(err)
		}
		tui.Farewell(s.app)
		if got := d.Kept(); len(got) != want || want > 0 && got[0].Name != "edited" {
			t.Errorf("%v later: kept %+v", later, got)
		}
	}
}

// The file that was edited stays until the form with the edit is stored.
func TestEditedFileStaysUntilTheFormIsStored(t *testing.T) {
	t.Parallel()
	d := &cluster.Drafts{}
	e := &cluster.Editor{Edit: func(_, text string) (string, error) { return text + "echo more\n", nil }}
	s := start(t, 120, 40, keeping(d), func(o *tui.Options, _ *cluster.Cluster) { o.Editor = e })
	pick(s)
	d.Break(errors.New("no space left"))
	s.Press("ctrl+e")
	s.See("echo more")
	s.Advance(time.Minute)
	if e.Done() != 0 {
		t.Error("the file is gone, and nothing is stored")
	}
	d.Break(nil)
	s.Type("x")
	s.Advance(2 * time.Second)
	if e.Done() != 1 {
		t.Errorf("forgot %d", e.Done())
	}
	e.Edit = func(_, text string) (string, error) { return text, nil }
	s.Press("ctrl+e")
	s.See("trainx")
	if e.Done() != 2 {
		t.Error("what was not changed is not needed")
	}
}

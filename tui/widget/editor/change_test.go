package editor_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/editor"
)

func TestChangeIsOneStep(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab\n日#")), 0, 30, -1)
		before, after := text.Draw(t, "before"), text.Draw(t, "after")
		e := editor.New(theme.Theme{})
		e.Resize(20, 5)
		e.SetText(before)
		want := editor.Edited
		if before == after {
			want = editor.Moved
		}
		if got := e.Change(after); got != want || e.Text() != after {
			t.Fatalf("event %d, text %q", got, e.Text())
		}
		if before != after {
			e.Input(tea.KeyPressMsg{Code: 'u', Mod: tea.ModAlt})
			if e.Text() != before {
				t.Fatalf("undone it is %q", e.Text())
			}
		}
	})
}

func TestChangesThatGoOnFromEachOtherAreUndoneAtOnce(t *testing.T) {
	t.Parallel()
	e := editor.New(theme.Theme{})
	e.SetText("a=1\nb\n")
	for _, text := range []string{"a=12\nb\n", "a=123\nb\n", "a=1234\nb\n"} {
		e.Change(text)
	}
	e.Input(tea.KeyPressMsg{Code: 'u', Mod: tea.ModAlt})
	if got := e.Text(); got != "a=1\nb\n" {
		t.Errorf("undone it is %q", got)
	}
}

func TestMarksStandBesideTheNumbers(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	e := editor.New(th)
	e.Resize(20, 3)
	e.SetText("one\ntwo\nthree")
	plain := strings.Split(ansi.Strip(e.View()), "\n")
	e.SetMarks(map[int]editor.Mark{1: {Sign: "x", Tone: theme.Bad}})
	e.SetTones(func(_ int, text string) theme.Tone {
		if text == "three" {
			return theme.Dim
		}
		return theme.Normal
	})
	marked := strings.Split(ansi.Strip(e.View()), "\n")
	if got, want := strings.TrimRight(marked[1], " "), " 2x two"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := strings.TrimRight(marked[0], " "), " 1  one"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := strings.TrimRight(plain[0], " "), " 1 one"; got != want {
		t.Errorf("without marks %q, want %q", got, want)
	}
	if !strings.Contains(e.View(), th.Begin(theme.Base, theme.Dim)+"three") {
		t.Errorf("the tone of a line is not its own: %q", e.View())
	}
	e.Click(4, 1)
	if line, col := e.Cursor(); line != 1 || col != 0 {
		t.Errorf("a click at the first letter went to %d, %d", line, col)
	}
}

func TestShowLeavesTheCursor(t *testing.T) {
	t.Parallel()
	e := editor.New(theme.Theme{})
	e.Resize(20, 6)
	e.SetText(strings.Repeat("line\n", 100) + "end")
	e.Show(100)
	if !strings.Contains(e.View(), "end") {
		t.Error("the last line is not in sight")
	}
	if line, _ := e.Cursor(); line != 0 {
		t.Errorf("the cursor went to %d", line)
	}
	e.Show(0)
	if !strings.HasPrefix(strings.TrimLeft(ansi.Strip(e.View()), " "), "1 line") {
		t.Error("the first line is not in sight")
	}
}

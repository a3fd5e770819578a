package prompt_test

import (
	"fmt"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"flexq/tui/theme"
	"flexq/tui/widget/prompt"
)

func TestInputSaysWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	p := prompt.New("/", "ab", "")
	for _, c := range []struct {
		key  tea.Key
		want prompt.Event
	}{
		{tea.Key{Code: 'c', Text: "c"}, prompt.Edited},
		{tea.Key{Code: tea.KeyLeft}, prompt.Taken},
		{tea.Key{Code: tea.KeyEnter}, prompt.Accepted},
		{tea.Key{Code: tea.KeyEscape}, prompt.Dismissed},
		{tea.Key{Code: tea.KeyDown}, prompt.Ignored},
		{tea.Key{Code: 'c', Mod: tea.ModCtrl}, prompt.Ignored},
		{tea.Key{Code: 'q', Text: "q"}, prompt.Edited},
	} {
		if got := p.Input(tea.KeyPressMsg(c.key)); got != c.want {
			t.Errorf("%s: %d, want %d", c.key, got, c.want)
		}
	}
	if got, want := p.Text(), "abqc"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestPasteNeverAccepts(t *testing.T) {
	t.Parallel()
	p := prompt.New(":", "", "")
	if got := p.Paste("cancel all\nyes\n"); got != prompt.Edited {
		t.Errorf("a paste gave %d, want %d", got, prompt.Edited)
	}
	if got, want := p.Text(), "cancel all yes"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

func TestView(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	p := prompt.New("/", "", "user:alice")
	for _, c := range []struct {
		name string
		do   func()
		w    int
		want string
	}{
		{"empty", func() {}, 20, " / user:alice       "},
		{"typed", func() { p.SetText("gpu:>8") }, 20, " / gpu:>8           "},
		{"note", func() { p.SetNote("41 of 1,287", theme.Dim) }, 40, fmt.Sprintf(" / %-23s  41 of 1,287 ", "gpu:>8")},
		{"a note gives way", func() {}, 26, fmt.Sprintf(" / %-16s  41 o…", "gpu:>8")},
		{"no room for one", func() {}, 14, " / gpu:>8     "},
		{"next to no room", func() {}, 2, " /"},
	} {
		c.do()
		got := ansi.Strip(p.View(th, c.w))
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestClickPutsTheCursor(t *testing.T) {
	t.Parallel()
	p := prompt.New("/", "abc", "")
	p.Click(4)
	p.Input(tea.KeyPressMsg{Code: 'X', Text: "X"})
	if got, want := p.Text(), "aXbc"; got != want {
		t.Errorf("text %q, want %q", got, want)
	}
}

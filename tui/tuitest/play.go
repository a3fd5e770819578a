package tuitest

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// Press presses keys, one after the other, each when the program has dealt with the one before.
// The names are those of [Key].
func (s *Screen) Press(keys ...string) {
	s.t.Helper()
	for _, key := range keys {
		s.Send(Key(s.t, key))
	}
}

// Type types text, character by character.
func (s *Screen) Type(text string) {
	s.t.Helper()
	for len(text) > 0 {
		cluster, _ := ansi.FirstGraphemeCluster(text, ansi.GraphemeWidth)
		text = text[len(cluster):]
		if cluster == " " {
			s.Press("space")
			continue
		}
		runes := []rune(cluster)
		if len(runes) == 1 {
			s.Press(cluster)
			continue
		}
		s.Send(tea.KeyPressMsg{Code: tea.KeyExtended, Text: cluster})
	}
}

// Paste pastes text in one piece.
func (s *Screen) Paste(text string) { s.Send(tea.PasteMsg{Content: text}) }

// Click clicks the left button at a cell of the screen.
func (s *Screen) Click(x, y int) {
	s.t.Helper()
	s.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	s.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// ClickOn clicks the first cell of a text that is on the screen.
func (s *Screen) ClickOn(text string) {
	s.t.Helper()
	s.See(text)
	for y, line := range strings.Split(s.text(), "\n") {
		if i := strings.Index(line, text); i >= 0 {
			s.Click(ansi.StringWidth(line[:i]), y)
			return
		}
	}
}

// Wheel turns the mouse wheel at a cell: n notches down, or up if n is negative.
func (s *Screen) Wheel(x, y, n int) {
	s.t.Helper()
	button := tea.MouseWheelDown
	if n < 0 {
		button, n = tea.MouseWheelUp, -n
	}
	for range n {
		s.Send(tea.MouseWheelMsg{X: x, Y: y, Button: button})
	}
}

// Focus tells the program that the terminal has the focus, or that it has lost it.
func (s *Screen) Focus(on bool) {
	s.t.Helper()
	if on {
		s.Send(tea.FocusMsg{})
		return
	}
	s.Send(tea.BlurMsg{})
}

// Resize changes the size of the terminal.
func (s *Screen) Resize(width, height int) {
	s.t.Helper()
	s.terminal.with(func(e *vt.Emulator) { e.Resize(width, height) })
	s.Send(tea.WindowSizeMsg{Width: width, Height: height})
}

// Send sends any message and waits until the program has dealt with it and with what follows.
func (s *Screen) Send(msg tea.Msg) {
	s.t.Helper()
	s.idle.add(1)
	s.program.Send(tracked{msg})
	s.settle()
}

// Advance moves the clock, and lets the program act at every moment at which it set itself a
// timer.
func (s *Screen) Advance(d time.Duration) {
	s.t.Helper()
	s.settle()
	end := s.opt.Clock.Now().Add(d)
	for s.opt.Clock.step(end) {
		s.settle()
	}
}

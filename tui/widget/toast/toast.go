// Package toast keeps the short messages that the footer shows: what was just done, what was
// refused. A message leaves after a while by itself; bad news stay until something is done about
// them. Time is passed in.
package toast

import (
	"time"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// How long messages stay, and how many are remembered.
const (
	brief     = 4 * time.Second
	long      = 10 * time.Second
	remembers = 100
)

// Message is something that was said.
type Message struct {
	Text string
	Tone theme.Tone
	At   time.Time
}

// Toast is the message that is shown and those before it. The zero value shows none.
type Toast struct {
	said    []Message
	showing bool
	until   time.Time // zero for one that stays
}

// Say shows a message instead of the one before.
func (t *Toast) Say(text string, tone theme.Tone, now time.Time) {
	if len(t.said) == remembers {
		t.said = append(t.said[:0], t.said[1:]...)
	}
	t.said = append(t.said, Message{Text: text, Tone: tone, At: now})
	t.showing = true
	switch tone {
	case theme.Bad:
		t.until = time.Time{}
	case theme.Warn:
		t.until = now.Add(long)
	default:
		t.until = now.Add(brief)
	}
}

// Dismiss takes the message away. It reports whether there was one.
func (t *Toast) Dismiss() bool {
	was := t.showing
	t.showing = false
	return was
}

// Current returns the message to show now; false if there is none.
func (t *Toast) Current(now time.Time) (Message, bool) {
	if t.showing && !t.until.IsZero() && !now.Before(t.until) {
		t.showing = false
	}
	if !t.showing {
		return Message{}, false
	}
	return t.said[len(t.said)-1], true
}

// Until returns when the message leaves by itself, for the tick that redraws then; false if there
// is none that does.
func (t *Toast) Until() (time.Time, bool) { return t.until, t.showing && !t.until.IsZero() }

// Said returns the messages so far, oldest first, at most the last hundred.
func (t *Toast) Said() []Message { return append([]Message(nil), t.said...) }

// View draws the message in at most width cells; empty if there is none.
func (t *Toast) View(th theme.Theme, width int, now time.Time) string {
	m, ok := t.Current(now)
	if !ok {
		return ""
	}
	return th.Paint(m.Tone, fit.Cut(fit.Line(m.Text), width, th.Glyphs().Ellipsis))
}

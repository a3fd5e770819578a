package tui

import (
	"time"

	"flexq/tui/fit"
	"flexq/tui/theme"
)

// How long the footer keeps a message that nothing replaces; one that tells of a failure stays longer.
const (
	messageFor = 20 * time.Second
	failureFor = 45 * time.Second
)

// message is the last thing that the footer says.
type message struct {
	text string
	tone theme.Tone
	at   time.Time
	// form is the revision of the submit form that it is about, 0 of another: it ends with the next edit.
	form uint64
}

// say puts a text into the footer, whatever it quotes.
func (a *App) say(text string, tone theme.Tone) {
	a.message = message{text: fit.Clean(text), tone: tone, at: a.opt.Now()}
}

// age forgets a message after its time.
func (m *message) age(now time.Time) {
	keep := messageFor
	if m.tone == theme.Bad {
		keep = failureFor
	}
	if now.Sub(m.at) > keep {
		*m = message{}
	}
}

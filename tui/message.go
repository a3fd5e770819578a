package tui

import (
	"time"

	"flexq/tui/theme"
)

// messageFor is how long the footer keeps a message that nothing replaces.
const messageFor = 20 * time.Second

// message is the last thing that the footer says.
type message struct {
	text string
	tone theme.Tone
	at   time.Time
}

func (a *App) say(text string, tone theme.Tone) {
	a.message = message{text, tone, a.opt.Now()}
}

// age forgets a message after its time; one that tells of a failure stays until the next.
func (m *message) age(now time.Time) {
	if m.tone != theme.Bad && now.Sub(m.at) > messageFor {
		*m = message{}
	}
}

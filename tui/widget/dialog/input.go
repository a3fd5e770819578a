package dialog

import (
	tea "charm.land/bubbletea/v2"

	"flexq/tui/widget/edit"
)

// Input takes a key press: enter and escape, the arrows and tab between buttons, the vertical keys
// that scroll, y and n, or text where text is asked for. It reports whether the key was used.
func (d *Dialog) Input(key tea.KeyPressMsg) (answer Answer, used bool) {
	stroke := key.Keystroke()
	switch stroke {
	case "enter":
		return d.Confirm(), true
	case "esc":
		return d.Dismiss(), true
	case "up", "down", "pgup", "pgdown":
		d.scrollBy(stroke)
		return Open, true
	}
	if d.WantsText() {
		change := d.typed.Input(key)
		d.wrong = d.wrong && change == edit.Ignored
		return Open, change != edit.Ignored
	}
	switch stroke {
	case "left", "right", "tab", "shift+tab":
		d.Toggle()
	case "y":
		return d.Agree(), true
	case "n":
		return No, true
	default:
		return Open, false
	}
	return Open, true
}

// Paste takes pasted text into the field; it never answers.
func (d *Dialog) Paste(text string) {
	if d.WantsText() {
		d.typed.Paste(text)
		d.wrong = false
	}
}

// Click takes a click at a cell of the screen: on a button it answers, elsewhere it does nothing.
func (d *Dialog) Click(x, y int) Answer {
	p := d.plan()
	if d.WantsText() || y != p.rect.Y+p.rect.H-2 {
		return Open
	}
	no, yes := d.buttons(p)
	switch {
	case no.Contains(x, y):
		return No
	case yes.Contains(x, y):
		return d.accept()
	}
	return Open
}

// Scroll moves the text by n lines. It reports whether anything moved.
func (d *Dialog) Scroll(n int) bool {
	p := d.plan()
	before := d.offset
	d.offset = max(0, min(d.offset+n, len(p.body)-p.room))
	return d.offset != before
}

func (d *Dialog) scrollBy(stroke string) {
	page := max(1, d.plan().room-1)
	switch stroke {
	case "up":
		d.Scroll(-1)
	case "down":
		d.Scroll(1)
	case "pgup":
		d.Scroll(-page)
	case "pgdown":
		d.Scroll(page)
	}
}

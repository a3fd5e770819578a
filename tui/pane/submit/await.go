package submit

import (
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// Await says that the form waits for its script, and for what in words: until Awaited it shows that in the place of the
// script, takes no edit, of a field neither, as the script comes with its own, and is not sent. Another form in its place
// waits for nothing.
func (p *Pane) Await(text string) { p.awaits = text }

// Awaited says that the form waits no more.
func (p *Pane) Awaited() { p.awaits = "" }

// waiting says for what the form waits, if it does.
func (p *Pane) waiting() (pane.Outcome, bool) {
	if p.awaits == "" {
		return pane.Outcome{}, false
	}
	return pane.Ask(pane.Say{Text: "not yet: " + p.awaits, Tone: theme.Warn}), true
}

// scriptLines draw the script, or that it is awaited.
func (p *Pane) scriptLines(w, h int) []string {
	if p.awaits == "" {
		p.script.Resize(max(4, w), max(1, h))
		return lines(p.script.View(), h)
	}
	var out []string
	for _, l := range fit.Words(fit.Clean(p.awaits)+" ...", max(10, w-3)) {
		out = append(out, "  "+p.deps.Theme.Paint(theme.Busy, l))
	}
	for len(out) < h {
		out = append(out, "")
	}
	return out[:max(0, h)]
}

// awaitedNotes say for what the form waits, where its script has no room; what is wrong with that is not known yet.
func (p *Pane) awaitedNotes(n *notepad) []string {
	if p.w < sideFrom && !p.inScript {
		n.put("", theme.Busy, p.awaits+" ...")
	}
	return p.ruled(n)
}

package submit

import (
	"fmt"
	"strings"

	"flexq/tui/fit"
	"flexq/tui/layout"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// frames are the parts of the form on the screen.
type frames struct{ title, form, rule, script, notes layout.Rect }

// sideFrom is the width from which the fields and the script stand side by side.
const sideFrom = 76

func (p *Pane) frames() frames {
	all := layout.Screen(p.w, p.h)
	var f frames
	f.title, all = all.Top(1)
	f.notes, all = all.Bottom(min(len(p.notes()), max(1, p.h/3)))
	if p.w >= sideFrom {
		f.form, all = all.Left(max(34, p.w*2/5))
		f.rule, f.script = all.Left(2)
		return f
	}
	f.form, all = all.Top(max(6, (p.h-1)/2))
	f.rule, f.script = all.Top(1)
	return f
}

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) {
	p.w, p.h = w, h
	if p.menu != nil {
		p.menu.Resize(w, h)
	}
}

// View draws the picker, or the form with the script beside or below it.
func (p *Pane) View() string {
	th := *p.deps.Theme
	blank := strings.TrimSuffix(strings.Repeat(fit.Spaces(p.w)+"\n", max(1, p.h)), "\n")
	switch {
	case p.path != nil:
		return p.pathView()
	case p.menu != nil:
		p.menu.SetTheme(th)
		return p.menu.Over(p.menuNote(blank))
	}
	f := p.frames()
	p.form.SetTheme(th)
	p.form.Resize(f.form.W, f.form.H)
	p.script.SetTheme(th)
	p.script.Resize(max(4, f.script.W), max(1, f.script.H))
	out := []string{p.title()}
	if p.w >= sideFrom {
		out = append(out, p.beside(f)...)
	} else {
		out = append(out, lines(p.form.View(), f.form.H)...)
		out = append(out, th.Paint(theme.Line, strings.Repeat(th.Glyphs().Horizontal, p.w)))
		out = append(out, lines(p.script.View(), f.script.H)...)
	}
	notes := p.notes()
	return strings.Join(append(out, notes[:min(len(notes), f.notes.H)]...), "\n")
}

func (p *Pane) beside(f frames) []string {
	th := *p.deps.Theme
	left, right := lines(p.form.View(), f.form.H), lines(p.script.View(), f.form.H)
	rule := th.Paint(theme.Line, th.Glyphs().Vertical) + " "
	out := make([]string, f.form.H)
	for i := range out {
		out[i] = left[i] + fit.Spaces(f.form.W-fit.Width(left[i])) + rule + right[i]
	}
	return out
}

func lines(view string, h int) []string {
	all := strings.Split(view, "\n")
	for len(all) < h {
		all = append(all, "")
	}
	return all[:max(0, h)]
}

// title says what is being edited and whether it can be sent.
func (p *Pane) title() string {
	th := *p.deps.Theme
	name := p.from
	if p.edited() {
		name += "  (edited)"
	}
	state := th.Paint(theme.Good, "ready to submit")
	switch {
	case p.sending:
		state = th.Paint(theme.Busy, "submitting ...")
	case p.check.errors > 0:
		state = th.Paint(theme.Bad, fmt.Sprintf("%d to mend", p.check.errors))
	}
	left := " " + th.Paint(theme.Title, fit.Cut(name, max(8, p.w-20), th.Glyphs().Ellipsis))
	return left + fit.Spaces(p.w-fit.Width(left)-fit.Width(state)-1) + state
}

// notes stand below the form: the key to look for, what is wrong with the script's lines, why the last submit failed.
func (p *Pane) notes() []string {
	th := *p.deps.Theme
	var out []string
	put := func(tone theme.Tone, text string) {
		for _, l := range fit.Wrap(text, max(10, p.w-2)) {
			out = append(out, " "+th.Paint(tone, l))
		}
	}
	if key := p.lostKey(); key != "" {
		put(theme.Warn, "key "+key) // first, as it must be seen whole: the lines below may have no room
	}
	for i, l := range p.check.lines {
		if i == 3 {
			put(theme.Bad, fmt.Sprintf("... and %d more", len(p.check.lines)-i))
			break
		}
		put(theme.Bad, l)
	}
	for _, w := range p.check.warnings {
		put(theme.Warn, w)
	}
	if p.err != nil {
		what, cure := pane.Sentences(p.err)
		put(theme.Bad, what)
		if cure != "" {
			put(theme.Accent, cure)
		}
	}
	return out
}

func (p *Pane) pathView() string {
	th := *p.deps.Theme
	out := []string{"", " " + th.Paint(theme.Title, "Submit a file"), "", p.path.View(th, p.w)}
	switch {
	case p.loading != 0:
		out = append(out, "", " "+th.Paint(theme.Busy, "reading ..."))
	case p.pathErr != nil:
		what, cure := pane.Sentences(p.pathErr)
		for _, l := range fit.Wrap(what, max(10, p.w-2)) {
			out = append(out, " "+th.Paint(theme.Bad, l))
		}
		if cure != "" {
			out = append(out, " "+th.Paint(theme.Accent, cure))
		}
	}
	return strings.Join(lines(strings.Join(out, "\n"), p.h), "\n")
}

// menuNote says below the picker why the user's templates could not be listed.
func (p *Pane) menuNote(blank string) string {
	if p.listErr == nil {
		return blank
	}
	th := *p.deps.Theme
	what, _ := pane.Sentences(p.listErr)
	return fit.Overlay(blank, th.Paint(theme.Warn, "templates: "+what), 1, max(0, p.h-1))
}

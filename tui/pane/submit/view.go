package submit

import (
	"strconv"
	"strings"

	"flexq/tui/fit"
	"flexq/tui/layout"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/frame"
)

// frames are the parts of the form on the screen. Where there is no room for two of them side by side, only one of
// fields and script is there.
type frames struct{ title, tabs, form, rule, script, notes layout.Rect }

// sideFrom is the width from which the fields and the script stand side by side.
const sideFrom = 76

// airyFrom is the height from which a line is left blank below the title.
const airyFrom = 30

// The widths of the fields beside the script.
const (
	leastForm = 38
	mostForm  = 84
)

func (p *Pane) frames() frames {
	all := layout.Screen(p.w, p.h)
	var f frames
	f.title, all = all.Top(1)
	if p.h >= airyFrom {
		f.title, all = layout.Screen(p.w, p.h).Top(2)
	}
	if p.w < sideFrom {
		f.tabs, all = all.Top(1)
	}
	f.notes, all = all.Bottom(min(len(p.noteLines()), max(1, p.h/3)))
	switch {
	case p.w >= sideFrom:
		f.form, all = all.Left(max(leastForm, min(p.w*2/5, mostForm)))
		f.rule, f.script = all.Left(2)
	case p.inScript:
		f.script = all
	default:
		f.form = all
	}
	return f
}

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) {
	p.w, p.h = w, h
	p.sizeMenu()
}

// View draws the picker, or the form with the script beside it.
func (p *Pane) View() string {
	switch {
	case p.path != nil:
		return p.pathView()
	case p.menu != nil:
		return p.pickerView()
	}
	th := *p.deps.Theme
	f := p.frames()
	out := lines(p.title(), f.title.H)
	if f.tabs.H > 0 {
		out = append(out, p.tabs())
	}
	p.form.SetTheme(th)
	p.form.Resize(f.form.W, f.form.H)
	p.form.SetScrollbar(f.script.IsEmpty())
	p.script.SetTheme(th)
	switch {
	case !f.script.IsEmpty() && !f.form.IsEmpty():
		out = append(out, p.both(f)...)
	case !f.script.IsEmpty():
		out = append(out, p.scriptLines(f.script.W, f.script.H)...)
	case !f.form.IsEmpty():
		out = append(out, lines(p.form.View(), f.form.H)...)
	}
	notes := p.noteLines()
	out = append(out, notes[:min(len(notes), f.notes.H)]...)
	return p.cut(lines(strings.Join(out, "\n"), p.h))
}

// leastWhole is the width from which nothing is wider than the room.
const leastWhole = 40

// cut keeps lines within the room.
func (p *Pane) cut(all []string) string {
	if p.w < leastWhole {
		for i, l := range all {
			all[i] = fit.Cut(l, p.w, "")
		}
	}
	return strings.Join(all, "\n")
}

func (p *Pane) both(f frames) []string {
	th := *p.deps.Theme
	left, right := lines(p.form.View(), f.form.H), p.scriptLines(f.script.W, f.form.H)
	rule := th.Paint(theme.Line, th.Glyphs().Vertical)
	total, offset := p.form.Scroll()
	out := make([]string, f.form.H)
	for i := range out {
		bar := rule // it is the scrollbar of the fields, too
		if total > f.form.H {
			bar = string(frame.Scrollbar(nil, th, theme.Base, i, f.form.H, total, offset))
		}
		out[i] = left[i] + fit.Spaces(f.form.W-fit.Width(left[i])) + bar + " " + right[i]
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
	state, width := p.state()
	name := p.from
	if p.edited() {
		name += "  (edited)"
	}
	name = fit.Cut(fit.Clean(name), max(4, p.w-width-3), th.Glyphs().Ellipsis)
	left, used := " "+th.Paint(theme.Title, name), 1+fit.Width(name)
	for _, sum := range []string{p.summary(), p.shortSummary()} {
		if sum = "   " + fit.Clean(sum); used+fit.Width(sum)+width+3 <= p.w {
			left, used = left+th.Paint(theme.Dim, sum), used+fit.Width(sum)
			break
		}
	}
	return left + fit.Spaces(p.w-used-width-1) + state
}

// state says how far the form is: its errors and warnings, or that it is on its way.
func (p *Pane) state() (painted string, width int) {
	spans := p.verdict()
	th := *p.deps.Theme
	for _, s := range spans {
		painted += th.Paint(s.Tone, s.Text)
		width += fit.Width(s.Text)
	}
	return painted, width
}

// checksAre begins the line of errors and warnings.
const checksAre = "checks: "

func (p *Pane) verdict() []pane.Span {
	if p.sending {
		text := p.progress
		if text == "" {
			text = "submitting"
		}
		return []pane.Span{{Text: text + " ...", Tone: theme.Busy}}
	}
	if p.awaits != "" {
		return []pane.Span{{Text: "its script is awaited ...", Tone: theme.Busy}}
	}
	var out []pane.Span
	add := func(text string, tone theme.Tone) {
		if len(out) > 0 && out[0].Text != checksAre {
			out = append(out, pane.Span{Text: ", ", Tone: theme.Dim})
		} else if len(out) > 1 {
			out = append(out, pane.Span{Text: ", ", Tone: theme.Dim})
		}
		out = append(out, pane.Span{Text: text, Tone: tone})
	}
	errors, warnings := p.counts()
	job := p.sentAs()
	switch {
	case p.settings.ReadOnly && errors+warnings == 0 && p.w >= sideFrom:
		add("read-only: nothing can be sent", theme.Warn)
	case p.settings.ReadOnly:
		add("read-only", theme.Warn)
	case p.isLost():
		add("outcome not known", theme.Warn)
	case p.err != nil && job != 0:
		add("sent as job "+strconv.FormatUint(job, 10), theme.Good)
		add("not submitted again", theme.Bad)
	case len(p.refused) > 0 || p.err != nil:
		add("not submitted", theme.Bad)
	case job != 0:
		add("sent as job "+strconv.FormatUint(job, 10), theme.Good)
	case errors+warnings > 0 && p.w >= 60:
		out = []pane.Span{{Text: checksAre, Tone: theme.Dim}}
	}
	if errors > 0 {
		add(plural(errors, "error"), theme.Bad)
	}
	if warnings > 0 {
		add(plural(warnings, "warning"), theme.Warn)
	}
	if len(out) > 0 {
		return out
	}
	return []pane.Span{p.ready()}
}

// ready is what a form is in which nothing is wrong.
func (p *Pane) ready() pane.Span {
	switch {
	case p.isAdding():
		return pane.Span{Text: "an option is not added yet", Tone: theme.Warn}
	case p.world.Partitions == nil && p.w < sideFrom:
		return pane.Span{Text: "no errors yet", Tone: theme.Dim}
	case p.world.Partitions == nil:
		return pane.Span{Text: "no errors; the cluster is not known yet", Tone: theme.Dim}
	}
	return pane.Span{Text: "ready to submit", Tone: theme.Good}
}

// tabs name the two parts of the form where only one of them has room, each with what is wrong in it.
func (p *Pane) tabs() string {
	th := *p.deps.Theme
	tab := func(text string, on bool, bad int) string {
		tone := theme.Dim
		if on {
			tone = theme.Selected
		}
		out := th.Paint(tone, " "+text+" ")
		if bad > 0 {
			out += th.Paint(theme.Bad, th.Glyphs().Bad)
		} else {
			out += " "
		}
		return out
	}
	return tab(tabFields, !p.inScript, p.badFields()) + tab(tabScript, p.inScript, p.badLines())
}

const (
	tabFields = "fields"
	tabScript = "script"
)

// tabAt reports whether a cell of the line of tabs is the script's.
func (p *Pane) tabAt(x int) (script bool) { return x >= len(tabFields)+3 }

func (p *Pane) pathView() string {
	th := *p.deps.Theme
	out := []string{"", " " + th.Paint(theme.Title, "Submit a file"), "", p.path.View(th, p.w)}
	out = append(out, p.readingLines(p.w-2)...)
	return p.cut(lines(strings.Join(out, "\n"), p.h))
}

// readingLines say that a file is being read, or why it could not be.
func (p *Pane) readingLines(w int) []string {
	th := *p.deps.Theme
	var out []string
	switch {
	case p.loading != 0:
		out = append(out, "", " "+th.Paint(theme.Busy, "reading ..."))
	case p.pathErr != nil:
		what, cure := pane.Sentences(p.pathErr)
		for _, l := range fit.Wrap(what, max(10, w)) {
			out = append(out, " "+th.Paint(theme.Bad, l))
		}
		if cure != "" {
			out = append(out, " "+th.Paint(theme.Accent, fit.Cut(cure, max(10, w), th.Glyphs().Ellipsis)))
		}
	}
	return out
}

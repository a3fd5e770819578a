package submit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// roomyFrom is the height from which the line that helps is always there, so that nothing jumps.
const roomyFrom = 14

// noteLines stand below the form: the key to look for, why the last submit failed, what is wrong with the script and has
// no field, and about what is under the cursor.
func (p *Pane) noteLines() []string {
	th := *p.deps.Theme
	n := notepad{th: th, w: p.w}
	for _, key := range p.lostKeys() {
		n.put("", theme.Warn, "key "+key) // first, as it must be seen whole: the lines below may have no room
	}
	p.putFailure(&n)
	if t := p.toldNow(); t.warn {
		n.put(th.Glyphs().Warn, theme.Warn, t.text)
	} else if t.text != "" {
		n.put(th.Glyphs().Info, theme.Dim, t.text)
	}
	if p.awaits != "" {
		return p.awaitedNotes(&n)
	}
	here := p.here()
	for _, q := range here {
		n.problem(p, q)
	}
	rest := slices.Clone(p.notes.rest)
	slices.SortStableFunc(rest, func(a, b sbatch.Problem) int { return weight(a.Level) - weight(b.Level) })
	told := 0
	for _, q := range rest {
		switch {
		case slices.Contains(here, q):
		case told == mostNotes:
			n.put(" ", theme.Dim, fmt.Sprintf("... and %d more", len(rest)-told))
			told++
		case told < mostNotes:
			n.problem(p, q)
			told++
		}
	}
	if help := p.help(); len(n.out) == 0 && help != "" && p.h >= roomyFrom {
		n.put(th.Glyphs().Info, theme.Dim, help)
	}
	return p.ruled(&n)
}

// ruled are the notes below a line, where there is room for one.
func (p *Pane) ruled(n *notepad) []string {
	if p.h < roomyFrom {
		return n.out
	}
	if len(n.out) == 0 {
		n.out = []string{""}
	}
	return append([]string{n.th.Paint(theme.Line, strings.Repeat(n.th.Glyphs().Horizontal, p.w))}, n.out...)
}

// putFailure says why the last submit failed: what Slurm said that stands at no field, else in a word.
func (p *Pane) putFailure(n *notepad) {
	if p.err == nil {
		return
	}
	bad := n.th.Glyphs().Bad
	what, cure := pane.Sentences(p.err)
	switch {
	case len(p.refusedToo) > 0:
		for _, text := range p.refusedToo {
			n.put(bad, theme.Bad, "Slurm refused it: "+text)
		}
	case len(p.refused) > 0:
		n.put(bad, theme.Bad, "Slurm refused the job")
	default:
		n.put(bad, theme.Bad, what)
	}
	if cure != "" {
		n.put(" ", theme.Accent, cure)
	}
}

// mostNotes is how many findings are told below the form.
const mostNotes = 4

// notepad gathers lines, what goes on in the next one under the text.
type notepad struct {
	th  theme.Theme
	w   int
	out []string
}

func (n *notepad) put(sign string, tone theme.Tone, text string) {
	indent := fit.Width(sign)
	if indent > 0 {
		indent++
	}
	for i, l := range fit.Words(fit.Clean(text), max(10, n.w-2-indent)) {
		lead := fit.Spaces(indent)
		if i == 0 && indent > 0 {
			lead = sign + " "
		}
		n.out = append(n.out, " "+n.th.Paint(tone, lead+l))
	}
}

func (n *notepad) problem(p *Pane, q sbatch.Problem) {
	s, tone := sign(n.th, q.Level)
	n.put(s, tone, p.placed(q))
}

// here are the findings of the line under the cursor.
func (p *Pane) here() sbatch.Problems {
	if !p.inScript {
		return nil
	}
	line, _ := p.script.Cursor()
	return p.notes.byLine[line+1]
}

// help tells of what is under the cursor.
func (p *Pane) help() string {
	if p.inScript {
		line, _ := p.script.Cursor()
		return p.lineHelp(line + 1)
	}
	id := p.form.Focused()
	if name, ok := strings.CutPrefix(id, paramPrefix); ok {
		return p.paramHelp(name)
	}
	switch id {
	case moreField:
		return "any option of sbatch, as on its command line"
	case partField:
		return "the part of the het job that the fields are about"
	case optionField("requeue"):
		return "--requeue, --no-requeue: whether the job may start again after a node failed or was taken away"
	}
	if name, ok := strings.CutPrefix(id, optionPrefix); ok {
		return "--" + name + ": " + p.rows[name].Words
	}
	return ""
}

// paramHelp says what a parameter is for, and where it goes.
func (p *Pane) paramHelp(name string) string {
	d, ok := p.sheet.tmpl.Param(name)
	if !ok {
		return ""
	}
	text := d.Help
	if text == "" {
		text = name
	}
	text += " (" + d.Type.String() + ")"
	uses := p.sheet.tmpl.Uses(name)
	if len(uses) == 0 {
		return text
	}
	list := make([]string, len(uses))
	for i, n := range uses {
		list[i] = strconv.Itoa(n)
	}
	word := ", line "
	if len(list) > 1 {
		word = ", lines "
	}
	return text + word + strings.Join(list, ", ")
}

// lineHelp explains the options of a line of the script.
func (p *Pane) lineHelp(line int) string {
	r := &p.sheet.reading
	i := slices.IndexFunc(r.Lines, func(l sbatch.Line) bool { return l.Number == line })
	if i < 0 {
		return p.filledLine(line)
	}
	var out []string
	for _, o := range r.Lines[i].Options {
		text := "--" + o.Name
		words := p.rows[o.Name].Words
		if o.HasValue {
			text += "=" + o.Value
			if w := p.explain(o.Name, o.Value); w != "" {
				words = w
			}
		}
		out = append(out, text+": "+words)
	}
	return strings.Join(out, "; ")
}

// filledLine says what a line with placeholders comes to.
func (p *Pane) filledLine(line int) string {
	script := p.sheet.job.Script
	if len(p.sheet.tmpl.Params) == 0 || script == p.sheet.tmpl.Text {
		return ""
	}
	written, ok := lineIn(p.sheet.tmpl.Text, line)
	filled, _ := lineIn(script, line)
	if !ok || written == filled {
		return ""
	}
	return "becomes: " + strings.TrimSpace(filled)
}

// lineIn returns a line of a text, counted from 1.
func lineIn(text string, number int) (string, bool) {
	for line := range strings.Lines(text) {
		if number--; number == 0 {
			return strings.TrimRight(line, "\r\n"), true
		}
	}
	return "", false
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

package submit

import (
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
	"flexq/tui/theme"
	"flexq/tui/widget/editor"
)

// findings are all that is wrong with a form, where it is shown.
type findings struct {
	blocking sbatch.Problems // what keeps it from being sent at all
	doubts   sbatch.Problems // the others that are worse than a note
	byField  map[string]sbatch.Problems
	rest     sbatch.Problems // those that have no field
	byLine   map[int]sbatch.Problems
}

// find gives each problem its place.
func (p *Pane) find() findings {
	f := findings{byField: map[string]sbatch.Problems{}, byLine: map[int]sbatch.Problems{}}
	fields := p.order()
	s := &p.sheet
	for _, list := range []sbatch.Problems{s.values, s.lines, s.context} {
		for _, q := range list {
			if q.Level == sbatch.Error {
				f.blocking = append(f.blocking, q)
			}
		}
	}
	for _, q := range slices.Concat(s.values, s.lines, s.context, s.checks) {
		if q.Level != sbatch.Note && !slices.Contains(f.blocking, q) {
			f.doubts = append(f.doubts, q)
		}
		if q.Line > 0 {
			f.byLine[q.Line] = append(f.byLine[q.Line], q)
		}
		if field := p.fieldOf(q, fields); field != "" {
			f.byField[field] = append(f.byField[field], q)
		} else {
			f.rest = append(f.rest, q)
		}
	}
	return f
}

// fieldOf returns the field that a problem belongs to, "" if there is none.
func (p *Pane) fieldOf(q sbatch.Problem, fields []string) string {
	if _, ok := p.sheet.tmpl.Param(q.Option); ok {
		return paramField(q.Option)
	}
	if q.Option == "" || q.Part != p.part {
		return ""
	}
	for _, name := range p.family(q) {
		if held, ok := p.sheet.holder(name); ok {
			return paramField(held)
		}
		if slices.Contains(fields, optionField(name)) {
			return optionField(name)
		}
	}
	return ""
}

// family are the options whose fields a problem may stand at: its own, then those that ask for the same.
func (p *Pane) family(q sbatch.Problem) []string {
	name := p.longName(q)
	if name == "" {
		return nil
	}
	out := []string{name}
	for _, u := range usuals() {
		if slices.Contains(u.options, name) {
			out = append(out, p.chosen(u)...)
		}
	}
	return out
}

// longName is that of the option as a problem has it: long, short or cut short.
func (p *Pane) longName(q sbatch.Problem) string {
	long := strings.TrimPrefix(q.Option, "--")
	if _, ok := p.rows[long]; ok {
		return long
	}
	for i := range p.sheet.raw.Lines {
		l := &p.sheet.raw.Lines[i]
		if q.Line > 0 && l.Number != q.Line {
			continue
		}
		for _, o := range l.Options {
			if o.Written == q.Option {
				return o.Name
			}
		}
	}
	for name, row := range p.rows {
		if row.Alias != "" && row.Alias == long || row.Short != "" && "-"+row.Short == q.Option {
			return name
		}
	}
	return ""
}

// sign says how bad a problem is, without and with colour.
func sign(th theme.Theme, l sbatch.Level) (string, theme.Tone) {
	g := th.Glyphs()
	switch l {
	case sbatch.Error, sbatch.Severe:
		return g.Bad, theme.Bad
	case sbatch.Warning:
		return g.Warn, theme.Warn
	case sbatch.Note:
	}
	return g.Info, theme.Dim
}

// sentence says a problem where its option and its line are clear already.
func sentence(q sbatch.Problem) string {
	text := q.What
	if q.Cure != "" {
		text += "; " + q.Cure
	}
	return text
}

// placed says a problem with the part that it is about, where that is not the one that is shown.
func (p *Pane) placed(q sbatch.Problem) string {
	if p.sheet.parts > 1 && q.Part != p.part {
		return "part " + strconv.Itoa(q.Part) + ": " + q.String()
	}
	return q.String()
}

// marks are the findings' signs beside their lines, the worst of each, and a pointer at the line of the field that has
// the keys.
func (p *Pane) marks() map[int]editor.Mark {
	out := map[int]editor.Mark{}
	for line, list := range p.notes.byLine {
		worst := slices.MinFunc(list, func(a, b sbatch.Problem) int { return weight(a.Level) - weight(b.Level) })
		s, tone := sign(*p.deps.Theme, worst.Level)
		out[line-1] = editor.Mark{Sign: s, Tone: tone}
	}
	line := p.lineOf(p.form.Focused()) - 1
	if _, marked := out[line]; !p.inScript && line >= 0 && !marked {
		out[line] = editor.Mark{Sign: p.deps.Theme.Glyphs().Cursor, Tone: theme.Accent}
	}
	return out
}

// weight orders levels, the worst first.
func weight(l sbatch.Level) int {
	return slices.Index([]sbatch.Level{sbatch.Error, sbatch.Severe, sbatch.Warning, sbatch.Note}, l)
}

// tone is that of a line of the script: those that sbatch reads stand out, comments stand back. A line that looks like
// one of sbatch's below the first command is a comment.
func (p *Pane) tone() func(line int, text string) theme.Tone {
	read := map[int]bool{}
	for i := range p.sheet.raw.Lines {
		read[p.sheet.raw.Lines[i].Number] = true
	}
	return func(line int, text string) theme.Tone {
		text = strings.TrimLeft(text, " \t")
		switch {
		case read[line+1]:
			return theme.Accent
		case strings.HasPrefix(text, "#"):
			return theme.Dim
		}
		return theme.Normal
	}
}

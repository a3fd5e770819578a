package submit

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/template"
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/form"
)

// refresh works everything out again: after each edit, and when something is known of the cluster that was not.
func (p *Pane) refresh() {
	if !p.filled {
		return
	}
	p.sheet = p.work()
	p.forgive()
	p.notes = p.find()
	p.show()
}

// show puts into the form and beside the script what was worked out.
func (p *Pane) show() {
	list := p.fields()
	p.form.SetFields(list)
	for i := range list {
		id := list[i].ID
		p.form.SetHint(id, p.hint(id))
		p.form.SetRemarks(id, p.remarks(id)...)
	}
	p.script.SetMarks(p.marks())
	p.script.SetTones(p.tone())
}

// remarks are what stands below a field, the worst first.
func (p *Pane) remarks(id string) []form.Remark {
	th := *p.deps.Theme
	var out []form.Remark
	for _, r := range p.refused {
		if r.field == id {
			out = append(out, form.Remark{Sign: th.Glyphs().Bad, Text: r.text, Tone: theme.Bad})
		}
	}
	if k, ok := p.stuck[id]; ok {
		out = append(out, form.Remark{Sign: th.Glyphs().Bad, Text: fit.Clean("not in the script: " + k.why.Error()), Tone: theme.Bad})
	}
	list := p.notes.byField[id]
	for _, level := range []sbatch.Level{sbatch.Error, sbatch.Severe, sbatch.Warning, sbatch.Note} {
		for _, q := range list.Of(level) {
			s, tone := sign(th, q.Level)
			out = append(out, form.Remark{Sign: s, Text: p.beside(id, q), Tone: tone})
		}
	}
	if id == moreField {
		out = append(out, p.moreRemarks()...)
	}
	return out
}

// beside says a problem at a field; where that is another option's or a parameter's, with the option that it is about.
func (p *Pane) beside(id string, q sbatch.Problem) string {
	if strings.HasPrefix(q.Option, "-") && id != optionField(p.longName(q)) {
		return q.Option + ": " + sentence(q)
	}
	return sentence(q)
}

// moreRemarks say what is wrong with an option that is being added.
func (p *Pane) moreRemarks() []form.Remark {
	if p.isBlankOption() {
		return nil
	}
	if words, begun := p.begun(); begun {
		if words == "" {
			return nil
		}
		return []form.Remark{{Text: words, Tone: theme.Dim}}
	}
	problems := p.moreProblems()
	if _, all := p.added(); len(all) > 0 && len(problems) == 0 {
		return []form.Remark{{Text: "options begin with - or --", Tone: theme.Dim}}
	}
	var out []form.Remark
	for _, q := range problems {
		s, tone := sign(*p.deps.Theme, q.Level)
		q.Line = 0
		out = append(out, form.Remark{Sign: s, Text: fit.Clean(q.String()), Tone: tone})
	}
	return out
}

// isBlankOption reports whether there is nothing to judge yet in the field that adds an option.
func (p *Pane) isBlankOption() bool { return strings.Trim(strings.TrimSpace(p.adding), "-") == "" }

// moreProblems are what is wrong with an option that is being added; nothing is with one that is begun, or with a word
// that is none.
func (p *Pane) moreProblems() sbatch.Problems {
	if p.isBlankOption() {
		return nil
	}
	if _, begun := p.begun(); begun {
		return nil
	}
	_, problems := p.added()
	if !strings.HasPrefix(strings.TrimSpace(p.adding), "-") && slices.ContainsFunc(problems, func(q sbatch.Problem) bool { return q.Option == "" }) {
		return nil
	}
	return problems
}

// begun says what the option does whose name is there and whose value is not yet. That is not wrong, and neither is a
// name that is not all there.
func (p *Pane) begun() (words string, ok bool) {
	text := strings.TrimSpace(p.adding)
	name, _ := strings.CutSuffix(text, "=")
	if row, known := p.rows[strings.TrimPrefix(name, "--")]; known && strings.HasPrefix(name, "--") && row.Class == sbatch.Sent {
		return row.Words, row.Value != "" && !row.Optional || name == text
	}
	if !strings.HasPrefix(text, "--") || strings.Contains(text, "=") {
		return "", false
	}
	for other, row := range p.rows {
		if row.Class == sbatch.Sent && strings.HasPrefix("--"+other, text) {
			return "", true
		}
	}
	return "", false
}

// hint says in words what a field's value asks for, where that is not plain from the value.
func (p *Pane) hint(id string) string {
	if name, ok := strings.CutPrefix(id, paramPrefix); ok {
		return p.paramHint(name)
	}
	name, ok := strings.CutPrefix(id, optionPrefix)
	if !ok {
		return ""
	}
	w, given := p.sheet.written[name]
	row := p.rows[name]
	if !given || w.filled == "" || row.Value == "" {
		return ""
	}
	words := p.explain(name, w.filled)
	isPlain := strings.HasPrefix(words, w.filled+" ") && !hasUnit(name) // 2 nodes, but is it 10 minutes or seconds?
	if words == "" || words == row.Words || isPlain || words == w.filled {
		return ""
	}
	if name == "mem" || name == "mem-per-cpu" || name == "mem-per-gpu" {
		words, _, _ = strings.Cut(words, " of memory")
	}
	return "= " + fit.Clean(words)
}

// hasUnit reports whether a bare number of an option is in a unit that one must know.
func hasUnit(option string) bool {
	switch option {
	case "time", "time-min", "mem", "mem-per-cpu", "mem-per-gpu", "tmp", "delay-boot":
		return true
	}
	return false
}

// paramHint says what a parameter's value comes to, by itself or as the option that it is.
func (p *Pane) paramHint(name string) string {
	d, ok := p.sheet.tmpl.Param(name)
	if !ok {
		return ""
	}
	value := p.valueOf(paramField(name))
	if words := d.Explain(value); words != "" && words != value {
		return "= " + fit.Clean(words)
	}
	if d.Type == template.Duration || d.Type == template.Memory || value == "" {
		return ""
	}
	if o := p.optionHeld(name); o != "" {
		return p.hint(optionField(o))
	}
	return ""
}

// mostWords bounds what is remembered of what values mean.
const mostWords = 500

// explain asks once what a value means; of moments it asks each time.
func (p *Pane) explain(option, value string) string {
	key := option + "=" + value
	if words, ok := p.words[key]; ok {
		return words
	}
	words, err := sbatch.Explain(option, value, p.deps.ClusterNow())
	if err != nil {
		words = ""
	}
	if option == "begin" || option == "deadline" {
		return words
	}
	if len(p.words) > mostWords {
		clear(p.words)
	}
	p.words[key] = words
	return words
}

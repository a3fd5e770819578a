package submit

import (
	"maps"
	"slices"
	"strings"

	"flexq/client/sbatch"
)

// stuck is what was typed into a field and could not be written into the script. It is over when the script says
// something else of the option, and is tried again when the script is left and when the form is sent.
type stuck struct {
	value string
	why   error
	was   string // what the script said of the option
}

// emptied is a line that went away because its field was emptied. What is typed there next goes where it was.
type emptied struct {
	field         string
	before, after string // the script
}

// fieldEdited does what the edit of a field asks for.
func (p *Pane) fieldEdited(id string) {
	typed := p.form.Value(id)
	value := strings.TrimSpace(typed)
	switch {
	case id == partField:
		p.choosePart(typed)
		return
	case id == moreField:
		p.setAdding(typed)
		p.changedAt = p.deps.Now()
		p.revision++
		p.refresh()
		return
	case strings.HasPrefix(id, paramPrefix):
		p.setValue(id[len(paramPrefix):], value)
	default:
		p.setOption(id, value)
	}
	p.touched()
}

func (p *Pane) choosePart(name string) {
	for i := range p.sheet.parts {
		if partName(i, p.sheet.parts) == name {
			p.toPart(i)
			return
		}
	}
	p.refresh()
}

// setOption writes an option into the script, or takes it out.
func (p *Pane) setOption(id, value string) {
	name, text := id[len(optionPrefix):], p.script.Text()
	if p.emptied.field == id && p.emptied.after == text {
		text = p.emptied.before
	}
	p.emptied = emptied{}
	out, err := p.written(text, name, value)
	if err != nil {
		p.stuck[id] = stuck{value, err, p.said(id)}
		return
	}
	delete(p.stuck, id)
	if value == "" {
		p.emptied = emptied{id, text, out}
	}
	p.script.Change(out)
}

// said is what the script says of the option of a field, as long as it says the same.
func (p *Pane) said(id string) string {
	name, _ := strings.CutPrefix(id, optionPrefix)
	if name == "requeue" {
		return p.requeue()
	}
	if w, given := p.sheet.written[name]; given {
		return "=" + w.value
	}
	return ""
}

// unstick tries again to write what could not be written.
func (p *Pane) unstick() {
	done := false
	for _, id := range slices.Sorted(maps.Keys(p.stuck)) {
		if id == moreField {
			continue // it is added when one says so
		}
		k := p.stuck[id]
		out, err := p.written(p.script.Text(), id[len(optionPrefix):], k.value)
		if err != nil {
			k.why = err
			p.stuck[id] = k
			continue
		}
		delete(p.stuck, id)
		p.script.Change(out)
		done = true
	}
	if done {
		p.touched()
	}
}

// isAdding reports whether an option stands in the field that adds one, and is not added.
func (p *Pane) isAdding() bool { return strings.TrimSpace(p.adding) != "" }

// written returns the script with an option as its field has it.
func (p *Pane) written(text, name, value string) (string, error) {
	row := p.rows[name]
	switch {
	case name == "requeue" && value == no:
		return sbatch.SetIn(text, p.part, "no-requeue", "")
	case name == "requeue" && value == yes:
		return sbatch.SetIn(text, p.part, "requeue", "")
	case name == "requeue":
		without, err := sbatch.RemoveIn(text, p.part, "requeue")
		if err != nil {
			return "", err
		}
		return sbatch.RemoveIn(without, p.part, "no-requeue")
	case row.Value == "" && value == no:
		return sbatch.RemoveIn(text, p.part, name)
	case row.Value == "":
		return sbatch.SetIn(text, p.part, name, "")
	case value == "" && !row.Optional:
		return sbatch.RemoveIn(text, p.part, name)
	}
	return sbatch.SetIn(text, p.part, name, value)
}

// added reads what is typed in the field that adds options.
func (p *Pane) added() ([]sbatch.Option, sbatch.Problems) {
	r := sbatch.Read("#!/bin/sh\n#SBATCH "+p.adding+"\n:\n", sbatch.Options{Now: p.deps.ClusterNow(), WorkDir: "/"})
	var out []sbatch.Option
	for i := range r.Lines {
		out = append(out, r.Lines[i].Options...)
	}
	return out, r.Problems
}

// add writes the options of that field into the script and goes to the field of the last one.
func (p *Pane) add() {
	options, problems := p.added()
	if len(options) == 0 || problems.Err() != nil {
		return // what is wrong stands below the field
	}
	text, last := p.script.Text(), ""
	for _, o := range options {
		out, err := sbatch.SetIn(text, p.part, o.Name, o.Value)
		if err != nil {
			p.stuck[moreField] = stuck{value: p.adding, why: err}
			p.refresh()
			return
		}
		text, last = out, o.Name
	}
	delete(p.stuck, moreField)
	p.adding = ""
	p.script.Change(text)
	p.touched()
	if last == "no-requeue" {
		last = "requeue"
	}
	p.form.Focus(optionField(last))
	p.refresh()
}

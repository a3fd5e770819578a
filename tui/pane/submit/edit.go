package submit

import (
	"strings"

	"flexq/client/sbatch"
)

// stuck is what was typed into a field and could not be written into the script.
type stuck struct {
	value string
	why   error
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
		p.adding = typed
		p.refresh()
		return
	case strings.HasPrefix(id, paramPrefix):
		p.values[id[len(paramPrefix):]] = value
	default:
		p.setOption(id, value)
	}
	p.touched()
}

func (p *Pane) choosePart(name string) {
	for i := range p.sheet.parts {
		if partName(i, p.sheet.parts) == name {
			p.part = i
		}
	}
	p.emptied, p.stuck = emptied{}, map[string]stuck{}
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
		p.stuck[id] = stuck{value, err}
		return
	}
	delete(p.stuck, id)
	if value == "" {
		p.emptied = emptied{id, text, out}
	}
	p.script.Change(out)
}

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
			p.stuck[moreField] = stuck{p.adding, err}
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

package submit

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/template"
	"flexq/tui/fit"
	"flexq/tui/widget/form"
)

// The names under which the form keeps its fields: those of options and of parameters, and three of their own.
const (
	optionPrefix = "--"
	paramPrefix  = "{"
	partField    = "part"
	moreField    = "more"
)

func optionField(name string) string { return optionPrefix + name }
func paramField(name string) string  { return paramPrefix + name }

// The choices of options that are there or are not.
const (
	yes = "yes"
	no  = "no"
)

// fields lists the form's fields, so that no terminal acts on what they show.
func (p *Pane) fields() []form.Field {
	out := p.listFields()
	for i := range out {
		out[i].Label, out[i].Placeholder = fit.Clean(out[i].Label), fit.Clean(out[i].Placeholder)
	}
	return out
}

// listFields lists the form's fields, with what they hold: the part of a het job, the parameters, the usual options, the
// others of the script, and one that adds an option.
func (p *Pane) listFields() []form.Field {
	out := p.paramFields()
	heading := ""
	if len(out) > 0 {
		heading = "job"
	}
	job := append(p.usualFields(), p.otherFields()...)
	job[0].Heading = heading
	return append(out, job...)
}

// paramFields are what makes the fields below them another: the part of a het job, and the parameters.
func (p *Pane) paramFields() []form.Field {
	var out []form.Field
	if p.sheet.parts > 1 {
		out = append(out, p.partChoice())
	}
	for i := range p.sheet.tmpl.Params {
		f := p.paramOf(&p.sheet.tmpl.Params[i])
		if i == 0 {
			f.Heading = "parameters"
		}
		out = append(out, f)
	}
	return out
}

// usualFields are those of the options that most jobs have.
func (p *Pane) usualFields() []form.Field {
	var out []form.Field
	for _, u := range usuals() {
		for i, o := range p.chosen(u) {
			if p.isHidden(o) {
				continue
			}
			f := p.optionOf(o)
			if i == 0 && f.Placeholder == "" {
				f.Placeholder = u.placeholder
			}
			f.Apart = u.apart && i == 0
			out = append(out, f)
		}
	}
	return out
}

// otherFields are those of the script's further options, and the one that adds an option.
func (p *Pane) otherFields() []form.Field {
	shown := map[string]bool{}
	for _, u := range usuals() {
		for _, o := range u.options {
			shown[o] = true
		}
	}
	var out []form.Field
	for _, o := range p.others() {
		if row, ok := p.rows[o]; ok && !shown[o] && row.Class == sbatch.Sent && !p.isHidden(o) {
			out = append(out, p.optionOf(o))
		}
	}
	out = append(out, p.moreOptions())
	out[0].Apart = true
	return out
}

// others are the options of the script, and the one whose field is being typed in.
func (p *Pane) others() []string {
	out := p.sheet.order
	if o, ok := strings.CutPrefix(p.form.Focused(), optionPrefix); ok && p.hasKeys(o) && !slices.Contains(out, o) {
		out = append(slices.Clone(out), o)
	}
	return out
}

// isHidden reports whether an option needs no field: its value is a parameter, which has one. The field that has the
// keys never goes away below the fingers.
func (p *Pane) isHidden(option string) bool {
	_, held := p.sheet.holder(option)
	return held && !p.hasKeys(option)
}

// hasKeys reports whether the field of an option is the one that is being typed in.
func (p *Pane) hasKeys(option string) bool {
	return !p.inScript && p.form.Focused() == optionField(option)
}

func (p *Pane) partChoice() form.Field {
	f := form.Field{ID: partField, Label: "part", Value: partName(p.part, p.sheet.parts)}
	for i := range p.sheet.parts {
		f.Choices = append(f.Choices, partName(i, p.sheet.parts))
	}
	return f
}

func partName(i, n int) string { return strconv.Itoa(i) + " of 0-" + strconv.Itoa(n-1) }

func (p *Pane) paramOf(d *template.Param) form.Field {
	f := form.Field{ID: paramField(d.Name), Label: d.Name, Value: d.Default, Placeholder: "needed"}
	if v, ok := p.values[d.Name]; ok {
		f.Value = v
	}
	f.Value = p.asTyped(f.ID, f.Value)
	switch { // of one that is empty
	case d.Check("") == nil:
		f.Placeholder = "empty"
	case d.Optional:
		f.Placeholder = "needed; " + d.Default + " by default"
	}
	switch d.Type {
	case template.Choice, template.Bool:
		f.Choices = d.Choices
	case template.Text, template.Integer, template.Duration, template.Memory, template.Path:
		f.Offers = d.Choices
	}
	if o := p.optionHeld(d.Name); o != "" && len(f.Choices) == 0 {
		if len(f.Offers) == 0 {
			f.Offers = p.offers(o)
		}
		if d.Optional && d.Default == "" {
			f.Placeholder = cmp.Or(p.otherwise(o), placeholderOf(o))
		}
	}
	return f
}

// optionHeld returns the option that has a parameter for its whole value, "" if there is none.
func (p *Pane) optionHeld(param string) string {
	for _, o := range p.sheet.order {
		if held, ok := p.sheet.holder(o); ok && held == param {
			return o
		}
	}
	return ""
}

// optionOf is the field of one option.
func (p *Pane) optionOf(name string) form.Field {
	f := form.Field{ID: optionField(name), Label: labelOf(name)}
	row := p.rows[name]
	w, given := p.sheet.written[name]
	switch {
	case name == "requeue":
		f.Choices, f.Value = []string{"", yes, no}, p.requeue()
	case row.Value == "":
		f.Choices, f.Value = []string{yes, no}, yes
	default:
		f.Value, f.Offers = w.value, p.offers(name)
		if given && row.Optional {
			f.Placeholder = "given without a value"
		}
		if d := p.otherwise(name); d != "" && !given {
			f.Placeholder = d
		}
	}
	if k, ok := p.stuck[f.ID]; ok {
		f.Value = k.value
	}
	f.Value = p.asTyped(f.ID, f.Value)
	return f
}

// asTyped keeps the blanks at the ends of what is being typed: only the script does not get them.
func (p *Pane) asTyped(id, value string) string {
	if typed := p.form.Value(id); strings.TrimSpace(typed) == value {
		return typed
	}
	return value
}

// requeue says which of the two options counts: the last one.
func (p *Pane) requeue() string {
	on, isOn := p.sheet.written["requeue"]
	off, isOff := p.sheet.written["no-requeue"]
	switch {
	case !isOn && !isOff:
		return ""
	case isOn && (!isOff || on.line >= off.line):
		return yes
	}
	return no
}

// moreOptions is the field that adds an option.
func (p *Pane) moreOptions() form.Field {
	f := form.Field{ID: moreField, Label: "more", Value: p.adding, Placeholder: "--option=value"}
	if strings.HasPrefix(p.adding, "--") && !strings.Contains(p.adding, "=") {
		f.Offers = p.addable()
	}
	return f
}

// addable are the options that are not there yet, as one begins to write them.
func (p *Pane) addable() []string {
	var out []string
	for name, row := range p.rows {
		if _, there := p.sheet.written[name]; there || row.Class != sbatch.Sent {
			continue
		}
		text := "--" + name
		if row.Value != "" && !row.Optional {
			text += "="
		}
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

// order are the fields' names from first to last.
func (p *Pane) order() []string {
	list := p.fields()
	out := make([]string, len(list))
	for i := range list {
		out[i] = list[i].ID
	}
	return out
}

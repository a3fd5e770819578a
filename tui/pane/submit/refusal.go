package submit

import (
	"errors"
	"maps"

	"flexq/client/fault"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/tui/fit"
	"flexq/tui/pane"
)

// refusal is what Slurm said no to, at the field that it is about. It is over when the option is another.
type refusal struct {
	field, option, value string
	text                 string
}

// refusals finds the fields of what Slurm refused, and what has none.
func (p *Pane) refusals(err error) (out []refusal, rest []string) {
	var f *fault.Fault
	if !errors.As(err, &f) || f.Kind != fault.Refused {
		return nil, nil
	}
	fields := p.order()
	for _, q := range f.Problems {
		option, ok := preflight.OptionOf(q, p.sheet.job)
		if !ok {
			rest = append(rest, pane.SlurmWords(q))
			continue
		}
		name := p.longName(sbatch.Problem{Option: option})
		field := p.fieldOf(sbatch.Problem{Option: option, Part: p.part}, fields)
		if name == "" || field == "" {
			rest = append(rest, option+": "+pane.SlurmWords(q))
			continue
		}
		r := refusal{field: field, option: name, value: p.valueOf(field), text: fit.Clean("Slurm: " + pane.SlurmWords(q))}
		out = append(out, r)
	}
	return out, rest
}

// valueOf is what a field stands for now.
func (p *Pane) valueOf(field string) string {
	if len(field) > len(paramPrefix) && field[:len(paramPrefix)] == paramPrefix {
		name := field[len(paramPrefix):]
		if v, ok := p.values[name]; ok {
			return v
		}
		d, _ := p.sheet.tmpl.Param(name)
		return d.Default
	}
	if field == optionField("requeue") {
		return p.requeue()
	}
	if len(field) > len(optionPrefix) {
		return p.sheet.written[field[len(optionPrefix):]].filled
	}
	return ""
}

// forgive drops the refusals of values that are others by now, and what could not be written over them.
func (p *Pane) forgive() {
	maps.DeleteFunc(p.stuck, func(id string, k stuck) bool { return p.said(id) != k.was })
	var out []refusal
	for _, r := range p.refused {
		if p.valueOf(r.field) == r.value {
			out = append(out, r)
		}
	}
	p.refused = out
}

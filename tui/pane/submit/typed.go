package submit

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
)

// typed is what stands in fields and is not in the script, nil if there is nothing.
func (p *Pane) typed() map[string]string {
	out := map[string]string{}
	if p.isAdding() {
		out[moreField] = p.adding
	}
	note := func(part int, list map[string]stuck) {
		for id, k := range list {
			if id != moreField {
				out[typedName(part, id)] = k.value
			}
		}
	}
	note(p.part, p.stuck)
	for part, list := range p.aside {
		note(part, list)
	}
	if len(out) == 0 {
		return nil
	}
	return out
}

// typedName names a field of a part of the job.
func typedName(part int, field string) string {
	if part == 0 {
		return field
	}
	return strconv.Itoa(part) + " " + field
}

// typedField is what typedName named, and false if it named nothing that the form has.
func (p *Pane) typedField(name string) (part int, field string, ok bool) {
	if number, rest, more := strings.Cut(name, " "); more {
		n, err := strconv.Atoi(number)
		if err != nil || n < 0 || n >= p.sheet.parts {
			return 0, "", false
		}
		part, name = n, rest
	}
	option, ok := strings.CutPrefix(name, optionPrefix)
	return part, name, ok && p.rows[option].Class == sbatch.Sent && p.rows[option].Name != ""
}

// retype puts back what a draft says of typed. What the script can take by now goes into it; what has no field any more
// goes where options are added, so that it is seen.
func (p *Pane) retype(typed map[string]string) {
	p.adding = typed[moreField]
	for _, name := range slices.Sorted(maps.Keys(typed)) {
		part, field, ok := p.typedField(name)
		switch {
		case name == moreField:
		case ok:
			p.toPart(part)
			p.setOption(field, typed[name])
			p.refresh()
		default:
			p.adding = strings.TrimSpace(p.adding + " " + name + "=" + typed[name])
		}
	}
	p.toPart(0)
}

// toPart makes the fields those of another part of the job. What the script could not take of this one waits.
func (p *Pane) toPart(part int) {
	if part != p.part {
		if delete(p.stuck, moreField); len(p.stuck) > 0 {
			p.aside[p.part] = p.stuck
		}
		p.stuck = p.aside[part]
		delete(p.aside, part)
		if p.stuck == nil {
			p.stuck = map[string]stuck{}
		}
		p.part = part
	}
	p.emptied = emptied{}
	p.refresh()
}

// toAside goes to a part of the job of which something waits, if there is one.
func (p *Pane) toAside() {
	for _, part := range slices.Sorted(maps.Keys(p.aside)) {
		if part < p.sheet.parts {
			p.toPart(part)
			return
		}
		delete(p.aside, part) // it went with its part
	}
}

// besides counts what the script could not take of the parts that are not shown.
func (p *Pane) besides() int {
	n := 0
	for _, list := range p.aside {
		n += len(list)
	}
	return n
}

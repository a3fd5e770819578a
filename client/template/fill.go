package template

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"flexq/client/sbatch"
)

// Fill puts values, by the parameters' names, where their placeholders stand; a parameter without a value gets its
// default. The script has as many lines as the template's text.
//
// The problems are the template's own and those of the values, in the order of the script; Option is the parameter's
// name, Line that of its declaration, 0 for a value of an undeclared name. A placeholder whose value is missing or wrong
// stays as it is.
func (t Template) Fill(values map[string]string) (script string, problems sbatch.Problems) {
	problems = slices.Clone(t.Problems)
	right := make(map[string]string, len(t.Params))
	for _, p := range t.Params {
		value, given := values[p.Name]
		if !given {
			value = p.Default
		}
		if err := p.Check(value); err != nil {
			problems = append(problems, problem(sbatch.Error, p.Line, p.Name, err))
			continue
		}
		right[p.Name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		isBroken := slices.ContainsFunc(t.Problems, func(q sbatch.Problem) bool { return q.Option == name })
		if _, ok := t.Param(name); !ok && !isBroken {
			problems = append(problems, problem(sbatch.Error, 0, name, t.undeclared(name)))
		}
	}
	var b strings.Builder
	b.Grow(len(t.Text))
	for _, l := range linesOf(t.Text) {
		known := knownPlaces(l, right)
		b.WriteString(put(l, known, right))
		b.WriteString(l.end)
		problems = append(problems, t.pathDoubts(l, known, right)...)
	}
	order(problems)
	return b.String(), problems
}

// undeclared says that a value has no parameter.
func (t Template) undeclared(name string) error {
	if len(t.Params) == 0 {
		return errors.New("the template has no parameters; leave it out")
	}
	if near := nearest(name, t.names()); near != "" {
		return fmt.Errorf("the template has no such parameter; did you mean %s?", near)
	}
	return fmt.Errorf("the template has no such parameter; it has %s", strings.Join(t.names(), ", "))
}

// knownPlaces are those of a line that get a value.
func knownPlaces(l line, values map[string]string) []place {
	var out []place
	for _, p := range places(l) {
		if _, ok := values[p.name]; ok && !p.blank {
			out = append(out, p)
		}
	}
	return out
}

// put fills one line.
func put(l line, known []place, values map[string]string) string {
	switch {
	case len(known) == 0:
		return l.text
	case l.kind == directive:
		return putDirective(l.text, known, values)
	}
	var b strings.Builder
	at := 0
	for _, p := range known {
		b.WriteString(l.text[at:p.start])
		b.WriteString(values[p.name])
		at = p.end
	}
	b.WriteString(l.text[at:])
	return b.String()
}

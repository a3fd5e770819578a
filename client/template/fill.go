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
// stays as it is, and so do those from the line on where the values would make the script larger than 4 MB.
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
		if err := p.doubt(value); err != nil {
			problems = append(problems, problem(sbatch.Warning, p.Line, p.Name, err))
		}
		right[p.Name] = value
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		isBroken := slices.ContainsFunc(t.Problems, func(q sbatch.Problem) bool { return q.Option == name })
		if _, ok := t.Param(name); !ok && !isBroken {
			problems = append(problems, problem(sbatch.Error, 0, name, t.undeclared(name)))
		}
	}
	script, more := t.fill(right)
	problems = append(problems, more...)
	order(problems)
	return script, problems
}

// maxFilled bounds a filled script, in bytes. It is more than what can be submitted.
const maxFilled = 4 << 20

// fill puts right values in, line by line.
func (t Template) fill(values map[string]string) (string, sbatch.Problems) {
	var b strings.Builder
	b.Grow(len(t.Text))
	var problems sbatch.Problems
	left := maxFilled
	for _, l := range linesOf(t.Text) {
		known := knownPlaces(l, values)
		if left -= sizeOf(known, values); left < 0 && len(known) > 0 {
			err := fmt.Errorf("with its values the script has more than %d MB, and from this line on they are left out; give shorter ones", maxFilled>>20)
			return b.String() + rest(t.Text, l.number), append(problems, problem(sbatch.Error, l.number, "", err))
		}
		text := put(l, known, values)
		b.WriteString(text)
		b.WriteString(l.end)
		problems = append(problems, t.pathDoubts(l, known, values)...)
		if len(known) > 0 && !isDirective(l.text) && isDirective(text) {
			err := errors.New("the value makes an #SBATCH line of this one; write #SBATCH in the template, and the option as the value")
			problems = append(problems, problem(sbatch.Error, l.number, known[0].name, err))
		}
	}
	return b.String(), problems
}

// sizeOf is how many bytes the values of a line have.
func sizeOf(known []place, values map[string]string) int {
	n := 0
	for _, p := range known {
		n += len(values[p.name])
	}
	return n
}

// rest is a text from a line on, which is counted from 1.
func rest(text string, number int) string {
	for range number - 1 {
		_, text, _ = strings.Cut(text, "\n")
	}
	return text
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
	case isDirective(l.text): // below the first command too, which a value may make a comment
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

package template

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"flexq/client/sbatch"
)

// form is how a parameter is declared.
const form = `write #FLEXQ param NAME TYPE [default=VALUE] [choices=A,B] "help"`

// declarations gathers the parameters of a script.
type declarations struct {
	params   []Param
	problems sbatch.Problems
	broken   map[string]bool // the names of the problems
}

// maxParams bounds the parameters of a template: nobody fills in more. maxChoices bounds the choices of one.
const (
	maxParams  = 100
	maxChoices = 1000
)

// take reads one #FLEXQ line.
func (d *declarations) take(l line) {
	if len(d.params)+len(d.problems) >= maxParams {
		if len(d.params)+len(d.problems) == maxParams {
			err := fmt.Errorf("a template has at most %d parameters, and the lines from here on are not read; take some out", maxParams)
			d.problems = append(d.problems, problem(sbatch.Error, l.number, "", err))
		}
		return
	}
	p, err := declared(l.text[len(flexq):])
	if err == nil {
		if i := slices.IndexFunc(d.params, func(q Param) bool { return q.Name == p.Name }); i >= 0 {
			err = fmt.Errorf("it is declared on line %d already; take one of the two out", d.params[i].Line)
		}
	}
	if err != nil {
		d.problems, d.broken[p.Name] = append(d.problems, problem(sbatch.Error, l.number, p.Name, err)), true
		return
	}
	p.Line = l.number
	d.params = append(d.params, p)
}

// problem makes one of an error of the form "what; cure".
func problem(level sbatch.Level, line int, name string, err error) sbatch.Problem {
	what, cure := err.Error(), ""
	if i := strings.LastIndex(what, "; "); i >= 0 {
		what, cure = what[:i], what[i+2:]
	}
	return sbatch.Problem{Level: level, Line: line, Option: name, What: what, Cure: cure}
}

// declared reads what stands behind #FLEXQ. The parameter has as much as could be read, even if there is an error.
func declared(text string) (Param, error) {
	words, err := splitWords(text)
	switch {
	case err != nil:
		return Param{}, err
	case len(words) == 0 || words[0].bare() != "param":
		return Param{}, errors.New("a #FLEXQ line declares a parameter; " + form)
	case len(words) < 3:
		return Param{}, errors.New("the name or the type of the parameter is missing; " + form)
	case !isName(words[1].bare()):
		return Param{}, fmt.Errorf("%q cannot be a name; use letters, digits, _ and -, a letter or _ first", words[1].text)
	}
	p := Param{Name: words[1].text}
	kind, ok := ParseType(words[2].bare())
	if !ok {
		return p, fmt.Errorf("%q is not a type; write %s", words[2].text, orList(typeNames()))
	}
	p.Type = kind
	for _, w := range words[3:] {
		if err := p.setting(w); err != nil {
			return p, err
		}
	}
	return p, p.sound()
}

// setting takes a word behind the type.
func (p *Param) setting(w word) error {
	key, value, hasValue := w.split()
	switch {
	case key == "default" && hasValue && p.Optional:
		return errors.New("it has two defaults; take one out")
	case key == "default" && hasValue:
		p.Default, p.Optional = value, true
	case key == "choices" && hasValue && p.Choices != nil:
		return errors.New("it has choices twice; write them as choices=A,B")
	case key == "choices" && hasValue:
		if p.Choices = strings.Split(value, ","); len(p.Choices) > maxChoices {
			return fmt.Errorf("it has more than %d choices; make it a text, and name some of them in the help", maxChoices)
		}
	case w.quotedAt != 0:
		return fmt.Errorf("%q has no place here; put the help into quotes, and %s", w.text, form)
	case p.Help != "":
		return errors.New("it has two texts of help; write one")
	default:
		p.Help = shown(w.text)
	}
	return nil
}

// sound checks a declaration as a whole.
func (p *Param) sound() error {
	switch {
	case p.Type == Bool && p.Choices != nil:
		return errors.New("the choices of a bool are true and false; leave choices= out")
	case p.Type == Bool:
		p.Choices = []string{"true", "false"}
	case p.Type == Choice && p.Choices == nil:
		return errors.New("it has no choices; add choices=A,B")
	}
	for i, c := range p.Choices {
		switch err := p.Check(c); {
		case c == "":
			return errors.New("a choice is empty; leave it out, and write default=\"\" for a parameter that may stay empty")
		case err != nil:
			return fmt.Errorf("a choice: %w", err)
		case slices.Contains(p.Choices[:i], c):
			return fmt.Errorf("the choice %q is there twice; take one out", c)
		}
	}
	if p.Optional {
		if err := p.Check(p.Default); err != nil {
			return fmt.Errorf("the default: %w", err)
		}
	}
	return nil
}

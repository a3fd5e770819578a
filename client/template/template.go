package template

import (
	"slices"
	"strings"
	"unicode"

	"flexq/client/sbatch"
)

// Template is a batch script with its parameters.
type Template struct {
	Name   string
	Help   string // what the script says of itself: its first comment, without what cannot be seen
	Text   string // the script as it is written, with placeholders
	Params []Param
	// Problems are what is wrong with the declarations and the placeholders, each with its line. Option is the name of
	// the parameter, if it is about one. With an Error among them the template cannot be filled.
	Problems sbatch.Problems
}

// Parse reads a template. It never fails: what is wrong is told by Problems, and a script without parameters is a
// template too.
func Parse(name, text string) Template {
	t := Template{Name: name, Text: text}
	d := declarations{broken: make(map[string]bool)}
	lines := linesOf(text)
	for _, l := range lines {
		if l.kind == declaring {
			d.take(l)
		}
	}
	t.Params, t.Problems = d.params, d.problems
	t.Help = help(lines)
	t.Problems = append(t.Problems, t.lint(lines, d.broken)...)
	order(t.Problems)
	return t
}

// Param returns the parameter of that name.
func (t Template) Param(name string) (Param, bool) {
	i := slices.IndexFunc(t.Params, func(p Param) bool { return p.Name == name })
	if i < 0 {
		return Param{}, false
	}
	return t.Params[i], true
}

// Uses returns the lines on which a parameter's value goes in, from 1.
func (t Template) Uses(name string) []int {
	var out []int
	for _, l := range linesOf(t.Text) {
		if slices.ContainsFunc(places(l), func(p place) bool { return p.name == name }) {
			out = append(out, l.number)
		}
	}
	return out
}

// Holder reports whether a value is one placeholder and nothing else, as in {{NODES}}, and of which name.
func Holder(value string) (name string, ok bool) {
	name, ok = strings.CutPrefix(value, opening)
	if ok {
		name, ok = strings.CutSuffix(name, closing)
	}
	if !ok || !isName(name) {
		return "", false
	}
	return name, true
}

// help is the first comment that is neither the interpreter nor for a program.
func help(lines []line) string {
	for _, l := range lines {
		text, isComment := strings.CutPrefix(strings.TrimSpace(l.text), "#")
		text = strings.TrimSpace(text)
		switch {
		case l.kind == body:
			return ""
		case l.kind != comment, !isComment, strings.HasPrefix(text, "!"), text == "":
			continue
		}
		return shown(strings.TrimLeft(text, "# "))
	}
	return ""
}

// shown takes out of a text for people what cannot be seen: controls, escapes, marks that turn the direction of writing.
func shown(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t':
			return ' '
		case !unicode.IsPrint(c):
			return -1
		}
		return c
	}, text)
}

// order puts problems into the order of the script, those without a line last.
func order(p sbatch.Problems) {
	slices.SortStableFunc(p, func(a, b sbatch.Problem) int {
		switch {
		case a.Line == b.Line:
			return 0
		case a.Line == 0:
			return 1
		case b.Line == 0:
			return -1
		}
		return a.Line - b.Line
	})
}

package template

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"flexq/client/sbatch"
)

// lint finds what looks like a slip in the placeholders: names that nobody declared, parameters that nobody uses.
func (t Template) lint(lines []line, broken map[string]bool) sbatch.Problems {
	var out sbatch.Problems
	used, told := make(map[string]bool), make(map[string]bool)
	for _, l := range lines {
		if l.kind == body && isFlexq(l.text) {
			out = append(out, problem(sbatch.Warning, l.number, "", errors.New("a #FLEXQ line below the first command is not read; move it up")))
		}
		for _, p := range places(l) {
			_, known := t.Param(p.name)
			used[p.name] = used[p.name] || known && !p.blank
			if told[p.name] || broken[p.name] || len(told) == maxDoubts { // each name once, where it stands first
				continue
			}
			if err := t.doubt(l, p, known); err != nil {
				told[p.name] = true
				out = append(out, problem(sbatch.Warning, l.number, p.name, err))
			}
		}
	}
	for _, p := range t.Params {
		if !used[p.Name] {
			err := fmt.Errorf("no line uses it; write {{%s}} where its value is to go, or take this line out", p.Name)
			out = append(out, problem(sbatch.Warning, p.Line, p.Name, err))
		}
	}
	return out
}

// maxDoubts bounds how many names are told of: a text of them alone is no template.
const maxDoubts = 100

// doubt says why a name in braces may be a slip.
func (t Template) doubt(l line, p place, known bool) error {
	switch {
	case known && !p.blank:
		return nil
	case known:
		return fmt.Errorf("with blanks inside the braces it stays as it is; write {{%s}} for the parameter's value", p.name)
	}
	if near := nearest(p.name, t.names()); near != "" && !p.blank {
		return fmt.Errorf("no parameter has this name, and it stays as it is; did you mean {{%s}}?", near)
	}
	if l.kind == body && !p.blank && t.looksDeclared(p.name) {
		return fmt.Errorf("no parameter has this name, and it stays as it is; declare it with #FLEXQ param %s text, or write {{ %s }} if the braces are another program's", p.name, p.name)
	}
	if l.kind == directive {
		return fmt.Errorf("no parameter has this name, and sbatch would read the braces; declare it: #FLEXQ param %s text", p.name)
	}
	return nil
}

// looksDeclared reports whether a name is written as all those are that the template declares: in capitals. Other programs'
// braces, as of Jinja or of --format '{{.Names}}', hold names in small letters, dots or blanks, and are no slip.
func (t Template) looksDeclared(name string) bool {
	return len(t.Params) > 0 && !slices.ContainsFunc(append(t.names(), name), func(n string) bool { return n != strings.ToUpper(n) })
}

func (t Template) names() []string {
	var out []string
	for _, p := range t.Params {
		out = append(out, p.Name)
	}
	return out
}

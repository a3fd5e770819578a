package template

import (
	"errors"
	"fmt"
	"slices"

	"flexq/client/sbatch"
)

// lint finds what looks like a slip in the placeholders: names that nobody declared, parameters that nobody uses.
func (t Template) lint() sbatch.Problems {
	var out sbatch.Problems
	used := make(map[string]bool)
	for _, l := range linesOf(t.Text) {
		if l.kind == body && isFlexq(l.text) {
			out = append(out, problem(sbatch.Warning, l.number, "", errors.New("a #FLEXQ line below the first command is not read; move it up")))
		}
		for _, p := range places(l) {
			_, known := t.Param(p.name)
			used[p.name] = used[p.name] || known && !p.blank
			level, err := t.doubt(l, p, known)
			if err != nil {
				out = append(out, problem(level, l.number, p.name, err))
			}
		}
	}
	broken := len(t.Problems.Of(sbatch.Error)) > 0
	for _, p := range t.Params {
		if !used[p.Name] && !broken {
			err := fmt.Errorf("no line uses it; write {{%s}} where its value is to go, or take this line out", p.Name)
			out = append(out, problem(sbatch.Warning, p.Line, p.Name, err))
		}
	}
	return out
}

// doubt says why a name in braces may be a slip.
func (t Template) doubt(l line, p place, known bool) (sbatch.Level, error) {
	tried := slices.ContainsFunc(t.Problems, func(q sbatch.Problem) bool { return q.Option == p.name })
	switch {
	case tried, known && !p.blank:
		return 0, nil
	case known:
		return sbatch.Warning, fmt.Errorf("with blanks inside the braces it stays as it is; write {{%s}} for the parameter's value", p.name)
	}
	if near := nearest(p.name, t.names()); near != "" && !p.blank {
		return sbatch.Warning, fmt.Errorf("no parameter has this name, and it stays as it is; did you mean {{%s}}?", near)
	}
	if l.kind == directive {
		return sbatch.Warning, fmt.Errorf("no parameter has this name, and sbatch would read the braces; declare it: #FLEXQ param %s text", p.name)
	}
	return 0, nil
}

func (t Template) names() []string {
	var out []string
	for _, p := range t.Params {
		out = append(out, p.Name)
	}
	return out
}

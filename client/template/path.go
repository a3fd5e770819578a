package template

import (
	"errors"
	"fmt"
	"strings"

	"flexq/client/sbatch"
)

// pathDoubts warns of paths that will not be read as they were meant: sbatch expands neither ~ nor variables, and a
// shell takes a path apart that stands without quotes.
func (t Template) pathDoubts(l line, known []place, values map[string]string) sbatch.Problems {
	var out sbatch.Problems
	for _, p := range known {
		param, _ := t.Param(p.name)
		if param.Type != Path {
			continue
		}
		if err := pathDoubt(l, p, values[p.name]); err != nil {
			out = append(out, problem(sbatch.Warning, l.number, p.name, err))
		}
	}
	return out
}

func pathDoubt(l line, p place, value string) error {
	switch {
	case l.kind == directive && (strings.HasPrefix(value, "~") || strings.Contains(value, "$")):
		return errors.New("sbatch takes ~ and $ on an #SBATCH line as they are; write the whole path")
	case l.kind == body && strings.ContainsAny(value, blanks+";&|<>()*?[]#'\"\\`") && openQuote(l.text[:p.start]) == 0:
		return fmt.Errorf("the shell takes %q apart, where no quotes are around it; write \"{{%s}}\" on this line", value, p.name)
	}
	return nil
}

// openQuote is the quote that is open at the end of a piece of a shell's line, 0 for none. It knows nothing of the lines
// before: it is for a warning.
func openQuote(text string) byte {
	quote := byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'':
			i++
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		}
	}
	return quote
}

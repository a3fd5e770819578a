package template

import (
	"errors"
	"fmt"
	"strings"

	"flexq/client/sbatch"
)

// pathDoubts warns of paths that will not be read as they were meant: sbatch expands neither ~ nor variables, and a
// shell takes a path apart that stands without quotes, or that has the quote in which it stands.
func (t Template) pathDoubts(l line, known []place, values map[string]string) sbatch.Problems {
	var out sbatch.Problems
	told := make(map[string]bool)
	shell := shellReader{text: l.text}
	for _, p := range known {
		quote := shell.quoteAt(p.start)
		param, _ := t.Param(p.name)
		if param.Type != Path || told[p.name] {
			continue
		}
		if err := pathDoubt(l, quote, p.name, values[p.name]); err != nil {
			told[p.name] = true
			out = append(out, problem(sbatch.Warning, l.number, p.name, err))
		}
	}
	return out
}

func pathDoubt(l line, quote byte, name, value string) error {
	switch {
	case l.kind == directive && (strings.HasPrefix(value, "~") || strings.Contains(value, "$")):
		return errors.New("sbatch takes ~ and $ on an #SBATCH line as they are; write the whole path")
	case l.kind != body:
	case quote == 0 && strings.ContainsAny(value, blanks+";&|<>()*?[]#'\"\\"):
		return fmt.Errorf("the shell takes %q apart, where no quotes are around it; write \"{{%s}}\" on this line", value, name)
	case quote != 0 && strings.IndexByte(value, quote) >= 0:
		return fmt.Errorf("for the shell the quotes around %q end within it; choose a path without %c", value, quote)
	}
	return nil
}

// shellReader reads a line of a shell's. It knows nothing of the lines before: it is for a warning.
type shellReader struct {
	text  string
	at    int
	quote byte // that is open, 0 for none
}

// quoteAt reads on up to a place, and returns the quote that is open there, 0 for none.
func (r *shellReader) quoteAt(place int) byte {
	for ; r.at < place; r.at++ {
		c := r.text[r.at]
		switch {
		case c == '\\' && r.quote != '\'':
			r.at++
		case r.quote != 0 && c == r.quote:
			r.quote = 0
		case r.quote == 0 && (c == '"' || c == '\''):
			r.quote = c
		}
	}
	return r.quote
}

package sbatch

import (
	"fmt"
	"strings"
)

// mostSlips bounds how many lines are told of.
const mostSlips = 20

// slips finds lines that look as if sbatch read them, and that it passes over without a word.
func slips(script string) Problems {
	var out Problems
	number, command := 0, 0
	for text := range strings.Lines(script) {
		number++
		text = strings.TrimRight(text, "\r\n")
		isRead := directiveIn(text) > 0
		switch {
		case command == 0 && !isRead && isCommand(text):
			command = number
		case command == 0 && !isRead && looksRead(text):
			out = append(out, Problem{
				Level: Warning, Line: number, What: "sbatch takes it for a comment: it reads #SBATCH in capitals at the line's beginning, without blanks",
				Cure: "write #SBATCH there, or ##SBATCH for a line that is not to count",
			})
		case command > 0 && isRead && strings.Contains(text, " -"):
			out = append(out, Problem{
				Level: Warning, Line: number, What: fmt.Sprintf("sbatch does not read it: the first command stands above it, on line %d", command),
				Cure: "move it up",
			})
		}
		// A script may write another one (cat <<END), whose lines are none of its own.
		if len(out) == mostSlips || command > 0 && strings.Contains(text, "<<") {
			break
		}
	}
	return out
}

// looksRead reports whether a comment is a directive but for blanks or the size of letters. ##SBATCH is not: that is how
// one leaves a line out.
func looksRead(text string) bool {
	text, isComment := strings.CutPrefix(strings.TrimLeft(text, blanks), "#")
	text = strings.TrimLeft(text, blanks)
	const word = len("SBATCH")
	return isComment && len(text) > word && strings.EqualFold(text[:word], "SBATCH") && strings.HasPrefix(strings.TrimLeft(text[word:], blanks), "-")
}

// doubt warns of values that sbatch takes as they are, and hardly anyone means so. On a command line the shell has put
// its variables in already.
func (b *builder) doubt(k *spec, o Option) {
	if b.line == 0 {
		return
	}
	short := len(o.Written) == 2
	switch {
	case short && strings.HasPrefix(o.Value, "="):
		b.add(Warning, fmt.Sprintf("sbatch takes %q for the value, with the sign; write %s %s", o.Value, o.Written, o.Value[1:]))
	case !isLiteral(k.name):
	case strings.Contains(o.Value, "$"):
		b.add(Warning, fmt.Sprintf("sbatch puts no variables in, and takes %q as it is; write the value itself", o.Value))
	case strings.HasPrefix(o.Value, "~"):
		b.add(Warning, fmt.Sprintf("sbatch does not know ~, and takes %q as it is; write the whole path", o.Value))
	case strings.HasPrefix(o.Value, "\u201c"), strings.HasPrefix(o.Value, "\u2018"):
		b.add(Warning, "these quotes are letters to sbatch; write \" or '")
	}
}

// isLiteral reports whether an option is a name or a path, in which a variable would stand if there were any.
func isLiteral(name string) bool {
	switch name {
	case "job-name", "partition", "account", "qos", "reservation", "output", "error", "input", "mail-user":
		return true
	}
	return false
}

package template

import "strings"

// kind says what a line is to a template.
type kind uint8

const (
	comment   kind = iota // of the head, or blank
	directive             // an #SBATCH line that sbatch reads
	declaring             // a #FLEXQ line of the head
	body                  // the first command, and all below it
)

// line is one line of a script.
type line struct {
	kind   kind
	number int    // from 1
	text   string // without its end
	end    string // how it ends: "\n", "\r\n", or "" for the last one
}

// flexq is the word with which lines begin that are for this program.
const flexq = "#FLEXQ"

// linesOf cuts a script into lines. Its head ends where it does for sbatch: at the first line that is neither blank nor
// a comment.
func linesOf(script string) []line {
	out := make([]line, 0, 1+strings.Count(script, "\n"))
	inHead := true
	for whole := range strings.Lines(script) {
		text := strings.TrimRight(whole, "\r\n")
		l := line{number: len(out) + 1, text: text, end: whole[len(text):]}
		trimmed := strings.Trim(text, blanks)
		inHead = inHead && (trimmed == "" || trimmed[0] == '#')
		switch {
		case !inHead:
			l.kind = body
		case isDirective(text):
			l.kind = directive
		case isFlexq(text):
			l.kind = declaring
		}
		out = append(out, l)
	}
	return out
}

// blanks part words for sbatch.
const blanks = " \t\v\f\r"

// isDirective reports whether sbatch reads a line, if it stands in the head.
func isDirective(text string) bool {
	return strings.HasPrefix(text, "#SBATCH") || strings.HasPrefix(text, "#SLURM")
}

// isFlexq reports whether a line is for this program.
func isFlexq(text string) bool {
	rest, ok := strings.CutPrefix(text, flexq)
	return ok && (rest == "" || strings.ContainsRune(blanks, rune(rest[0])))
}

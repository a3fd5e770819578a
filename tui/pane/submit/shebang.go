package submit

import (
	"strings"

	"flexq/client/sbatch"
)

// shebang begins the first line of a script, which says what runs it.
const shebang = "#!"

// pasteScript pastes a script that has a first line of its own into one that holds nothing but ours, options of fields
// and blanks: its first line takes the place of ours. It reports false where it is not that, and changes nothing.
func (p *Pane) pasteScript(text string) (string, bool) {
	if !strings.HasPrefix(text, shebang) || p.base != emptyScript {
		return "", false
	}
	if !strings.Contains(text, "\n") { // as terminals send line ends
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	head, body, _ := strings.Cut(text, "\n")
	ours, rest, _ := strings.Cut(p.script.Text(), "\n")
	if first, _, _ := strings.Cut(emptyScript, "\n"); ours != first {
		return "", false
	}
	options := ""
	for line := range strings.Lines(rest) {
		switch bare := strings.TrimSpace(line); {
		case strings.HasPrefix(bare, "#SBATCH"):
			options += strings.TrimRight(line, "\n") + "\n"
		case bare != "":
			return "", false // it has begun
		}
	}
	return head + "\n" + options + body, true
}

// secondShebang warns of another such line before the first command: it is a comment there, and something else runs the
// script than its author thinks. Further below it may be part of a script that this one writes.
func secondShebang(script string) sbatch.Problems {
	n, first := 0, ""
	for line := range strings.Lines(script) {
		n++
		text := strings.TrimSpace(line)
		switch {
		case n == 1 && !strings.HasPrefix(text, shebang):
			return nil // which is worse, and said
		case n == 1:
			first = strings.TrimSpace(strings.TrimPrefix(text, shebang))
		case strings.HasPrefix(text, shebang):
			return sbatch.Problems{{
				Level: sbatch.Warning, Line: n, What: "a second #! line: the script is run by " + first + ", as its first line says",
				Cure: "take one of the two out",
			}}
		case text != "" && !strings.HasPrefix(text, "#"):
			return nil
		}
	}
	return nil
}

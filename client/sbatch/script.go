package sbatch

import (
	"strings"
	"unicode/utf8"
)

const directive = "#SBATCH"

// scanScript finds the #SBATCH lines: those that begin with it, up to the first line that is neither blank nor a
// comment.
func scanScript(script string, table []spec) ([]Line, Problems) {
	problems := checkScript(script)
	var lines []Line
	number := 0
	for text := range strings.Lines(script) {
		number++
		text = strings.TrimRight(text, "\r\n")
		rest, ok := strings.CutPrefix(text, directive)
		if !ok {
			if isCommand(text) {
				break
			}
			continue
		}
		line := Line{Number: number, Text: text}
		words, err := splitWords(rest)
		if err != nil {
			what, cure := splitCure(err.Error())
			problems = append(problems, Problem{Line: number, What: what, Cure: cure})
			lines = append(lines, line)
			continue
		}
		var found Problems
		line.Options, found = scanWords(words, table)
		for _, p := range found {
			p.Line = number
			problems = append(problems, p)
		}
		lines = append(lines, line)
	}
	return lines, problems
}

func isCommand(line string) bool {
	line = strings.TrimSpace(line)
	return line != "" && line[0] != '#'
}

// checkScript refuses what sbatch and slurmctld refuse before they look at any option.
func checkScript(s string) Problems {
	fail := func(line int, what, cure string) Problems {
		return Problems{{Line: line, What: what, Cure: cure}}
	}
	switch {
	case s == "":
		return fail(1, "the script is empty", "begin it with #!/bin/bash and write the commands below")
	case strings.TrimSpace(s) == "":
		return fail(1, "the script has only blanks", "begin it with #!/bin/bash and write the commands below")
	case strings.HasPrefix(s, byteOrderMark):
		return fail(1, "the script begins with a BOM (byte order mark), and the kernel would not run it", "save it as UTF-8 without BOM")
	case strings.IndexByte(s, 0) < 0 && !utf8.ValidString(s):
		return fail(badLine(s), "not UTF-8", "save it as UTF-8")
	case !strings.HasPrefix(s, "#!"):
		return fail(1, "the first line does not name an interpreter", "begin the script with #!/bin/bash")
	case strings.IndexByte(s, 0) >= 0:
		return fail(lineOf(s, "\x00"), "the script has a NUL character", "it may be a binary file; submit a script that runs it")
	case strings.Contains(s, "\r\n"):
		return fail(lineOf(s, "\r\n"), "the lines end as on Windows, and the shell would not run them", "save the script with Unix line ends (dos2unix)")
	}
	return nil
}

// byteOrderMark is what some editors write before a text in UTF-8.
const byteOrderMark = "\ufeff"

// badLine is the first line that is not UTF-8.
func badLine(s string) int {
	number := 0
	for line := range strings.Lines(s) {
		number++
		if !utf8.ValidString(line) {
			return number
		}
	}
	return number
}

func lineOf(s, what string) int {
	return 1 + strings.Count(s[:strings.Index(s, what)], "\n")
}

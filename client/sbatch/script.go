package sbatch

import (
	"strings"
	"unicode/utf8"
)

// The words with which a line begins that sbatch reads. It takes the second one for a slip.
const (
	directive    = "#SBATCH"
	oldDirective = "#SLURM"
)

// sheet is a script cut into what sbatch reads of it.
type sheet struct {
	lines    []Line
	cuts     []cut     // of each line
	parts    [][]token // the words of each part of the job; one part unless it is a het job
	problems Problems
}

// scanScript finds the #SBATCH lines: those that begin with it, up to the first line that is neither blank nor a
// comment. As for sbatch, the words of a part make one row: a value may stand on the line after its option.
func scanScript(script string) sheet {
	s := sheet{problems: checkScript(script), parts: make([][]token, 1)}
	number := 0
	for text := range strings.Lines(script) {
		number++
		text = strings.TrimRight(text, "\r\n")
		from := directiveIn(text)
		if from == 0 && isCommand(text) {
			break
		}
		if from > 0 {
			s.line(text, number, from)
		}
	}
	return s
}

// directiveIn returns where the words of an #SBATCH line begin, 0 for another line.
func directiveIn(text string) int {
	for _, word := range []string{directive, oldDirective} {
		if strings.HasPrefix(text, word) {
			return len(word)
		}
	}
	return 0
}

func (s *sheet) line(text string, number, from int) {
	c, err := splitLine(text, number, from)
	line := Line{Number: number, Text: text}
	add := func(level Level, what, cure string) {
		s.problems = append(s.problems, Problem{Level: level, Line: number, Part: len(s.parts) - 1, What: what, Cure: cure})
	}
	switch {
	case err != nil:
		what, cure := splitCure(err.Error())
		add(Error, what, cure)
		c.words = nil
	case c.part:
		s.parts = append(s.parts, nil)
	case c.empty:
		add(Warning, "sbatch does not read on after an empty word", "leave the empty quotes out")
	}
	if err == nil && from == len(oldDirective) {
		add(Warning, "sbatch takes #SLURM for a slip, and reads it all the same", "write #SBATCH")
	}
	line.Part = len(s.parts) - 1
	s.lines, s.cuts = append(s.lines, line), append(s.cuts, c)
	s.parts[line.Part] = append(s.parts[line.Part], c.words...)
}

// foreignLine finds the first line for another system that sbatch would read as well: those count for as much as
// #SBATCH lines to it, up to the hundredth line that is no comment.
func foreignLine(script string) (word string, number int) {
	commands := 0
	for text := range strings.Lines(script) {
		number++
		for _, word := range []string{"#PBS", "#BSUB"} {
			if strings.HasPrefix(text, word) {
				return word, number
			}
		}
		if !strings.HasPrefix(text, "#") {
			commands++
		}
		if commands > 100 {
			break
		}
	}
	return "", 0
}

func isCommand(line string) bool {
	line = strings.Trim(line, blanks)
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

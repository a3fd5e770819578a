package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// helpWidth is the width of help: that of the narrowest terminals in use.
const helpWidth = 80

// narrowHelp keeps the help of all commands within helpWidth.
func narrowHelp(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		about := strings.TrimSpace(or(cmd.Long, cmd.Short))
		fmt.Fprint(cmd.OutOrStdout(), wrapLines(joinProse(about)), "\n\n", wrapLines(cmd.UsageString()))
	})
}

// joinProse makes one line of each paragraph. Lines that are set in, and what follows them, stand for themselves.
func joinProse(text string) string {
	var b strings.Builder
	before := ""
	for i, line := range strings.Split(text, "\n") {
		switch {
		case i == 0:
		case isProse(before) && isProse(line):
			b.WriteByte(' ')
		default:
			b.WriteByte('\n')
		}
		b.WriteString(line)
		before = line
	}
	return b.String()
}

func isProse(line string) bool { return line != "" && line[0] != ' ' }

// wrapLines breaks lines at blanks, so that they fit helpWidth. What is broken off a row of a list goes under its last
// column. A word that is too long stays whole.
func wrapLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrapLine(line)
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string) string {
	hang := strings.Repeat(" ", hanging(line))
	var out []string
	for utf8.RuneCountInString(line) > helpWidth {
		at := breakAt(line, len(hang))
		if at < 0 {
			break
		}
		out = append(out, strings.TrimRight(line[:at], " "))
		line = hang + strings.TrimLeft(line[at:], " ")
	}
	return strings.Join(append(out, line), "\n")
}

// breakAt finds the last blank before helpWidth, else the first one behind it; -1 if there is none behind the first bytes.
func breakAt(line string, first int) int {
	best, column := -1, 0
	for i, r := range line {
		if r == ' ' && i > first && strings.TrimSpace(line[first:i]) != "" {
			if best >= 0 && column > helpWidth {
				return best
			}
			best = i
		}
		column++
	}
	return best
}

// hanging is where the last column of a row of a list begins; a line that is no row goes on as it began.
func hanging(line string) int {
	const widest = helpWidth / 2 // what stands farther to the right leaves no room
	begin := len(line) - len(strings.TrimLeft(line, " "))
	if begin == 0 {
		return 0
	}
	last := strings.LastIndex(line[:min(len(line), widest)], "  ")
	if last < begin {
		return begin
	}
	return last + 2
}

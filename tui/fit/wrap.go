package fit

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Wrap breaks text into lines of at most width cells, at spaces where it can. Line breaks in the
// text stay; tabs become spaces. A width below 1 counts as 1.
func Wrap(text string, width int) []string {
	width = max(width, 1)
	if isPlain(text) && len(text) <= width {
		return []string{text}
	}
	var out []string
	for _, line := range strings.Split(text, "\n") {
		line = Line(line)
		if Width(line) <= width {
			out = append(out, line)
			continue
		}
		out = append(out, strings.Split(ansi.Wrap(line, width, ""), "\n")...)
	}
	return out
}

// Words is Wrap that breaks at spaces alone, as long as a word has room in a line: options and paths stay whole.
func Words(text string, width int) []string {
	width = max(width, 1)
	var out []string
	for _, line := range strings.Split(text, "\n") {
		now := ""
		for _, word := range strings.Fields(Line(line)) {
			switch {
			case now == "":
				now = word
			case Width(now)+1+Width(word) <= width:
				now += " " + word
			default:
				out, now = append(out, now), word
			}
			if Width(now) > width {
				pieces := Hard(now, width)
				last := len(pieces) - 1
				out, now = append(out, pieces[:last]...), pieces[last]
			}
		}
		out = append(out, now)
	}
	return out
}

// Hard breaks one line into pieces of at most width cells wherever the width ends, keeping every
// space: for scripts and logs. A width below 1 counts as 1.
func Hard(line string, width int) []string {
	width = max(width, 1)
	if isPlain(line) {
		pieces := make([]string, 0, len(line)/width+1)
		for len(line) > width {
			pieces = append(pieces, line[:width])
			line = line[width:]
		}
		return append(pieces, line)
	}
	return strings.Split(ansi.Hardwrap(line, width, true), "\n")
}

// Tabs returns line with each tab replaced by spaces up to the next stop, every size cells.
func Tabs(line string, size int) string {
	if strings.IndexByte(line, '\t') < 0 {
		return line
	}
	var b strings.Builder
	at := 0
	for i, part := range strings.Split(line, "\t") {
		if i > 0 {
			n := size - at%size
			b.WriteString(Spaces(n))
			at += n
		}
		b.WriteString(part)
		at += Width(part)
	}
	return b.String()
}

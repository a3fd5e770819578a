package main

import (
	"io"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"flexq/client/wire"
)

const (
	gap       = 2 // blanks between columns
	leastCell = 6 // no column is cut shorter than this to fit a terminal
)

// writeTable writes columns with their titles. No text is wider than the most of its column; numbers are never cut for
// that. With a width (a terminal), the widest columns are cut further until a line fits. It writes no colour: what it
// prints is the same for a person and for a pipe.
func writeTable[T any](w io.Writer, columns []field[T], items []T, most []int, width int) error {
	rows := make([][]string, 0, len(items)+1)
	titles := make([]string, len(columns))
	for i, c := range columns {
		titles[i] = c.title
	}
	rows = append(rows, titles)
	for _, item := range items {
		row := make([]string, len(columns))
		for i, c := range columns {
			row[i] = oneLine(c.words(item))
			if row[i] == "" {
				row[i] = "-"
			}
		}
		rows = append(rows, row)
	}
	widths := natural(rows, len(columns))
	for i := range widths {
		if most[i] > 0 && !columns[i].right {
			widths[i] = min(widths[i], most[i])
		}
	}
	widths = fit(columns, widths, width)
	for _, row := range rows {
		if _, err := io.WriteString(w, line(row, columns, widths)); err != nil {
			return err
		}
	}
	return nil
}

// oneLine keeps a cell from breaking its row, and from telling the terminal what to do: those of templates and of the config
// are the words of files.
func oneLine(s string) string {
	if strings.ContainsAny(s, "\n\t\r") {
		s = strings.Join(strings.Fields(s), " ")
	}
	return wire.Clean(s)
}

// natural is the width that each column would like.
func natural(rows [][]string, columns int) []int {
	widths := make([]int, columns)
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], ansi.StringWidth(cell))
		}
	}
	return widths
}

// fit makes columns narrower until all fit: the widest text first, and numbers only when there is no text left to
// cut, because half a number is a wrong one.
func fit[T any](columns []field[T], widths []int, limit int) []int {
	if limit <= 0 {
		return widths
	}
	total := gap * (len(widths) - 1)
	for _, w := range widths {
		total += w
	}
	for ; total > limit; total-- {
		at := widest(columns, widths, false)
		if at < 0 {
			at = widest(columns, widths, true)
		}
		if at < 0 {
			break
		}
		widths[at]--
	}
	return widths
}

// widest returns the widest column of text, or of numbers, that can still be cut; -1 if there is none.
func widest[T any](columns []field[T], widths []int, numbers bool) int {
	at := -1
	for i, w := range widths {
		if columns[i].right == numbers && w > leastCell && (at < 0 || w > widths[at]) {
			at = i
		}
	}
	return at
}

func line[T any](row []string, columns []field[T], widths []int) string {
	var b strings.Builder
	for i, cell := range row {
		cell = ansi.Truncate(cell, widths[i], "…")
		pad := strings.Repeat(" ", max(0, widths[i]-ansi.StringWidth(cell)))
		if columns[i].right {
			b.WriteString(pad + cell)
		} else {
			b.WriteString(cell + pad)
		}
		if i < len(row)-1 {
			b.WriteString("  ")
		}
	}
	return strings.TrimRight(b.String(), " ") + "\n"
}

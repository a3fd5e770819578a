package main

import (
	"fmt"
	"slices"
	"strings"

	"flexq/config"
)

// How many terminal columns a cell of a table may take, so that one long name does not make the whole list as wide.
const (
	mostCell     = 40
	mostWideCell = 80 // of wide, and of columns that were chosen
)

// caps says how wide each column of a table may become, 0 for any width. The last of the columns that were chosen by
// name is whole: nothing stands after it, and a script may well read it.
func (l listing[T]) caps(format string, columns int) []int {
	out := make([]int, columns)
	if l.whole {
		return out
	}
	for i := range out {
		out[i] = mostWideCell
		if format == "table" || format == "" {
			out[i] = mostCell
		}
	}
	if l.lastWhole || format != "table" && format != "" && format != "wide" {
		out[columns-1] = 0
	}
	return out
}

func formats() []string { return []string{"table", "wide", "json", "csv"} }

// named finds fields by key, in the order asked for; neither case nor underscores matter.
func (l listing[T]) named(keys []string) ([]field[T], error) {
	var out []field[T]
	for _, key := range keys {
		key = strings.TrimSpace(key)
		at := slices.IndexFunc(l.fields, func(f field[T]) bool { return sameKey(key, f.key) })
		if at < 0 {
			return nil, l.noColumn(key, len(keys) == 1)
		}
		out = append(out, l.fields[at])
	}
	return out, nil
}

func sameKey(a, b string) bool {
	return strings.EqualFold(strings.ReplaceAll(a, "_", ""), strings.ReplaceAll(b, "_", ""))
}

// noColumn says what is wrong with a word of --output, and what may have been meant.
func (l listing[T]) noColumn(key string, alone bool) error {
	known := make([]string, len(l.fields))
	for i, f := range l.fields {
		known[i] = f.key
	}
	switch {
	case key == "":
		return usagef("put one comma between two names, as in -o "+strings.Join(known[:min(2, len(known))], ","),
			"--output: the name of a column is missing")
	case !alone && slices.Contains(formats(), key):
		return usagef("for columns leave it out; json and csv always have all of them",
			"--output: %s is a format and stands alone", key)
	}
	cure := "formats are " + strings.Join(formats(), ", ") + "; columns are " + strings.Join(known, ", ")
	names := known
	if alone {
		names = append(names, formats()...)
	}
	if near := config.Nearest(key, names); near != "" {
		cure = fmt.Sprintf("did you mean %s? %s", near, cure)
	}
	return usagef(cure, "--output: there is no format or column %q", key)
}

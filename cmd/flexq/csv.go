package main

import (
	"encoding/csv"
	"io"
	"unicode/utf8"

	"flexq/client/wire"
)

// writeCSV writes all fields, keys first, by RFC 4180 (but with line feeds). A text from the cluster that a
// spreadsheet would run as a formula gets an apostrophe in front, which spreadsheets take as "this is text":
// whoever can name a job must not be able to run a formula on the machine of who looks at the list. Numbers are
// left alone. A program that reads the file and wants the exact text should take JSON.
func writeCSV[T any](w io.Writer, l listing[T]) error { return writeCSVRows(w, l, true) }

// writeCSVRows is writeCSV with or without the keys.
func writeCSVRows[T any](w io.Writer, l listing[T], keys bool) error {
	out := csv.NewWriter(w)
	row := make([]string, len(l.fields))
	for i, f := range l.fields {
		row[i] = f.key
	}
	if keys {
		if err := out.Write(row); err != nil {
			return err
		}
	}
	for _, item := range l.items {
		for i, f := range l.fields {
			row[i] = csvCell(f.value(item))
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

func csvCell(v any) string {
	raw := plain(v)
	s := wire.CleanLines(raw)
	switch v.(type) {
	case string, []string:
		for _, text := range []string{raw, s} {
			if first, _ := utf8.DecodeRuneInString(text); isFormulaStart(first) {
				return "'" + s
			}
		}
	}
	return s
}

// isFormulaStart knows what spreadsheets take for the start of a formula, or strip before looking for one.
func isFormulaStart(first rune) bool {
	switch first {
	case '=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠':
		return true
	}
	return false
}

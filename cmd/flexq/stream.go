package main

import (
	"fmt"
	"io"

	"github.com/charmbracelet/x/ansi"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/tui/columns"
)

// stream prints items as they come: as JSON one object a line, as CSV and as a table one row each, under one heading.
type stream[T any] struct {
	w       io.Writer
	l       listing[T]
	filter  columns.Filter
	format  string
	columns []field[T]
	widths  []int
	begun   bool
}

func newStream[T any](st streams, l listing[T], o outputFlags) (*stream[T], error) {
	filter, err := parseFilter(o.filter(), l.grammar)
	if err != nil {
		return nil, err
	}
	s := &stream[T]{w: st.Out, l: l, filter: filter, format: o.format, columns: l.fields}
	if isTable(o.format) {
		if s.columns, err = l.columns(o.format); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// print writes those items that the filter lets through.
func (s *stream[T]) print(items []T) error {
	s.l.items = items
	s.l.items = s.l.filtered(s.filter)
	if err := s.write(); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	return nil
}

func (s *stream[T]) write() error {
	switch s.format {
	case "json":
		for _, item := range s.l.items {
			if err := s.object(item); err != nil {
				return err
			}
		}
		return nil
	case "csv":
		begun := s.begun
		s.begun = true
		return writeCSVRows(s.w, s.l, !begun)
	}
	return s.rows()
}

// object writes one item as a JSON object on a line of its own.
func (s *stream[T]) object(item T) error {
	enc := jsontext.NewEncoder(s.w, jsontext.AllowInvalidUTF8(true))
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, f := range s.l.fields {
		if err := (member{f.key, f.value(item)}).write(enc); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndObject)
}

// rows writes rows of a table. A column grows with what comes, and stays as wide as its widest cell up to then; the
// last one is whole.
func (s *stream[T]) rows() error {
	most := s.l.caps(s.format, len(s.columns))
	var rows [][]string
	if !s.begun && len(s.l.items) > 0 {
		s.begun, s.widths = true, make([]int, len(s.columns))
		head := make([]string, len(s.columns))
		for i, c := range s.columns {
			head[i] = c.title
		}
		rows = append(rows, head)
	}
	for _, item := range s.l.items {
		row := make([]string, len(s.columns))
		for i, c := range s.columns {
			if row[i] = oneLine(c.words(item)); row[i] == "" {
				row[i] = "-"
			}
		}
		rows = append(rows, row)
	}
	last := len(s.columns) - 1
	for _, row := range rows {
		for i, cell := range row {
			s.widths[i] = max(s.widths[i], ansi.StringWidth(cell))
			if i < last && most[i] > 0 && !s.columns[i].right {
				s.widths[i] = min(s.widths[i], most[i])
			}
		}
	}
	for _, row := range rows {
		if _, err := io.WriteString(s.w, line(row, s.columns, s.widths)); err != nil {
			return err
		}
	}
	return nil
}

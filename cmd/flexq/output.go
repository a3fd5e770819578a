package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

// field is one property of the items of a list: a column of its table and a key of its JSON objects.
type field[T any] struct {
	key   string // in JSON, in CSV, and in -o KEY,KEY
	title string // over the column
	shown show
	right bool // aligned, for numbers
	// value is what JSON gets: nil, string, bool, int, int64, uint64, []string, or a slice of objects.
	value func(T) any
	// text is what a table shows; nil means the value, written plainly.
	text func(T) string
}

// show says where a field is seen by itself; each place has the ones after it too. All fields are in JSON and CSV,
// and each can be asked for with -o.
type show uint8

const (
	forScripts show = iota // the same as another field, in a form that is easier to compute with
	inSheet                // of one item alone
	inWide
	inTable
)

// words is a field's text in a table.
func (f field[T]) words(item T) string {
	if f.text != nil {
		return f.text(item)
	}
	return plain(f.value(item))
}

// listing is a list that is about to be printed.
type listing[T any] struct {
	kind     string // of the JSON envelope
	context  string
	asOf     time.Time
	fields   []field[T]
	items    []T
	warnings []slurm.Problem
	empty    string // said on stderr when a table has no rows
	// whole says that no cell of a table is capped: what it shows comes from the user, or must be read to its end.
	whole bool
	// lastWhole says that of its last column: nothing stands after it, and it is a sentence.
	lastWhole bool
	// grammar says which fields --filter may have beside words; nil means none.
	grammar columns.Grammar
	// matcher makes of a filter what looks at an item; nil means that every field of the wide table is looked at.
	matcher func(columns.Filter) func(T) bool
}

// outputFlags are how a list is printed: addOutput adds the format, and the list of columns to the help; addFilter
// what is left out of the list. A command that acts has no filter: it would hide rows of what was done.
type outputFlags struct {
	format  string
	filters []string // every one of them counts
}

// filter is what all --filter say together.
func (o outputFlags) filter() string { return strings.Join(o.filters, " ") }

func addOutput[T any](cmd *cobra.Command, o *outputFlags, fields []field[T]) {
	keys := keysOf(fields)
	if cmd.Long == "" {
		cmd.Long = cmd.Short + "."
	}
	cmd.Long += "\n\nColumns for -o, and keys of the items in JSON and CSV:\n" + wrapWords(strings.Join(keys, ", "), "  ", 100) +
		"\nIn JSON, a number, a time or a yes or no that is not known is null."
	cmd.Flags().StringVarP(&o.format, "output", "o", "table", "table, wide, json, csv, or a list of columns: NAME,NAME,...")
	// It fails only for a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"table", "wide", "json", "csv"}, cobra.ShellCompDirectiveNoFileComp))
}

func addFilter(cmd *cobra.Command, o *outputFlags) {
	cmd.Flags().StringArrayVar(&o.filters, "filter", nil,
		`only rows that hold every word; "a phrase" in quotes, -word leaves out (default: all rows)`)
}

// check finds wrong flags before anything is asked of a cluster, or done to it.
func (l listing[T]) check(o outputFlags) error {
	if _, err := l.format(streams{}, o.format); err != nil {
		return err
	}
	_, err := parseFilter(o.filter(), l.grammar)
	return err
}

// print writes a list in the chosen format, and the warnings to stderr.
func (l listing[T]) print(st streams, o outputFlags) error {
	write, err := l.format(st, o.format)
	if err != nil {
		return err
	}
	filter, err := parseFilter(o.filter(), l.grammar)
	if err != nil {
		return err
	}
	warn(st.Err, l.warnings)
	all := len(l.items)
	l.items = l.filtered(filter)
	out := bufio.NewWriterSize(st.Out, 1<<16)
	if err := write(out, l); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	if isTable(o.format) && len(l.items) == 0 {
		said := l.empty
		if all > 0 {
			said = fmt.Sprintf("none of %d matches the filter", all)
		}
		fmt.Fprintf(st.Err, "flexq: %s\n", said)
	}
	return nil
}

func isTable(format string) bool { return format != "json" && format != "csv" }

// format chooses the writer for a format, so that a wrong one is found before anything is asked.
func (l listing[T]) format(st streams, name string) (func(io.Writer, listing[T]) error, error) {
	switch name {
	case "json":
		return writeJSON[T], nil
	case "csv":
		return writeCSV[T], nil
	}
	chosen, err := l.columns(name)
	if err != nil {
		return nil, err
	}
	most := l.caps(name, len(chosen))
	width := 0
	if st.OutTTY {
		width = st.Width()
	}
	return func(w io.Writer, l listing[T]) error { return writeTable(w, chosen, l.items, most, width) }, nil
}

// shows reports whether the output holds one of the fields, by key.
func (l listing[T]) shows(o outputFlags, keys ...string) bool {
	if !isTable(o.format) {
		return true
	}
	chosen, err := l.columns(o.format)
	return err == nil && slices.ContainsFunc(chosen, func(f field[T]) bool { return slices.Contains(keys, f.key) })
}

// columns chooses the fields of a table.
func (l listing[T]) columns(name string) ([]field[T], error) {
	least := inTable
	switch name {
	case "table", "":
	case "wide":
		least = inWide
	default:
		return l.named(strings.Split(name, ","))
	}
	var out []field[T]
	for _, f := range l.fields {
		if f.shown >= least {
			out = append(out, f)
		}
	}
	return out, nil
}

// wrapWords breaks a text into lines of at most width columns, each set in.
func wrapWords(text, indent string, width int) string {
	var b strings.Builder
	line := indent
	for word := range strings.FieldsSeq(text) {
		if len(line)+len(word) > width {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word + " "
	}
	return b.String() + strings.TrimRight(line, " ")
}

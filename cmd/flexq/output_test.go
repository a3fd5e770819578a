package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
)

// thing is an item of a made-up list.
type thing struct {
	name string
	n    int
}

func things() listing[thing] {
	return listing[thing]{
		kind: "things", context: "train", asOf: time.Date(2026, 11, 30, 12, 0, 0, 0, time.FixedZone("", 3600)),
		empty: "no things",
		fields: []field[thing]{
			{key: "name", title: "NAME", shown: inTable, value: func(t thing) any { return t.name }},
			{key: "count", title: "N", shown: inTable, right: true, value: func(t thing) any { return t.n }},
			{key: "half", title: "HALF", shown: inWide, value: func(t thing) any { return []string{"a", "b"} }},
			{key: "none", title: "NONE", value: func(thing) any { return nil }},
		},
		items: []thing{{"one", 1}, {"zwölf", 12}},
	}
}

func printed(t *testing.T, l listing[thing], o outputFlags, tty bool, width int) (stdout, stderr string, err error) {
	t.Helper()
	var out, errs bytes.Buffer
	st := streams{Out: &out, Err: &errs, OutTTY: tty, Width: func() int { return width }}
	err = l.print(st, o)
	return out.String(), errs.String(), err
}

func TestPrintTables(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		format string
		want   string
	}{
		"table":   {"table", "NAME    N\none     1\nzwölf  12\n"},
		"wide":    {"wide", "NAME    N  HALF\none     1  a,b\nzwölf  12  a,b\n"},
		"columns": {"Count,name,none", " N  NAME   NONE\n 1  one    -\n12  zwölf  -\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, errs, err := printed(t, things(), outputFlags{format: tt.format}, false, 10)
			if err != nil || errs != "" {
				t.Fatal(err, errs)
			}
			if diff := cmp.Diff(tt.want, out); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPrintRefusesUnknownColumns(t *testing.T) {
	t.Parallel()
	const all = "formats are table, wide, json, csv; columns are name, count, half, none"
	tests := map[string]struct{ what, cure string }{
		"name,cuont": {`--output: there is no format or column "cuont"`, "did you mean count? " + all},
		"JSON":       {`--output: there is no format or column "JSON"`, "did you mean json? " + all},
		"x":          {`--output: there is no format or column "x"`, all},
		"name,jsn":   {`--output: there is no format or column "jsn"`, all},
		"json,name":  {"--output: json is a format and stands alone", "for columns leave it out; json and csv always have all of them"},
		"name,,half": {"--output: the name of a column is missing", "put one comma between two names, as in -o name,count"},
		"name,":      {"--output: the name of a column is missing", "put one comma between two names, as in -o name,count"},
	}
	for format, tt := range tests {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			_, _, err := printed(t, things(), outputFlags{format: format}, false, 0)
			var usage *usageError
			if !errors.As(err, &usage) {
				t.Fatalf("got %v", err)
			}
			if diff := cmp.Diff([]string{tt.what, tt.cure}, []string{usage.what, usage.cure}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTableFitsATerminal(t *testing.T) {
	t.Parallel()
	l := things()
	l.items = []thing{{strings.Repeat("名", 30), 5}, {"x", 123456}}
	for width := 1; width < 80; width++ {
		out, _, err := printed(t, l, outputFlags{format: "wide"}, true, width)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(out) {
			if w := ansi.StringWidth(strings.TrimRight(line, "\n")); w > max(width, 21) {
				t.Errorf("at width %d a line has %d columns: %q", width, w, line)
			}
		}
	}
	out, _, err := printed(t, l, outputFlags{format: "wide"}, true, 30)
	if err != nil || !strings.Contains(out, "123456") || !strings.Contains(out, "…") {
		t.Errorf("numbers are cut before text: %v\n%s", err, out)
	}
	out, _, err = printed(t, l, outputFlags{format: "wide"}, false, 10)
	if err != nil || !strings.Contains(out, strings.Repeat("名", 30)) {
		t.Errorf("a pipe is cut to the width of a terminal: %v\n%s", err, out)
	}
}

// One long name must not make the list as wide; who reads JSON, CSV or a last column has all of it.
func TestTableCapsCells(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	tests := map[string]struct {
		format string
		whole  bool
		want   string
	}{
		"table":            {format: "", want: strings.Repeat("x", 39) + "…  7\n"},
		"wide":             {format: "wide", want: strings.Repeat("x", 79) + "…  7  a,b\n"},
		"chosen":           {format: "name,count", want: strings.Repeat("x", 79) + "…  7\n"},
		"chosen and last":  {format: "count,name", want: "7  " + long + "\n"},
		"csv":              {format: "csv", want: long + `,7,"a,b",` + "\n"},
		"what is not ours": {format: "table", whole: true, want: long + "  7\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := things()
			l.items, l.whole = []thing{{long, 7}}, tt.whole
			out, _, err := printed(t, l, outputFlags{format: tt.format}, false, 0)
			if err != nil {
				t.Fatal(err)
			}
			_, row, _ := strings.Cut(out, "\n")
			if diff := cmp.Diff(tt.want, row); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTableKeepsRowsWhole(t *testing.T) {
	t.Parallel()
	l := things()
	l.items = []thing{{"a\nb\tc", 1}}
	out, _, err := printed(t, l, outputFlags{}, false, 0)
	if err != nil || strings.Count(out, "\n") != 2 {
		t.Errorf("%v %q", err, out)
	}
}

func TestPrintJSON(t *testing.T) {
	t.Parallel()
	l := things()
	l.warnings = []slurm.Problem{{Description: "ignored", Source: "parser"}}
	out, errs, err := printed(t, l, outputFlags{format: "json"}, true, 10)
	if err != nil {
		t.Fatal(err)
	}
	if errs != "flexq: warning: ignored\n" {
		t.Errorf("stderr %q", errs)
	}
	var got any
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	item := func(name string, n float64) any {
		return map[string]any{"name": name, "count": n, "half": []any{"a", "b"}, "none": nil}
	}
	want := map[string]any{
		"kind": "things", "context": "train", "asOf": "2026-11-30T11:00:00Z",
		"items":    []any{item("one", 1), item("zwölf", 12)},
		"warnings": []any{map[string]any{"description": "ignored", "source": "parser"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPrintJSONWithoutItems(t *testing.T) {
	t.Parallel()
	l := things()
	l.items = nil
	out, errs, err := printed(t, l, outputFlags{format: "json"}, false, 0)
	if err != nil || errs != "" || !strings.Contains(out, `"items": []`) || !strings.Contains(out, `"warnings": []`) {
		t.Errorf("%v %q %q", err, out, errs)
	}
}

func TestPrintCSV(t *testing.T) {
	t.Parallel()
	l := things()
	l.items = []thing{{"=1+1", -5}, {"a,\"b\"\nc", 0}, {"+x", 1}, {"-x", 1}, {"@x", 1}, {"\tx", 1}, {"＝1", 1}, {"x=1", 1}}
	out, _, err := printed(t, l, outputFlags{format: "csv"}, true, 10)
	if err != nil {
		t.Fatal(err)
	}
	got, err := csv.NewReader(strings.NewReader(out)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"name", "count", "half", "none"},
		{"'=1+1", "-5", "a,b", ""},
		{"a,\"b\"\nc", "0", "a,b", ""},
		{"'+x", "1", "a,b", ""},
		{"'-x", "1", "a,b", ""},
		{"'@x", "1", "a,b", ""},
		{"'\tx", "1", "a,b", ""},
		{"'＝1", "1", "a,b", ""},
		{"x=1", "1", "a,b", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestFilter(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ filter, out, errs string }{
		"one word":          {"ZWÖ", "NAME    N\nzwölf  12\n", ""},
		"all words":         {"zw 1", "NAME    N\nzwölf  12\n", ""},
		"wide fields count": {"a,b one", "NAME  N\none   1\n", ""},
		"nothing":           {"zw one", "NAME  N\n", "flexq: none of 2 matches the filter\n"},
		"left out":          {"-one", "NAME    N\nzwölf  12\n", ""},
		"a phrase":          {`"one"`, "NAME  N\none   1\n", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out, errs, err := printed(t, things(), outputFlags{format: "table", filters: []string{tt.filter}}, false, 0)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{tt.out, tt.errs}, []string{out, errs}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestEmptyTableSaysSo(t *testing.T) {
	t.Parallel()
	l := things()
	l.items = nil
	out, errs, err := printed(t, l, outputFlags{}, false, 0)
	if err != nil || out != "NAME  N\n" || errs != "flexq: no things\n" {
		t.Errorf("%v %q %q", err, out, errs)
	}
}

// A writer that fails, as /dev/full does.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestPrintReportsAFailedWrite(t *testing.T) {
	t.Parallel()
	for _, format := range []string{"table", "json", "csv"} {
		err := things().print(streams{Out: full{}, Err: &bytes.Buffer{}}, outputFlags{format: format})
		if err == nil || !strings.Contains(err.Error(), "no space left") {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

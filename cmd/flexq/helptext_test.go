package main

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
)

// The help of each command can be read on a terminal of 80 columns.
func TestHelpFits(t *testing.T) {
	t.Parallel()
	f := testFactory()
	var out bytes.Buffer
	f.Out = &out
	root := newRootCmd(f)
	root.SetOut(&out)
	seen := 0
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		out.Reset()
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "\n\nUsage:\n") && !strings.HasPrefix(out.String(), "Usage:\n") {
			t.Errorf("%s: got %s", cmd.CommandPath(), out.String())
		}
		for line := range strings.Lines(out.String()) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > 80 {
				t.Errorf("%s: %s", cmd.CommandPath(), line)
			}
		}
		seen++
		for _, child := range cmd.Commands() {
			look(child)
		}
	}
	look(root)
	if seen < 30 {
		t.Errorf("only %d commands have been looked at", seen)
	}
}

func TestWrapLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 90)
	tests := map[string]struct{ in, want string }{
		"short":    {"a b\n\n  c", "a b\n\n  c"},
		"80 fit":   {strings.Repeat("ä", 78) + " b", strings.Repeat("ä", 78) + " b"},
		"81 don't": {strings.Repeat("ä", 79) + " b", strings.Repeat("ä", 79) + "\nb"},
		"a row": {
			"  -f, --flag NAME   " + strings.Repeat("word ", 13) + "end",
			"  -f, --flag NAME   " + strings.Repeat("word ", 11) + "word\n" + strings.Repeat(" ", 20) + "word end",
		},
		"what is set in": {"  " + strings.Repeat("a", 70) + " bbbbbbbbb", "  " + strings.Repeat("a", 70) + "\n  bbbbbbbbb"},
		"a long word":    {long, long},
		"one after others": {
			"see " + long + " there", "see\n" + long + "\nthere",
		},
		"one in a row": {"  --flag   " + long, "  --flag   " + long},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, wrapLines(tt.in)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestJoinProse(t *testing.T) {
	t.Parallel()
	got := joinProse("one\ntwo\n\nthree:\n  a\n  b\nfour\nfive")
	if want := "one two\n\nthree:\n  a\n  b\nfour five"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

package slurm_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/client/slurm"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestParseRef(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]slurm.Ref{
		"1234":                 {Job: 1234, Het: -1},
		" 1234\n":              {Job: 1234, Het: -1},
		"0001234":              {Job: 1234, Het: -1},
		"1234_7":               {Job: 1234, Task: "7", Het: -1},
		"1234_[7]":             {Job: 1234, Task: "7", Het: -1},
		"1234_[1-5]":           {Job: 1234, Task: "[1-5]", Het: -1},
		"1234_1-5,9":           {Job: 1234, Task: "[1-5,9]", Het: -1},
		"18_[2-5%2]":           {Job: 18, Task: "[2-5]", Het: -1},
		"3_[22-400:7%3]":       {Job: 3, Task: "[22-400:7]", Het: -1},
		"21+1":                 {Job: 21, Het: 1},
		"21+0":                 {Job: 21, Het: 0},
		"1234.batch":           {Job: 1234, Het: -1, Step: "batch"},
		"1234.extern":          {Job: 1234, Het: -1, Step: "extern"},
		"1234.0":               {Job: 1234, Het: -1, Step: "0"},
		"1234_7.12":            {Job: 1234, Task: "7", Het: -1, Step: "12"},
		"21+1.interactive":     {Job: 21, Het: 1, Step: "interactive"},
		"18446744073709551615": {Job: math.MaxUint64, Het: -1},
	} {
		got, err := slurm.ParseRef(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
}

func TestParseRefRefuses(t *testing.T) {
	t.Parallel()
	for text, why := range map[string]string{
		"":                     "job ids are numbers",
		"abc":                  "job ids are numbers",
		"0":                    "job ids are numbers",
		"-5":                   "job ids are numbers",
		"+5":                   "job ids are numbers",
		"1 2":                  "job ids are numbers",
		"1,2":                  "job ids are numbers",
		"18446744073709551616": "job ids are numbers",
		"1234_":                "is not a task number",
		"1234_x":               "is not a task number",
		"1234_*":               "is not a task number",
		"1234_[1-5":            "a bracket is missing",
		"1234_1-5]":            "a bracket is missing",
		"1234_[5-1]":           "runs backwards",
		"1234_[]":              "is not a task number",
		"4_[1-2,5,15...]":      "cut short",
		"4_[1-2,5,15...%3]":    "cut short",
		"1234+":                "is not a component",
		"1234+x":               "is not a component",
		"1234+99999999":        "is not a component",
		"1234_7+1":             "tasks or components",
		"1234+1_7":             "is not a component",
		"1234.":                "is not a step",
		"1234.foo":             "is not a step",
		"1234.0.1":             "is not a step",
	} {
		got, err := slurm.ParseRef(text)
		if err == nil || got != (slurm.Ref{}) {
			t.Errorf("%q is taken for %+v", text, got)
			continue
		}
		if !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "write 1234") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestRefRoundTrip(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := slurm.RefTo(rapid.Uint64Range(1, math.MaxUint64).Draw(t, "job"))
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 1:
			r.Task = itoa(rapid.IntRange(0, 4_000_000).Draw(t, "task"))
		case 2:
			first := rapid.IntRange(0, 1000).Draw(t, "first")
			r.Task = "[" + itoa(first) + "-" + itoa(first+rapid.IntRange(1, 1000).Draw(t, "more")) + "]"
		case 3:
			r.Het = rapid.IntRange(0, 100).Draw(t, "het")
		}
		r.Step = rapid.SampledFrom([]string{"", "", "batch", "0", "17"}).Draw(t, "step")
		got, err := slurm.ParseRef(r.String())
		if err != nil || got != r {
			t.Fatalf("%s is read as %+v, %v", r, got, err)
		}
	})
}

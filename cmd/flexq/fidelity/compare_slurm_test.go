//go:build slurm

package fidelity_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// rule says that a key of flexq's JSON and a column of a tool are the same thing. same judges the two texts;
// nil wants them equal.
type rule struct {
	key, column string
	same        func(flexq, tool string) bool
}

// compare reports each field of an item that differs from the tool's row.
func compare(t *testing.T, what string, item map[string]any, tool string, row map[string]string, rules []rule) {
	t.Helper()
	for _, r := range rules {
		value, ok := item[r.key]
		if !ok {
			t.Errorf("%s: flexq has no %q", what, r.key)
			continue
		}
		cell, ok := row[r.column]
		if !ok {
			t.Errorf("%s: %s has no %q", what, tool, r.column)
			continue
		}
		got, same := text(value), r.same
		if same == nil {
			same = func(a, b string) bool { return a == b }
		}
		if !same(got, cell) {
			t.Errorf("%s: %s is %q in flexq, %s is %q in %s", what, r.key, got, r.column, cell, tool)
		}
	}
}

// text is a JSON value as a tool would print it; null is "".
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		var parts []string
		for _, x := range v {
			parts = append(parts, text(x))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}

// orNothing lets the words by which a tool says that there is nothing stand for "".
func orNothing(words ...string) func(string, string) bool {
	return func(flexq, tool string) bool {
		return flexq == tool || flexq == "" && slices.Contains(words, tool)
	}
}

// moment compares RFC 3339 with seconds since 1970; the tool has many words for no moment.
func moment(flexq, tool string) bool {
	if flexq == "" {
		return slices.Contains([]string{"N/A", "NONE", "Unknown", "None", "0", ""}, tool)
	}
	at, err := time.Parse(time.RFC3339, flexq)
	return err == nil && strconv.FormatInt(at.Unix(), 10) == tool
}

// sameReason: where Slurm has words of its own for why a job waits (which nodes are not available), its tools print
// them in place of the reason, and flexq has both; where they add the signal to the reason, flexq has it in the
// exit code.
func sameReason(reason, description, tool string) bool {
	switch {
	case reason == "" && description == "":
		return tool == "None" || tool == ""
	case description != "":
		return description == tool
	case reason == tool:
		return true
	}
	return reason == "RaisedSignal" && strings.HasPrefix(tool, "RaisedSignal:")
}

// clockSeconds reads [D-][H:]M:S as squeue prints it.
func clockSeconds(s string) (int64, bool) {
	days, clock, hasDays := strings.Cut(s, "-")
	var total int64
	if hasDays {
		d, err := strconv.ParseInt(days, 10, 64)
		if err != nil {
			return 0, false
		}
		total = d * 86400
	} else {
		clock = s
	}
	var sec int64
	for part := range strings.SplitSeq(clock, ":") {
		n, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return 0, false
		}
		sec = sec*60 + n
	}
	return total + sec, strings.Contains(clock, ":")
}

// between wants a number of seconds that is not outside what a tool printed before and after.
func between(flexq, before, after string) bool {
	n, err := strconv.ParseInt(flexq, 10, 64)
	lo, ok1 := clockSeconds(before)
	hi, ok2 := clockSeconds(after)
	if lo > hi {
		lo, hi = hi, lo
	}
	return err == nil && ok1 && ok2 && lo <= n && n <= hi
}

// gpusOf reads gres/gpu=N from a TRES string.
func gpusOf(tres string) string {
	for part := range strings.SplitSeq(tres, ",") {
		if n, ok := strings.CutPrefix(part, "gres/gpu="); ok {
			return n
		}
	}
	return "0"
}

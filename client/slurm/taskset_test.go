package slurm_test

import (
	"slices"
	"strings"
	"testing"

	"flexq/client/slurm"
)

func taskSet(t *testing.T, s string) slurm.TaskSet {
	t.Helper()
	set, err := slurm.ParseTaskSet(s)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func TestTaskSet(t *testing.T) {
	t.Parallel()
	for list, want := range map[string][]uint32{
		"7":              {7},
		"[2-5,9]":        {2, 3, 4, 5, 9},
		"1-9:4":          {1, 5, 9},
		"[1,1,1]":        {1},
		"3,1-5:2,2-4":    {1, 2, 3, 4, 5},
		"[63-65,127%2]":  {63, 64, 65, 127},
		"4000000":        {4_000_000},
		"0,64,128,64-65": {0, 64, 65, 128},
	} {
		set := taskSet(t, list)
		if got := slices.Collect(set.All()); !slices.Equal(got, want) || set.Count() != len(want) {
			t.Errorf("%s: got %v (%d), want %v", list, got, set.Count(), want)
		}
		for _, n := range want {
			if !set.Has(n) {
				t.Errorf("%s has not %d", list, n)
			}
		}
		if set.Has(6) || set.Has(4_100_000) {
			t.Errorf("%s has 6 or 4100000", list)
		}
	}
}

func TestTaskSetRelations(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		a, b         string
		meets, holds bool
	}{
		{"2-5", "5-9", true, false},
		{"2-5", "3,5", true, true},
		{"2-5", "6-200", false, false},
		{"0-200", "64-128:64", true, true},
		{"1-9:2", "2-8:2", false, false},
		{"3", "3", true, true},
		{"3", "300", false, false},
	} {
		a, b := taskSet(t, k.a), taskSet(t, k.b)
		if got := a.Meets(b); got != k.meets || b.Meets(a) != got {
			t.Errorf("%s meets %s: %v", k.a, k.b, got)
		}
		if got := a.Holds(b); got != k.holds {
			t.Errorf("%s holds %s: %v", k.a, k.b, got)
		}
	}
}

func TestTaskSetRefuses(t *testing.T) {
	t.Parallel()
	for list, why := range map[string]string{
		"[1-3,7,1...]": "cut short", "1...": "cut short", "[1-3": "bracket", "": "not a task number",
		"1,,2": "not a task number", "5-2": "runs backwards", "1-9:0": "wrong step", "-1": "not a task number",
		"4000001": "more than", "1-x": "not a task number", "1 2": "not a task number",
		strings.Repeat("0-4000000,", 5) + "1": "overlap too much",
	} {
		if _, err := slurm.ParseTaskSet(list); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%.40s: got %v, want %q", list, err, why)
		}
	}
}

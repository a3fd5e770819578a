package slurm_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"flexq/client/slurm"
)

func TestParseArray(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		expr, tasks string
		running     uint32
		count       int
	}{
		{"0", "0", 0, 1},
		{"0-9", "0-9", 0, 10},
		{"1,3,5", "1,3,5", 0, 3},
		{"1-9:2,12%4", "1-9:2,12", 4, 6},
		{"2-3,5%2", "2-3,5", 2, 3},
		{" 0-15 ", "0-15", 0, 16},
		{"22-400:7%3", "22-400:7", 3, 55},
		{"1-5,3", "1-5,3", 0, 5}, // a task counts once
		{"3,1-5:2,2-4", "3,1-5:2,2-4", 0, 5},
		{"0-4000000", "0-4000000", 0, 4_000_001},
		{"1-1%0", "1-1", 0, 1},
		{"[1-3]", "1-3", 0, 3},
		{"[1-9:2,12]%4", "1-9:2,12", 4, 6},
	} {
		tasks, running, count, err := slurm.ParseArray(test.expr)
		if err != nil || tasks != test.tasks || running != test.running || count != test.count {
			t.Errorf("%q is %q %d %d %v", test.expr, tasks, running, count, err)
		}
	}
}

func TestParseArrayRefuses(t *testing.T) {
	t.Parallel()
	for expr, why := range map[string]string{
		"":                                    "is not a task number",
		"a":                                   "is not a task number",
		"1-":                                  "is not a task number",
		"5-1":                                 "runs backwards",
		"1-9:0":                               "has a wrong step",
		"1-9:x":                               "has a wrong step",
		"1:2":                                 "has a wrong step",
		"1-9%":                                "the number after %",
		"1-9%-1":                              "the number after %",
		"0-4000001":                           "is more than 4000000",
		"1,,2":                                "is not a task number",
		"1-2,1...":                            "cut short",
		"-1":                                  `: "-1" is not a task number`,
		"1,-2":                                `: "-2" is not a task number`,
		"[1-3":                                `"[1" is not a task number`,
		"[]":                                  "is not a task number",
		strings.Repeat("0-4000000,", 9) + "1": "overlap too much",
	} {
		_, _, count, err := slurm.ParseArray(expr)
		if err == nil || count != 0 || !strings.Contains(err.Error(), why) || !strings.Contains(err.Error(), "write 0-9") {
			t.Errorf("%q: %d, %v", expr, count, err)
		}
	}
}

func TestParseArrayCountsAsASet(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		set, parts := map[int]bool{}, []string{}
		for range rapid.IntRange(1, 6).Draw(t, "parts") {
			first, length, step := rapid.IntRange(0, 40).Draw(t, "first"), rapid.IntRange(0, 20).Draw(t, "length"), rapid.IntRange(1, 5).Draw(t, "step")
			for i := first; i <= first+length; i += step {
				set[i] = true
			}
			parts = append(parts, itoa(first)+"-"+itoa(first+length)+":"+itoa(step))
		}
		expr := strings.Join(parts, ",")
		if _, _, count, err := slurm.ParseArray(expr); err != nil || count != len(set) {
			t.Fatalf("%s: %d, %v; want %d", expr, count, err, len(set))
		}
	})
}

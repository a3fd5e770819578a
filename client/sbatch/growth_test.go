package sbatch_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/sbatch"
)

// manyLines is a script of n #SBATCH lines.
func manyLines(n int, line func(int) string) string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	for i := range n {
		b.WriteString("#SBATCH " + line(i) + "\n")
	}
	return b.String() + "srun true\n"
}

// manyItems is a script of one line whose value is a list of n items.
func manyItems(option string, n int, item func(int) string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = item(i)
	}
	return manyLines(1, func(int) string { return option + strings.Join(items, ",") })
}

// Whatever someone pastes into the form, the time of a read and of an edit grows as the text does.
func TestTimeGrowsWithTheText(t *testing.T) {
	t.Parallel()
	part := func(of string) func(int) string {
		return func(n int) string {
			return manyLines(n/8, func(i int) string {
				if i%2 == 0 {
					return "hetjob"
				}
				return fmt.Sprintf(of, i)
			})
		}
	}
	for name, script := range map[string]func(n int) string{ //nolint:paralleltest // they measure time
		"times":            func(n int) string { return manyLines(n, func(int) string { return "--time=5" }) },
		"wrong times":      func(n int) string { return manyLines(n, func(i int) string { return fmt.Sprintf("--time=x%d", i) }) },
		"unknown":          func(n int) string { return manyLines(n, func(i int) string { return fmt.Sprintf("--tims-%d", i) }) },
		"sized parts":      part("-N2 -n4 -c3 --gpus=1 # %d"),
		"parts that carry": part("--comment=%d"),
		"wrong parts":      part("--time=x%d"),
		"parts too new":    part("--oom-kill-step=1 # %d"),
		"variables": func(n int) string {
			return manyItems("--export=", n, func(i int) string { return fmt.Sprintf("A%d=1", i) })
		},
		"GPUs": func(n int) string {
			return manyItems("--gpus=", n, func(i int) string { return fmt.Sprintf("t%d:1", i) })
		},
		"words":         func(n int) string { return manyLines(1, func(int) string { return strings.Repeat("-H ", n) }) },
		"letters":       func(n int) string { return manyLines(1, func(int) string { return "-" + strings.Repeat("H", n) }) },
		"mixed letters": func(n int) string { return manyLines(1, func(int) string { return "-" + strings.Repeat("HO", n) }) },
	} {
		t.Run(name, func(t *testing.T) {
			took := func(n, times int) time.Duration {
				text, start := script(n), time.Now()
				for range times {
					r := sbatch.Read(text, sbatch.Options{Now: now()})
					r.For("v0.0.40")
					_, _ = sbatch.Remove(text, "hold")
					_, _ = sbatch.Set(text, "time", "7")
				}
				return time.Since(start)
			}
			const n, more = 1000, 16
			ratio := 0.0
			// Other programs may take the CPU meanwhile: as much of it from the many short texts as from the long one.
			for range 10 {
				if ratio = more * float64(took(more*n, 1)) / float64(took(n, more)); ratio < more*more/2 {
					return
				}
			}
			t.Errorf("%d times the text takes %.0f times as long", more, ratio)
		})
	}
}

// A list of more resources than any cluster has is told of, and not worked through.
func TestLongLists(t *testing.T) {
	t.Parallel()
	for _, option := range []string{"--gpus=", "--gpus-per-node=", "--gres=", "--tres-per-task="} {
		item := func(i int) string { return fmt.Sprintf("gres/t%d:1", i) }
		r := sbatch.Read(manyItems(option, 100_000, item), sbatch.Options{Now: now()})
		name, want := strings.TrimSuffix(option, "="), "the list has "
		if got := r.Problems.Of(sbatch.Error); len(got) != 1 || got[0].Option != name || !strings.HasPrefix(got[0].What, want) {
			t.Errorf("%s %d problems, the first %.100v", option, len(got), got)
		}
	}
	few := sbatch.Read(manyItems("-n1 --gres=", 1000, func(i int) string { return fmt.Sprintf("t%d:1", i) }), sbatch.Options{Now: now()})
	if err := few.Problems.Err(); err != nil {
		t.Errorf("a thousand resources: %v", err)
	}
}

// What a part hands on to the next counts there as it was said, of options that were said twice the last, and of those
// whose values add up both.
func TestWhatPartsHandOn(t *testing.T) {
	t.Parallel()
	r := sbatch.Read("#!/bin/sh\n#SBATCH --comment=a --kill-on-invalid-dep=yes --comment=b --kill-on-invalid-dep=no\n#SBATCH hetjob\n#SBATCH hetjob\n#SBATCH --comment=c\ntrue\n", sbatch.Options{Now: now()})
	if len(r.Job.Parts) != 2 {
		t.Fatalf("%d parts", len(r.Job.Parts))
	}
	for i, want := range []string{"b", "c"} {
		part := r.Job.Parts[i]
		flags := []string{"KILL_INVALID_DEPENDENCY", "NO_KILL_INVALID_DEPENDENCY"}
		if part.Comment != want || !slices.Equal(part.Flags, flags) {
			t.Errorf("part %d: %q %v", i+1, part.Comment, part.Flags)
		}
	}
}

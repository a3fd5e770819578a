package preflight_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

func listOf(n int, item, between string) string {
	items := make([]string, n)
	for i := range items {
		items[i] = strings.ReplaceAll(item, "$", fmt.Sprint(i))
	}
	return strings.Join(items, between)
}

// Lists that are as long as a request may be, against a large cluster: what is told is what helps, and it takes no
// minutes.
func TestLongLists(t *testing.T) {
	t.Parallel()
	w := world()
	nodes := w.Nodes
	for i := range 2000 {
		n := nodes[i%len(nodes)]
		n.Name, n.Features = fmt.Sprint(n.Name, "-", i), []string{fmt.Sprint("f", i)}
		w.Nodes = append(w.Nodes, n)
	}
	w.Outlook = outlook(w)
	for name, k := range map[string]struct {
		change func(*slurm.Submission)
		want   brief
		times  int
	}{
		"features":   {func(s *slurm.Submission) { s.Features = listOf(50_000, "x$", "&") }, brief{sbatch.Error, "--constraint"}, 10},
		"preferred":  {func(s *slurm.Submission) { s.Prefer = listOf(50_000, "x$", "|") }, brief{sbatch.Error, "--prefer"}, 10},
		"QOS":        {func(s *slurm.Submission) { s.QOS = listOf(100_000, "q$", ",") }, brief{sbatch.Warning, "--qos"}, 10},
		"excluded":   {func(s *slurm.Submission) { s.ExcludedNodes = listOf(100_000, "n$", ",") }, brief{sbatch.Error, "--exclude"}, 1},
		"partitions": {func(s *slurm.Submission) { s.Partition = listOf(100_000, "cpu", ","); s.CPUsPerTask = 33 }, brief{sbatch.Error, "--cpus-per-task"}, 1},
	} {
		got := slices.DeleteFunc(preflight.Check(job(k.change), w), func(p sbatch.Problem) bool {
			return strings.HasSuffix(p.What, "bytes, and Slurm takes 1024") // as it is, of some
		})
		for _, b := range briefs(got) {
			if b != k.want {
				t.Errorf("%s: %v", name, b)
			}
		}
		if len(got) != k.times {
			t.Errorf("%s: %d findings", name, len(got))
		}
	}
}

// A long list leaves out the nodes that it names, as a short one does.
func TestManyExcluded(t *testing.T) {
	t.Parallel()
	w := world()
	w.Access = nil // the other names may be nodes that are hidden
	for _, n := range []int{1, 1000} {
		s := job(func(s *slurm.Submission) { s.ExcludedNodes, s.Nodes = listOf(n, "other$", ",")+",c1-cpu-1", "2" })
		if got := briefs(preflight.Check(s, w)); len(got) != 1 || got[0] != (brief{sbatch.Error, "--exclude"}) {
			t.Errorf("%d others: %v", n, got)
		}
	}
}

// Of a het job with more parts than anyone has, the first are checked, and it says so.
func TestManyParts(t *testing.T) {
	t.Parallel()
	var parts []slurm.Submission
	for range 10_000 {
		parts = append(parts, job(func(s *slurm.Submission) { s.CPUsPerTask = 33 }))
	}
	got := preflight.Check(job(func(s *slurm.Submission) { s.CPUsPerTask, s.Parts = 33, parts }), world())
	if len(got.Of(sbatch.Error)) != 200 || len(got) != 201 || got[200].Part != 200 || got[200].What != "the parts from here on are not checked" {
		t.Errorf("%d findings, the last %v", len(got), got[len(got)-1])
	}
	got = preflight.Check(job(func(s *slurm.Submission) { s.CPUsPerTask, s.Parts = 33, parts[:199] }), world())
	if len(got) != 200 {
		t.Errorf("of two hundred parts %d findings", len(got))
	}
}

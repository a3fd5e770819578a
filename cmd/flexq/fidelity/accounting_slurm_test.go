//go:build slurm

package fidelity_test

import (
	"slices"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

func accountingRules() []rule {
	return []rule{
		{key: "id", column: "JobIDRaw"},
		{key: "displayId", column: "JobID"},
		{key: "name", column: "JobName"},
		{key: "user", column: "User"},
		{key: "account", column: "Account"},
		{key: "partition", column: "Partition"},
		{key: "qos", column: "QOS"},
		{key: "state", column: "State", same: func(flexq, tool string) bool {
			word, _, _ := strings.Cut(tool, " by ")
			return flexq == word
		}},
		{key: "exitCode", column: "ExitCode"},
		{key: "elapsedSeconds", column: "ElapsedRaw"},
		{key: "submitTime", column: "Submit", same: moment},
		{key: "startTime", column: "Start", same: moment},
		{key: "endTime", column: "End", same: moment},
		{key: "timeLimit", column: "Timelimit", same: orNothing("Partition_Limit")},
		{key: "nodes", column: "NodeList", same: orNothing("None assigned")},
		{key: "nodeCount", column: "NNodes"},
	}
}

// compareForgotten makes slurmctld forget the ended jobs and compares what is left in accounting.
func compareForgotten(t *testing.T, b *bed.Bed, p *program, ids []string) {
	t.Helper()
	b.Set(t, "MinJobAge", "2")
	defer b.Set(t, "MinJobAge", "300")
	b.Until(t, "slurmctld forgets the ended jobs", func() bool {
		left := squeue(t, b)
		for _, id := range ids {
			if _, ok := left[id]; ok {
				return false
			}
		}
		return true
	})
	rows := sacct(t, b, ids)
	for _, id := range ids {
		row, ok := rows[id]
		if !ok {
			t.Errorf("sacct has no job %s", id)
			continue
		}
		what := "accounting of " + row["JobID"] + " " + row["JobName"]
		items := p.items(t, "job", id)
		// The last task of an array has the array's own id: asked for that, flexq shows all tasks.
		at := slices.IndexFunc(items, func(item map[string]any) bool { return text(item["id"]) == id })
		if at < 0 {
			t.Errorf("%s: flexq does not list it", what)
			continue
		}
		item := items[at]
		if source := text(item["source"]); source != "accounting" {
			t.Errorf("%s: flexq has it from the %s", what, source)
		}
		compare(t, what, item, "sacct", row, accountingRules())
		// A job that never started has nothing; flexq shows what it asked for, as squeue does.
		tres, cpus := row["AllocTRES"], row["NCPUS"]
		if tres == "" {
			tres, cpus = row["ReqTRES"], row["ReqCPUS"]
		}
		if got := text(item["cpus"]); got != cpus {
			t.Errorf("%s: %s CPUs in flexq, %s in sacct", what, got, cpus)
		}
		if gpus := text(item["gpus"]); gpus != gpusOf(tres) {
			t.Errorf("%s: %s GPUs in flexq, %q in sacct", what, gpus, tres)
		}
	}
}

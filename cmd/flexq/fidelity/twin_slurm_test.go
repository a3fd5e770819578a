//go:build slurm

package fidelity_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// TestSlurmTwin submits every script of testdata/twin with sbatch and with flexq, and wants the two jobs to be the
// same in everything but what notTheJob lists. A script that REST cannot express must be refused with its line, its option
// and a cure. What is known to differ is in knownToDiffer, and must still differ.
func TestSlurmTwin(t *testing.T) {
	b := bed.Open(t)
	flexq := through(t, b, build(t), "alice")
	flexq.dir = twinFiles(t)
	scripts := twins(t)
	if len(scripts) < 80 && os.Getenv("TWIN_DIR") == "" {
		t.Fatalf("%d scripts, want 80 at least", len(scripts))
	}
	pairs := submitTwins(t, b, flexq, scripts)
	look := lookAtTwins(t, b, pairs)
	var table strings.Builder
	all := make(map[string][]difference)
	for i := range pairs {
		p := &pairs[i]
		found := p.found
		if p.sbatch != "" && p.flexq != "" {
			found = append(found, look.differences(p)...)
		}
		all[p.script.name] = found
		fmt.Fprintf(&table, "%-34s %s\n", p.script.name, p.words(found))
		for _, d := range found {
			table.WriteString("    " + d.String() + "\n")
		}
	}
	judgeTwins(t, all)
	t.Logf("%d scripts\n%s", len(pairs), table.String())
}

// difference is one thing in which two jobs are not the same, or one thing that only one of the two programs does.
type difference struct {
	field, sbatch, flexq string
}

func (d difference) String() string {
	return fmt.Sprintf("%s: %s with sbatch, %s with flexq", d.field, d.sbatch, d.flexq)
}

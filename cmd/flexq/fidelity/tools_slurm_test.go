//go:build slurm

package fidelity_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// sep separates the columns that are asked from Slurm's tools: no name holds it.
const sep = "\x1f"

// table asks a tool for columns, and returns its rows by the value of the first column.
func table(t *testing.T, b *bed.Bed, columns []string, argv ...string) map[string]map[string]string {
	t.Helper()
	// Times in seconds, task lists in full.
	out := b.Root(t, append([]string{"env", "SLURM_TIME_FORMAT=%s", "SLURM_BITSTR_LEN=0"}, argv...)...)
	rows := make(map[string]map[string]string)
	for line := range strings.Lines(out) {
		cells := strings.Split(strings.TrimSuffix(line, "\n"), sep)
		if len(cells) != len(columns) {
			t.Fatalf("%s: %d cells for %d columns: %q", argv[0], len(cells), len(columns), line)
		}
		row := make(map[string]string)
		for i, c := range columns {
			row[c] = cells[i]
		}
		if _, twice := rows[cells[0]]; twice {
			t.Fatalf("%s: two rows for %s", argv[0], cells[0])
		}
		rows[cells[0]] = row
	}
	return rows
}

// squeue returns every record of the queue by its own job id.
func squeue(t *testing.T, b *bed.Bed) map[string]map[string]string {
	t.Helper()
	columns := strings.Split("%A %i %j %u %a %P %q %T %t %r %Q %M %l %L %V %S %e %N %D %C %v %k %E %Z %o %f %W %B %K %R", " ")
	return table(t, b, columns, "squeue", "-h", "-a", "-t", "all", "-o", strings.Join(columns, sep))
}

// scontrol returns what scontrol show prints on one line for each job or node, by the field named key.
func scontrol(t *testing.T, b *bed.Bed, what, key string) map[string]map[string]string {
	t.Helper()
	out := b.Root(t, "env", "SLURM_TIME_FORMAT=%s", "SLURM_BITSTR_LEN=0", "scontrol", "-o", "--all", "show", what)
	rows := make(map[string]map[string]string)
	for line := range strings.Lines(out) {
		row := pairs(strings.TrimSuffix(line, "\n"))
		rows[row[key]] = row
	}
	return rows
}

// pairs reads "A=1 B=two words C=3"; a word without "=" belongs to the value before it, and of a key that comes
// twice the last counts: a job's name, which may look like anything, comes before what is compared.
func pairs(line string) map[string]string {
	row := make(map[string]string)
	key := ""
	for _, word := range strings.Split(line, " ") {
		k, v, ok := strings.Cut(word, "=")
		if ok && k != "" && strings.IndexFunc(k, notKey) < 0 {
			key = k
			row[key] = v
			continue
		}
		if word != "" {
			row[key] += " " + word
		}
	}
	return row
}

func notKey(r rune) bool {
	return (r < 'A' || r > 'Z') && (r < 'a' || r > 'z') && r != ':' && r != '/'
}

// sacct returns what accounting prints of those jobs (not of their steps) by their own ids.
func sacct(t *testing.T, b *bed.Bed, ids []string) map[string]map[string]string {
	t.Helper()
	columns := strings.Split("JobIDRaw JobID JobName User Account Partition QOS State ExitCode ElapsedRaw Submit Start End Timelimit NodeList NNodes AllocTRES ReqTRES Priority NCPUS ReqCPUS", " ")
	return table(t, b, columns, "sacct", "-a", "-X", "-n", "-P", "--delimiter="+sep, "-j", strings.Join(ids, ","), "-o", strings.Join(columns, ","))
}

// equalBut reports whether two tables are the same but for the columns given.
func equalBut(a, b map[string]map[string]string, columns ...string) bool {
	return maps.EqualFunc(a, b, func(x, y map[string]string) bool {
		for c := range x {
			if x[c] != y[c] && !slices.Contains(columns, c) {
				return false
			}
		}
		return true
	})
}

package slurm_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
)

// readTable reads the rows of a file of testdata: columns parted by tabs, comments with #.
func readTable(t *testing.T, name string, columns int) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(row) != columns {
			t.Fatalf("%s: %q has %d columns, want %d", name, line, len(row), columns)
		}
		rows = append(rows, row)
	}
	return rows
}

func TestJobStateNamesAsSlurm(t *testing.T) {
	t.Parallel()
	rows := readTable(t, "job_states.tsv", 3)
	if len(rows) < 500 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		s := slurm.ParseJobState(strings.Split(row[0], ",")...)
		if s.Other != "" {
			t.Errorf("%s: %q not understood", row[0], s.Other)
		}
		if got := []string{s.String(), s.Code()}; !cmp.Equal(got, row[1:]) {
			t.Errorf("%s is %v, want %v", row[0], got, row[1:])
		}
	}
}

func TestJobStateRecorded(t *testing.T) {
	t.Parallel()
	type is struct{ Pending, Active, Final, Failure bool }
	for _, test := range []struct {
		words       string
		name, code  string
		want        is
		description string
	}{
		{"PENDING", "PENDING", "PD", is{Pending: true}, "waiting"},
		{"PENDING SPECIAL_EXIT", "SPECIAL_EXIT", "SE", is{Pending: true}, "special exit, held"},
		{"RUNNING", "RUNNING", "R", is{Active: true}, "running"},
		{"RUNNING CONFIGURING POWER_UP_NODE", "CONFIGURING", "CF", is{Active: true}, "starting"},
		{"SUSPENDED", "SUSPENDED", "S", is{Active: true}, "suspended"},
		{"COMPLETED", "COMPLETED", "CD", is{Final: true}, "completed"},
		{"COMPLETED COMPLETING", "COMPLETING", "CG", is{Active: true}, "completing"},
		{"CANCELLED", "CANCELLED", "CA", is{Final: true}, "cancelled"},
		{"CANCELLED COMPLETING", "COMPLETING", "CG", is{Active: true}, "completing"},
		{"FAILED", "FAILED", "F", is{Final: true, Failure: true}, "failed"},
		{"FAILED COMPLETING", "COMPLETING", "CG", is{Active: true, Failure: true}, "completing"},
		{"TIMEOUT", "TIMEOUT", "TO", is{Final: true, Failure: true}, "out of time"},
		{"NODE_FAIL", "NODE_FAIL", "NF", is{Final: true, Failure: true}, "node failed"},
		{"DEADLINE", "DEADLINE", "DL", is{Final: true, Failure: true}, "deadline passed"},
		{"OUT_OF_MEMORY", "OUT_OF_MEMORY", "OOM", is{Final: true, Failure: true}, "out of memory"},
		{"PREEMPTED", "PREEMPTED", "PR", is{Final: true, Failure: true}, "preempted"},
		{"BOOT_FAIL", "BOOT_FAIL", "BF", is{Final: true, Failure: true}, "node did not boot"},
		{"PENDING REQUEUED COMPLETING", "COMPLETING", "CG", is{Active: true}, "completing"},
		{"PENDING REQUEUED", "REQUEUED", "RQ", is{Pending: true}, "requeued"},
		{"PENDING REQUEUE_HOLD", "REQUEUE_HOLD", "RH", is{Pending: true}, "requeued, held"},
		{"PENDING CONFIGURING", "CONFIGURING", "CF", is{Active: true}, "starting"},
		{"", "?", "?", is{}, "unknown"},
		{"SOMETHING_NEW", "SOMETHING_NEW", "?", is{}, "unknown"},
	} {
		t.Run(test.words, func(t *testing.T) {
			t.Parallel()
			s := slurm.ParseJobState(strings.Fields(test.words)...)
			got := is{s.IsPending(), s.IsActive(), s.IsFinal(), s.IsFailure()}
			if got != test.want {
				t.Errorf("is %+v, want %+v", got, test.want)
			}
			if s.String() != test.name || s.Code() != test.code || s.Words() != test.description {
				t.Errorf("is %q %q %q, want %q %q %q", s, s.Code(), s.Words(), test.name, test.code, test.description)
			}
		})
	}
}

func TestParseJobStateForms(t *testing.T) {
	t.Parallel()
	want := slurm.JobState{Base: slurm.JobRunning, Flags: slurm.JobCompleting | slurm.JobSignaling}
	for _, words := range [][]string{
		{"RUNNING", "COMPLETING", "SIGNALING"},
		{"RUNNING,COMPLETING,SIGNALING"},
		{"running+completing", "signaling"},
		{"R", "CG", "SI"},
		{" Running Completing  Signaling "},
	} {
		if diff := cmp.Diff(want, slurm.ParseJobState(words...)); diff != "" {
			t.Errorf("%q: %s", words, diff)
		}
	}
	if got := slurm.ParseJobState("CANCELLED by 1001"); got != (slurm.JobState{Base: slurm.JobCancelled}) {
		t.Errorf("sacct's form is %+v", got)
	}
	got := slurm.ParseJobState("RUNNING", "NEW_ONE", "other new")
	if got.Other != "NEW_ONE,other,new" || got.Base != slurm.JobRunning || got.String() != "RUNNING" {
		t.Errorf("unknown words: %+v", got)
	}
	if !got.Has(0) || got.Has(slurm.JobCompleting) {
		t.Error("Has")
	}
}

func TestJobCodes(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for _, c := range slurm.JobCodes() {
		if c.Code == "" || c.Name == "" || c.Words == "" || seen[c.Code] || seen[c.Name] {
			t.Errorf("bad or double: %+v", c)
		}
		seen[c.Code], seen[c.Name] = true, true
		for _, word := range []string{c.Code, c.Name} {
			if s := slurm.ParseJobState(word); s.Code() != c.Code || s.String() != c.Name || s.Words() != c.Words {
				t.Errorf("%s is read as %s", word, s)
			}
		}
	}
	for code := range strings.FieldsSeq("PD R S CG CA F TO NF PR BF DL OOM CD CF SE RQ RH RD RF RS RV SI SO ST") {
		if !seen[code] {
			t.Errorf("%s is missing", code)
		}
	}
}

package sbatch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
)

// What slurmctld reads is no error, and what it would refuse is one while it is typed.
func TestDependencyNamesJobs(t *testing.T) {
	t.Parallel()
	for value, wrong := range map[string]string{
		"afterok:5":                        "",
		"afterok:5:6,afterany:7":           "",
		"after:5+10:6?singleton":           "",
		"aftercorr:7_*,afterok:7_3":        "",
		"afterok:5(unfulfilled)":           "",
		"AfterOK:12":                       "",
		"5":                                "",
		"5,6":                              "",
		"afterok:5,6":                      "",
		"afterok:7_[1-2]":                  "",
		"afterok:7_[1,3],singleton":        "",
		"afterok:5+5":                      "",
		"'afterok: 5'":                     "",
		"singleton?afterok:5":              "",
		"5:6":                              `"5" is not a kind of dependency; write after, afterany, afterok, afternotok, aftercorr (each with :JOBID) or singleton`,
		"5,afterok:6":                      `"5" is not a kind of dependency; write after, afterany, afterok, afternotok, aftercorr (each with :JOBID) or singleton`,
		"on:5":                             `"on" is not a kind of dependency; write after, afterany, afterok, afternotok, aftercorr (each with :JOBID) or singleton`,
		"afterok:5,":                       `"afterok:5," has a separator too many; write one comma or ? between two dependencies`,
		",afterok:5":                       `",afterok:5" has a separator too many; write one comma or ? between two dependencies`,
		"singleton:5":                      `singleton takes no job; write singleton alone`,
		"after:5+0":                        `"5+0" is not the id of a job; write after:JOBID, as in after:1234`,
		"afterok:7_[1-":                    `"7_[1-" is not the id of a job; write afterok:JOBID, as in afterok:1234`,
		"afterok:notanid":                  `"notanid" is not the id of a job; write afterok:JOBID, as in afterok:1234`,
		"afterok:5:x":                      `"x" is not the id of a job; write afterok:JOBID, as in afterok:1234`,
		"afterany:0":                       `"0" is not the id of a job; write afterany:JOBID, as in afterany:1234`,
		"after:5+soon":                     `"5+soon" is not the id of a job; write after:JOBID, as in after:1234`,
		"afterok:5_x":                      `"5_x" is not the id of a job; write afterok:JOBID, as in afterok:1234`,
		"afterok:5:":                       `"" is not the id of a job; write afterok:JOBID, as in afterok:1234`,
		"afterok:":                         `"afterok:" names no job; write afterok:JOBID`,
		"singleton,afterok:99999999999999": `"99999999999999" is not the id of a job; write afterok:JOBID, as in afterok:1234`,
	} {
		got := ""
		for _, q := range sbatch.Read("#!/bin/sh\n#SBATCH --dependency="+value+"\nsrun x\n", sbatch.Options{}).Problems.Of(sbatch.Error) {
			got = q.What + "; " + q.Cure
		}
		if got != wrong {
			t.Errorf("%s: got %q, want %q", value, got, wrong)
		}
	}
}

func TestDependsOn(t *testing.T) {
	t.Parallel()
	for value, want := range map[string][]uint64{
		"":                                   nil,
		"singleton":                          nil,
		"5,6":                                {5, 6},
		"afterok:7_[1,3],8":                  {7, 8},
		"afterok:5:6,after:7_3+10?afterok:5": {5, 6, 7},
		"afterok:x:9(unfulfilled)":           {9},
	} {
		if diff := cmp.Diff(want, sbatch.DependsOn(value)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", value, diff)
		}
	}
}

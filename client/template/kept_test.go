package template_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/template"
)

// An array is asked for as it was, whatever the queue still has of it.
func TestAnArrayIsWhole(t *testing.T) {
	t.Parallel()
	rest := slurm.Job{ID: 18, Name: "sweep", Partition: "cpu", WorkDir: "/w", Array: slurm.Array{Job: 18, Tasks: "14", Max: 8}}
	for name, tt := range map[string]struct {
		kept  slurm.JobScript
		want  string
		tells bool
		added []string
	}{
		"by its script": {
			slurm.JobScript{Text: "#!/bin/sh\n#SBATCH --array=6-14%8\nsrun x\n"},
			"--array=6-14%8", true,
			[]string{"--job-name", "--partition", "--chdir", "--no-requeue"},
		},
		"by its command line": {
			slurm.JobScript{Text: "#!/bin/sh\nsrun x\n", Line: "sbatch -a 6-14%4 x.sh"},
			"--array=6-14%4", true,
			[]string{"--job-name", "--partition", "--array", "--chdir"},
		},
		"by the line that wins": {
			slurm.JobScript{Text: "#!/bin/sh\n#SBATCH --array=1-2\nsrun x\n", Line: "sbatch --array=6-14 x.sh"},
			"--array=6-14", true,
			[]string{"--array", "--job-name", "--partition", "--chdir"},
		},
		"by its records": {
			slurm.JobScript{Text: "#!/bin/sh\n#SBATCH -J sweep\nsrun x\n"},
			"--array=14%8", false,
			[]string{"--partition", "--array", "--no-requeue", "--chdir"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script := template.FromKept(tt.kept, rest)
			if n := strings.Count(script, "#SBATCH --array="); n != 1 || !strings.Contains(script, tt.want+"\n") {
				t.Errorf("%d arrays in\n%s", n, script)
			}
			if got := template.TellsTasks(tt.kept, rest); got != tt.tells {
				t.Errorf("tells its tasks: %v", got)
			}
			diff := cmp.Diff(sorted(tt.added), sorted(template.Added(tt.kept, script)))
			if diff != "" {
				t.Errorf("added (-want +got):\n%s", diff)
			}
		})
	}
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

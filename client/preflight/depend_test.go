package preflight_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/preflight"
	"flexq/client/slurm"
)

func TestJobsThatAreNotInTheQueue(t *testing.T) {
	t.Parallel()
	queue := []slurm.Job{{ID: 5}, {ID: 9, Array: slurm.Array{Job: 7, Task: 2, HasTask: true}}, {ID: 12, Het: slurm.Het{Job: 11, Offset: 1}}}
	const cure = "; check its id: Slurm refuses the job unless that one ended lately"
	for name, tt := range map[string]struct {
		dependency string
		queue      []slurm.Job
		want       []string
		gone       []uint64
	}{
		"all there":       {"afterok:5:7:7_2,afterany:11:12:9,singleton", queue, nil, nil},
		"one is not":      {"afterok:5:99999999", queue, []string{"--dependency: job 99999999 is not in the queue" + cure}, nil},
		"queue not known": {"afterok:99999999", nil, nil, nil},
		"no dependency":   {"", queue, nil, nil},
		"many are not":    {"afterok:1:2:3:4:5:6", queue, []string{"--dependency: job 1 is not in the queue" + cure, "--dependency: job 2 is not in the queue" + cure, "--dependency: job 3 is not in the queue" + cure}, nil},
		"looked for one by one": {
			"afterok:5:99999999:77", nil, []string{"--dependency: job 99999999 is not in the queue" + cure}, []uint64{99999999},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got []string
			for _, q := range preflight.Check(slurm.Submission{Script: "#!/bin/sh\nsrun x\n", Dependency: tt.dependency}, preflight.World{Queue: tt.queue, Gone: tt.gone}) {
				if q.Option == "--dependency" {
					got = append(got, q.String())
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

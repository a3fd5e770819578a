package sbatch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Values that mean something else to sbatch than they say are taken as sbatch takes them, and warned of. That the jobs
// are the same is for the twins.
func TestOddValues(t *testing.T) {
	t.Parallel()
	type job struct {
		MailType, GPUs, Nodes, Dir, Env string
		Warning                         slurm.Warning
		CoreSpec                        slurm.Num
		Empty                           []string
	}
	for line, tt := range map[string]struct {
		want job
		says string
	}{
		"--mail-type=END,x,' FAIL'": {job{MailType: "END"}, `" FAIL" is not an event, and sbatch leaves it out`},
		"--mail-type=x,END":         {job{MailType: "END"}, `"x" is not an event`},
		"-G nvidia_h200":            {job{GPUs: "gres/gpu:nvidia_h200", Env: "SLURM_GPUS=nvidia_h200"}, "write nvidia_h200:1"},
		"--signal=100@+60":          {job{Warning: slurm.Warning{Signal: "100", Before: 60}}, "there is no signal 100"},
		"--signal=B:65535":          {job{Warning: slurm.Warning{Signal: "65535", Batch: true}}, "there is no signal 65535"},
		"--nodelist=":               {job{Empty: []string{"required_nodes"}}, "a job of no nodes comes of it"},
		"-S 0":                      {job{}, "REST cannot say 0"},
		"--core-spec=":              {job{}, "REST cannot say 0"},
		"--chdir=":                  {job{Dir: "/home/alice/"}, `"" is not a full path, and becomes /home/alice/`},
		"-D ../runs":                {job{Dir: "/home/alice/../runs"}, "write that"},
		"--export=":                 {job{Env: "SLURM_EXPORT_ENV="}, ""},
		"--mem-per-gpu=0 -G1":       {job{GPUs: "gres/gpu:1", Env: "SLURM_MEM_PER_GPU=0", Empty: []string{"memory_per_tres"}}, ""},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			r := sbatch.Read("#!/bin/sh\n#SBATCH "+line+"\nsrun x\n", sbatch.Options{WorkDir: "/home/alice", Now: now()})
			got := job{
				MailType: r.Job.MailType, GPUs: r.Job.TRESPerJob, Nodes: r.Job.Nodes, Warning: r.Job.Warning,
				CoreSpec: r.Job.Tuning.CoreSpec, Empty: r.Job.Empty,
			}
			if r.Job.WorkDir != "/home/alice" {
				got.Dir = r.Job.WorkDir
			}
			for _, v := range r.Job.Env {
				if v == tt.want.Env {
					got.Env = v
				}
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
			switch {
			case tt.says == "" && len(r.Problems) > 0,
				tt.says != "" && (len(r.Problems) != 1 || r.Problems[0].Level != sbatch.Warning || !strings.Contains(r.Problems[0].String(), tt.says)):
				t.Errorf("got %v, want %q", r.Problems, tt.says)
			}
		})
	}
}

package sbatch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

func TestTuning(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]slurm.Tuning{
		"-m cyclic:block:fcyclic,NoPack":                        {Distribution: "cyclic:block:fcyclic,nopack"},
		"--distribution=*:cyclic":                               {Distribution: "*:cyclic"},
		"-m arbitrary -w n[1-2]":                                {Distribution: "arbitrary"},
		"--cpu-freq=2000000":                                    {CPUFreq: "2000000"},
		"--cpu-freq=highm1":                                     {CPUFreq: "highm1"},
		"--cpu-freq=performance":                                {CPUFreq: "performance"},
		"--mem-bind=prefer,local,sort":                          {MemBindType: []string{"PREFER", "LOCAL", "SORT"}},
		"--mem-bind=q,none":                                     {MemBindType: []string{"NONE"}},
		"--mem-bind=mask_mem:0x1,0x2":                           {MemBind: "0x1,0x2", MemBindType: []string{"MASK"}},
		"--profile=all":                                         {Profile: []string{"ENERGY", "LUSTRE", "NETWORK", "TASK"}},
		"--switches=2":                                          {Switches: 2},
		"--delay-boot=0":                                        {DelayBoot: slurm.NumOf(0)},
		"--oom-kill-step":                                       {OOMKillStep: slurm.NumOf(1)},
		"--wait-all-nodes=0":                                    {WaitAllNodes: ptr(false)},
		"--gpu-bind=closest --tres-bind=gres/gpu:single:1":      {TRESBind: "gres/gpu:single:1"},
		"--gpus-per-task=1 -n2 --gpu-bind=none":                 {TRESBind: "gres/gpu:none"},
		"--tres-per-task=gres/gpu:h200=1,gres/gpu=1 --ntasks=1": {TRESBind: "gres/gpu:per_task:1"},
		"--priority=5":                                          {Priority: slurm.NumOf(5)},
		"--priority=5 --hold":                                   {},
	} {
		job, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		if diff := cmp.Diff(want, job.Tuning); diff != "" || len(problems) > 0 {
			t.Errorf("%s: %s %v", line, diff, texts(problems))
		}
	}
}

// TestTuningEnvironment holds what sbatch 24.11 adds to the job's environment for srun.
func TestTuningEnvironment(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"-m plane=4":                   "SLURM_DISTRIBUTION=plane SLURM_DIST_PLANESIZE=4",
		"--hint=multithread":           "SLURM_HINT=multithread SLURM_NTASKS_PER_CORE=65535",
		"--hint=compute_bound":         "SLURM_THREADS_PER_CORE=1 SLURM_HINT=compute_bound",
		"--mem-bind=local":             "SLURM_MEM_BIND=local SLURM_MEM_BIND_VERBOSE=quiet",
		"--mem-bind=local,sort,prefer": "SLURM_MEM_BIND=prefer,sort,local SLURM_MEM_BIND_VERBOSE=quiet SLURM_MEM_BIND_SORT=sort",
		"--mem-bind=rank,verbose":      "SLURM_MEM_BIND=verbose,rank SLURM_MEM_BIND_VERBOSE=verbose",
		"--gpu-freq=low":               "SLURM_GPU_FREQ=low",
		"--container=/x":               "SLURM_CONTAINER=/x",
		"--container-id=y":             "SLURM_CONTAINER_ID=y",
		"-B 2:*:1":                     "SLURM_NTASKS=2 SLURM_NPROCS=2 SLURM_THREADS_PER_CORE=1",
		"--ntasks-per-tres=2 -N 1":     "SLURM_NTASKS_PER_TRES=2",
		"-N 2 --hint=NoMultithread":    "SLURM_NTASKS=2 SLURM_NPROCS=2 SLURM_THREADS_PER_CORE=1 SLURM_HINT=NoMultithread",
		"--ntasks-per-core=2":          "SLURM_NTASKS_PER_CORE=2",
	} {
		job, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		if got := strings.Join(job.Env[1:], " "); got != want || len(problems) > 0 {
			t.Errorf("%s: %s, want %s; %v", line, got, want, texts(problems))
		}
	}
}

func TestTuningRefuses(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"-m x":                     `"x" is not a way to spread tasks`,
		"-m plane=0":               "is not a way to spread tasks",
		"-m block,both":            "is not a way to spread tasks",
		"-m block:block:block:*":   "is not a way to spread tasks",
		"-m block:arbitrary":       "is not a way to spread tasks",
		"--cpu-freq=x":             "is not a frequency",
		"--cpu-freq=low-x":         "is not a frequency",
		"--cpu-freq=low:fast":      "is not a frequency",
		"--cpu-freq=low-high":      "is a range, which needs a governor; add one, as in low-high:performance",
		"--cpu-freq=performance-1": "is not a frequency",
		"--mem-bind=x":             "is not a way to bind memory",
		"--profile=x":              "cannot be profiled",
		"--switches=x":             "is not a number of switches",
		"--switches=1@x":           "is not a time to wait",
		"--delay-boot=x":           "is not a time",
		"--wait-all-nodes=2":       "is neither 0 nor 1",
		"--oom-kill-step=2":        "write a whole number from 0 to 1",
		"--priority=TOP":           "cannot be sent over REST",
		"--priority=-1":            "is not a priority; write a whole number up to 4294967293",
		"-S x":                     "write a whole number from 0 to 32767",
		"--hint=memory_bound":      "one core of each socket, and REST cannot say so",
		"--hint=x":                 "is not a hint",
		"-B 1:2":                   "the cores of a socket cannot be sent over REST; write * for them, as in 1:*",
		"-B 1:2:1":                 "write * for them, as in 1:*:1",
		"-B x":                     "is not a number of sockets",
		"-B 1:1:1:1":               "has too many parts",
		"-p ''":                    "its value is missing",
		"--partition=":             "the name is missing",
		"--export=SLURM_JOB_ID=5":  "SLURM_JOB_ID is a variable of Slurm's own, and is not sent",
		"--export=A=1,SLURM_CONF=": "SLURM_CONF is a variable of Slurm's own",
		"--cores-per-socket=4":     "REST has no field for it",
	} {
		_, _, problems := sbatch.Parse(script(line), sbatch.Options{})
		if err := problems.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, texts(problems), want)
		}
	}
}

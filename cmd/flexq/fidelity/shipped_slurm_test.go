//go:build slurm

package fidelity_test

import (
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// The programs that the templates call, as far as the bed has them: they write down how they were called.
const (
	fakeTorchrun = `#!/bin/bash
echo "torchrun $* omp=$OMP_NUM_THREADS gpus=$CUDA_VISIBLE_DEVICES node=$(hostname)" >>"$PWD/calls-$SLURM_JOB_ID"
case "$*" in *--until-asked*)
    if [[ ${SLURM_RESTART_COUNT:-0} = 0 ]]; then
        until [[ -e $CHECKPOINT_REQUEST ]]; do sleep 0.2; done
        echo "checkpoint" >>"$PWD/calls-$SLURM_JOB_ID"
    fi
esac
`
	fakePython = `#!/bin/bash
echo "python3 $* omp=$OMP_NUM_THREADS tmp=$TMPDIR" >>"$PWD/calls-${SLURM_ARRAY_JOB_ID:-$SLURM_JOB_ID}"
while (($#)); do
    [[ $1 != --output ]] || echo made >"$2/result"
    shift
done
`
)

// shipped submits a template that ships, waits until its job has ended, and returns how its programs were called.
func shipped(t *testing.T, b *bed.Bed, flexq *program, name, want string, set ...string) (id, calls string) {
	t.Helper()
	args := []string{"submit", "--chdir", "/home/alice/shipped", "--template", name}
	for _, s := range set {
		args = append(args, "--set", s)
	}
	r := flexq.run(t, "", args...)
	if r.code != 0 {
		t.Fatalf("%s: code %d: %s", name, r.code, r.stderr)
	}
	id = strings.TrimSpace(r.stdout)
	state := ""
	b.Until(t, name+" ends "+want, func() bool {
		state = strings.TrimSpace(b.Root(t, "squeue", "-h", "-t", "all", "-j", id, "-o", "%T"))
		return state == want
	})
	return id, b.As(t, "alice", "sh", "-c", "cat shipped/calls-"+id)
}

// TestSlurmShippedTemplates runs the templates that ship, on the real Slurm, with programs that take their place.
func TestSlurmShippedTemplates(t *testing.T) {
	b := bed.Open(t)
	flexq := straight(t, b, build(t), "alice")
	for name, text := range map[string]string{"torchrun": fakeTorchrun, "python3": fakePython} {
		path := "/usr/local/bin/" + name
		b.Root(t, "sh", "-c", `printf %s "$2" >"$1" && chmod 755 "$1"`, "sh", path, text)
		t.Cleanup(func() { b.Root(t, "rm", "-f", path) })
	}
	b.As(t, "alice", "sh", "-c", "rm -rf shipped && mkdir -p shipped")
	t.Run("single-node-gpu", func(t *testing.T) {
		_, calls := shipped(t, b, flexq, "single-node-gpu", "COMPLETED", "ARGS=--epochs 3 --name 'a b'", "TIME=10")
		wantCall(t, calls, "torchrun --standalone --nproc-per-node=8 train.py --epochs 3 --name a b omp=12 gpus=0,1,2,3,4,5,6,7 node=hcsdemo-a3unodeset-")
	})
	t.Run("cpu-preprocess", func(t *testing.T) {
		id, calls := shipped(t, b, flexq, "cpu-preprocess", "COMPLETED", "PARTITION=cpu", "TIME=10", "OUTPUT=ready/")
		wantCall(t, calls, "python3 preprocess.py --input data/raw --output ready.part-"+id+" --workers 16 omp=1 tmp=/tmp/preprocess-")
		if got := b.As(t, "alice", "sh", "-c", "cat shipped/ready/result; ls shipped"); !strings.HasPrefix(got, "made") || strings.Contains(got, "part") {
			t.Errorf("it left %q", got)
		}
	})
	t.Run("array-sweep", func(t *testing.T) {
		id, calls := shipped(t, b, flexq, "array-sweep", "COMPLETED\nCOMPLETED", "TASKS=0,9", "TIME=10")
		wantCall(t, calls, "python3 train.py --lr 1e-5 --seed 0 --out sweep/0 omp=12")
		wantCall(t, calls, "python3 train.py --lr 3e-5 --seed 1 --out sweep/9 omp=12")
		b.As(t, "alice", "sh", "-c", "ls shipped/sweep/0/done shipped/sweep/9/done shipped/sweep-"+id+"_9.out")
	})
}

// TestSlurmShippedFlexStart lets Slurm tell the template for Flex Start that its time is nearly over: it has a checkpoint
// written, and comes back into the queue.
func TestSlurmShippedFlexStart(t *testing.T) {
	b := bed.Open(t)
	flexq := straight(t, b, build(t), "alice")
	const path = "/usr/local/bin/torchrun"
	b.Root(t, "sh", "-c", `printf %s "$2" >"$1" && chmod 755 "$1"`, "sh", path, fakeTorchrun)
	t.Cleanup(func() { b.Root(t, "rm", "-f", path) })
	b.As(t, "alice", "sh", "-c", "rm -rf shipped && mkdir -p shipped")
	// The signal comes at once: the whole of the limit is for the checkpoint.
	r := flexq.run(t, "", "submit", "--chdir", "/home/alice/shipped", "--template", "torchrun-flex-start", "--set", "NODES=2", "--set", "TIME=6",
		"--set", "CHECKPOINT_SECONDS=330", "--set", "ARGS=--until-asked")
	if r.code != 0 {
		t.Fatalf("code %d: %s", r.code, r.stderr)
	}
	id := strings.TrimSpace(r.stdout)
	t.Cleanup(func() { b.Root(t, "scancel", id) })
	b.Until(t, "it is queued again", func() bool {
		return strings.Contains(b.Root(t, "scontrol", "show", "job", id), "Restarts=1")
	})
	// Slurm would keep it back for two minutes. Within the same second its node would take it for the run that was ended.
	b.Root(t, "scontrol", "update", "job="+id, "starttime=now+5")
	b.Until(t, "its second run ends", func() bool {
		return strings.TrimSpace(b.Root(t, "squeue", "-h", "-t", "all", "-j", id, "-o", "%T")) == "COMPLETED"
	})
	calls := b.As(t, "alice", "sh", "-c", "cat shipped/calls-"+id+" shipped/train-flex-"+id+".out")
	for _, want := range []string{
		"torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=" + id + "-1 --rdzv-backend=c10d --rdzv-endpoint=hcsdemo-a3unodeset-",
		"checkpoint\n", "--rdzv-id=" + id + "-2 ", "run 1 of job " + id, "run 1 is over", "run 2 of job " + id,
		":29500 train.py --until-asked omp=28 gpus=0,1,2,3,4,5,6,7 ",
	} {
		wantCall(t, calls, want)
	}
}

func wantCall(t *testing.T, calls, want string) {
	t.Helper()
	if !strings.Contains(calls, want) {
		t.Errorf("called as\n%s\nwhere this is wanted:\n%s", calls, want)
	}
}

package submit_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/preflight"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/pane/submit"
	"flexq/tui/theme"
	"flexq/tui/tuitest"
)

func night() time.Time { return time.Date(2026, 11, 30, 3, 12, 0, 0, time.UTC) }

// torchrun is a template with parameters.
const torchrun = `#!/bin/bash
# nodes on Flex Start, with checkpoints
#FLEXQ param NAME text default=gemma-sft "what the job is called"
#FLEXQ param NODES integer default=4 choices=2,4,8 "how many nodes"
#FLEXQ param HOURS duration default=1-12 "how long it may run"
#FLEXQ param DATA path "where the data set is"
#SBATCH --job-name={{NAME}}
#SBATCH --partition=a3u
#SBATCH --nodes={{NODES}}
#SBATCH --ntasks-per-node=1 --gpus-per-node=8
#SBATCH --time={{HOURS}}
#SBATCH --requeue
#SBATCH --signal=B:USR1@600
#SBATCH --output=%x-%j.out

# Ten minutes before the limit Slurm sends USR1: write a checkpoint and go back into the queue.
checkpoint() {
    touch "checkpoint-now-$SLURM_JOB_ID"
    wait "$trainer"
    scontrol requeue "$SLURM_JOB_ID"
}
trap checkpoint USR1

head=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
srun torchrun --nnodes="$SLURM_JOB_NUM_NODES" --nproc-per-node=8 \
    --rdzv-id="$SLURM_JOB_ID" --rdzv-backend=c10d --rdzv-endpoint="$head:29500" \
    train.py --data {{DATA}} --resume latest &
trainer=$!
wait "$trainer"
`

const plain = `#!/bin/bash
# one node, all of its GPUs
#SBATCH --job-name=train
#SBATCH --partition=a3u
#SBATCH --nodes=1
#SBATCH --gpus-per-node=8
#SBATCH --time=12:00:00

srun python train.py
`

func templates() []submit.Template {
	return []submit.Template{
		{Name: "gemma", Help: "gemma on two nodes", Path: "/home/alice/.config/flexq/templates/gemma.sbatch", Script: plain},
		{Name: "array-sweep", Help: "many small runs, eight at once", Script: strings.Replace(plain, "--nodes=1", "--array=0-63%8", 1)},
		{Name: "cpu-preprocess", Help: "preprocessing on CPUs, without GPUs", Script: strings.Replace(plain, "#SBATCH --gpus-per-node=8\n", "", 1)},
		{Name: "single-node-gpu", Help: "one node, all of its GPUs", Script: plain},
		{Name: "torchrun-flex", Help: "nodes on Flex Start, with checkpoints", Script: torchrun},
	}
}

func world() preflight.World {
	w := preflight.World{
		Now: night(), User: "alice",
		Partitions: []slurm.Partition{
			{Name: "a3u", State: []string{"UP"}, Default: true, Nodes: "a3u7-a3u-[0-27]", NodeCount: 28, MaxTime: slurm.LimitInfinite},
			{Name: "cpu", State: []string{"UP"}, Nodes: "a3u7-cpu-[0-1]", NodeCount: 2, MaxTime: 7 * 86400, DefaultTime: 3600},
			{Name: "flex", State: []string{"UP"}, Nodes: "a3u7-flex-[0-11]", NodeCount: 12, MaxTime: 7 * 86400},
		},
		Access: &slurm.Access{User: "alice", Associations: []slurm.Association{
			{User: "alice", Account: "research", Default: true, QOS: []string{"normal", "high"}},
			{User: "alice", Account: "ml", QOS: []string{"normal"}},
		}, QOS: []slurm.QOS{{Name: "normal"}, {Name: "high"}}},
		Pools: flex.Pools{Cluster: "a3u7", Origin: flex.FromResource, Pools: []flex.Pool{
			{ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", Accelerators: 8, Min: 24, Max: 28, MaxDuration: 7 * 24 * time.Hour, Partitions: []string{"a3u"}},
			{ID: "flex", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", Accelerators: 8, Max: 12, MaxDuration: 7 * 24 * time.Hour, Partitions: []string{"flex"}},
			{ID: "cpu", Model: flex.OnDemand, MachineType: "n2-standard-32", Max: 10, Partitions: []string{"cpu"}},
		}},
	}
	add := func(pool string, n int, gpus int64) {
		for i := range n {
			w.Nodes = append(w.Nodes, slurm.Node{
				Name: "a3u7-" + pool + "-" + strconv.Itoa(i), State: slurm.ParseNodeState("IDLE"), Partitions: []string{pool},
				CPUs: 224, Cores: 56, Sockets: 2, Threads: 2, RealMemory: 2900000, TRES: slurm.TRES{CPUs: 224, GPUs: gpus}, GRES: gres(gpus),
			})
		}
	}
	add("a3u", 28, 8)
	add("flex", 12, 8)
	add("cpu", 2, 0)
	return w
}

func gres(gpus int64) string {
	if gpus == 0 {
		return ""
	}
	return "gpu:h200:" + strconv.FormatInt(gpus, 10)
}

func drafts() []submit.Draft {
	return []submit.Draft{
		{ID: "d1", From: "torchrun-flex", Name: "llama-ablate", Text: torchrun, Values: map[string]string{"NAME": "llama-ablate"}, Changed: night().Add(-12 * time.Minute)},
		{ID: "d2", From: "gemma", Name: "gemma-sft", Text: plain, Job: 88317, Changed: night().Add(-5 * time.Hour)},
	}
}

func ownJobs() []slurm.Job {
	return []slurm.Job{
		{ID: 88317, Name: "gemma-sft", User: "alice", Partition: "a3u", Submit: slurm.TimeOf(night().Add(-5 * time.Hour)), State: slurm.ParseJobState("PENDING")},
		{ID: 88214, Name: "llama-70b-pretrain", User: "alice", Partition: "a3u", State: slurm.ParseJobState("RUNNING"), Limit: 7 * 86400, NodeCount: slurm.NumOf(16)},
	}
}

func settings() submit.Settings {
	return submit.Settings{WorkDir: "/home/alice", Env: []string{"PATH=/usr/bin:/bin"}}
}

// scene is a pane under test.
type scene struct {
	*submit.Pane
	t     testing.TB
	theme *theme.Theme
	keys  *keymap.Map
	next  []pane.Next
}

func open(tb testing.TB, w, h int) *scene {
	tb.Helper()
	th := theme.New(theme.Dark, true, false)
	s := &scene{t: tb, theme: &th, keys: keymap.Defaults()}
	now := func() time.Time { return night() }
	s.Pane = submit.New(pane.Deps{Theme: s.theme, Keys: s.keys, Now: now, ClusterNow: now}, settings())
	s.SetTemplates(templates(), nil)
	s.SetDrafts(drafts(), nil)
	s.SetOwnJobs(ownJobs())
	s.SetWorld(world())
	s.SetVersion("v0.0.43")
	s.Resize(w, h)
	return s
}

// press sends keys by their names, as the root does: first as an action, else as text.
func (s *scene) press(keys ...string) *scene {
	s.t.Helper()
	for _, k := range keys {
		s.key(tuitest.Key(s.t, k))
	}
	return s
}

// write types text.
func (s *scene) write(text string) *scene {
	s.t.Helper()
	for _, r := range text {
		s.key(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	return s
}

func (s *scene) key(msg tea.KeyPressMsg) {
	var out pane.Outcome
	if a := s.keys.Find(s.Scope(), msg.String()); a != action.None {
		out = s.Handle(a)
	} else {
		out = s.Input(msg)
	}
	if out.Next != nil {
		s.next = append(s.next, out.Next)
	}
	s.View()
}

package cluster

import (
	"fmt"
	"strings"
)

// jobKind is a kind of work on a training cluster.
type jobKind struct {
	weight    int
	names     []string
	users     []string
	part      string
	nodes     [2]int
	gpus      int // per node
	cpus      int // per task
	hours     [2]float64
	limit     [2]float64 // hours
	array     int        // tasks, 0: none
	throttle  int
	script    string
	follows   bool // waits for a long one
	long      bool
	exclusive bool
	high      int  // percent in QOS high
	once      bool // not to be requeued
}

// recipe is a description that is submitted again and again.
type recipe struct {
	desc          *Desc
	follows, long bool
}

// jobKinds are the kinds of the demo; large ones use a part of the cluster.
func jobKinds(nodes int) []jobKind {
	big := max(2, nodes/10)
	return []jobKind{
		{
			weight: 7, names: []string{"llama-70b-pretrain", "llama-70b-ctx32k", "moe-8x22b-pretrain"}, users: []string{"alice", "dmitri"},
			part: "a3u", nodes: [2]int{big / 2, big}, gpus: 8, cpus: 26, hours: [2]float64{9, 60}, limit: [2]float64{24, 144},
			long: true, exclusive: true, high: 20, script: "srun python -m train --config configs/%s.yaml --resume auto",
		},
		{
			weight: 10, names: []string{"llama-8b-sft", "llama-8b-dpo", "reward-model", "grpo-math"}, users: []string{"alice", "ines", "jonas"},
			part: "a3u", nodes: [2]int{1, 2}, gpus: 8, cpus: 26, hours: [2]float64{1, 9}, limit: [2]float64{6, 24}, long: true,
			script: "srun accelerate launch finetune.py --recipe %s",
		},
		{
			weight: 9, names: []string{"b200-fp8-pretrain", "vit-g-scaling", "video-diffusion-xl"}, users: []string{"dmitri", "emi", "hana"},
			part: "a4", nodes: [2]int{1, max(1, nodes/12)}, gpus: 8, cpus: 28, hours: [2]float64{3, 30}, limit: [2]float64{12, 96}, long: true,
			exclusive: true, script: "srun torchrun --nnodes $SLURM_NNODES train.py %s",
		},
		{
			weight: 9, names: []string{"lr-sweep", "wd-sweep", "seed-sweep", "ablate-rope"}, users: []string{"bob", "farid", "ines"},
			part: "a3m", nodes: [2]int{1, 1}, gpus: 2, cpus: 24, hours: [2]float64{0.2, 2.5}, limit: [2]float64{2, 6}, array: 48, throttle: 8,
			script: "srun python sweep.py --study %s --trial $SLURM_ARRAY_TASK_ID",
		},
		{
			weight: 18, names: []string{"eval-mmlu", "eval-gsm8k", "eval-humaneval", "eval-longbench", "モデル評価"},
			users: []string{"alice", "bob", "grace", "jonas"}, part: "a3m", nodes: [2]int{1, 1}, gpus: 1, cpus: 12, hours: [2]float64{0.1, 1.2},
			limit: [2]float64{1, 4}, follows: true, script: "srun lm_eval --tasks %s --model_args ckpt=$CKPT",
		},
		{
			weight: 14, names: []string{"convert-ckpt", "hf-export", "quantize-awq"}, users: []string{"alice", "dmitri", "li_wei"},
			part: "cpu", nodes: [2]int{1, 1}, cpus: 8, hours: [2]float64{0.1, 0.8}, limit: [2]float64{1, 3}, follows: true,
			script: "python tools/convert.py --name %s",
		},
		{
			weight: 10, names: []string{"tokenize-fineweb", "dedup-minhash", "filter-quality"}, users: []string{"kwame", "li_wei"}, part: "cpu",
			nodes: [2]int{1, 1}, cpus: 4, hours: [2]float64{0.2, 1.5}, limit: [2]float64{2, 8}, array: 200, throttle: 16,
			script: "python data/%s.py --shard $SLURM_ARRAY_TASK_ID",
		},
		{
			weight: 9, names: []string{"notebook", "debug-nccl", "profile-step"}, users: []string{"alice", "bob", "emi", "farid", "grace"},
			part: "dev", nodes: [2]int{1, 1}, gpus: 1, cpus: 12, hours: [2]float64{0.1, 3}, limit: [2]float64{1, 8},
			script: "jupyter lab --no-browser # %s",
		},
		{
			weight: 7, names: []string{"whisper-large-ft", "asr-ctc-multilingual"}, users: []string{"grace"}, part: "a3u", nodes: [2]int{1, 1},
			gpus: 4, cpus: 24, hours: [2]float64{0.8, 6}, limit: [2]float64{4, 12}, script: "srun python asr/train.py --run %s",
		},
		{
			weight: 7, names: []string{"diffusion-lora", "sam2-ft", "depth-anything"}, users: []string{"emi", "hana"}, part: "a3m",
			nodes: [2]int{1, 1}, gpus: 8, cpus: 24, hours: [2]float64{0.5, 5}, limit: [2]float64{4, 16}, script: "srun python vision/ft.py --exp %s",
		},
	}
}

// quickKinds are the kinds of short jobs.
func quickKinds() []jobKind {
	return []jobKind{
		{
			weight: 4, names: []string{"smoke-test", "lint-configs"}, users: []string{"alice", "ines", "jonas"}, part: "debug", nodes: [2]int{1, 1}, cpus: 2,
			hours: [2]float64{0.005, 0.04}, limit: [2]float64{0.5, 0.5}, script: "pytest -q tests/%s",
		},
		{
			weight: 4, names: []string{"ci-dataloader", "ckpt-verify"}, users: []string{"alice", "kwame", "farid"}, part: "debug", nodes: [2]int{1, 1}, cpus: 4,
			hours: [2]float64{0.01, 0.06}, limit: [2]float64{0.5, 0.5}, script: "python ci/%s.py",
		},
		{
			weight: 4, names: []string{"nccl-allreduce"}, users: []string{"dmitri", "carol"}, part: "dev", nodes: [2]int{1, 1}, gpus: 8, cpus: 24,
			hours: [2]float64{0.02, 0.08}, limit: [2]float64{0.5, 0.5}, script: "srun all_reduce_perf -b 8 -e 8G # %s",
		},
		{
			weight: 1, names: []string{"bisect-loss-spike"}, users: []string{"alice"}, part: "a3h", nodes: [2]int{1, 1}, gpus: 8, cpus: 24,
			hours: [2]float64{0.05, 0.15}, limit: [2]float64{0.5, 0.5}, script: "srun python tools/bisect.py --run %s",
		},
	}
}

// pick draws one of the kinds by weight.
func (d *demo) pick(c *Cluster) jobKind {
	at := c.rng.IntN(d.weight)
	for _, k := range d.kinds {
		if at < k.weight {
			return k
		}
		at -= k.weight
	}
	return d.kinds[0]
}

func makeRecipe(c *Cluster, k jobKind) *recipe {
	base := k.names[c.rng.IntN(len(k.names))]
	user := c.users[k.users[c.rng.IntN(len(k.users))]]
	nodes := uint32(k.nodes[0] + c.rng.IntN(k.nodes[1]-k.nodes[0]+1))
	limit := uint32(span(c, k.limit) * 60)
	desc := &Desc{
		Name: runName(c, base), User: user, Partition: k.part, WorkDir: "/home/" + user.Name + "/" + strings.SplitN(base, "-", 2)[0],
		StdOut: "logs/%x-%j.out", MinNodes: nodes, MaxNodes: nodes, CPUsPerTask: uint32(k.cpus), Limit: max(limit/30*30, 30),
		Requeue: !k.once, Exclusive: k.exclusive, Begin: 0, Plan: k.plan,
		Script: "#!/bin/bash\n#SBATCH --job-name=" + base + "\nset -e\n" + fmt.Sprintf(k.script, base) + "\n",
	}
	desc.Tasks = nodes
	if k.gpus > 0 {
		desc.TRESPerNode = fmt.Sprintf("gres/gpu:%d", k.gpus)
	}
	if k.exclusive {
		desc.MemSet = true
		desc.Tasks, desc.TasksPerNode = 8*nodes, 8
	}
	if k.array > 0 {
		n := max(2, k.array/4+c.rng.IntN(k.array))
		desc.Array = fmt.Sprintf("0-%d%%%d", n-1, k.throttle)
		desc.StdOut = "logs/%x-%A_%a.out"
	}
	if c.rng.IntN(100) < k.high {
		desc.QOS, desc.OwnQOS = "high", true
	}
	return &recipe{desc: desc, follows: k.follows && c.rng.IntN(3) == 0, long: k.long}
}

func span(c *Cluster, r [2]float64) float64 { return r[0] + c.rng.Float64()*(r[1]-r[0]) }

// plan draws how long a run takes and how it ends.
func (k jobKind) plan(c *Cluster, j *Job) Plan {
	p := Plan{Seconds: int64(span(c, k.hours) * 3600)}
	switch dice := c.rng.IntN(1000); {
	case dice < 820:
	case dice < 880:
		p.Exit, p.Seconds = Exit{Code: 1}, 20+p.Seconds/10
	case dice < 900:
		p.Exit, p.Seconds = Exit{Code: uint16(2 + c.rng.IntN(126))}, 5+p.Seconds/20
	case dice < 915:
		p.Exit, p.Seconds = Exit{Signal: 11}, 60+p.Seconds/4
	case dice < 925:
		p.Exit, p.Seconds = Exit{Signal: 6}, 60+p.Seconds/3
	case dice < 950:
		p.OOM, p.Seconds = true, 90+p.Seconds/5
	case dice < 980:
		p.Seconds = 1 << 40 // runs into its time limit
	}
	if len(j.Alloc) > 0 {
		rate := c.nodes[j.Alloc[0].Node].Pool.FaultRate * float64(len(j.Alloc)) * float64(k.gpus*k.gpus) / 64
		p.Fault = c.rng.Float64() < rate
	}
	return p
}

package cluster

// storyGap is the mean time between two arrivals of jobs in a story, in seconds.
const storyGap = 2800

// Story returns a cluster, configured as by StoryConfig, at its beginning: its static machines are there, of different
// ages, and about half of so many jobs wait. Users go on submitting as time passes, so that there are about so many.
func Story(cfg Config, now int64, jobs int) (*Cluster, error) {
	cfg.Start = now
	nodes := 0
	for _, p := range cfg.Pools {
		nodes += p.Max
	}
	c, err := New(cfg)
	if err != nil {
		return nil, err
	}
	c.lastID = 7000
	c.demo = newCrowd(c, storyKinds(nodes), nil, jobs)
	c.demo.mean, c.demo.nights = storyGap, true
	if jobs == 0 {
		return c, nil
	}
	c.demo.fill(c, max(jobs/2, 1))
	c.push(event{kind: evArrival, at: now + c.demo.gap(c)})
	return c, nil
}

// StoryConfig returns the configuration of a cluster of so many nodes, at least 12, whose machines come and go: static
// and dynamic Flex Start pools with leases of one to seven days, in which every kind of mishap is frequent, and some
// nodes on demand.
func StoryConfig(name string, nodes int) Config {
	nodes = max(nodes, 12)
	cfg := DemoConfig(name, nodes)
	u, m, b := demoShape("a3-ultragpu-8g", 224, 2900000, "nvidia_h200", "NVIDIA_H200_141GB"),
		demoShape("a3-megagpu-8g", 208, 1872000, "nvidia_h100_mega", "NVIDIA_H100_MEGA_80GB"),
		demoShape("a4-highgpu-8g", 224, 3968000, "nvidia_b200", "NVIDIA_B200")
	cpu := &Shape{Sockets: 1, Cores: 16, Threads: 2, CPUs: 32, Mem: 128000, MachineType: "n2-standard-32"}
	flex := Pool{
		Model: FlexStart, Cloud: true, Zone: "us-central1-a", Wait: [2]int64{60, 1800}, Boot: 110, Idle: 600, Off: 60,
		ResumeTimeout: 65536, FaultRate: 0.03, Rates: storyRates(),
	}
	nU, nM := nodes*6/16, nodes*5/16
	nB := nodes - nU - nM - 2
	pu, pm, pb := flex, flex, flex
	pu.ID, pu.Shape, pu.Min, pu.Max, pu.Duration = "a3u", u, nU*2/3, nU, 7*day
	pm.ID, pm.Shape, pm.Min, pm.Max, pm.Duration = "a3m", m, 0, nM, day
	pb.ID, pb.Shape, pb.Min, pb.Max, pb.Duration, pb.Zone = "a4", b, nB, nB, 2*day, "us-central1-b"
	cfg.Shapes = []*Shape{u, m, b, cpu}
	cfg.Pools = []*Pool{
		cfg.Pools[0], &pu, &pm, &pb,
		{ID: "cpu", Model: OnDemand, Shape: cpu, Min: 2, Max: 2, Zone: "us-central1-a", Boot: 60},
	}
	cfg.Partitions = []PartitionConfig{
		{Name: "train", Default: true, Pools: []string{"a3u", "a4"}, MaxTime: 7 * 24 * 60, DefTime: NoVal, Features: []string{"flexstart"}},
		{Name: "burst", Pools: []string{"a3m"}, MaxTime: 2 * 24 * 60, DefTime: 12 * 60, Features: []string{"flexstart"}},
		{Name: "cpu", Pools: []string{"cpu"}, MaxTime: 7 * 24 * 60, DefTime: 60},
	}
	return cfg
}

// storyRates let each kind of mishap happen about ten times in two weeks of a dozen machines.
func storyRates() Rates {
	return Rates{
		Prolog: 0.02, Epilog: 0.02, StockOut: 0.06, LongWait: 0.08, Scan: 0.06, GPU: 0.05, Reboot: 0.08, Crash: 0.06,
		Delete: 0.05, Drain: 0.06,
	}
}

// storyKinds are jobs that use whole machines and parts of them, some for longer than their machines live.
func storyKinds(nodes int) []jobKind {
	return []jobKind{
		{
			weight: 5, names: []string{"llama-70b-pretrain", "moe-8x22b-pretrain"}, users: []string{"alice", "dmitri"}, part: "train",
			nodes: [2]int{1, max(2, nodes/8)}, gpus: 8, cpus: 26, hours: [2]float64{4, 40}, limit: [2]float64{24, 144}, exclusive: true,
			high: 20, script: "srun python -m train --config configs/%s.yaml --resume auto",
		},
		{
			weight: 8, names: []string{"llama-8b-sft", "reward-model"}, users: []string{"alice", "ines"}, part: "train", nodes: [2]int{1, 1},
			gpus: 8, cpus: 26, hours: [2]float64{1, 9}, limit: [2]float64{6, 24}, script: "srun accelerate launch finetune.py --recipe %s",
		},
		{
			weight: 7, names: []string{"whisper-ft", "eval-longbench"}, users: []string{"grace", "bob"}, part: "train", nodes: [2]int{1, 1},
			gpus: 2, cpus: 24, hours: [2]float64{0.5, 6}, limit: [2]float64{4, 12}, once: true, script: "srun python asr/train.py --run %s",
		},
		{
			weight: 4, names: []string{"video-diffusion", "vit-g-scaling"}, users: []string{"emi", "hana"}, part: "burst", nodes: [2]int{1, 2},
			gpus: 8, cpus: 24, hours: [2]float64{2, 20}, limit: [2]float64{6, 47}, exclusive: true, script: "srun torchrun train.py %s",
		},
		{
			weight: 2, names: []string{"lr-sweep", "seed-sweep"}, users: []string{"bob", "farid"}, part: "burst", nodes: [2]int{1, 1}, gpus: 2,
			cpus: 24, hours: [2]float64{0.5, 5}, limit: [2]float64{2, 12}, array: 6, throttle: 4, once: true,
			script: "srun python sweep.py --study %s --trial $SLURM_ARRAY_TASK_ID",
		},
		{
			weight: 4, names: []string{"convert-ckpt", "tokenize"}, users: []string{"li_wei", "kwame"}, part: "cpu", nodes: [2]int{1, 1}, cpus: 8,
			hours: [2]float64{0.2, 2}, limit: [2]float64{1, 6}, script: "python tools/convert.py --name %s",
		},
	}
}

package cluster

const day = 86400

func h200(cpus bool) *Shape {
	if cpus {
		return &Shape{Sockets: 1, Cores: 16, Threads: 2, CPUs: 32, Mem: 128000, MachineType: "n2-standard-32"}
	}
	return &Shape{
		Sockets: 2, Cores: 56, Threads: 2, CPUs: 224, Mem: 2900000, GPUs: 8, GPUType: "nvidia_h200",
		MachineType: "a3-ultragpu-8g", Accelerator: "NVIDIA_H200_141GB",
	}
}

// Lab returns the configuration of a small cluster without jobs: the partitions a3u, cpu and flex, and the users
// alice, bob, carol and root.
func Lab(name string) Config {
	gpu, cpu := h200(false), h200(true)
	login := &Shape{Sockets: 1, Cores: 4, Threads: 2, CPUs: 8, Mem: 32000, MachineType: "n2-standard-8"}
	return Config{
		Name: name, Shapes: []*Shape{gpu, cpu},
		Pools: []*Pool{
			{ID: "a3unodeset", Model: FlexStart, Shape: gpu, Min: 4, Max: 4, Duration: 7 * day, Boot: 12, Wait: [2]int64{5, 5}},
			{ID: "cpunodeset", Model: OnDemand, Shape: cpu, Min: 2, Max: 2, Boot: 12},
			{
				ID: "flexnodeset", Model: FlexStart, Shape: gpu, Max: 4, Cloud: true, Duration: 7 * day,
				Boot: 12, Idle: 45, Off: 20, ResumeTimeout: 60,
			},
			{ID: "login", Model: OnDemand, Shape: login, Min: 1, Max: 1, Login: true},
		},
		Partitions: []PartitionConfig{
			{Name: "a3u", Default: true, Pools: []string{"a3unodeset"}, MaxTime: Infinite, DefTime: NoVal, Features: []string{"flexstart"}},
			{Name: "cpu", Pools: []string{"cpunodeset"}, MaxTime: 7 * 24 * 60, DefTime: 60},
			{Name: "flex", Pools: []string{"flexnodeset"}, MaxTime: 7 * 24 * 60, DefTime: NoVal, Features: []string{"flexstart", "cloud"}},
		},
		Users: []*User{
			{Name: "alice", UID: 2001, Account: "research", Assoc: 5, Share: 1},
			{Name: "bob", UID: 2002, Account: "research", Assoc: 6, Share: 1},
			{Name: "carol", UID: 2003, Account: "ops", Assoc: 7, Operator: true, Share: 1},
			{Name: "root", UID: 0, Account: "root", Assoc: 2, Operator: true, Administrator: true, Share: 1},
		},
		Licenses:  []License{{Name: "solver", Total: 1}},
		MinJobAge: 300, Requeue: 121, KillWait: 5, Epilog: [2]int64{1, 1}, Backfill: 30, Settle: 30, Silence: 30,
		MemPerCPU: 1024, Weights: Weights{Age: 100, QOS: 1000, MaxAge: day}, Release: "24.11.5",
	}
}

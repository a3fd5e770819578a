package cluster

// warmUp is how long the demo cluster has been busy when it is first seen, in seconds; a large one less, for it must
// be there within about a second.
func warmUp(nodes int) int64 {
	if nodes > 200 {
		return 3600
	}
	return 3 * 3600
}

// Demo returns a training cluster, configured as by DemoConfig, that has been in use for a while, with about so many
// jobs in its queue at a moment. Users go on submitting as time passes.
func Demo(cfg Config, now int64, jobs int) (*Cluster, error) {
	nodes := 0
	for _, p := range cfg.Pools {
		nodes += p.Max
	}
	warm := warmUp(nodes)
	cfg.Start = now - warm
	c, err := New(cfg)
	if err != nil {
		return nil, err
	}
	c.lastID = 40000
	c.demo = newDemo(c, jobs, nodes)
	if jobs == 0 { // the queue is to be empty, and stays so
		c.RunUntil(now)
		return c, nil
	}
	c.demo.open(c)
	for at := cfg.Start; at < now; at += warm / 12 {
		c.demo.fill(c, jobs*3/4)
		for range min(jobs/40, 12) {
			c.demo.submit(c, c.demo.quick)
		}
		c.RunUntil(at + warm/12)
		if at+warm/4 == now {
			c.demo.mishap(c)
		}
	}
	c.demo.settleIn(c)
	c.demo.fill(c, jobs)
	c.RunUntil(now)
	c.push(event{kind: evArrival, at: now + c.demo.gap(c)})
	return c, nil
}

// DemoConfig returns the configuration of a training cluster of so many nodes, at least 8.
func DemoConfig(name string, nodes int) Config {
	nodes = max(nodes, 8)
	a3u, a3m, a3h, a4 := demoShape("a3-ultragpu-8g", 224, 2900000, "nvidia_h200", "NVIDIA_H200_141GB"),
		demoShape("a3-megagpu-8g", 208, 1872000, "nvidia_h100_mega", "NVIDIA_H100_MEGA_80GB"),
		demoShape("a3-highgpu-8g", 208, 1872000, "nvidia_h100_80gb", "NVIDIA_H100_80GB"),
		demoShape("a4-highgpu-8g", 224, 3968000, "nvidia_b200", "NVIDIA_B200")
	cpu := &Shape{Sockets: 1, Cores: 16, Threads: 2, CPUs: 32, Mem: 128000, MachineType: "n2-standard-32"}
	login := &Shape{Sockets: 1, Cores: 4, Threads: 2, CPUs: 8, Mem: 32000, MachineType: "n2-standard-8"}
	nH := max(1, nodes/10)
	nU, nM, nB := nodes/2-nH, nodes/5, nodes*3/20
	nC := nodes - nH - nU - nM - nB
	zone := "us-central1-a"
	flex := Pool{
		Model: FlexStart, Cloud: true, Zone: zone, Duration: 7 * day, Wait: [2]int64{60, 1500}, Boot: 110, Idle: 300,
		Off: 60, ResumeTimeout: 65536, FaultRate: 0.012, Rates: demoRates(),
	}
	u, m, h := flex, flex, flex
	u.ID, u.Shape, u.Min, u.Max = "a3u", a3u, nU*2/3, nU
	m.ID, m.Shape, m.Min, m.Max, m.Duration = "a3m", a3m, 0, nM, 2*day
	// Used now and then: its nodes come and go all the time.
	h.ID, h.Shape, h.Min, h.Max, h.Duration, h.Wait = "a3h", a3h, 0, nH, day, [2]int64{40, 200}
	return Config{
		Name: name, Shapes: []*Shape{a3u, a3m, a3h, a4, cpu},
		Pools: []*Pool{
			{ID: "login", Model: OnDemand, Shape: login, Min: 1, Max: 1, Login: true, Zone: zone},
			&u, &m, &h,
			{ID: "a4", Model: Reserved, Shape: a4, Min: nB, Max: nB, Zone: "us-central1-b", Boot: 110, FaultRate: 0.006, Rates: demoRates()},
			{ID: "cpu", Model: OnDemand, Shape: cpu, Min: nC - 1, Max: nC - 1, Zone: zone, Boot: 60},
			{ID: "debug", Model: OnDemand, Shape: cpu, Min: 1, Max: 1, Zone: zone, Boot: 60},
		},
		Partitions: []PartitionConfig{
			{Name: "a3u", Default: true, Pools: []string{"a3u"}, MaxTime: 7 * 24 * 60, DefTime: NoVal, Features: []string{"flexstart", "h200"}},
			{Name: "a3m", Pools: []string{"a3m"}, MaxTime: 2 * 24 * 60, DefTime: NoVal, Features: []string{"flexstart", "h100"}},
			{Name: "a3h", Pools: []string{"a3h"}, MaxTime: 24 * 60, DefTime: 60, Features: []string{"flexstart", "h100"}},
			{Name: "a4", Pools: []string{"a4"}, MaxTime: 14 * 24 * 60, DefTime: NoVal, Features: []string{"reserved", "b200"}},
			{Name: "dev", Pools: []string{"a3m"}, MaxTime: 8 * 60, DefTime: 60, Tier: 10},
			{Name: "cpu", Pools: []string{"cpu"}, MaxTime: 7 * 24 * 60, DefTime: 60},
			{Name: "debug", Pools: []string{"debug"}, MaxTime: 30, DefTime: 5, Tier: 10},
		},
		Users: demoUsers(), MinJobAge: 1800, Requeue: 121, KillWait: 30, Epilog: [2]int64{3, 20}, Backfill: 60, Settle: 15,
		Silence: 300, MemPerCPU: 4096, Stagger: true, Release: "25.05.4", Plan: demoPlan, JobsAtOnce: max(16, nodes*2),
		Weights: Weights{Age: 1000, QOS: 3000, Share: 2000, Size: 500, MaxAge: 7 * day},
	}
}

// demoRates are those of a cluster that is well looked after: something happens on most days.
func demoRates() Rates {
	return Rates{
		Prolog: 0.001, Epilog: 0.001, StockOut: 0.02, LongWait: 0.08, Scan: 0.01, Reboot: 0.03, Crash: 0.01, Delete: 0.002, Drain: 0.02,
	}
}

func demoShape(machine string, cpus, mem int, kind, accelerator string) *Shape {
	return &Shape{
		Sockets: 2, Cores: cpus / 4, Threads: 2, CPUs: cpus, Mem: mem, GPUs: 8, GPUType: kind, MachineType: machine,
		Accelerator: accelerator,
	}
}

func demoUsers() []*User {
	names := []struct {
		name, account string
		share         float64
	}{
		{"alice", "foundation", 0.12},
		{"bob", "research", 0.25},
		{"carol", "platform", 0.05},
		{"dmitri", "foundation", 0.35},
		{"emi", "vision", 0.18},
		{"farid", "research", 0.30},
		{"grace", "speech", 0.12},
		{"hana", "vision", 0.22},
		{"ines", "alignment", 0.15},
		{"jonas", "alignment", 0.10},
		{"kwame", "data", 0.28},
		{"li_wei", "data", 0.20},
	}
	users := []*User{{Name: "root", Account: "root", Assoc: 2, Operator: true, Administrator: true, Share: 1}}
	for i, n := range names {
		users = append(users, &User{
			Name: n.name, UID: uint32(2001 + i), Account: n.account, Assoc: uint32(5 + i), Share: n.share,
			Operator: n.name == "carol",
		})
	}
	return users
}

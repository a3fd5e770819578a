package cluster

import (
	"fmt"
	"strconv"
	"time"

	"flexq/client/flex"
)

// week is how long a machine of the example's Flex Start pools may live.
const week = 7 * 24 * time.Hour

// examplePools are four pools of which two have leases. Of those in a3u
//   - node 20 ends first, in 2h14m, and so kills task 3 of sweep-lr, which may run for 7h30m,
//   - node 3 ends in 4d01h48m, 18h12m before llama-70b-pretrain must,
//   - node 21 ends 35 minutes after task 4 of sweep-lr must,
//   - all others end in 4d18h.
//
// Nodes 10 to 15 are not known to Compute Engine, so that their ends are estimates, and node 15 has no known creation
// either. The nodes of flex are on their way, and eight machines are asked for.
func examplePools(now time.Time) flex.Pools {
	p := flex.Pools{
		Cluster: "a3u7", Origin: flex.FromResource, State: "RUNNING", AsOf: now,
		Pools: []flex.Pool{
			{ID: "a3u", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", AcceleratorType: "NVIDIA_H200_141GB", Accelerators: 8, Min: 24, Max: 28, MaxDuration: week, Partitions: []string{"a3u"}},
			{ID: "cpu", Model: flex.OnDemand, MachineType: "n2-standard-32", Min: 0, Max: 10, Partitions: []string{"cpu"}},
			{ID: "flex", Model: flex.FlexStart, MachineType: "a3-ultragpu-8g", AcceleratorType: "NVIDIA_H200_141GB", Accelerators: 8, Min: 0, Max: 12, MaxDuration: week, Partitions: []string{"flex"}},
			{ID: "login", Model: flex.OnDemand, MachineType: "n2-standard-8", Min: 1, Max: 1, Login: true},
		},
		Instances: map[string]flex.Instance{
			"a3u7-login-001": {Node: "a3u7-login-001", PoolID: "login", Login: true, State: "RUNNING", ID: "700"},
			"a3u7-cpu-0":     {Node: "a3u7-cpu-0", PoolID: "cpu", State: "RUNNING", ID: "710", Created: now.Add(-60 * time.Hour)},
			"a3u7-cpu-1":     {Node: "a3u7-cpu-1", PoolID: "cpu", State: "RUNNING", ID: "711", Created: now.Add(-60 * time.Hour)},
		},
		Queued: []flex.ResizeRequest{{
			Name: "flex-88320", Group: "a3u7-flex-mig", PoolID: "flex", Job: "88320", State: "ACCEPTED", Count: 8,
			Created: now.Add(-41 * time.Minute), RunDuration: week,
		}},
		Events: exampleRecords(now),
		Sources: []flex.SourceState{
			{Name: flex.SourceNameResource, AsOf: now},
			{Name: flex.SourceNameCompute, AsOf: now},
			{Name: flex.SourceNameReservations, AsOf: now},
		},
	}
	for i := range 28 {
		in := machine(i, now)
		p.Instances[in.Node] = in
	}
	return p
}

// machine is the one under node i of pool a3u.
func machine(i int, now time.Time) flex.Instance {
	end := now.Add(4*24*time.Hour + 18*time.Hour)
	switch i {
	case 20:
		end = now.Add(2*time.Hour + 14*time.Minute)
	case 3:
		end = now.Add(4*24*time.Hour + time.Hour + 48*time.Minute)
	case 21:
		end = now.Add(7*time.Hour + 20*time.Minute + 35*time.Minute)
	}
	in := flex.Instance{
		Node: fmt.Sprintf("a3u7-a3u-%d", i), PoolID: "a3u", State: "RUNNING", ID: strconv.Itoa(1000 + i), Created: end.Add(-week),
		Physical: flex.PhysicalHost{Cluster: "eu-4a", Block: strconv.Itoa(1 + i/16), Subblock: strconv.Itoa(1 + i/4), Host: fmt.Sprintf("h%02d", i)},
	}
	if i < 10 || i > 15 {
		in.Ends, in.MaxRun, in.LastStart, in.Status, in.Zone, in.FromCompute = end, week, in.Created, "RUNNING", "europe-west4-a", true
	}
	if i == 15 {
		in.Created = time.Time{}
	}
	return in
}

// exampleRecords are what the platform tells of the hours before.
func exampleRecords(now time.Time) []flex.PlatformRecord {
	at := func(ago time.Duration) time.Time { return now.Add(-ago) }
	return []flex.PlatformRecord{
		{At: at(26 * time.Hour), Type: "VM_REBOOT", Message: "Node a3u7-a3u-9 was rebooted."},
		{At: at(4 * time.Hour), Type: "VM_PROLOG_ERROR", Message: "Node a3u7-a3u-7 failed its health check in the prolog of job 88102."},
		{At: at(2 * time.Hour), Type: "VM_EPILOG_ERROR", Message: "Node a3u7-a3u-26 failed its health check in the epilog: xid 79 on gpu 3."},
		{At: at(2*time.Hour - time.Minute), Type: "VM_SLURM_DRAIN", Message: "Node a3u7-a3u-26 is drained."},
	}
}

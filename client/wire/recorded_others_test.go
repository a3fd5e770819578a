package wire_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/wire"
)

func showNode(n slurm.Node) string {
	line := fmt.Sprintf("%s %s %v %d/%d cpus %dx%dx%d mem %d/%d load %.2f boot %d", n.Name, n.State.Full(), n.Partitions,
		n.AllocCPUs, n.CPUs, n.Sockets, n.Cores, n.Threads, n.AllocMemory, n.RealMemory, n.CPULoad, n.Boot)
	if n.FreeMemory.Set {
		line += fmt.Sprintf(" free %d", n.FreeMemory.Value)
	}
	if n.GRES != "" {
		line += fmt.Sprintf(" %s used %s (%d of %d)", n.GRES, n.GRESUsed, n.TRESUsed.GPUs, n.TRES.GPUs)
	}
	if n.Reason != "" {
		line += fmt.Sprintf(" because %q by %s at %d", n.Reason, n.ReasonUser, n.ReasonSince)
	}
	return line + fmt.Sprintf(" %v (%s)", n.Features, n.Version)
}

func TestRecordedNodes(t *testing.T) {
	t.Parallel()
	tests := map[string]string{
		"v0.0.40/nodes.json": `
hcsdemo-a3unodeset-0 ALLOCATED [a3u] 224/224 cpus 2x56x2 mem 229376/2900000 load 1.04 boot 1796003200 free 21276 gpu:nvidia_h200:8 used gpu:nvidia_h200:8(IDX:0-7) (8 of 8) [flexstart] (24.11.5)
hcsdemo-a3unodeset-2 ALLOCATED [a3u] 224/224 cpus 2x56x2 mem 229376/2900000 load 1.04 boot 1796003200 free 21276 gpu:nvidia_h200:8 used gpu:nvidia_h200:8(IDX:0-7) (8 of 8) [flexstart] (24.11.5)
hcsdemo-cpunodeset-0 MIXED [cpu] 4/32 cpus 1x16x2 mem 4096/128000 load 1.04 boot 1796003200 free 21276 [] (24.11.5)
hcsdemo-flexnodeset-1 IDLE+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 0 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] ()
hcsdemo-flexnodeset-2 IDLE+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 0 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] ()
`,
		"v0.0.42/nodes.json": `
hcsdemo-a3unodeset-0 MIXED [a3u] 4/224 cpus 2x56x2 mem 4096/2900000 load 0.23 boot 1795997805 free 21782 gpu:nvidia_h200:8 used gpu:nvidia_h200:8(IDX:0-7) (8 of 8) [flexstart] (24.11.5)
hcsdemo-a3unodeset-1 ALLOCATED [a3u] 224/224 cpus 2x56x2 mem 2900000/2900000 load 0.23 boot 1795997805 free 21782 gpu:nvidia_h200:8 used gpu:nvidia_h200:8(IDX:0-7) (8 of 8) [flexstart] (24.11.5)
hcsdemo-a3unodeset-2 MIXED+DRAIN [a3u] 2/224 cpus 2x56x2 mem 2048/2900000 load 0.23 boot 1795997805 free 21782 gpu:nvidia_h200:8 used gpu:nvidia_h200:2(IDX:0-1) (2 of 8) because "xid 79 on gpu 3" by root at 1796001016 [flexstart] (24.11.5)
hcsdemo-a3unodeset-3 DOWN+NOT_RESPONDING [a3u] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 1795997805 free 21741 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) because "Not responding" by slurm at 1796001069 [flexstart] (24.11.5)
hcsdemo-cpunodeset-0 MIXED [cpu] 14/32 cpus 1x16x2 mem 14336/128000 load 0.23 boot 1795997806 free 21782 [] (24.11.5)
hcsdemo-cpunodeset-1 MIXED+FAIL [cpu] 0/32 cpus 1x16x2 mem 2048/128000 load 0.23 boot 1795997805 free 21782 because "fan" by root at 1796001070 [] (24.11.5)
hcsdemo-flexnodeset-0 IDLE+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 1796001005 free 21719 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] (24.11.5)
hcsdemo-flexnodeset-1 IDLE+CLOUD [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.23 boot 1796001114 free 21777 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] (24.11.5)
hcsdemo-flexnodeset-2 IDLE+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 0 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] ()
hcsdemo-flexnodeset-3 DOWN+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 0 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) because "ResumeTimeout reached" by slurm at 1796001057 [flexstart cloud] ()
`,
		"v0.0.43/nodes.json": `
hcsdemo-a3unodeset-0 MIXED [a3u] 4/224 cpus 2x56x2 mem 4096/2900000 load 1.18 boot 1796003200 free 21905 gpu:nvidia_h200:8 used gpu:nvidia_h200:8(IDX:0-7) (8 of 8) [flexstart] (26.05.5)
hcsdemo-a3unodeset-2 MIXED [a3u] 2/224 cpus 2x56x2 mem 2048/2900000 load 1.18 boot 1796003200 free 21905 gpu:nvidia_h200:8 used gpu:nvidia_h200:2(IDX:0-1) (2 of 8) [flexstart] (26.05.5)
hcsdemo-cpunodeset-0 MIXED [cpu] 14/32 cpus 1x16x2 mem 14336/128000 load 1.18 boot 1796003200 free 21905 [] (26.05.5)
hcsdemo-flexnodeset-1 IDLE+CLOUD+POWERING_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 1.22 boot 1796004565 free 21832 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] (26.05.5)
hcsdemo-flexnodeset-2 IDLE+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 0 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] ()
`,
		"v0.0.45/nodes.json": `
hcsdemo-a3unodeset-0 MIXED [a3u] 4/224 cpus 2x56x2 mem 4096/2900000 load 1.26 boot 1796003200 free 21739 gpu:nvidia_h200:8 used gpu:nvidia_h200:8(IDX:0-7) (8 of 8) [flexstart] (26.05.5)
hcsdemo-a3unodeset-2 MIXED+DRAIN [a3u] 2/224 cpus 2x56x2 mem 2048/2900000 load 1.26 boot 1796003200 free 21739 gpu:nvidia_h200:8 used gpu:nvidia_h200:2(IDX:0-1) (2 of 8) because "xid 79 on gpu 3" by root at 1796004439 [flexstart] (26.05.5)
hcsdemo-cpunodeset-0 MIXED [cpu] 14/32 cpus 1x16x2 mem 14336/128000 load 1.26 boot 1796003200 free 21739 [] (26.05.5)
hcsdemo-flexnodeset-1 IDLE+CLOUD [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 1.30 boot 1796004565 free 21657 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] (26.05.5)
hcsdemo-flexnodeset-2 IDLE+CLOUD+POWERED_DOWN [flex] 0/224 cpus 2x56x2 mem 0/2900000 load 0.00 boot 0 gpu:nvidia_h200:8 used gpu:nvidia_h200:0(IDX:N/A) (0 of 8) [flexstart cloud] ()
`,
	}
	for file, want := range tests {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			var reply wire.NodesReply
			p, got := read(t, file, reply.Fields(), func() string {
				var lines []string
				for _, n := range reply.Nodes {
					lines = append(lines, showNode(n))
				}
				return strings.Join(lines, "\n")
			})
			if got != strings.TrimSpace(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
			if len(p.Skipped) > 0 || reply.LastUpdate == 0 {
				t.Errorf("skipped %q, last update %d", p.Skipped, reply.LastUpdate)
			}
		})
	}
}

func TestRecordedPartitions(t *testing.T) {
	t.Parallel()
	// Only v0.0.45 says which partition is the default.
	for version, flags := range map[string]bool{"v0.0.40": false, "v0.0.42": false, "v0.0.43": false, "v0.0.45": true} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var reply wire.PartitionsReply
			p, _ := read(t, version+"/partitions.json", reply.Fields(), func() string { return fmt.Sprint(reply.Partitions) })
			want := []slurm.Partition{
				{
					Name: "a3u", State: []string{"UP"}, Default: flags, Nodes: "hcsdemo-a3unodeset-[0-3]", NodeCount: 4, CPUs: 896,
					TRES:    slurm.TRES{CPUs: 896, Nodes: 4, GPUs: 32, Billing: 896, MemMiB: 11600000},
					MaxTime: slurm.LimitInfinite, MaxNodes: slurm.Num{Infinite: true}, PriorityTier: 1,
					MaxCPUsPerNode: slurm.Num{Infinite: true}, MaxMemPerNode: slurm.NumOf(0),
				},
				{
					Name: "cpu", State: []string{"UP"}, Nodes: "hcsdemo-cpunodeset-[0-1]", NodeCount: 2, CPUs: 64,
					TRES:    slurm.TRES{CPUs: 64, Nodes: 2, Billing: 64, MemMiB: 256000},
					MaxTime: 7 * 86400, DefaultTime: 3600, MaxNodes: slurm.Num{Infinite: true}, PriorityTier: 1,
					MaxCPUsPerNode: slurm.Num{Infinite: true}, MaxMemPerNode: slurm.NumOf(0),
				},
				{
					Name: "flex", State: []string{"UP"}, Nodes: "hcsdemo-flexnodeset-[0-3]", NodeCount: 4, CPUs: 896,
					TRES:    slurm.TRES{CPUs: 896, Nodes: 4, GPUs: 32, Billing: 896, MemMiB: 11600000},
					MaxTime: 7 * 86400, MaxNodes: slurm.Num{Infinite: true}, PriorityTier: 1,
					MaxCPUsPerNode: slurm.Num{Infinite: true}, MaxMemPerNode: slurm.NumOf(0),
				},
			}
			for i := range want {
				want[i].SaysDefault = flags
			}
			if diff := cmp.Diff(want, reply.Partitions); diff != "" {
				t.Error(diff)
			}
			if len(p.Skipped) > 0 || reply.LastUpdate == 0 {
				t.Errorf("skipped %q, last update %d", p.Skipped, reply.LastUpdate)
			}
		})
	}
}

func TestRecordedReservations(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"v0.0.42", "v0.0.45"} {
		var reply wire.ReservationsReply
		read(t, version+"/reservations.json", reply.Fields(), func() string { return fmt.Sprint(reply.Reservations) })
		if len(reply.Reservations) != 1 {
			t.Fatalf("got %d reservations", len(reply.Reservations))
		}
		got := reply.Reservations[0]
		if got.End-got.Start != 600 {
			t.Errorf("from %d to %d", got.Start, got.End)
		}
		got.Start, got.End = 0, 0
		want := slurm.Reservation{
			Name: "repair", Flags: []string{"MAINT", "SPEC_NODES"}, Nodes: "hcsdemo-cpunodeset-1", NodeCount: 1, Users: "root",
			TRES: slurm.TRES{CPUs: 32},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

func TestRecordedPings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		file string
		up   bool
	}{
		{"v0.0.40/ping.json", true}, // pinged and mode, no responding
		{"v0.0.41/ping.json", true},
		{"v0.0.42/ping.json", true},
		{"v0.0.42/ping-down.json", false},
		{"v0.0.43/ping.json", true},
		{"v0.0.44/ping.json", true},
		{"v0.0.45/ping.json", true}, // responding and primary, no pinged
		{"v0.0.45/ping-down.json", false},
	}
	for _, tt := range tests {
		var reply wire.PingReply
		p, _ := read(t, tt.file, reply.Fields(), func() string { return fmt.Sprint(reply.Controllers) })
		if len(reply.Controllers) != 1 {
			t.Fatalf("%s: got %+v", tt.file, reply.Controllers)
		}
		c := reply.Controllers[0]
		if c.Host != "hcsdemo-controller" || c.Mode != "primary" || c.Responding != tt.up || c.Latency < 100*time.Microsecond || c.Latency > time.Second {
			t.Errorf("%s: got %+v", tt.file, c)
		}
		if v, _, _ := strings.Cut(tt.file, "/"); p.Meta.DataParser != v || p.Meta.Cluster != "hcsdemo" || p.Meta.Accounting != "slurmdbd" {
			t.Errorf("%s: got %+v", tt.file, p.Meta)
		}
	}
}

func TestDiag(t *testing.T) {
	t.Parallel()
	var reply wire.DiagReply
	read(t, "v0.0.42/diag.json", reply.Fields(), func() string { return fmt.Sprint(reply.Diag) })
	if want := (slurm.Diag{At: 1796000989, ServerThreads: 1, ScheduleCycleLast: 34 * time.Microsecond}); reply.Diag != want {
		t.Errorf("got %+v", reply.Diag)
	}
	answer := `{"statistics": {"server_thread_count": 3, "agent_queue_size": 1, "jobs_pending": 10, "jobs_running": 20,
		"jobs_submitted": 30, "jobs_started": 40, "jobs_completed": 50, "jobs_failed": 60, "jobs_canceled": 70,
		"bf_cycle_last": 1500000, "schedule_cycle_last": 250, "schedule_queue_length": 5, "bf_queue_len": 6}}`
	if _, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields()); err != nil {
		t.Fatal(err)
	}
	want := slurm.Diag{
		ServerThreads: 3, AgentQueue: 1, AccountingQueue: -1, Pending: 10, Running: 20, Submitted: 30, Started: 40, Completed: 50, Failed: 60,
		Canceled: 70, BackfillLast: 1500 * time.Millisecond, ScheduleCycleLast: 250 * time.Microsecond,
		ScheduleQueueLength: 5, BackfillQueueDepth: 6,
	}
	if reply.Diag != want {
		t.Errorf("got %+v", reply.Diag)
	}
}

func TestStates(t *testing.T) {
	t.Parallel()
	var reply wire.StatesReply
	_, got := read(t, "v0.0.42/jobs-state.json", reply.Fields(), func() string {
		var lines []string
		for _, s := range reply.States {
			lines = append(lines, s.ID+" "+s.State.Code())
		}
		return strings.Join(lines, ", ")
	})
	if want := "5 R, 39_1 R, 38_0 R, 18_2 PD, 18_3 PD, 18_5 PD"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

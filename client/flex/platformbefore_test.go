package flex_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// The records of a first look tell of several machines under one name, each with its own cause.
func TestRecordsOfEarlierMachines(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	record := func(after time.Duration, kind, message string) flex.PlatformRecord {
		return flex.PlatformRecord{At: start.Add(after), Type: kind, Message: message}
	}
	now := start.Add(2 * time.Hour)
	_, events := flex.Observe(flex.Memory{}, flex.Snapshot{
		Now: now, NodesAsOf: now, Nodes: []slurm.Node{{Name: "c-a-0", State: slurm.ParseNodeState("IDLE", "CLOUD", "POWERED_DOWN")}},
		Pools: flex.Pools{Cluster: "c", AsOf: now, Events: []flex.PlatformRecord{
			record(0, "VM_SLURM_POWER_DOWN", "node c-a-0 is idle"),
			record(time.Minute, "VM_DELETION", "c-a-0"),
			record(9*time.Minute, "VM_CONTINUOUS_GPU_ERROR", "c-a-0: XID 94"),
			record(9*time.Minute, "VM_SLURM_DRAIN", "c-a-0"),
			record(11*time.Minute, "VM_REPORT_AND_REPLACEMENT", "c-a-0"),
			record(40*time.Minute, "VM_SLURM_POWER_DOWN", "node c-a-0 is idle"),
			record(41*time.Minute, "VM_DELETION", "c-a-0"),
			record(60*time.Minute, "VM_SLURM_DRAIN", "c-a-0"),
			record(61*time.Minute, "VM_DELETION", "c-a-0"),
			record(80*time.Minute, "VM_DELETION", "c-a-0"),
		}},
	}, flex.Settings{})
	var got []string
	for _, e := range events {
		got = append(got, e.At.Sub(start).String()+" "+string(e.Type))
	}
	want := []string{
		"0s powering_down", "1m0s powered_down", "9m0s gpu_error", "9m0s draining", "11m0s repair", "40m0s powering_down",
		"41m0s powered_down", "1h0m0s draining", "1h1m0s repair", "1h20m0s deleted",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

package wire_test

import (
	"strings"
	"testing"

	"flexq/client/slurm"
	"flexq/client/wire"
)

func TestEncodeSubmitRare(t *testing.T) {
	t.Parallel()
	no := false
	for name, test := range map[string]struct {
		in   slurm.Submission
		want string
	}{
		"all memory":    {slurm.Submission{MemAll: true}, `"memory_per_node":{"set":true,"number":0}`},
		"per GPU":       {slurm.Submission{CPUsPerGPU: 4, MemPerGPU: 1024, TasksPerGPU: 2}, `"ntasks_per_tres":2,"cpus_per_tres":"gres/gpu:4","memory_per_tres":"gres/gpu:1024"`},
		"node":          {slurm.Submission{TasksPerSocket: 1, MinCPUs: 2, ThreadsPerCore: 3, TmpDisk: 4}, `"tasks_per_socket":1,"minimum_cpus_per_node":2,"threads_per_core":3,"temporary_disk_per_node":4`},
		"exclusive":     {slurm.Submission{Exclusive: true, Sharing: "user"}, `"shared":["none"]`},
		"sharing":       {slurm.Submission{Sharing: "user"}, `"shared":["user"]`},
		"placement":     {slurm.Submission{Contiguous: true, Overcommit: true, Prefer: "x", Network: "n"}, `"contiguous":true,"overcommit":true,"prefer":"x","network":"n"`},
		"node failure":  {slurm.Submission{KillOnNodeFail: &no}, `"kill_on_node_fail":false`},
		"flags":         {slurm.Submission{Flags: []string{"SPREAD_JOB"}, OpenMode: "append", WCKey: "w"}, `"flags":["SPREAD_JOB"],"open_mode":["APPEND"],"wckey":"w"`},
		"warning":       {slurm.Submission{Warning: slurm.Warning{Signal: "USR1", Before: 120, Batch: true, Resv: true}}, `"kill_warning_signal":"USR1","kill_warning_delay":{"set":true,"number":120},"kill_warning_flags":["BATCH_JOB","RESERVATION_JOB"]`},
		"plain warning": {slurm.Submission{Warning: slurm.Warning{Signal: "10"}}, `"environment":["PATH=/usr/local/bin:/usr/bin:/bin"],"kill_warning_signal":"10"}`},
	} {
		test.in.Script = "#!/bin/sh\n"
		got, err := wire.EncodeSubmit(test.in)
		if err != nil || !strings.Contains(string(got), test.want) {
			t.Errorf("%s: %s, %v; want %s", name, got, err, test.want)
		}
	}
}

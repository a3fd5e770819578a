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
		"no nodes":      {slurm.Submission{Empty: []string{"required_nodes"}}, `"environment":["PATH=/usr/local/bin:/usr/bin:/bin"],"required_nodes":[""]}`},
		"none per GPU":  {slurm.Submission{Empty: []string{"memory_per_tres"}}, `"memory_per_tres":"gres/gpu:0"`},
		"empty texts":   {slurm.Submission{Empty: []string{"account", "extra", "excluded_nodes", "tres_bind"}}, `"account":"","environment":["PATH=/usr/local/bin:/usr/bin:/bin"],"excluded_nodes":[""],"extra":"","tres_bind":""}`},
		"no empty text": {slurm.Submission{Account: "a", Empty: []string{"account", "nodes"}}, `{"account":"a","environment":["PATH=/usr/local/bin:/usr/bin:/bin"]}`},
		"plain warning": {slurm.Submission{Warning: slurm.Warning{Signal: "10"}}, `"environment":["PATH=/usr/local/bin:/usr/bin:/bin"],"kill_warning_signal":"10"}`},
	} {
		test.in.Script = "#!/bin/sh\n"
		got, err := wire.EncodeSubmit(test.in)
		if err != nil || !strings.Contains(string(got), test.want) {
			t.Errorf("%s: %s, %v; want %s", name, got, err, test.want)
		}
	}
}

func TestEncodeSubmitTuning(t *testing.T) {
	t.Parallel()
	yes := true
	for want, in := range map[string]slurm.Tuning{
		`"sockets_per_node":2,"tasks_per_core":1`:                            {SocketsPerNode: 2, TasksPerCore: 1},
		`"core_specification":2,"thread_specification":0`:                    {CoreSpec: slurm.NumOf(2), ThreadSpec: slurm.NumOf(0)},
		`"distribution":"plane=4","distribution_plane_size":4`:               {Distribution: "plane=4", PlaneSize: 4},
		`"cpu_frequency":"low","tres_freq":"gpu:low","tres_bind":"b"`:        {CPUFreq: "low", TRESFreq: "gpu:low", TRESBind: "b"},
		`"memory_binding":"0,1","memory_binding_type":["MAP"]`:               {MemBind: "0,1", MemBindType: []string{"MAP"}},
		`"account_gather_frequency":"30","profile":["TASK"],"delay_boot":60`: {AcctFreq: "30", Profile: []string{"TASK"}, DelayBoot: slurm.NumOf(60)},
		`"required_switches":{"set":true,"number":1},"wait_for_switch":600`:  {Switches: 1, SwitchWait: 600},
		`"segment_size":{"set":true,"number":2},"batch_features":"x"`:        {Segment: 2, BatchFeatures: "x"},
		`"cluster_constraint":"c","mcs_label":"m","selinux_context":"s"`:     {ClusterFeatures: "c", MCSLabel: "m", SELinux: "s"},
		`"container":"/c","container_id":"i","burst_buffer":"b"`:             {Container: "/c", ContainerID: "i", BurstBuffer: "b"},
		`"priority":{"set":true,"number":0},"oom_kill_step":0`:               {Priority: slurm.NumOf(0), OOMKillStep: slurm.NumOf(0)},
		`"wait_all_nodes":true,"reboot":true}`:                               {WaitAllNodes: &yes, Reboot: true},
		`"environment":["PATH=/usr/local/bin:/usr/bin:/bin"]}`:               {},
	} {
		got, err := wire.EncodeSubmit(slurm.Submission{Script: "#!/bin/sh\n", Tuning: in})
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("got %s, %v; want %s", got, err, want)
		}
	}
}

func TestEncodeSubmitHet(t *testing.T) {
	t.Parallel()
	got, err := wire.EncodeSubmit(slurm.Submission{
		Script: "#!/bin/sh\n", Name: "a", Env: []string{"A=1"}, Args: []string{"x"},
		Parts: []slurm.Submission{{Nodes: "2-4", LeastCPUs: 1, Env: []string{"B=1"}, Args: []string{"y"}}, {}},
	})
	const want = `{"script":"#!/bin/sh\n","jobs":[{"name":"a","environment":["A=1"],"argv":["x"]},` +
		`{"environment":["B=1"],"nodes":"2-4","minimum_cpus":1},{"environment":["PATH=/usr/local/bin:/usr/bin:/bin"]}]}`
	if err != nil || string(got) != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
	if _, err := wire.EncodeSubmit(slurm.Submission{Script: "#!/bin/sh\n", Parts: []slurm.Submission{{Begin: -1}}}); err == nil {
		t.Error("a part that begins before 1970")
	}
}

func TestEncodeSubmitForVersion(t *testing.T) {
	t.Parallel()
	het := slurm.Submission{Script: "#!/bin/sh\n", Parts: []slurm.Submission{{}}}
	set := slurm.Submission{Script: "#!/bin/sh\n", Tuning: slurm.Tuning{OOMKillStep: slurm.NumOf(0)}}
	for _, c := range []struct {
		version string
		in      slurm.Submission
		field   string
		times   int
	}{
		{"v0.0.42", het, `"oom_kill_step":65534`, 2}, // else slurmrestd would make it 0
		{"v0.0.45", het, `"oom_kill_step":65534`, 2},
		{"v0.0.41", het, `oom_kill_step`, 0}, // it does not know the field
		{"v0.0.40", het, `oom_kill_step`, 0},
		{"", het, `oom_kill_step`, 0},
		{"v1", het, `oom_kill_step`, 0},
		{"v0.0.42", set, `"oom_kill_step":0`, 1},
	} {
		got, err := wire.EncodeSubmitFor(c.in, c.version)
		if n := strings.Count(string(got), c.field); err != nil || n != c.times {
			t.Errorf("%q: %s, %v; want %s %d times", c.version, got, err, c.field, c.times)
		}
	}
}

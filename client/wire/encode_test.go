package wire_test

import (
	"strings"
	"testing"

	"flexq/client/slurm"
	"flexq/client/wire"
)

func TestEncodeSubmit(t *testing.T) {
	t.Parallel()
	no := false
	const script = "#!/bin/bash\nsrun hostname # <&> \"é\"\n"
	const quotedScript = `"script":"#!/bin/bash\nsrun hostname # <&> \"é\"\n"`
	tests := []struct {
		name string
		in   slurm.Submission
		want string
	}{
		{
			"the least",
			slurm.Submission{Script: script},
			`{` + quotedScript + `,"job":{"environment":["PATH=/usr/local/bin:/usr/bin:/bin"]}}`,
		},
		{
			"an empty environment is never sent",
			slurm.Submission{Script: "x", Env: []string{}},
			`{"script":"x","job":{"environment":["PATH=/usr/local/bin:/usr/bin:/bin"]}}`,
		},
		{
			"a training job",
			slurm.Submission{
				Script: script, Name: "train", Partition: "a3u", Account: "research", QOS: "normal", WorkDir: "/home/alice",
				Env: []string{"PATH=/usr/bin:/bin", "A=b c"}, Nodes: "2-4", TasksPerNode: 8, TRESPerNode: "gres/gpu:8",
				Limit: 90 * 60, StdOut: "%x-%j.out", Comment: "run 12 flexq:01H",
			},
			`{` + quotedScript + `,"job":{"name":"train","partition":"a3u","account":"research","qos":"normal",` +
				`"current_working_directory":"/home/alice","environment":["PATH=/usr/bin:/bin","A=b c"],"nodes":"2-4","tasks_per_node":8,` +
				`"tres_per_node":"gres/gpu:8","time_limit":{"set":true,"number":90},"standard_output":"%x-%j.out","comment":"run 12 flexq:01H"}}`,
		},
		{
			"everything else",
			slurm.Submission{
				Script: "x", Env: []string{"A=b"}, Tasks: 3, CPUsPerTask: 4, MemPerNode: 1024, MemPerCPU: 512, TRESPerJob: "gres/gpu:1",
				TRESPerTask: "gres/gpu:2", TRESPerSocket: "gres/gpu:3", MinLimit: 61, Array: "0-9%2", Dependency: "afterok:5",
				Features: "flexstart", RequiredNodes: "n[1-2],m3", ExcludedNodes: "n4", Reservation: "r", StdIn: "in", StdErr: "err",
				Extra: "e", Hold: true, Exclusive: true, Requeue: &no, Begin: 1900000000, Deadline: 1900000100, Nice: -5,
				MailType: "end, fail,", MailUser: "m", Licenses: "l", Args: []string{"a", "b c"},
			},
			`{"script":"x","job":{"environment":["A=b"],"tasks":3,"cpus_per_task":4,"memory_per_node":{"set":true,"number":1024},` +
				`"memory_per_cpu":{"set":true,"number":512},"tres_per_job":"gres/gpu:1","tres_per_task":"gres/gpu:2","tres_per_socket":"gres/gpu:3",` +
				`"time_minimum":{"set":true,"number":2},"array":"0-9%2","dependency":"afterok:5","constraints":"flexstart",` +
				`"required_nodes":["n[1-2],m3"],"excluded_nodes":["n4"],"reservation":"r","standard_input":"in","standard_error":"err",` +
				`"extra":"e","hold":true,"shared":["none"],"requeue":false,"begin_time":{"set":true,"number":1900000000},"deadline":1900000100,` +
				`"nice":-5,"mail_type":["END","FAIL"],"mail_user":"m","licenses":"l","argv":["a","b c"]}}`,
		},
		{
			"seconds are rounded up to a minute",
			slurm.Submission{Script: "x", Env: []string{"A=b"}, Limit: 1},
			`{"script":"x","job":{"environment":["A=b"],"time_limit":{"set":true,"number":1}}}`,
		},
		{
			"no limit",
			slurm.Submission{Script: "x", Env: []string{"A=b"}, Limit: slurm.LimitInfinite},
			`{"script":"x","job":{"environment":["A=b"],"time_limit":{"set":true,"infinite":true,"number":0}}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := wire.EncodeSubmit(tt.in)
			if err != nil || string(got) != tt.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

func TestEncodeSubmitRefuses(t *testing.T) {
	t.Parallel()
	for want, in := range map[string]slurm.Submission{
		"the script is empty":   {Script: " \n"},
		"encode the submission": {Script: "#!/bin/bash\necho \xff\n"},
		"lies before 1970":      {Script: "#!/bin/sh", Begin: -1},
		"deadline lies before":  {Script: "#!/bin/sh", Deadline: -5},
		"limit is below zero":   {Script: "#!/bin/sh", Limit: -2},
		"is below zero":         {Script: "#!/bin/sh", MinLimit: -60},
	} {
		if got, err := wire.EncodeSubmit(in); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: got %s, %v", in, got, err)
		}
	}
}

func TestEncodeUpdate(t *testing.T) {
	t.Parallel()
	yes, no, limit, forever := true, false, slurm.Limit(3599), slurm.LimitInfinite
	name, empty, prio, nice := "new", "", uint64(0), int64(0)
	tests := []struct {
		name string
		in   slurm.JobUpdate
		want string
	}{
		{"hold", slurm.JobUpdate{Hold: &yes}, `{"hold":true}`},
		{"release", slurm.JobUpdate{Hold: &no}, `{"hold":false}`},
		{"limit", slurm.JobUpdate{Limit: &limit}, `{"time_limit":{"set":true,"number":60}}`},
		{"no limit", slurm.JobUpdate{Limit: &forever}, `{"time_limit":{"set":true,"infinite":true,"number":0}}`},
		{"words", slurm.JobUpdate{Name: &name, Partition: &name, QOS: &name}, `{"partition":"new","name":"new","qos":"new"}`},
		{"empty words and zeros are changes too", slurm.JobUpdate{Comment: &empty, Priority: &prio, Nice: &nice}, `{"comment":"","priority":{"set":true,"number":0},"nice":0}`},
		{"nothing", slurm.JobUpdate{}, `{}`},
	}
	for _, tt := range tests {
		got, err := wire.EncodeUpdate(tt.in)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: got %s, %v, want %s", tt.name, got, err, tt.want)
		}
	}
	for _, none := range []slurm.Limit{slurm.LimitUnset, -2, -3600} { // Slurm would set it to 0 and end the job
		if got, err := wire.EncodeUpdate(slurm.JobUpdate{Limit: &none}); err == nil || !strings.Contains(err.Error(), "time limit is empty") {
			t.Errorf("a limit of %d: got %s, %v", none, got, err)
		}
	}
	bad := "\xff"
	if got, err := wire.EncodeUpdate(slurm.JobUpdate{Comment: &bad}); err == nil {
		t.Errorf("got %s", got)
	}
}

func TestEncodeNodeUpdate(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in   slurm.NodeUpdate
		want string
	}{
		{slurm.NodeUpdate{State: slurm.OrderDrain, Reason: `fan "3" is loud`}, `{"state":["DRAIN"],"reason":"fan \"3\" is loud"}`},
		{slurm.NodeUpdate{State: slurm.OrderResume}, `{"state":["RESUME"]}`},
	} {
		if got, err := wire.EncodeNodeUpdate(tt.in); err != nil || string(got) != tt.want {
			t.Errorf("got %s, %v, want %s", got, err, tt.want)
		}
	}
	for _, bad := range []slurm.NodeUpdate{{Reason: "x"}, {State: slurm.OrderDrain, Reason: "\xff"}} {
		if got, err := wire.EncodeNodeUpdate(bad); err == nil {
			t.Errorf("%+q gives %s", bad, got)
		}
	}
}

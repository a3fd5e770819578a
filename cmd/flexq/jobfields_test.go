package main

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
)

// items writes jobs as JSON and reads the items back.
func items(t *testing.T, now slurm.Time, jobs ...slurm.Job) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	l := listing[jobRow]{kind: "jobs", asOf: time.Unix(int64(now), 0), fields: jobFields(), items: jobRows(jobs, now)}
	if err := l.print(streams{Out: &out, Err: &bytes.Buffer{}}, outputFlags{format: "json"}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Items []map[string]any `json:"items"`
	}
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	return got.Items
}

// The JSON of a running job: scripts rely on these keys and forms.
func TestJSONOfARunningJob(t *testing.T) {
	t.Parallel()
	const start = 1_800_000_000
	job := slurm.Job{
		ID: 1234, Name: "train", User: "alice", Account: "ml", Partition: "a3u", QOS: "normal",
		State: slurm.ParseJobState("RUNNING", "POWER_UP_NODE"), Priority: slurm.NumOf(7),
		Submit: start - 60, Eligible: start - 60, Start: start, End: start + 7200, Limit: slurm.LimitOf(120),
		Nodes: "a3u7-a3u-[0-1]", NodeCount: slurm.NumOf(2), BatchHost: "a3u7-a3u-0", CPUs: slurm.NumOf(448), Tasks: slurm.NumOf(16),
		TRESAllocated: slurm.TRES{GPUs: 16, MemMiB: 2048}, Features: "flexstart", TRESPerNode: "gres/gpu:8",
		WorkDir: "/home/alice", StdIn: "/dev/null", StdOut: "/home/alice/o", StdErr: "/home/alice/e", Command: "train.sh",
		Comment: "run 12", Dependency: "afterok:1", Requeue: true, Restarts: 1, Reservation: "r", Licenses: "x:1",
	}
	want := map[string]any{
		"id": 1234.0, "displayId": "1234", "arrayJobId": nil, "arrayTaskId": nil, "arrayTasks": nil, "hetJobId": nil, "hetOffset": nil,
		"name": "train", "user": "alice", "account": "ml", "partition": "a3u", "qos": "normal",
		"state": "RUNNING", "stateCode": "R", "stateBase": "RUNNING", "stateFlags": []any{"POWER_UP_NODE"},
		"reason": "", "stateDescription": "", "priority": 7.0, "held": false,
		"submitTime": "2027-01-15T07:59:00Z", "eligibleTime": "2027-01-15T07:59:00Z",
		"startTime": "2027-01-15T08:00:00Z", "endTime": "2027-01-15T10:00:00Z",
		"timeLimit": "02:00:00", "timeLimitMinutes": 120.0, "elapsedSeconds": 90.0, "timeLeftSeconds": 7110.0,
		"nodes": "a3u7-a3u-[0-1]", "nodeCount": 2.0, "batchHost": "a3u7-a3u-0", "cpus": 448.0, "tasks": 16.0, "gpus": 16.0, "memoryMiB": 2048.0,
		"features": "flexstart", "tresPerNode": "gres/gpu:8", "licenses": "x:1",
		"lease_left": nil, "lease_end": nil, "lease_node": "", "lease_sure": nil,
		"risk": nil, "risk_lost": nil, "risk_spare": nil, "risk_text": []any{},
		"workDir": "/home/alice", "stdIn": "/dev/null", "stdOut": "/home/alice/o", "stdErr": "/home/alice/e", "command": "train.sh",
		"exitCode": nil, "comment": "run 12", "adminComment": "", "dependency": "afterok:1", "restarts": 1.0, "requeue": true,
		"reservation": "r", "failedNode": "", "source": "queue", "where": "a3u7-a3u-[0-1]",
	}
	if diff := cmp.Diff(want, items(t, start+90, job)[0]); diff != "" {
		t.Error(diff)
	}
}

func TestJSONOfOddJobs(t *testing.T) {
	t.Parallel()
	pending := slurm.Job{ID: 18, State: slurm.ParseJobState("PENDING"), Reason: "Priority", Limit: slurm.LimitInfinite}
	pending.Array = slurm.Array{Job: 18, Tasks: "2-5", Max: 2}
	task := slurm.Job{ID: 20, State: slurm.ParseJobState("RUNNING", "COMPLETING"), Array: slurm.Array{Job: 18, HasTask: true}}
	het := slurm.Job{ID: 22, Het: slurm.Het{Job: 21, Offset: 1}, State: slurm.ParseJobState("SOMETHING_NEW")}
	failed := slurm.Job{
		ID: 30, State: slurm.ParseJobState("FAILED"), Source: slurm.Accounting, Reason: "BadConstraints", Elapsed: 5,
		Exit: slurm.Exit{Set: true, Code: 3}, NodeCount: slurm.Num{Set: true, Infinite: true},
	}
	wants := []map[string]any{
		{
			"displayId": "18_[2-5%2]", "arrayJobId": 18.0, "arrayTaskId": nil, "arrayTasks": "2-5", "timeLimit": "UNLIMITED",
			"timeLimitMinutes": nil, "timeLeftSeconds": nil, "startTime": nil, "where": "(Priority)", "stateFlags": []any{},
		},
		{"displayId": "18_0", "arrayTaskId": 0.0, "arrayTasks": nil, "state": "COMPLETING", "stateCode": "CG", "stateBase": "RUNNING", "requeue": false},
		{"displayId": "21+1", "hetJobId": 21.0, "hetOffset": 1.0, "state": "SOMETHING_NEW", "stateCode": "?", "stateBase": ""},
		{"exitCode": "3:0", "source": "accounting", "requeue": nil, "elapsedSeconds": 5.0, "nodeCount": nil, "where": "BadConstraints, exit code 3"},
	}
	for i, got := range items(t, 1_800_000_000, pending, task, het, failed) {
		for key, want := range wants[i] {
			if diff := cmp.Diff(want, got[key]); diff != "" {
				t.Errorf("job %d, %s: %s", i, key, diff)
			}
		}
	}
}

func TestMemoryWords(t *testing.T) {
	t.Parallel()
	for mib, want := range map[int64]string{0: "", 1: "1M", 1024: "1G", 1536: "1.50G", 1 << 20: "1T", 2900000: "2.77T", 1 << 40: "1024P"} {
		if got := memoryWords(mib); got != want {
			t.Errorf("%d: got %q, want %q", mib, got, want)
		}
	}
}

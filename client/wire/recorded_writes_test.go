package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/wire"
)

func TestRecordedSubmits(t *testing.T) {
	t.Parallel()
	tests := []struct {
		file     string
		want     wire.SubmitReply
		errors   []int
		warnings int
	}{
		{"v0.0.40/submit-ok.json", wire.SubmitReply{JobID: 9, StepID: "batch"}, nil, 0},
		{"v0.0.42/submit-ok.json", wire.SubmitReply{JobID: 5, StepID: "batch"}, nil, 0},
		{"v0.0.42/submit-warned.json", wire.SubmitReply{JobID: 12, StepID: "batch"}, nil, 1},
		{"v0.0.42/submit-no-id.json", wire.SubmitReply{}, nil, 1},
		{"v0.0.42/submit-refused.json", wire.SubmitReply{}, []int{2000}, 0},
		{"v0.0.42/submit-controller-down.json", wire.SubmitReply{}, []int{1800}, 0},
		{"v0.0.45/submit-refused.json", wire.SubmitReply{}, []int{2000}, 0},
		{"v0.0.45/submit-warned.json", wire.SubmitReply{JobID: 10, StepID: "batch"}, nil, 2},
	}
	for _, tt := range tests {
		var reply wire.SubmitReply
		p, _ := read(t, tt.file, reply.Fields(), func() string { return fmt.Sprint(reply) })
		if diff := cmp.Diff(tt.want, reply); diff != "" {
			t.Errorf("%s: %s", tt.file, diff)
		}
		checkProblems(t, tt.file, p, tt.errors, tt.warnings)
	}
	var nested wire.SubmitReply // v0.0.40 nests it, and a proxy may drop the copy at the top
	_, err := wire.ReadPayload(strings.NewReader(`{"result": {"job_id": 7, "step_id": "batch", "job_submit_user_msg": "hi"}}`), nested.Fields())
	if err != nil || nested != (wire.SubmitReply{JobID: 7, StepID: "batch", Message: "hi"}) {
		t.Errorf("got %+v, %v", nested, err)
	}
}

func checkProblems(t *testing.T, file string, p wire.Payload, errors []int, warnings int) {
	t.Helper()
	var got []int
	for _, e := range p.Errors {
		got = append(got, e.Number)
		if e.Error == "" || e.Source == "" {
			t.Errorf("%s: problem without words: %+v", file, e)
		}
	}
	if diff := cmp.Diff(errors, got); diff != "" || len(p.Warnings) != warnings {
		t.Errorf("%s: errors %v, warnings %+v", file, got, p.Warnings)
	}
}

func TestRecordedCancels(t *testing.T) {
	t.Parallel()
	refused := func(job uint64, code int, message string) wire.KillStatus {
		return wire.KillStatus{Job: job, Step: fmt.Sprint(job), Code: code, Message: message}
	}
	const denied, unknown, done = "Access/permission denied", "Invalid job id specified", "Job/step already completing or completed"
	tests := []struct {
		file string
		want wire.CancelReply
	}{
		{"v0.0.40/cancel.json", wire.CancelReply{}}, // of another's job: this version says nothing
		{"v0.0.42/cancel-ok.json", wire.CancelReply{Told: true}},
		{"v0.0.42/cancel-refused.json", wire.CancelReply{Told: true, Status: []wire.KillStatus{refused(5, 2002, denied)}}},
		{"v0.0.42/cancel-finished.json", wire.CancelReply{Told: true, Status: []wire.KillStatus{refused(2, 2021, done)}}},
		{"v0.0.42/cancel-unknown.json", wire.CancelReply{Told: true, Status: []wire.KillStatus{{Step: "99999", Code: 2017, Message: unknown}}}},
		{"v0.0.42/cancel-list.json", wire.CancelReply{Told: true, Status: []wire.KillStatus{
			refused(2, 2021, done), {Step: "99999", Code: 2017, Message: unknown}, refused(17, 2002, denied),
		}}},
		{"v0.0.45/cancel-refused.json", wire.CancelReply{Told: true, Status: []wire.KillStatus{refused(5, 2002, denied)}}},
	}
	for _, tt := range tests {
		var reply wire.CancelReply
		read(t, tt.file, reply.Fields(), func() string { return fmt.Sprint(reply) })
		if reply.Status = append([]wire.KillStatus(nil), reply.Status...); !cmp.Equal(tt.want, reply) {
			t.Errorf("%s: %s", tt.file, cmp.Diff(tt.want, reply))
		}
	}
}

func TestRecordedUpdates(t *testing.T) {
	t.Parallel()
	for file, errors := range map[string][]int{
		"v0.0.42/update-ok.json": nil, "v0.0.42/update-refused.json": {2010}, "v0.0.42/update-unknown.json": {2017},
	} {
		var reply wire.UpdateReply
		p, _ := read(t, file, reply.Fields(), func() string { return fmt.Sprint(reply) })
		checkProblems(t, file, p, errors, 0)
		if len(reply.Results) != 0 {
			t.Errorf("%s: got %+v", file, reply)
		}
	}
	var reply wire.UpdateReply
	answer := `{"results": [{"job_id": 18, "step_id": "18_2", "error_code": 2021, "error": "Job/step already completing or completed", "why": "gone"}]}`
	if _, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields()); err != nil {
		t.Fatal(err)
	}
	want := []wire.UpdateResult{{Job: 18, Step: "18_2", Code: 2021, Message: "Job/step already completing or completed", Why: "gone"}}
	if diff := cmp.Diff(want, reply.Results); diff != "" {
		t.Error(diff)
	}
}

// What Slurm says besides the list, in answers that hold none or half of one.
func TestRecordedFailures(t *testing.T) {
	t.Parallel()
	tests := []struct {
		file            string
		errors          []int
		warnings, holds int
	}{
		{"v0.0.42/jobs-unchanged.json", nil, 1, 0},
		{"v0.0.42/jobs-bad-token.json", []int{1007}, 0, 0},
		{"v0.0.42/jobs-controller-down.json", []int{1800}, 0, 0},
		{"v0.0.42/job-unknown.json", []int{2017}, 0, 0},
		{"v0.0.42/nodes-changed.json", []int{-1}, 0, 0},
		{"v0.0.42/node-unknown.json", []int{0}, 0, 0},
		{"v0.0.42/db-bad-token.json", []int{7000}, 0, 0},
		{"v0.0.42/db-down.json", []int{7000}, 0, 0},
		{"v0.0.42/db-job-unknown.json", nil, 1, 0},
		{"v0.0.42/db-bad-state.json", []int{9207}, 0, 2}, // an error, and yet everything
		{"v0.0.45/partition-unknown.json", nil, 1, 0},
	}
	for _, tt := range tests {
		var reply wire.JobsReply
		p, _ := read(t, tt.file, reply.Fields(), func() string { return fmt.Sprint(reply.LastUpdate) })
		checkProblems(t, tt.file, p, tt.errors, tt.warnings)
		if len(reply.Jobs) != tt.holds || reply.LastUpdate != slurm.Time(0) {
			t.Errorf("%s: %d jobs, last update %d", tt.file, len(reply.Jobs), reply.LastUpdate)
		}
	}
}

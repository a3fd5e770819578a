package wire_test

import (
	"strings"
	"testing"

	"flexq/client/slurm"
	"flexq/client/wire"
)

// A number that no clock shows is left out, and said to be.
func TestTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]slurm.Time{
		"1796001133":   1796001133,
		`"1796001133"`: 1796001133,
		`{"set":true,"infinite":false,"number":5}`: 5,
		"253402300799":           253402300799, // the last second of 9999
		`"2026-12-01T10:00:00Z"`: 1796119200,
		`"9999-12-31T23:59:59Z"`: 253402300799,
		`"0001-01-01T00:00:00Z"`: 0,
		"null":                   0,
		"4294967294":             0, // Slurm's mark for none
		`{"set":false,"infinite":false,"number":99999999}`: 0,
	} {
		var reply wire.JobsReply
		p, err := wire.ReadPayload(strings.NewReader(`{"jobs":[{"job_id":1,"start_time":`+text+`}]}`), reply.Fields())
		if err != nil || len(p.Skipped) != 0 || reply.Jobs[0].Start != want {
			t.Errorf("%s: %d, skipped %v, %v", text, reply.Jobs[0].Start, p.Skipped, err)
		}
	}
	for _, text := range []string{
		"1796009999000", "253402300800", "9223372036854775807", "1e18", "-5", `"-5"`, `"1796009999000"`, `"1969-12-31T23:59:59Z"`,
		`{"set":true,"infinite":false,"number":1796009999000}`, `"soon"`, "true",
	} {
		var reply wire.JobsReply
		p, err := wire.ReadPayload(strings.NewReader(`{"jobs":[{"job_id":1,"start_time":`+text+`}],"last_update":`+text+`}`), reply.Fields())
		if err != nil || len(p.Skipped) != 2 || !strings.HasPrefix(p.Skipped[0], "jobs[0].start_time: not a") || reply.Jobs[0].Start != 0 || reply.LastUpdate != 0 {
			t.Errorf("%s: %d, skipped %v, %v", text, reply.Jobs[0].Start, p.Skipped, err)
		}
	}
}

// pre_sus_time is a count of seconds under the name of a time.
func TestPreSuspend(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		"0": 0, "500": 500, `{"set":true,"infinite":false,"number":500}`: 500, "4294967294": 0, "null": 0,
	} {
		var reply wire.JobsReply
		p, err := wire.ReadPayload(strings.NewReader(`{"jobs":[{"job_id":1,"pre_sus_time":`+text+`}]}`), reply.Fields())
		if err != nil || len(p.Skipped) != 0 || reply.Jobs[0].PreSuspend != want {
			t.Errorf("%s: %d, skipped %v, %v", text, reply.Jobs[0].PreSuspend, p.Skipped, err)
		}
	}
}

package wire_test

import (
	"strings"
	"testing"

	"flexq/client/slurm"
	"flexq/client/wire"
)

// Slurm gives a job without a limit an end a year or more ahead; squeue prints NONE for it.
func TestEndOfAJobWithoutLimit(t *testing.T) {
	t.Parallel()
	for name, k := range map[string]struct {
		limit, state string
		want         slurm.Time
	}{
		"runs without a limit":  {`{"set":true,"infinite":true,"number":0}`, `["RUNNING"]`, 0},
		"waits without a limit": {`{"set":true,"infinite":true,"number":0}`, `["PENDING"]`, 0},
		"runs to a limit":       {`{"set":true,"infinite":false,"number":60}`, `["RUNNING"]`, 1827537016},
		"ended":                 {`{"set":true,"infinite":true,"number":0}`, `["COMPLETED"]`, 1827537016},
		"is ending":             {`{"set":true,"infinite":true,"number":0}`, `["CANCELLED","COMPLETING"]`, 1827537016},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var reply wire.JobsReply
			answer := `{"jobs":[{"job_id":1,"end_time":{"set":true,"number":1827537016},"time_limit":` + k.limit + `,"job_state":` + k.state + `}]}`
			if _, err := wire.ReadPayload(strings.NewReader(answer), reply.Fields()); err != nil {
				t.Fatal(err)
			}
			if got := reply.Jobs[0].End; got != k.want {
				t.Errorf("got end %d, want %d", got, k.want)
			}
		})
	}
}

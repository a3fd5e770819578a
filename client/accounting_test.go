package client_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

// past is a question of accounting with its parameters; now is 1796001200.
func past(parameters string) string { return "GET /slurmdb/v0.0.42/jobs/?" + parameters }

func TestAccountingQuery(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		ask  slurm.AccountingQuery
		want string
	}{
		{"nothing said: the last day", slurm.AccountingQuery{}, "end_time=1796004800&start_time=1795914800"},
		{"since", slurm.AccountingQuery{Since: 1796000000}, "end_time=1796004800&start_time=1796000000"},
		{"until", slurm.AccountingQuery{Until: 1796000000}, "end_time=1796000000&start_time=1795910000"},
		{
			"lists repeat the name", // a comma would be 400, or 500 with everything [db-query-encoded-comma]
			slurm.AccountingQuery{
				Since: 1, Until: 2, Users: []string{"alice", "bob"}, Partitions: []string{"cpu", "a3u"}, Name: "my job",
				States: []string{"FAILED", "TO", "oom"},
			},
			"end_time=2&job_name=my%20job&partition=cpu&partition=a3u&start_time=1&state=FAILED&state=TIMEOUT&state=OUT_OF_MEMORY&users=alice&users=bob",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(past(tt.want), file("v0.0.42/db-jobs.json"))
				got, err := c.Accounting(t.Context(), tt.ask)
				if err != nil || len(got.Items) != 5 || !got.AsOf.Equal(now()) {
					t.Errorf("got %+v, %v", got, err)
				}
			})
		})
	}
}

// v0.0.40 and v0.0.41 answer "Unable to convert Data type" to a bare number.
func TestAccountingTimesOfOldVersions(t *testing.T) {
	t.Parallel()
	for _, v := range []string{"v0.0.40", "v0.0.41"} {
		both(t, func(o *client.Options) { o.Version = v }, func(s *server, c *client.Client) {
			t := s.t
			s.on("GET /slurmdb/"+v+"/jobs/?end_time=uts2&start_time=uts1", file(v+"/db-jobs.json"))
			got, err := c.Accounting(t.Context(), slurm.AccountingQuery{Since: 1, Until: 2})
			if err != nil || len(got.Items) != 2 {
				t.Errorf("%s: got %+v, %v", v, got, err)
			}
		})
	}
}

func TestAccountingSendsNoNonsense(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		for want, ask := range map[string]slurm.AccountingQuery{
			`"NOSUCH" is not a state`:   {States: []string{"FAILED", "NOSUCH"}}, // 500 with everything [db-jobs-bad-state]
			`"" is not a state`:         {States: []string{""}},
			"ends before it begins":     {Since: 10, Until: 5},
			`"FAILED,TIMEOUT" is not`:   {States: []string{"FAILED,TIMEOUT"}},
			`"UPDATE_DB" is not a stat`: {States: []string{"UPDATE_DB"}},
		} {
			_, err := c.Accounting(t.Context(), ask)
			if f := asKind(t, err, fault.Usage); !strings.Contains(f.What, want) {
				t.Errorf("got %v, want %q", f, want)
			}
		}
		wantCalls(t, s)
	})
}

func TestAccountingOrder(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		const parameters = "end_time=2&start_time=1"
		s.on(past(parameters), answer{status: 200, text: `{"jobs": [
			{"job_id": 1, "time": {"submission": 100}}, {"job_id": 2, "time": {"submission": 300}, "name": "first run", "state": {"current": "NODE_FAIL"}},
			{"job_id": 3, "time": {"submission": 200}}, {"job_id": 2, "time": {"submission": 400}, "name": "second run"},
			{"job_id": 4, "time": {"submission": 200}}]}`})
		for limit, want := range map[int]string{0: "2 4 3 1", 2: "2 4", 9: "2 4 3 1"} {
			got, err := c.Accounting(t.Context(), slurm.AccountingQuery{Since: 1, Until: 2, Limit: limit})
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for _, j := range got.Items {
				ids = append(ids, fmt.Sprint(j.ID))
			}
			if strings.Join(ids, " ") != want || got.Items[0].Name != "second run" {
				t.Errorf("limit %d: got %v, the first is %q", limit, ids, got.Items[0].Name)
			}
		}
	})
}

func TestAccountingFaults(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer answer
		kind   fault.Kind
	}{
		"down":         {answer{status: 502, file: "v0.0.42/db-down.json"}, fault.AccountingDown},
		"bad token":    {answer{status: 502, file: "v0.0.42/db-bad-token.json"}, fault.TokenRejected}, // not 511
		"unknown user": {answer{status: 422, file: "v0.0.42/db-user-unknown.json"}, fault.Refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(past("end_time=2&start_time=1"), tt.answer)
				_, err := c.Accounting(t.Context(), slurm.AccountingQuery{Since: 1, Until: 2})
				wantKind(t, err, tt.kind)
			})
		})
	}
}

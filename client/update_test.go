package client_test

import (
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

func post(id string) string { return "POST /slurm/v0.0.42/job/" + id }

func TestUpdate(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		hold, limit := true, slurm.Limit(3600)
		for want, change := range map[string]slurm.JobUpdate{
			`{"hold":true}`: {Hold: &hold},
			`{"time_limit":{"set":true,"number":60}}`: {Limit: &limit},
		} {
			s.on(post("5"), file("v0.0.42/update-ok.json"))
			if err := c.Update(t.Context(), slurm.RefTo(5), change); err != nil {
				t.Error(err)
			}
			if got := s.lastBody(); got != want {
				t.Errorf("sent %s, want %s", got, want)
			}
			wantCalls(t, s, post("5"))
		}
	})
}

func TestUpdateRefused(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer answer
		kind   fault.Kind
		number int
	}{
		"another's, up to 25.11": {answer{status: 500, file: "v0.0.42/update-refused.json"}, fault.Refused, 2010},
		"another's, from 26.05":  {answer{status: 422, file: "v0.0.42/update-refused.json"}, fault.Refused, 2010},
		"unknown job":            {answer{status: 404, file: "v0.0.42/update-unknown.json"}, fault.JobUnknown, 2017},
		"some tasks": {answer{status: 200, text: `{"results": [{"job_id": 18, "step_id": "18_0", "error_code": 2021, "error": "ended"},
			{"job_id": 18, "step_id": "18_1", "error_code": 0}]}`}, fault.Refused, 2021},
		"cut": {answer{status: 200, cut: true}, fault.UnknownOutcome, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(post("5"), tt.answer)
				hold := true
				err := c.Update(t.Context(), slurm.RefTo(5), slurm.JobUpdate{Hold: &hold})
				f := asKind(t, err, tt.kind)
				if tt.number != 0 && (len(f.Problems) != 1 || f.Problems[0].Number != tt.number) {
					t.Errorf("got %+v", f.Problems)
				}
				wantCalls(t, s, post("5"))
			})
		})
	}
}

func TestUpdateSeveralTasks(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		hold := true
		s.on(post("18_2"), file("v0.0.42/update-ok.json"))
		s.on(post("18_3"), answer{status: 500, file: "v0.0.42/update-refused.json"})
		err := c.Update(t.Context(), parse(t, "18_[2-9]"), slurm.JobUpdate{Hold: &hold})
		wantKind(t, err, fault.Refused)
		wantCalls(t, s, post("18_2"), post("18_3")) // not one more after the first refusal
	})
}

func TestUpdateSendsNoNonsense(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		bad, hold := "\xff", true
		for want, try := range map[string]func() error{
			"nothing to change": func() error { return c.Update(t.Context(), slurm.RefTo(5), slurm.JobUpdate{}) },
			"encode the change": func() error { return c.Update(t.Context(), slurm.RefTo(5), slurm.JobUpdate{Name: &bad}) },
			"5.batch is a step": func() error { return c.Update(t.Context(), parse(t, "5.batch"), slurm.JobUpdate{Hold: &hold}) },
			"no job is named":   func() error { return c.Update(t.Context(), slurm.Ref{Het: -1}, slurm.JobUpdate{Hold: &hold}) },
		} {
			if f := asKind(t, try(), fault.Usage); !strings.Contains(f.What, want) {
				t.Errorf("got %v, want %q", f, want)
			}
		}
		wantCalls(t, s)
	})
}

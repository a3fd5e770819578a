package client_test

import (
	"strconv"
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

func num(id uint64) string { return strconv.FormatUint(id, 10) }

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

// array is 18 with two tasks that run, of which the last has the array's number, and 2-5 waiting.
const array = `{"jobs": [{"job_id": 18, "array_job_id": 18, "array_task_string": "2-5%2", "job_state": ["PENDING"]},
	{"job_id": 38, "array_job_id": 18, "array_task_id": 0, "job_state": ["RUNNING"]},
	{"job_id": 39, "array_job_id": 18, "array_task_id": 1, "job_state": ["RUNNING"]}]}`

// POST /job/18_0 is always 422: a task is changed by its own number.
func TestUpdateTasks(t *testing.T) {
	t.Parallel()
	for id, want := range map[string][]string{
		"18_0":     {"38"},
		"18_[0-1]": {"38", "39"},
		"18_[2-5]": {"18"},
		"18_[1-5]": {"18", "39"},
		"21+1":     {"22"}, // 21+1 would change 21+0
		"21+0":     {"21"},
	} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				hold := true
				ref := parse(t, id)
				calls := []string{jobCall(num(ref.Job))}
				s.on(jobCall("18"), answer{status: 200, text: array})
				s.on(jobCall("21"), file("v0.0.42/job-het.json"))
				for _, own := range want {
					calls = append(calls, post(own))
					s.on(post(own), file("v0.0.42/update-ok.json"))
				}
				if err := c.Update(t.Context(), ref, slurm.JobUpdate{Hold: &hold}); err != nil {
					t.Error(err)
				}
				wantCalls(t, s, calls...)
			})
		})
	}
}

func TestUpdateTasksThatCannotBe(t *testing.T) {
	t.Parallel()
	const cut = `{"jobs": [{"job_id": 18, "array_job_id": 18, "array_task_string": "2-5,7,1..."}]}`
	for name, tt := range map[string]struct {
		id   string
		live answer
		kind fault.Kind
		want string
	}{
		"one that waits":      {"18_3", answer{status: 200, text: array}, fault.Usage, "change all that wait, 18_[2-5], or wait"},
		"some that wait":      {"18_[0-3]", answer{status: 200, text: array}, fault.Usage, "change all that wait, 18_[2-5], or wait"},
		"behind a cut list":   {"18_99", answer{status: 200, text: cut}, fault.Usage, "change all that wait, as 18, or wait"},
		"all of a cut list":   {"18_[0-100]", answer{status: 200, text: cut}, fault.Usage, "change all that wait, as 18, or wait"},
		"one that is gone":    {"18_9", answer{status: 200, text: array}, fault.JobUnknown, "nothing was changed"},
		"some that are gone":  {"18_[0-9]", answer{status: 200, text: array}, fault.JobUnknown, "nothing was changed"},
		"an unknown array":    {"18_1", answer{status: 404, file: "v0.0.42/job-unknown.json"}, fault.JobUnknown, "change job 18_1"},
		"an unknown part":     {"18+7", answer{status: 200, text: array}, fault.JobUnknown, "nothing was changed"},
		"a queue that is out": {"18_1", answer{status: 502, file: "v0.0.42/jobs-controller-down.json"}, fault.SlurmDown, "change job 18_1"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				hold := true
				s.on(jobCall("18"), tt.live)
				err := c.Update(t.Context(), parse(t, tt.id), slurm.JobUpdate{Hold: &hold})
				if f := asKind(t, err, tt.kind); !strings.Contains(f.Error(), tt.want) {
					t.Errorf("got %v, want %q", f, tt.want)
				}
				wantCalls(t, s, jobCall("18"))
			})
		})
	}
}

func TestUpdateSeveralTasks(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		hold := true
		s.on(jobCall("18"), answer{status: 200, text: array})
		s.on(post("18"), answer{status: 200, text: `{"results": null, "warnings": [{"description": "careful"}]}`})
		s.on(post("38"), answer{status: 500, file: "v0.0.42/update-refused.json"})
		warnings, err := c.Change(t.Context(), parse(t, "18_[0-5]"), slurm.JobUpdate{Hold: &hold})
		f := asKind(t, err, fault.Refused)
		if !strings.HasPrefix(f.What, "1 of 3 tasks was changed; 18_0: ") || len(warnings) != 1 {
			t.Errorf("got %v, warnings %v", f, warnings)
		}
		wantCalls(t, s, jobCall("18"), post("18"), post("38")) // not one more after the first refusal
	})
}

func TestUpdateWarnings(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		hold := true
		s.on(post("5"), answer{status: 200, text: `{"results": null, "warnings": [{"description": "careful"}]}`})
		warnings, err := c.Change(t.Context(), slurm.RefTo(5), slurm.JobUpdate{Hold: &hold})
		if err != nil || len(warnings) != 1 || warnings[0].Description != "careful" {
			t.Errorf("got %v, %v", warnings, err)
		}
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

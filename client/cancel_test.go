package client_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

func del(id string) string { return "DELETE /slurm/v0.0.42/job/" + id }

// partsDone is the answer of an array of which two tasks had ended, whether there are others or not.
const partsDone = `{"status": [{"error": {"code": 2021, "message": "done"}, "step_id": "18_0", "job_id": {"set": true, "number": 38}},
	{"error": {"code": 2021, "message": "done"}, "step_id": "18_1", "job_id": {"set": true, "number": 39}}]}`

// A refused cancel is 200. [delete-others-job, delete-unknown, delete-completed]
func TestCancelOutcomes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, id string
		answer   answer
		want     slurm.CancelOutcome
		look     string // what the queue has of the job, where the answer does not say enough
	}{
		{"taken", "5", file("v0.0.42/cancel-ok.json"), slurm.CancelOutcome{Result: slurm.CancelAccepted}, ""},
		{
			"another's", "5", file("v0.0.42/cancel-refused.json"),
			slurm.CancelOutcome{Result: slurm.CancelRefused, Code: 2002, Message: "Access/permission denied"},
			"",
		},
		{
			"ended before", "2", file("v0.0.42/cancel-finished.json"),
			slurm.CancelOutcome{Result: slurm.CancelFinished, Code: 2021, Message: "Job/step already completing or completed"},
			"",
		},
		{
			"unknown", "99999", file("v0.0.42/cancel-unknown.json"),
			slurm.CancelOutcome{Result: slurm.CancelUnknown, Code: 2017, Message: "Invalid job id specified"},
			"",
		},
		{
			"unknown, as 404", "99999",
			answer{status: 404, file: "v0.0.42/job-unknown.json"},
			slurm.CancelOutcome{Result: slurm.CancelUnknown, Code: 2017, Message: "Invalid job id specified"},
			"",
		},
		{
			"another's, as an error", "5",
			answer{status: 500, text: `{"errors": [{"error_number": 2010, "error": "Invalid user id"}]}`},
			slurm.CancelOutcome{Result: slurm.CancelRefused, Code: 2010, Message: "Invalid user id"},
			"",
		},
		{
			"an array of which some tasks had ended", "18",
			answer{status: 200, text: partsDone},
			slurm.CancelOutcome{Result: slurm.CancelAccepted},
			`{"jobs": [{"job_id": 38}, {"job_id": 39}, {"job_id": 18}]}`,
		},
		{
			"an array of which all tasks had ended", "18",
			answer{status: 200, text: partsDone},
			slurm.CancelOutcome{Result: slurm.CancelFinished, Code: 2021, Message: "done"},
			`{"jobs": [{"job_id": 38}, {"job_id": 39}]}`,
		},
		{
			"a het job of which all had ended", "18",
			answer{status: 200, text: `{"status": [{"error": {"code": 2021, "message": "part"}, "step_id": "18+1", "job_id": 19}, {"error": {"code": 2021, "message": "done"}, "step_id": "18", "job_id": 18}]}`},
			slurm.CancelOutcome{Result: slurm.CancelFinished, Code: 2021, Message: "done"},
			"",
		},
		{
			"the worst counts", "18",
			answer{status: 200, text: `{"status": [{"error": {"code": 2021, "message": "done"}, "step_id": "18"}, {"error": {"code": 2002, "message": "no"}, "step_id": "18_1"}]}`},
			slurm.CancelOutcome{Result: slurm.CancelRefused, Code: 2002, Message: "no"},
			"",
		},
		{
			"a code that is new", "5",
			answer{status: 200, text: `{"status": [{"error": {"code": 9999, "message": "never"}, "step_id": "5"}]}`},
			slurm.CancelOutcome{Result: slurm.CancelRefused, Code: 9999, Message: "never"},
			"",
		},
		{"one task", "18_4", file("v0.0.42/cancel-ok.json"), slurm.CancelOutcome{Result: slurm.CancelAccepted}, ""},
		{"one component", "21+1", file("v0.0.42/cancel-ok.json"), slurm.CancelOutcome{Result: slurm.CancelAccepted}, ""},
		{
			"taken with a warning", "5",
			answer{status: 200, text: `{"status": [], "warnings": [{"description": "careful"}]}`},
			slurm.CancelOutcome{Result: slurm.CancelAccepted, Warnings: []slurm.Problem{{Description: "careful"}}},
			"",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				calls := []string{del(strings.ReplaceAll(tt.id, "+", "%2B"))} // a bare plus sign is 400
				s.on(calls[0], tt.answer)
				if tt.look != "" {
					calls = append(calls, jobCall(tt.id))
					s.on(calls[1], answer{status: 200, text: tt.look})
				}
				got, err := c.Cancel(t.Context(), parse(t, tt.id), "")
				want := tt.want
				want.Ref = parse(t, tt.id)
				if diff := cmp.Diff(want, got); err != nil || diff != "" {
					t.Errorf("%v %s", err, diff)
				}
				wantCalls(t, s, calls...)
			})
		})
	}
}

// An unknown signal name cancels the job. [delete-signal-bad-name-seen]
func TestCancelSignals(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		for word, number := range map[string]string{"USR1": "10", "sigusr1": "10", "10": "10", "SIGTERM": "15", "64": "64"} {
			call := del("5?signal=" + number)
			s.on(call, file("v0.0.42/cancel-ok.json"))
			if got, err := c.Cancel(t.Context(), slurm.RefTo(5), word); err != nil || got.Result != slurm.CancelAccepted {
				t.Errorf("%s: got %+v, %v", word, got, err)
			}
			wantCalls(t, s, call)
		}
		for _, word := range []string{"NOSUCH", "99", "0", "-9", "9x", "SIG", "KILL,TERM"} {
			_, err := c.Cancel(t.Context(), slurm.RefTo(5), word)
			wantKind(t, err, fault.Usage)
		}
		wantCalls(t, s)
	})
}

// Slurm's paths know one task or all: "Query empty or not RFC7320 compliant" is the answer to brackets.
func TestCancelSeveralTasks(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(del("18_2"), file("v0.0.42/cancel-ok.json"))
		s.on(del("18_4"), answer{status: 200, text: `{"status": [{"error": {"code": 2021, "message": "done"}, "step_id": "18_4"}]}`})
		s.on(del("18_9"), file("v0.0.42/cancel-ok.json"))
		got, err := c.Cancel(t.Context(), parse(t, "18_[2-4:2,9]"), "")
		if err != nil || got.Result != slurm.CancelAccepted || got.Ref.String() != "18_[2-4:2,9]" {
			t.Errorf("got %+v, %v", got, err)
		}
		wantCalls(t, s, del("18_2"), del("18_4"), del("18_9"))
		_, err = c.Cancel(t.Context(), parse(t, "18_[0-200]"), "")
		if f := asKind(t, err, fault.Usage); !strings.Contains(f.Cure, "the whole array, 18") {
			t.Errorf("got %v", f)
		}
		wantCalls(t, s)
	})
}

func TestCancelNamesEachTaskOnce(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(del("18_1"), file("v0.0.42/cancel-ok.json"))
		s.on(del("18_2"), file("v0.0.42/cancel-ok.json"))
		for _, task := range []string{"[1,1,1,2]", "[2,1-2]", "1-2"} {
			if _, err := c.Cancel(t.Context(), slurm.Ref{Job: 18, Task: task, Het: -1}, ""); err != nil {
				t.Fatal(err)
			}
			wantCalls(t, s, del("18_1"), del("18_2"))
		}
	})
}

// A list that Slurm has cut short names other tasks than it says, and slurmrestd dies of it.
func TestCancelNoListThatIsNotUnderstood(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		hold := true
		for task, want := range map[string]string{
			"[1-3,7,1...]": "use the whole array, 18", "1...": "use the whole array, 18", "[1-3,7x]": "name the tasks",
			"[5-1]": "name the tasks", "[1-3": "name the tasks", "[]": "name the tasks", "[0-4000000]": "use the whole array, 18",
		} {
			ref := slurm.Ref{Job: 18, Task: task, Het: -1}
			_, err := c.Cancel(t.Context(), ref, "")
			if f := asKind(t, err, fault.Usage); !strings.Contains(f.Cure, want) {
				t.Errorf("%s: got %v", task, f)
			}
			if task == "[0-4000000]" {
				continue
			}
			f := asKind(t, c.Update(t.Context(), ref, slurm.JobUpdate{Hold: &hold}), fault.Usage)
			if !strings.Contains(f.Cure, want) {
				t.Errorf("%s: got %v", task, f)
			}
		}
		_, err := c.Cancel(t.Context(), slurm.Ref{Job: 18, Task: "7"}, "") // Het is not -1
		wantKind(t, err, fault.Usage)
		wantCalls(t, s)
	})
}

// What was done before a failure is not lost.
func TestCancelOfSomeTasksOnly(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		for _, id := range []string{"18_1", "18_2", "18_4"} {
			s.on(del(id), file("v0.0.42/cancel-ok.json"))
		}
		s.on(del("18_3"), answer{status: 200, cut: true}, file("v0.0.42/cancel-refused.json"))
		_, err := c.Cancel(t.Context(), parse(t, "18_[1-4]"), "")
		f := asKind(t, err, fault.UnknownOutcome)
		if !strings.HasPrefix(f.What, "2 of 4 tasks were cancelled; 18_3: ") || !strings.HasSuffix(f.What, "; the other 1 not tried") {
			t.Errorf("got %q", f.What)
		}
		wantCalls(t, s, del("18_1"), del("18_2"), del("18_3"))
		got, err := c.Cancel(t.Context(), parse(t, "18_[1-4]"), "")
		want := "3 of 4 tasks were cancelled; 18_3: Access/permission denied"
		if err != nil || got.Result != slurm.CancelRefused || got.Message != want || got.Ref.String() != "18_[1-4]" {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

// DELETE of a step's id would cancel the whole job.
func TestCancelNoSteps(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		for _, ref := range []slurm.Ref{parse(t, "5.batch"), parse(t, "5.0"), {Het: -1}} {
			_, err := c.Cancel(t.Context(), ref, "")
			wantKind(t, err, fault.Usage)
		}
		wantCalls(t, s)
	})
}

// Before v0.0.42 the answer is the same for success and refusal, so that only a look at the job tells.
func TestCancelInOldVersions(t *testing.T) {
	t.Parallel()
	job := func(state string) answer {
		return answer{status: 200, text: `{"jobs": [{"job_id": 6, "job_state": ["` + state + `"]}]}`}
	}
	for name, tt := range map[string]struct {
		after answer
		want  slurm.CancelResult
	}{
		"cancelled":  {job("CANCELLED"), slurm.CancelAccepted},
		"completing": {answer{status: 200, text: `{"jobs": [{"job_id": 6, "job_state": ["RUNNING", "COMPLETING"]}]}`}, slurm.CancelAccepted},
		"unmoved":    {job("RUNNING"), slurm.CancelRefused},
		"unknown":    {answer{status: 404, file: "v0.0.42/job-unknown.json"}, slurm.CancelUnknown},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, func(o *client.Options) { o.Version = "v0.0.40" }, func(s *server, c *client.Client) {
				t := s.t
				s.on("DELETE /slurm/v0.0.40/job/6", file("v0.0.40/cancel.json"))
				s.on("GET /slurm/v0.0.40/job/6?flags=ALL", tt.after)
				got, err := c.Cancel(t.Context(), slurm.RefTo(6), "")
				if err != nil || got.Result != tt.want {
					t.Errorf("got %+v, %v, want %v", got, err, tt.want)
				}
				if tt.want == slurm.CancelRefused && !strings.Contains(got.Message, "v0.0.40 does not say why") {
					t.Errorf("got %q", got.Message)
				}
			})
		})
	}
}

// What neither the answer nor the queue tells is not told as a success.
func TestCancelInOldVersionsNotTold(t *testing.T) {
	t.Parallel()
	both(t, func(o *client.Options) { o.Version = "v0.0.41" }, func(s *server, c *client.Client) {
		t := s.t
		s.on("DELETE /slurm/v0.0.41/job/6", file("v0.0.40/cancel.json"))
		s.on("GET /slurm/v0.0.41/job/6?flags=ALL", answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
		_, err := c.Cancel(t.Context(), slurm.RefTo(6), "")
		if f := asKind(t, err, fault.UnknownOutcome); !strings.Contains(f.What, "v0.0.41 does not say what became of the cancel") {
			t.Errorf("got %v", f)
		}
		s.asked()
		for _, id := range []string{"18_1", "18_2"} {
			s.on("DELETE /slurm/v0.0.41/job/"+id+"?signal=10", file("v0.0.40/cancel.json"))
		}
		_, err = c.Cancel(t.Context(), parse(t, "18_[1-2]"), "USR1")
		if f := asKind(t, err, fault.UnknownOutcome); !strings.Contains(f.What, "does not say whether Slurm took the signal") {
			t.Errorf("got %v", f)
		}
		wantCalls(t, s, "DELETE /slurm/v0.0.41/job/18_1?signal=10", "DELETE /slurm/v0.0.41/job/18_2?signal=10")
	})
}

func TestCancelATaskInOldVersions(t *testing.T) {
	t.Parallel()
	both(t, func(o *client.Options) { o.Version = "v0.0.41" }, func(s *server, c *client.Client) {
		t := s.t
		s.on("DELETE /slurm/v0.0.41/job/18_2", file("v0.0.40/cancel.json"))
		s.on("GET /slurm/v0.0.41/job/18?flags=ALL", answer{status: 200, text: `{"jobs": [{"job_id": 18, "array_job_id": 18, "array_task_string": "3-5"}]}`})
		if got, err := c.Cancel(t.Context(), parse(t, "18_2"), ""); err != nil || got.Result != slurm.CancelAccepted {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestCancelFaults(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer answer
		kind   fault.Kind
	}{
		"bad token":      {answer{status: 511, file: "v0.0.42/jobs-bad-token.json"}, fault.TokenRejected},
		"cut":            {answer{status: 200, cut: true}, fault.UnknownOutcome},
		"not understood": {answer{status: 422, text: `{"errors": [{"error_number": 9000, "error": "Query empty"}]}`}, fault.Refused},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(del("5"), tt.answer)
				_, err := c.Cancel(t.Context(), slurm.RefTo(5), "")
				wantKind(t, err, tt.kind)
				wantCalls(t, s, del("5"))
			})
		})
	}
}

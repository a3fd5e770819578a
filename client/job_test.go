package client_test

import (
	"fmt"
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

func jobCall(id string) string { return "GET /slurm/v0.0.42/job/" + id + "?flags=ALL" }

func pastCall(id string) string { return "GET /slurmdb/v0.0.42/job/" + id }

func parse(t *testing.T, id string) slurm.Ref {
	t.Helper()
	ref, err := slurm.ParseRef(id)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}

// show names the records of a detail.
func show(d slurm.JobDetail) string {
	var out []string
	for i := range d.Jobs {
		out = append(out, fmt.Sprintf("%d=%s %s", d.Jobs[i].ID, d.Jobs[i].Ref(), d.Jobs[i].State.Code()))
	}
	return strings.Join(out, ", ")
}

// The path of one task gives the whole array. [job-array-task]
func TestJobPicksWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	const folded, zero, one = "18=18_[2-5] PD", "38=18_0 R", "39=18_1 R"
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobCall("18"), file("v0.0.42/job-array.json"))
		s.on(jobCall("21"), file("v0.0.42/job-het.json"))
		for id, want := range map[string]string{
			"18":          folded + ", " + one + ", " + zero,
			"18_1":        one,
			"18_3":        folded, // it has not started: the record that stands for it
			"18_[0-1]":    one + ", " + zero,
			"18_[1,4-40]": folded + ", " + one,
			"21":          "21=21+0 R, 22=21+1 R",
			"21+0":        "21=21+0 R",
			"21+1":        "22=21+1 R",
		} {
			d, err := c.Job(t.Context(), parse(t, id))
			if err != nil || show(d) != want || d.Source != slurm.Live || !d.AsOf.Equal(now()) {
				t.Errorf("%s: got %s from %v, %v; want %s", id, show(d), d.Source, err, want)
			}
		}
	})
}

// A list that Slurm has cut short may hold more than it says.
func TestJobBehindACutList(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobCall("18"), answer{status: 200, text: `{"jobs": [{"job_id": 18, "array_job_id": 18, "array_task_string": "4-5,8,1..."},
			{"job_id": 38, "array_job_id": 18, "array_task_id": 9}]}`})
		const folded, nine = "18=18_[4-5,8,1...]", "38=18_9"
		for task, want := range map[string]string{
			"5": folded, "99": folded, "9": nine, "[4-5,8,1...]": folded, "[8-9]": folded + ", " + nine, "[0-2000000]": folded + ", " + nine,
		} {
			d, err := c.Job(t.Context(), slurm.Ref{Job: 18, Task: task, Het: -1})
			if got := strings.ReplaceAll(show(d), " ?", ""); err != nil || strings.ReplaceAll(got, " -", "") != want {
				t.Errorf("%s: got %q, %v, want %q", task, got, err, want)
			}
		}
		_, err := c.Job(t.Context(), slurm.Ref{Job: 18, Task: "[1-x]", Het: -1})
		wantKind(t, err, fault.Usage)
	})
}

func TestJobThatHasLeftTheQueue(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobCall("3"), answer{status: 404, file: "v0.0.42/job-unknown.json"})
		s.on(pastCall("3"), file("v0.0.42/db-job.json"))
		d, err := c.Job(t.Context(), slurm.RefTo(3))
		if err != nil || show(d) != "3=3 F" || d.Source != slurm.Accounting || d.Jobs[0].Source != slurm.Accounting {
			t.Fatalf("got %s from %v, %v", show(d), d.Source, err)
		}
		if j := d.Jobs[0]; j.Exit.Code != 3 || j.Elapsed != 1 || len(j.Steps) != 1 {
			t.Errorf("got %+v", j)
		}
		wantCalls(t, s, jobCall("3"), pastCall("3"))
	})
}

func TestJobTaskThatHasLeftTheQueue(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		// The queue still has the array, without the task.
		s.on(jobCall("18"), answer{status: 200, text: `{"jobs": [{"job_id": 18, "array_job_id": 18, "array_task_string": "4-5"}]}`})
		s.on(pastCall("18"), file("v0.0.42/db-job-array.json"))
		d, err := c.Job(t.Context(), parse(t, "18_1"))
		if err != nil || show(d) != "39=18_1 R" || d.Source != slurm.Accounting {
			t.Errorf("got %s, %v", show(d), err)
		}
	})
}

// Accounting has a record for each run of a job that was requeued. [db-job-requeued]
func TestJobThatWasRequeued(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobCall("35"), answer{status: 404, file: "v0.0.42/job-unknown.json"})
		s.on(pastCall("35"), file("v0.0.42/db-job-requeued.json"))
		d, err := c.Job(t.Context(), slurm.RefTo(35))
		if err != nil || show(d) != "35=35 PD" || d.Jobs[0].Restarts != 1 {
			t.Errorf("got %s, %v", show(d), err)
		}
	})
}

// Accounting answers 200 without jobs for an unknown one. [db-job-unknown]
func TestJobThatNobodyKnows(t *testing.T) {
	t.Parallel()
	for name, live := range map[string]answer{
		"as Slurm says it": {status: 404, file: "v0.0.42/job-unknown.json"},
		"an empty list":    {status: 200, text: `{"jobs": []}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(jobCall("99999"), live)
				s.on(pastCall("99999"), file("v0.0.42/db-job-unknown.json"))
				_, err := c.Job(t.Context(), slurm.RefTo(99999))
				if f := asKind(t, err, fault.JobUnknown); !strings.Contains(f.What, "99999") || !strings.Contains(f.What, "accounting") {
					t.Errorf("got %v", f)
				}
			})
		})
	}
}

func TestJobWhenAccountingIsDown(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobCall("7"), answer{status: 404, file: "v0.0.42/job-unknown.json"})
		s.on(pastCall("7"), answer{status: 502, file: "v0.0.42/db-down.json"})
		_, err := c.Job(t.Context(), slurm.RefTo(7))
		if f := asKind(t, err, fault.AccountingDown); !strings.HasPrefix(f.What, "job 7 is not in the queue, and ") {
			t.Errorf("got %v", f)
		}
	})
}

func TestJobWhenTheQueueCannotBeAsked(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobCall("7"), answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
		_, err := c.Job(t.Context(), slurm.RefTo(7))
		wantKind(t, err, fault.SlurmDown)
		wantCalls(t, s, jobCall("7")) // accounting could only mislead: the job may well run
		_, err = c.Job(t.Context(), slurm.Ref{Het: -1})
		wantKind(t, err, fault.Usage)
		wantCalls(t, s)
	})
}

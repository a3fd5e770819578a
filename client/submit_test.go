package client_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

const submit = "POST /slurm/v0.0.42/job/submit"

// lookPast is the look into accounting: from a quarter of an hour before the submit, to an hour and a quarter after.
const lookPast = "GET /slurmdb/v0.0.42/jobs/?end_time=1796005700&start_time=1796000300"

func script() slurm.Submission {
	return slurm.Submission{Script: "#!/bin/bash\nsleep 1\n", Name: "train", WorkDir: "/home/alice", Comment: "run 12"}
}

// found is a list of jobs of which one has the key.
func found(id string) answer {
	return answer{status: 200, text: `{"jobs": [{"job_id": 1, "comment": "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"}, {` + id + `, "comment": "run 12 ` + key + `"}]}`}
}

func none() answer {
	return answer{status: 200, text: `{"jobs": [{"job_id": 1, "comment": "run 12"}], "last_update": 5}`}
}

func posts(calls []string) int {
	n := 0
	for _, c := range calls {
		if strings.HasPrefix(c, "POST ") {
			n++
		}
	}
	return n
}

func TestSubmit(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-ok.json"))
		got, err := c.Submit(t.Context(), script())
		if err != nil || got.ID != 5 || got.Key != key || len(got.Warnings) != 0 {
			t.Errorf("got %+v, %v", got, err)
		}
		const want = `{"script":"#!/bin/bash\nsleep 1\n","job":{"name":"train","current_working_directory":"/home/alice",` +
			`"environment":["PATH=/usr/local/bin:/usr/bin:/bin"],"comment":"run 12 ` + key + `"}}`
		if sent := s.lastBody(); sent != want {
			t.Errorf("sent %s\nwant %s", sent, want)
		}
		wantCalls(t, s, submit)
	})
}

// A resubmitted job has the comment of the first.
func TestSubmitReplacesAnOldKey(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-ok.json"))
		for comment, want := range map[string]string{
			"":                                     key,
			"flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA":     key,
			"a flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA b": "a  b " + key,
			"about flexq: nice":                    "about flexq: nice " + key,
		} {
			job := script()
			job.Comment = comment
			if _, err := c.Submit(t.Context(), job); err != nil {
				t.Fatal(err)
			}
			var sent struct{ Job struct{ Comment string } }
			if err := json.Unmarshal([]byte(s.lastBody()), &sent); err != nil || sent.Job.Comment != want {
				t.Errorf("%q: sent %q, %v", comment, sent.Job.Comment, err)
			}
		}
	})
}

func TestSubmitWarnings(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-warned.json"), file("v0.0.45/submit-warned.json"))
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 12 || len(got.Warnings) != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 10 || len(got.Warnings) != 2 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

// A submit can be 200 with no job, with only a warning. [submit-time-limit-object-string]
func TestSubmitWithoutJob(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, file("v0.0.42/submit-no-id.json"))
		got, err := c.Submit(t.Context(), script())
		f := asKind(t, err, fault.Refused)
		if got.ID != 0 || len(f.Warnings) != 1 || !strings.Contains(f.What, `got OpenAPI type=string`) {
			t.Errorf("got %+v, %+v", got, f)
		}
		wantCalls(t, s, submit)
	})
}

func TestSubmitRefused(t *testing.T) {
	t.Parallel()
	for name, a := range map[string]answer{
		"up to 25.11": {status: 500, file: "v0.0.42/submit-refused.json"},
		"from 26.05":  {status: 422, file: "v0.0.45/submit-refused.json"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, a)
				_, err := c.Submit(t.Context(), script())
				f := asKind(t, err, fault.Refused)
				if len(f.Problems) != 1 || f.Problems[0].Number != 2000 || !strings.Contains(f.What, "Invalid partition name specified") {
					t.Errorf("got %+v", f)
				}
				wantCalls(t, s, submit)
			})
		})
	}
}

func TestSubmitSendsNoNonsense(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		_, err := c.Submit(t.Context(), slurm.Submission{Name: "no script"})
		wantKind(t, err, fault.Usage)
		_, err = c.Submit(t.Context(), slurm.Submission{Script: "#!/bin/bash\n#" + strings.Repeat("x", 1_000_000)})
		wantKind(t, err, fault.TooLarge)
		wantCalls(t, s)
	})
}

// lost are the ways in which nobody knows what became of a submit. Of the last two it is not even known that the work
// on it has ended.
func lost() map[string]answer {
	return map[string]answer{
		"cut":             {status: 200, cut: true},
		"no JSON":         {status: 200, text: "<html>"},
		"says nothing":    {status: 200, text: `{}`},
		"bad gateway":     {status: 502, text: "Bad Gateway"},
		"gateway timeout": {status: 504, text: "Gateway Timeout"},
		"no answer":       {hold: true},
	}
}

// patience is short where the cluster never answers.
func (a answer) patience() time.Duration {
	if a.hold {
		return 100 * time.Millisecond
	}
	return time.Minute
}

func endsUnknown(name string) bool {
	return name == "gateway timeout" || name == "no answer" || name == "says nothing"
}

func TestSubmitLostAndFoundInTheQueue(t *testing.T) {
	t.Parallel()
	for name, a := range lost() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, a)
				s.on(jobsAll, none(), found(`"job_id": 1234`))
				s.on(lookPast, none())
				got, err := c.Submit(t.Context(), script())
				if err != nil || got.ID != 1234 || got.Key != key {
					t.Errorf("got %+v, %v", got, err)
				}
				wantCalls(t, s, submit, jobsAll, lookPast, jobsAll)
			}, a.patience())
		})
	}
}

func TestSubmitLostAndFoundByTheWholeJob(t *testing.T) {
	t.Parallel()
	for record, want := range map[string]uint64{
		`"job_id": 39, "array_job_id": 18, "array_task_id": 1`: 18,
		`"job_id": 22, "het_job_id": 21, "het_job_offset": 1`:  21,
	} {
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			s.on(submit, answer{status: 200, cut: true})
			s.on(jobsAll, found(record))
			if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != want {
				t.Errorf("got %+v, %v, want %d", got, err, want)
			}
		})
	}
}

func TestSubmitLostAndFoundInAccounting(t *testing.T) {
	t.Parallel()
	alice := func(o *client.Options) { o.User = "alice" }
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, answer{status: 200, cut: true})
		s.on(jobsAll, none())
		s.on(lookPast+"&users=alice", answer{status: 200, text: `{"jobs": [{"job_id": 77, "comment": {"job": "` + key + `"}}]}`})
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 77 {
			t.Errorf("got %+v, %v", got, err)
		}
		wantCalls(t, s, submit, jobsAll, lookPast+"&users=alice")
	})
}

func TestSubmitLostAndNotThere(t *testing.T) {
	t.Parallel()
	for name, a := range lost() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, a)
				s.on(jobsAll, none())
				s.on(lookPast, answer{status: 502, file: "v0.0.42/db-down.json"}) // accounting may be missing
				_, err := c.Submit(t.Context(), script())
				f := fault.From(err)
				if endsUnknown(name) {
					wantKind(t, err, fault.UnknownOutcome)
					if f.Key != key {
						t.Errorf("the fault has no key: %+v", f)
					}
				} else if f == nil || f.Kind == fault.UnknownOutcome || !strings.Contains(f.What, "has not been submitted") {
					t.Errorf("got %v", err)
				}
				if calls := s.asked(); posts(calls) != 1 || len(calls) != 9 {
					t.Errorf("asked %q", calls)
				}
			}, a.patience())
		})
	}
}

func TestSubmitLostForGood(t *testing.T) {
	t.Parallel()
	for name, a := range lost() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, a)
				s.on(jobsAll, answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
				s.on(lookPast, none())
				_, err := c.Submit(t.Context(), script())
				if f := asKind(t, err, fault.UnknownOutcome); f.Key != key || f.Op != "submit" {
					t.Errorf("got %+v", f)
				}
				if calls := s.asked(); posts(calls) != 1 || len(calls) != 9 {
					t.Errorf("asked %q", calls)
				}
			}, a.patience())
		})
	}
}

func TestSubmitGivenUp(t *testing.T) {
	t.Parallel()
	both(t, func(o *client.Options) {
		o.Sleep = func(context.Context, time.Duration) error { return context.Canceled }
	}, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, answer{status: 200, cut: true})
		_, err := c.Submit(t.Context(), script())
		if f := asKind(t, err, fault.UnknownOutcome); f.Key != key {
			t.Errorf("got %+v", f)
		}
		wantCalls(t, s, submit)
	})
}

func TestSubmitWaitsLongerEachTime(t *testing.T) {
	t.Parallel()
	var waits []time.Duration
	s, c := open(t, false, func(o *client.Options) {
		o.Sleep = func(_ context.Context, d time.Duration) error {
			waits = append(waits, d)
			return nil
		}
	})
	s.on(submit, answer{status: 200, cut: true})
	s.on(jobsAll, none())
	s.on(lookPast, none())
	if _, err := c.Submit(t.Context(), script()); err == nil {
		t.Fatal("a job was found")
	}
	var sum time.Duration
	for i, d := range waits {
		if i > 0 && d <= waits[i-1] {
			t.Errorf("waits %v do not grow", waits)
		}
		sum += d
	}
	if len(waits) != 4 || sum < 20*time.Second || sum > time.Minute {
		t.Errorf("waits %v, in all %v", waits, sum)
	}
}

// A version that cannot be found is no lost submit: nothing was sent.
func TestSubmitBeforeTheVersionIsKnown(t *testing.T) {
	t.Parallel()
	both(t, unpinned, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.45/ping/", answer{status: 200, cut: true})
		_, err := c.Submit(t.Context(), script())
		wantKind(t, err, fault.Cut)
		if n := posts(s.asked()); n != 0 {
			t.Errorf("%d posts", n)
		}
	})
}

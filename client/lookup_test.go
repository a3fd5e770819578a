package client_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/fault"
)

// lookPast is the look into accounting: from a quarter of an hour before the submit, to an hour and a quarter after.
const lookPast = "GET /slurmdb/v0.0.42/jobs/?end_time=1796005700&show_duplicates=true&skip_steps=true&start_time=1796000300"

// found is a list of jobs of which one has the key.
func found(id string) answer {
	return answer{status: 200, text: `{"jobs": [{"job_id": 1, "comment": "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"}, {` + id + `, "comment": "run 12 ` + key + `"}]}`}
}

func none() answer {
	return answer{status: 200, text: `{"jobs": [{"job_id": 1, "name": "other", "comment": "run 12"}], "last_update": 5}`}
}

// lost are the ways in which nobody knows what became of a submit. Only of the first it is known that Slurm has ended
// its work on it.
func lost() map[string]answer {
	return map[string]answer{
		ownWords:          {status: 200, text: `{"errors": [{"error_number": -1, "error": "Unspecified error"}]}`},
		"an error of its": {status: 500, text: `{"errors": [{"error_number": -1, "error": "Unspecified error"}]}`},
		"socket timeout":  {status: 500, text: `{"errors": [{"error_number": 5004, "error": "Socket timed out on send/recv operation"}]}`},
		"half a message":  {status: 500, text: `{"errors": [{"error_number": -1, "error": "Unspecified error"}, {"error_number": 1003, "error": "Communication message receive failure"}]}`},
		"cut":             {status: 200, cut: true},
		"no JSON":         {status: 200, text: "<html>"},
		"says nothing":    {status: 200, text: `{}`},
		"bad gateway":     {status: 502, text: "Bad Gateway"},
		"unavailable":     {status: 503, text: "Service Unavailable"},
		"gateway timeout": {status: 504, text: "Gateway Timeout"},
		"no answer":       {hold: true},
	}
}

// patience is how long an answer is waited for.
const patience = time.Minute

// allCalls is how many calls there are when four looks find nothing. The last one also asks whether accounting is
// complete, and what time it is.
const allCalls = 10

// ownWords are the only ones that end a request.
const ownWords = "Slurm's own words"

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
			}, patience)
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
				s.on(lookPast, none())
				s.on(diag, accountingQueue(0))
				_, err := c.Submit(t.Context(), script())
				f := fault.From(err)
				switch {
				case name != ownWords:
					wantKind(t, err, fault.UnknownOutcome)
					if f.Key != key {
						t.Errorf("the fault has no key: %+v", f)
					}
				case f == nil || f.Kind != fault.Refused || !strings.Contains(f.What, "has not been submitted") || f.Cure != "submit again":
					t.Errorf("got %v", err)
				}
				if calls := s.asked(); posts(calls) != 1 || len(calls) != allCalls {
					t.Errorf("asked %q", calls)
				}
			}, patience)
		})
	}
}

// A wrong "not submitted" makes a second job.
func TestSubmitLostAndProof(t *testing.T) {
	t.Parallel()
	down := answer{status: 502, file: "v0.0.42/jobs-controller-down.json"}
	jobs := func(list string) answer { return answer{status: 200, text: `{"jobs": [` + list + `]}`} }
	one := func(a answer) []answer { return []answer{a} }
	const (
		sure   = "has not been submitted"
		unsure = "nobody knows"
		maybe  = "job 9 has the same name and no key, and may be this one"
	)
	for name, tt := range map[string]struct {
		live, past []answer
		want       string
		behind     int
	}{
		"accounting has not been told all":  {live: one(none()), past: one(none()), want: unsure, behind: 1},
		"not there":                         {live: one(none()), past: one(none()), want: sure},
		"accounting does not answer":        {live: one(none()), past: one(answer{status: 502, file: "v0.0.42/db-down.json"}), want: unsure},
		"the last look at the queue fails":  {live: []answer{none(), none(), none(), down}, past: one(none()), want: unsure},
		"the last look at accounting fails": {live: one(none()), past: []answer{none(), none(), none(), {status: 502, file: "v0.0.42/db-down.json"}}, want: unsure},
		"only the last look counts":         {live: []answer{down, down, down, none()}, past: one(none()), want: sure},
		"a comment that cannot be read":     {live: one(jobs(`{"job_id": 9, "name": "other", "comment": {"text": "run 12"}}`)), past: one(none()), want: unsure},
		"a comment that a plug-in rewrote":  {live: one(jobs(`{"job_id": 9, "name": "train", "user_name": "alice", "comment": "checked", "submit_time": 1796001201}`)), past: one(none()), want: maybe},
		"of the whole array":                {live: one(jobs(`{"job_id": 12, "array_job_id": 9, "array_task_id": 3, "name": "train", "submit_time": 1796001201}`)), past: one(none()), want: maybe},
		"gone from the queue since":         {live: []answer{jobs(`{"job_id": 9, "name": "train"}`), none()}, past: one(none()), want: maybe},
		"accounting without comments":       {live: one(none()), past: one(jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1796001202}}`)), want: maybe},
		"an older job of the name":          {live: one(jobs(`{"job_id": 9, "name": "train", "user_name": "alice", "submit_time": 1796000000}`)), past: one(none()), want: sure},
		"a clock behind ours":               {live: one(jobs(`{"job_id": 9, "name": "train", "user_name": "alice", "submit_time": 1796001085}`)), past: one(none()), want: maybe},
		"a job of the name minutes before":  {live: one(jobs(`{"job_id": 9, "name": "train", "user_name": "alice", "submit_time": 1796001075}`)), past: one(none()), want: sure},
		"another's, whose key only the queue has": {
			live: one(jobs(`{"job_id": 9, "name": "train", "comment": "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA", "submit_time": 1796001201}`)),
			past: one(jobs(`{"job_id": 9, "name": "train", "user": "alice", "time": {"submission": 1796001201}}`)), want: sure,
		},
		"another's job of the name":  {live: one(jobs(`{"job_id": 9, "name": "train", "user_name": "bob", "submit_time": 1796001201}`)), past: one(none()), want: sure},
		"another submit of the name": {live: one(jobs(`{"job_id": 9, "name": "train", "comment": "run 12 flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA", "submit_time": 1796001201}`)), past: one(none()), want: sure},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, func(o *client.Options) { o.User = "alice" }, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, lost()[ownWords])
				s.on(jobsAll, tt.live...)
				s.on(lookPast+"&users=alice", tt.past...)
				s.on(diag, accountingQueue(tt.behind))
				got, err := c.Submit(t.Context(), script())
				f := fault.From(err)
				if f == nil || !strings.Contains(f.What, tt.want) || got.ID != 0 || (f.Kind == fault.UnknownOutcome) != (tt.want != sure) {
					t.Fatalf("got %+v, %v", got, err)
				}
				if tt.want != sure && f.Key != key || tt.want == maybe && !strings.Contains(f.Cure, "job 9") {
					t.Errorf("got %+v", f)
				}
			})
		})
	}
}

// A submit without a name can be any new job of the user's.
func TestSubmitLostWithoutAName(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, lost()[ownWords])
		s.on(diag, accountingQueue(0))
		s.on(jobsAll, answer{status: 200, text: `{"jobs": [{"job_id": 9, "name": "sbatch", "submit_time": 1796001201}]}`})
		s.on(lookPast, answer{status: 200, text: `{"jobs": []}`})
		job := script()
		job.Name = ""
		_, err := c.Submit(t.Context(), job)
		if f := asKind(t, err, fault.UnknownOutcome); !strings.Contains(f.What, "job 9") {
			t.Errorf("got %v", f)
		}
	})
}

// A list that is refused because of its flags is asked for without them.
func TestSubmitLostWhereFlagsAreRefused(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(submit, answer{status: 200, cut: true})
		s.on(jobsAll, answer{status: 500, file: "v0.0.42/db-bad-state.json"})
		s.on("GET /slurm/v0.0.42/jobs/", found(`"job_id": 1234`))
		if got, err := c.Submit(t.Context(), script()); err != nil || got.ID != 1234 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestSubmitTellsOfEachLook(t *testing.T) {
	t.Parallel()
	var told []string
	s, c := open(t, false, func(o *client.Options) {
		o.OnLookup = func(k string, try int) { told = append(told, fmt.Sprint(k, " ", try)) }
	})
	s.on(submit, answer{status: 200, cut: true})
	s.on(jobsAll, none(), found(`"job_id": 1234`))
	s.on(lookPast, none())
	if _, err := c.Submit(t.Context(), script()); err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(told, ", "), key+" 1, "+key+" 2"; got != want {
		t.Errorf("told %q, want %q", got, want)
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
				s.on(diag, accountingQueue(0))
				_, err := c.Submit(t.Context(), script())
				if f := asKind(t, err, fault.UnknownOutcome); f.Key != key || f.Op != "submit" {
					t.Errorf("got %+v", f)
				}
				if calls := s.asked(); posts(calls) != 1 || len(calls) != allCalls {
					t.Errorf("asked %q", calls)
				}
			}, patience)
		})
	}
}

// Who gives up, as by ctrl-c, has the job looked for once: it may be there, and is found then.
func TestSubmitGivenUp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		live answer
		want uint64
	}{"it is there": {found(`"job_id": 1234`), 1234}, "it is not": {none(), 0}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			leaving := func(o *client.Options) {
				o.Sleep = func(context.Context, time.Duration) error { return context.Canceled }
			}
			both(t, leaving, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, answer{status: 200, cut: true})
				s.on(jobsAll, tt.live)
				s.on(lookPast, none())
				got, err := c.Submit(t.Context(), script())
				if tt.want != 0 {
					if err != nil || got.ID != tt.want {
						t.Errorf("got %+v, %v", got, err)
					}
					wantCalls(t, s, submit, jobsAll)
					return
				}
				if f := asKind(t, err, fault.UnknownOutcome); f.Key != key {
					t.Errorf("got %+v", f)
				}
				wantCalls(t, s, submit, jobsAll, lookPast)
			})
		})
	}
}

// The user leaves while no answer comes: the look that is left takes some seconds, also where nothing answers it.
func TestSubmitGivenUpWhileItHangs(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		live answer
		want uint64
		took time.Duration
	}{
		"it is there":     {found(`"job_id": 1234`), 1234, 0},
		"it is not":       {none(), 0, 0},
		"that hangs, too": {answer{hold: true}, 0, 3 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sleeps := func(o *client.Options) { o.Sleep = nil }
			both(t, sleeps, func(s *server, c *client.Client) {
				t := s.t
				s.on(submit, answer{hold: true})
				s.on(jobsAll, tt.live)
				s.on(lookPast, none())
				ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
				defer stop()
				began := time.Now()
				got, err := c.Submit(ctx, script())
				if tt.want != 0 && (err != nil || got.ID != tt.want || got.Note != "no answer came; found by its key") {
					t.Errorf("got %+v, %v", got, err)
				}
				if f := fault.From(err); tt.want == 0 && (f == nil || f.Kind != fault.UnknownOutcome || f.Key != key) {
					t.Errorf("got %+v, %v", got, err)
				}
				if took := time.Since(began); took != 5*time.Second+tt.took {
					t.Errorf("it took %v", took)
				}
			}, patience)
		})
	}
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

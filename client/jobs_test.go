package client_test

import (
	"testing"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

const (
	jobsPlain = "GET /slurm/v0.0.42/jobs/"
	jobsAll   = jobsPlain + "?flags=ALL"
	jobsNews  = jobsPlain + "?flags=ALL&update_time=1796001124"
	newsOnly  = jobsPlain + "?update_time=1796001124"
)

const since slurm.Time = 1796001124

func TestJobs(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobsAll, file("v0.0.42/jobs.json"))
		got, err := c.Jobs(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if len(got.Items) != 22 || got.LastUpdate != 1796001123 || !got.AsOf.Equal(now()) || got.Unchanged {
			t.Errorf("got %d jobs, last update %d, as of %v, unchanged %v", len(got.Items), got.LastUpdate, got.AsOf, got.Unchanged)
		}
		if j := got.Items[4]; j.ID != 5 || j.Name != "train" || j.GPUs() != 8 || j.Source != slurm.Live {
			t.Errorf("got %+v", j)
		}
	})
}

// With update_time, an answer without jobs and without a last update says that nothing changed.
// [jobs-update-time-unchanged]
func TestJobsUnchanged(t *testing.T) {
	t.Parallel()
	for name, nothing := range map[string]answer{
		"as 24.11 says it":  file("v0.0.42/jobs-unchanged.json"),
		"as v0.0.40 does":   {status: 200, text: `{"jobs": [], "last_update": null, "errors": [], "warnings": []}`},
		"as for nodes, 304": {status: 304},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(jobsNews, nothing, file("v0.0.42/jobs.json"))
				got, err := c.Jobs(t.Context(), since)
				if err != nil || !got.Unchanged || len(got.Items) != 0 || got.LastUpdate != since || !got.AsOf.Equal(now()) {
					t.Errorf("got %+v, %v", got, err)
				}
				got, err = c.Jobs(t.Context(), since)
				if err != nil || got.Unchanged || len(got.Items) != 22 {
					t.Errorf("got %d jobs, unchanged %v, %v", len(got.Items), got.Unchanged, err)
				}
			})
		})
	}
}

// The same answer to the plain question says that the queue is empty.
func TestJobsEmpty(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobsAll, file("v0.0.42/jobs-unchanged.json"))
		if got, err := c.Jobs(t.Context(), 0); err != nil || got.Unchanged || len(got.Items) != 0 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

// A parameter that Slurm does not like is an error, though the whole list comes with it. [jobs-flags-bad]
func TestJobsWithoutWhatTheClusterRefuses(t *testing.T) {
	t.Parallel()
	refused := answer{status: 500, file: "v0.0.42/db-bad-state.json"}
	t.Run("flags", func(t *testing.T) {
		t.Parallel()
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			s.on(jobsNews, refused)
			s.on(jobsAll, refused)
			s.on(jobsPlain, file("v0.0.42/jobs.json"))
			s.on(newsOnly, file("v0.0.42/jobs-unchanged.json"))
			for range 2 {
				if got, err := c.Jobs(t.Context(), since); err != nil || got.Unchanged || len(got.Items) != 22 {
					t.Fatalf("got %d jobs, %v", len(got.Items), err)
				}
				wantCalls(t, s, jobsNews, jobsAll, jobsPlain)
			}
			if got, err := c.Jobs(t.Context(), since); err != nil || !got.Unchanged {
				t.Errorf("got %+v, %v", got, err)
			}
			wantCalls(t, s, newsOnly) // remembered, and only that
		})
	})
	t.Run("update_time", func(t *testing.T) {
		t.Parallel()
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			s.on(jobsNews, refused)
			s.on(jobsAll, file("v0.0.42/jobs.json"))
			for range 2 {
				if got, err := c.Jobs(t.Context(), since); err != nil || len(got.Items) != 22 {
					t.Fatalf("got %d jobs, %v", len(got.Items), err)
				}
				wantCalls(t, s, jobsNews, jobsAll)
			}
			if _, err := c.Jobs(t.Context(), since); err != nil {
				t.Error(err)
			}
			wantCalls(t, s, jobsAll)
		})
	})
	t.Run("once is chance", func(t *testing.T) {
		t.Parallel()
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			s.on(jobsNews, refused, file("v0.0.42/jobs-unchanged.json"), refused, file("v0.0.42/jobs-unchanged.json"))
			s.on(jobsAll, file("v0.0.42/jobs.json"))
			for _, unchanged := range []bool{false, true, false, true} {
				if got, err := c.Jobs(t.Context(), since); err != nil || got.Unchanged != unchanged {
					t.Errorf("got unchanged %v, %v", got.Unchanged, err)
				}
			}
		})
	})
	t.Run("the plainer question fails otherwise", func(t *testing.T) {
		t.Parallel()
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			s.on(jobsNews, refused)
			s.on(jobsAll, answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
			_, err := c.Jobs(t.Context(), since)
			wantKind(t, err, fault.SlurmDown)
			wantCalls(t, s, jobsNews, jobsAll) // and not once more
		})
	})
	t.Run("nothing helps", func(t *testing.T) {
		t.Parallel()
		both(t, nil, func(s *server, c *client.Client) {
			t := s.t
			for _, call := range []string{jobsNews, jobsAll, jobsPlain} {
				s.on(call, refused)
			}
			_, err := c.Jobs(t.Context(), since)
			if f := asKind(t, err, fault.Refused); len(f.Problems) != 1 || f.Problems[0].Number != 9207 {
				t.Errorf("got %+v", f)
			}
		})
	})
}

// A parameter that Slurm ignores is a warning. [query-unknown]
func TestJobsWithoutWhatTheClusterIgnores(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobsNews, answer{status: 200, text: `{"jobs": [{"job_id": 1}], "last_update": 9, "warnings": [
			{"description": "Ignoring unknown field \"update_time\" of type string in DATA_PARSER_OPENAPI_JOB_INFO_QUERY", "source": "#\/update_time\/"}]}`})
		s.on(jobsAll, file("v0.0.42/jobs.json"))
		for range 2 {
			if _, err := c.Jobs(t.Context(), since); err != nil {
				t.Fatal(err)
			}
		}
		wantCalls(t, s, jobsNews, jobsAll)
	})
}

func TestJobsFaults(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer answer
		kind   fault.Kind
	}{
		"bad token":       {answer{status: 511, file: "v0.0.42/jobs-bad-token.json"}, fault.TokenRejected},
		"no token":        {answer{status: 401, text: "Authentication failure"}, fault.TokenRejected},
		"controller down": {answer{status: 502, file: "v0.0.42/jobs-controller-down.json"}, fault.SlurmDown},
		"cut":             {answer{status: 200, cut: true}, fault.Cut},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			both(t, nil, func(s *server, c *client.Client) {
				t := s.t
				s.on(jobsAll, tt.answer)
				got, err := c.Jobs(t.Context(), 0)
				wantKind(t, err, tt.kind)
				if len(got.Items) != 0 {
					t.Errorf("got %d jobs beside the error", len(got.Items))
				}
				wantCalls(t, s, jobsAll)
			})
		})
	}
}

func TestJobsNamesWhatItCouldNotRead(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobsAll, answer{status: 200, text: `{"jobs": [{"job_id": 1, "time_limit": "soon"}], "warnings": [{"description": "careful"}]}`})
		got, err := c.Jobs(t.Context(), 0)
		if err != nil || len(got.Items) != 1 || len(got.Skipped) != 1 || len(got.Warnings) != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

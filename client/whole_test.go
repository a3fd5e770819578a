package client_test

import (
	"testing"
	"time"

	"flexq/client"
)

// After a fail-over to a slurmctld whose clock is behind, "nothing changed" may be said for as long as it is.
func TestWholeListsComeEveryTenMinutes(t *testing.T) {
	t.Parallel()
	clock := now()
	s, c := open(t, false, func(o *client.Options) { o.Now = func() time.Time { return clock } })
	s.on(jobsNews, file("v0.0.42/jobs-unchanged.json"))
	s.on(jobsAll, file("v0.0.42/jobs.json"))
	s.on(nodesPlain, answer{status: 200, text: `{"nodes": [{"name": "a"}], "last_update": 1796001125}`})
	s.on(nodesNews, answer{status: 304})
	ask := func() {
		t.Helper()
		if _, err := c.Jobs(t.Context(), since); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Nodes(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	ask()
	wantCalls(t, s, jobsNews, nodesPlain)
	for range 3 {
		clock = clock.Add(9 * time.Minute)
		ask()
		wantCalls(t, s, jobsNews, nodesNews)
		clock = clock.Add(time.Minute)
		ask()
		wantCalls(t, s, jobsAll, nodesPlain)
	}
	clock = clock.Add(-time.Hour) // a clock that was put back
	ask()
	wantCalls(t, s, jobsAll, nodesPlain)
	ask()
	wantCalls(t, s, jobsNews, nodesNews)
}

func TestRefresh(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(jobsNews, file("v0.0.42/jobs-unchanged.json"))
		s.on(jobsAll, answer{status: 200, text: `{"jobs": [{"job_id": 1}], "last_update": 5}`})
		const partitions, reservations = "GET /slurm/v0.0.42/partitions/", "GET /slurm/v0.0.42/reservations/"
		for _, path := range []string{nodesPlain, partitions, reservations} {
			s.on(path, answer{status: 200, text: `{"nodes": [], "partitions": [], "reservations": [], "last_update": 7}`})
			s.on(path+"?update_time=7", answer{status: 304})
		}
		ask := func() {
			t.Helper()
			_, err1 := c.Jobs(t.Context(), since)
			_, err2 := c.Nodes(t.Context())
			_, err3 := c.Partitions(t.Context())
			_, err4 := c.Reservations(t.Context())
			if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
				t.Fatal(err1, err2, err3, err4)
			}
		}
		ask()
		wantCalls(t, s, jobsNews, nodesPlain, partitions, reservations)
		ask()
		wantCalls(t, s, jobsNews, nodesPlain+"?update_time=7", partitions+"?update_time=7", reservations+"?update_time=7")
		c.Refresh()
		// The list of a controller whose clock is behind is the whole truth.
		if got, err := c.Jobs(t.Context(), since); err != nil || got.Unchanged || len(got.Items) != 1 || got.LastUpdate != 5 {
			t.Errorf("got %+v, %v", got, err)
		}
		s.asked()
		c.Refresh()
		ask()
		wantCalls(t, s, jobsAll, nodesPlain, partitions, reservations)
		ask()
		wantCalls(t, s, jobsNews, nodesPlain+"?update_time=7", partitions+"?update_time=7", reservations+"?update_time=7")
	})
}

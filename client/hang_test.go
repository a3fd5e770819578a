package client_test

import (
	"context"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/fault"
)

// A slurmctld that hangs does not keep a submit back for as long as its answer to a read may take, and all tries of it.
func TestClusterWaitsForAHangingControllerForSeconds(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.42/ping/", file("v0.0.42/ping-down.json"))
		s.on(diag, answer{hold: true})
		began := time.Now()
		got, err := c.Cluster(t.Context())
		if took := time.Since(began); err != nil || got.Responding || got.Name != "hcsdemo" || took != 5*time.Second {
			t.Errorf("got %+v, %v after %s", got, err, took)
		}
		began = time.Now()
		if seen, took := c.SeenNow(t.Context()), time.Since(began); took > 5*time.Second {
			t.Errorf("got %+v after %s", seen, took)
		}
		// A caller who gives up meanwhile is told so.
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		if _, err := c.Cluster(ctx); fault.KindOf(err) != fault.TimedOut {
			t.Errorf("got %v", err)
		}
	}, patience)
}

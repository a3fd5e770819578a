package client_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/slurm"
)

func TestCluster(t *testing.T) {
	t.Parallel()
	both(t, func(o *client.Options) { o.User = "alice" }, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.42/ping/", file("v0.0.42/ping.json"))
		got, err := c.Cluster(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		want := slurm.Cluster{
			Name: "hcsdemo", Release: "24.11.5", DataVersion: "v0.0.42", Accounting: true, Responding: true, User: "alice",
			Controllers: []slurm.Controller{{Host: "hcsdemo-controller", Mode: "primary", Responding: true, Latency: 840 * time.Microsecond}},
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

// In v0.0.45 a ping has neither pinged nor mode, before v0.0.42 neither responding nor primary.
func TestClusterInEveryVersion(t *testing.T) {
	t.Parallel()
	for _, v := range client.Versions() {
		s, c := open(t, false, func(o *client.Options) { o.Version = v })
		s.on("GET /slurm/"+v+"/ping/", file(v+"/ping.json"))
		if got, err := c.Cluster(t.Context()); err != nil || !got.Responding || got.Controllers[0].Mode != "primary" || got.DataVersion != v {
			t.Errorf("%s: got %+v, %v", v, got, err)
		}
	}
}

// A ping with a bad token is 200 with pinged DOWN. [auth-bad-token-ping]
func TestClusterTellsABadTokenFromADeadController(t *testing.T) {
	t.Parallel()
	for name, ping := range map[string]string{"v0.0.42": "v0.0.42/ping-down.json", "v0.0.45": "v0.0.45/ping-down.json"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pinned := func(o *client.Options) { o.Version = name }
			both(t, pinned, func(s *server, c *client.Client) {
				t := s.t
				s.on("GET /slurm/"+name+"/ping/", file(ping))
				s.on("GET /slurm/"+name+"/diag/", answer{status: 511, file: "v0.0.42/jobs-bad-token.json"})
				_, err := c.Cluster(t.Context())
				wantKind(t, err, fault.TokenRejected)

				s.on("GET /slurm/"+name+"/diag/", answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
				got, err := c.Cluster(t.Context())
				if err != nil || got.Responding || got.Name != "hcsdemo" {
					t.Errorf("a dead controller: got %+v, %v", got, err)
				}

				s.on("GET /slurm/"+name+"/diag/", file("v0.0.42/diag.json"))
				if got, err := c.Cluster(t.Context()); err != nil || !got.Responding {
					t.Errorf("a controller that has come back meanwhile: got %+v, %v", got, err)
				}
			})
		})
	}
}

func TestDiag(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.42/diag/", file("v0.0.42/diag.json"), answer{status: 502, file: "v0.0.42/jobs-controller-down.json"})
		if got, err := c.Diag(t.Context()); err != nil || got.ServerThreads != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
		_, err := c.Diag(t.Context())
		wantKind(t, err, fault.SlurmDown)
	})
}

package client_test

import (
	"testing"

	"flexq/client"
	"flexq/client/fault"
)

const (
	nodesPlain = "GET /slurm/v0.0.42/nodes/"
	nodesNews  = nodesPlain + "?update_time=1796001125"
)

// When nothing changed the answer is 304 without a body. [nodes-update-time-unchanged]
func TestNodesUnchanged(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(nodesPlain, file("v0.0.42/nodes.json"))
		first, err := c.Nodes(t.Context())
		if err != nil || len(first.Items) != 10 || first.Unchanged {
			t.Fatalf("got %d nodes, %v", len(first.Items), err)
		}
		news := nodesPlain + "?update_time=" + jsonOf(t, first.LastUpdate)
		s.on(news, answer{status: 304})
		for range 2 {
			again, err := c.Nodes(t.Context())
			if err != nil || len(again.Items) != 10 || &again.Items[0] != &first.Items[0] || again.LastUpdate != first.LastUpdate {
				t.Errorf("got %d nodes, last update %d, %v", len(again.Items), again.LastUpdate, err)
			}
		}
		wantCalls(t, s, nodesPlain, news, news)
	})
}

// When nodes have changed and partitions have not, Slurm up to 25.11 fails. [nodes-update-time-changed]
func TestNodesChanged(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(nodesPlain, answer{status: 200, text: `{"nodes": [{"name": "a"}], "last_update": 1796001125}`}, file("v0.0.42/nodes.json"))
		s.on(nodesNews, answer{status: 500, file: "v0.0.42/nodes-changed.json"})
		if first, err := c.Nodes(t.Context()); err != nil || len(first.Items) != 1 {
			t.Fatalf("got %+v, %v", first, err)
		}
		if second, err := c.Nodes(t.Context()); err != nil || len(second.Items) != 10 {
			t.Errorf("got %d nodes, %v", len(second.Items), err)
		}
		wantCalls(t, s, nodesPlain, nodesNews, nodesPlain)
	})
}

// From 26.05 on the changed list comes at once.
func TestNodesChangedInNewSlurm(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(nodesPlain, answer{status: 200, text: `{"nodes": [{"name": "a"}], "last_update": 1796001125}`})
		s.on(nodesNews, file("v0.0.45/nodes.json"))
		for _, want := range []int{1, 5} {
			if got, err := c.Nodes(t.Context()); err != nil || len(got.Items) != want {
				t.Errorf("got %d nodes, %v, want %d", len(got.Items), err, want)
			}
		}
		wantCalls(t, s, nodesPlain, nodesNews)
	})
}

func TestNodesFaultsKeepNothingBack(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(nodesPlain, answer{status: 200, text: `{"nodes": [{"name": "a"}], "last_update": 1796001125}`})
		s.on(nodesNews, answer{status: 502, file: "v0.0.42/jobs-controller-down.json"}, answer{status: 304})
		if _, err := c.Nodes(t.Context()); err != nil {
			t.Fatal(err)
		}
		got, err := c.Nodes(t.Context())
		wantKind(t, err, fault.SlurmDown)
		if len(got.Items) != 0 {
			t.Errorf("old nodes beside an error: %+v", got)
		}
		if got, err := c.Nodes(t.Context()); err != nil || len(got.Items) != 1 {
			t.Errorf("got %+v, %v", got, err)
		}
	})
}

func TestNodesOfAClusterThatIgnoresUpdateTime(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on(nodesPlain, answer{status: 200, text: `{"nodes": [{"name": "a"}], "last_update": 1796001125}`})
		s.on(nodesNews, answer{status: 200, text: `{"nodes": [{"name": "a"}], "last_update": 1796001125, "warnings": [
			{"description": "Ignoring unknown field \"update_time\"", "source": "#/update_time/"}]}`})
		for range 3 {
			if _, err := c.Nodes(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		wantCalls(t, s, nodesPlain, nodesNews, nodesPlain)
	})
}

func TestPartitionsAndReservations(t *testing.T) {
	t.Parallel()
	both(t, nil, func(s *server, c *client.Client) {
		t := s.t
		s.on("GET /slurm/v0.0.42/partitions/", file("v0.0.42/partitions.json"))
		s.on("GET /slurm/v0.0.42/reservations/", file("v0.0.42/reservations.json"))
		p, err := c.Partitions(t.Context())
		if err != nil || len(p.Items) != 3 || p.Items[0].Name != "a3u" || p.LastUpdate == 0 {
			t.Errorf("got %+v, %v", p, err)
		}
		r, err := c.Reservations(t.Context())
		if err != nil || len(r.Items) != 1 || r.Items[0].Name != "repair" || r.LastUpdate != 1796000991 {
			t.Errorf("got %+v, %v", r, err)
		}
		s.on("GET /slurm/v0.0.42/reservations/?update_time=1796000991", answer{status: 304})
		if r, err := c.Reservations(t.Context()); err != nil || len(r.Items) != 1 {
			t.Errorf("got %+v, %v", r, err)
		}
	})
}

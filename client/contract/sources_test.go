package contract_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/sim"
	"flexq/client/slurm"
)

// machine is what the simulated cluster and the client must agree on.
type machine struct {
	ID, Pool      string
	Created, Ends time.Time
}

// living returns the machines that are there, and their ends as far as Compute Engine tells them yet.
func living(s *sim.Sim) map[string]machine {
	out := map[string]machine{}
	for _, m := range s.Machines() {
		if !m.Removed.IsZero() {
			continue
		}
		known := machine{ID: m.ID, Pool: m.Pool, Created: m.Created.UTC()}
		if !m.Ends.IsZero() && !m.Runs.After(s.Now()) {
			known.Ends = m.Ends.UTC()
		}
		out[m.Node] = known
	}
	return out
}

func compared(p flex.Pools) map[string]machine {
	out := map[string]machine{}
	for name, in := range p.Instances {
		if in.PoolID != "login" { // nobody but the resource says what a login node is
			out[name] = machine{ID: in.ID, Pool: in.PoolID, Created: in.Created.UTC(), Ends: in.Ends}
		}
	}
	return out
}

func listPools(t *testing.T, c *client.Client) flex.Pools {
	t.Helper()
	p, err := c.Pools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestMachinesAreTheSame compares over five days what the client knows of machines with the machines that there are, by
// the resource and Compute Engine together, and by Compute Engine alone.
func TestMachinesAreTheSame(t *testing.T) {
	t.Parallel()
	for name, cfg := range map[string]struct {
		resource sim.ResourceForm
		access   sim.Access
	}{
		"camelCase": {sim.ResourceCamel, sim.AccessFull}, "snake_case": {sim.ResourceSnake, sim.AccessFull}, "without the resource": {sim.ResourceCamel, sim.AccessRun},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, url := serve(t, sim.Config{Profile: sim.Lease, Seed: 5, Cluster: simCluster, TokenLife: 365 * 24 * time.Hour, Resource: cfg.resource, LeaseReservations: true})
			s.SetAccess("alice", cfg.access, false)
			c := through(t, url, s, "alice", accessToken)
			ends := 0
			for range 20 {
				s.Advance(6 * time.Hour)
				want := living(s)
				p := listPools(t, c)
				if diff := cmp.Diff(want, compared(p)); diff != "" {
					t.Fatalf("at %v: %s", s.Now(), diff)
				}
				for _, m := range want {
					if !m.Ends.IsZero() {
						ends++
					}
				}
				if len(p.Planned) == 0 {
					t.Error("no end is reserved")
				}
				if (p.Origin == flex.FromResource) != (cfg.access == sim.AccessFull) || p.Cluster != simCluster {
					t.Errorf("from %v of %q", p.Origin, p.Cluster)
				}
				if skew := c.ClusterNow().Sub(s.Now()).Abs(); skew > 2*time.Second {
					t.Errorf("the cluster's clock is off by %v", skew)
				}
			}
			if ends < 20 {
				t.Errorf("only %d ends were seen", ends)
			}
		})
	}
}

// TestSourcesComeAndGo takes the permissions away one by one, and gives them back.
func TestSourcesComeAndGo(t *testing.T) {
	t.Parallel()
	s, url := serve(t, sim.Config{Profile: sim.Lease, Seed: 5, Cluster: simCluster, TokenLife: 365 * 24 * time.Hour})
	s.Advance(time.Hour)
	c := through(t, url, s, "alice", accessToken)
	type look struct {
		origin flex.Origin
		off    string // names of the sources that are off
		exact  bool   // ends are known
	}
	for i, test := range []struct {
		do   func()
		want look
	}{
		{func() {}, look{flex.FromResource, "", true}},
		{func() { s.SetAccess("alice", sim.AccessFull, true) }, look{flex.FromResource, "Compute Engine, resize requests", false}},
		{func() { s.SetAccess("alice", sim.AccessFull, false) }, look{flex.FromResource, "Compute Engine, resize requests", false}},
		{c.Refresh, look{flex.FromResource, "", true}},
		{func() { s.DisableCompute(true) }, look{flex.FromResource, "Compute Engine, resize requests", false}},
		{func() { s.DisableCompute(false); s.SetAccess("alice", sim.AccessRun, false); c.Refresh() }, look{flex.FromPartitions, "cluster resource", true}},
		{func() { s.SetAccess("alice", sim.AccessRun, true); c.Refresh() }, look{flex.FromPartitions, "cluster resource, Compute Engine, resize requests", false}},
		{func() { s.SetAccess("alice", sim.AccessFull, false); c.Refresh() }, look{flex.FromResource, "", true}},
	} {
		test.do()
		p := listPools(t, c)
		got := look{origin: p.Origin}
		var off []string
		for _, src := range p.Sources {
			if src.Off {
				off = append(off, src.Name)
			}
			if src.Off != (src.Note != "") || strings.Contains(src.Note, "\n") {
				t.Errorf("%d: %s is off %v with note %q", i, src.Name, src.Off, src.Note)
			}
		}
		got.off = strings.Join(off, ", ")
		for _, in := range p.Instances {
			got.exact = got.exact || !in.Ends.IsZero()
		}
		if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(look{})); diff != "" {
			t.Errorf("%d: %s", i, diff)
		}
	}
}

// TestQueuedCapacity sees a request wait, with the job that it is for.
func TestQueuedCapacity(t *testing.T) {
	t.Parallel()
	s, url := serve(t, sim.Config{Profile: sim.Lab, TokenLife: 365 * 24 * time.Hour})
	if err := s.SetStock("flexnodeset", sim.StockWaits); err != nil {
		t.Fatal(err)
	}
	c := through(t, url, s, "alice", accessToken)
	if p := listPools(t, c); len(p.Queued) != 0 {
		t.Fatalf("queued before any job: %+v", p.Queued)
	}
	sub := slurm.Submission{Script: "#!/bin/bash\nsleep 600\n", Name: "wants", Partition: "flex", WorkDir: "/home/alice", Env: []string{"PATH=/bin"}, Nodes: "2", TRESPerNode: "gres/gpu:8", Limit: 3600}
	if _, err := c.Submit(t.Context(), sub); err != nil {
		t.Fatal(err)
	}
	s.Advance(12 * time.Second)
	p := listPools(t, c)
	if len(p.Queued) != 1 || p.Queued[0].PoolID != "flexnodeset" || p.Queued[0].Count != 2 || p.Queued[0].State != "ACCEPTED" || p.Queued[0].Created.IsZero() {
		t.Fatalf("queued %+v; %+v", p.Queued, p.Sources)
	}
	if err := s.SetStock("flexnodeset", sim.StockNormal); err != nil {
		t.Fatal(err)
	}
	s.Advance(2 * time.Hour)
	c.Refresh()
	if p := listPools(t, c); len(p.Queued) != 0 {
		t.Errorf("still queued: %+v", p.Queued)
	}
}

// TestReportToItsEnd reports a node and follows the operation until the machine is another.
func TestReportToItsEnd(t *testing.T) {
	t.Parallel()
	s, url := serve(t, sim.Config{Profile: sim.Lab, TokenLife: 365 * 24 * time.Hour})
	s.Advance(time.Minute)
	c := through(t, url, s, "alice", accessToken)
	const node = "hcsdemo-a3unodeset-1"
	before := listPools(t, c).Instances[node]
	op, err := c.ReportFaultyNode(t.Context(), flex.FaultReport{Node: node})
	if err != nil {
		t.Fatal(err)
	}
	if op.Name == "" || op.Done || op.Created.IsZero() {
		t.Errorf("begins as %+v", op)
	}
	for range 100 {
		s.Advance(time.Minute)
		if op, err = c.Operation(t.Context(), op.Name); err != nil {
			t.Fatal(err)
		}
		if op.Done {
			break
		}
	}
	if !op.Done || op.Failed() {
		t.Errorf("ends as %+v", op)
	}
	s.Advance(time.Hour)
	if after := listPools(t, c).Instances[node]; after.ID == before.ID || !after.Created.After(before.Created) {
		t.Errorf("the machine was %+v and is %+v", before, after)
	}
	if _, err := c.ReportFaultyNode(t.Context(), flex.FaultReport{Node: "hcsdemo-a3unodeset-77"}); err == nil {
		t.Error("a node that does not exist is reported")
	}
	_, err = c.Operation(t.Context(), "projects/"+simProject+"/locations/"+simRegion+"/operations/nosuch")
	if fault.KindOf(err) != fault.NotFound {
		t.Errorf("an unknown operation: %v", err)
	}
}

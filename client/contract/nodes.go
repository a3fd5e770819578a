package contract

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/slurm"
)

func nodeCases() []testCase {
	return []testCase{
		{name: "the nodes and what they have", run: nodeShape},
		{name: "a job shows on its node", run: nodeBusy},
		{name: "an administrator drains a node and a user may not", run: nodeDrain},
		{name: "a cloud node boots for a job", run: nodeBoots},
		{name: "the partitions and their limits", run: partitionShape},
		{name: "unknown nodes and partitions", run: nodeUnknown},
		{name: "no reservations is an empty list", run: noReservations},
	}
}

func nodes(t *testing.T, c *cluster) map[string]slurm.Node {
	t.Helper()
	list, err := c.Client(t, "alice").Nodes(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := make(map[string]slurm.Node)
	for i := range list.Items {
		out[list.Items[i].Name] = list.Items[i]
	}
	return out
}

func nodeShape(t *testing.T, c *cluster) {
	all := nodes(t, c)
	if len(all) != 10 {
		t.Fatalf("got %d nodes, want 10", len(all))
	}
	type shape struct {
		CPUs, Sockets, Cores, Threads uint32
		Memory                        uint64
		GRES, Features, Partition     string
		GPUs                          int64
	}
	want := map[string]shape{
		"hcsdemo-a3unodeset-3":  {224, 2, 56, 2, 2900000, "gpu:nvidia_h200:8", "flexstart", "a3u", 8},
		"hcsdemo-cpunodeset-1":  {32, 1, 16, 2, 128000, "", "", "cpu", 0},
		"hcsdemo-flexnodeset-0": {224, 2, 56, 2, 2900000, "gpu:nvidia_h200:8", "flexstart,cloud", "flex", 8},
	}
	for name, w := range want {
		n := all[name]
		got := shape{n.CPUs, n.Sockets, n.Cores, n.Threads, n.RealMemory, n.GRES, strings.Join(n.Features, ","), strings.Join(n.Partitions, ","), n.TRES.GPUs}
		if d := cmp.Diff(w, got); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	if s := all["hcsdemo-a3unodeset-0"].State; s.Flags&slurm.NodeDrain != 0 {
		t.Errorf("a3u's first node is %v", s)
	}
}

func nodeBusy(t *testing.T, c *cluster) {
	s := job("alice", "sleep 600")
	s.Partition, s.TRESPerNode, s.RequiredNodes = "a3u", "gres/gpu:3", "hcsdemo-a3unodeset-2"
	id := c.submit(t, "alice", s)
	j := c.wait(t, id, "RUNNING")
	n := nodes(t, c)["hcsdemo-a3unodeset-2"]
	if j.Nodes != "hcsdemo-a3unodeset-2" || n.State.Base != slurm.NodeMixed || n.TRESUsed.GPUs < 3 || n.AllocCPUs == 0 {
		t.Errorf("the job is on %q, the node is %v with %d GPUs and %d CPUs used", j.Nodes, n.State, n.TRESUsed.GPUs, n.AllocCPUs)
	}
}

func nodeDrain(t *testing.T, c *cluster) {
	const name = "hcsdemo-cpunodeset-1"
	const body = `{"state":["DRAIN"],"reason":"fan is loud"}`
	for _, user := range []string{"alice", "carol"} { // carol is an operator
		if r := c.call(t, user, "POST", "/node/"+name, body); r.Status != 500 || !slices.Contains(r.Codes(), 2010) {
			t.Errorf("%s drains: got %v, want 500 with 2010", user, r)
		}
		if r := c.call(t, user, "POST", "/node/"+name, `{"state":["RESUME"]}`); r.Status != 500 || !slices.Contains(r.Codes(), 2010) {
			t.Errorf("%s resumes: got %v, want 500 with 2010", user, r)
		}
	}
	_, err := c.Client(t, "alice").UpdateNode(t.Context(), name, slurm.NodeUpdate{State: slurm.OrderDrain, Reason: "fan is loud"})
	wantFault(t, err, fault.Refused, 2010)
	_, err = c.Client(t, "root").UpdateNode(t.Context(), "nosuch", slurm.NodeUpdate{State: slurm.OrderResume})
	wantFault(t, err, fault.Refused, 2018)
	if r := c.call(t, "root", "POST", "/node/nosuch", body); r.Status != 500 || !slices.Contains(r.Codes(), 2018) {
		t.Errorf("an unknown node: got %v, want 500 with 2018", r)
	}
	for i, how := range []struct {
		drain, resume func() error
	}{
		{raw(t, c, "/node/"+name, body), raw(t, c, "/node/"+name, `{"state":["RESUME"]}`)},
		{order(t, c, name, slurm.OrderDrain, "fan is loud"), order(t, c, name, slurm.OrderResume, "")},
	} {
		if err := how.drain(); err != nil {
			t.Fatalf("%d: root drains: %v", i, err)
		}
		n := nodes(t, c)[name]
		if err := how.resume(); err != nil {
			t.Fatalf("%d: root resumes: %v", i, err)
		}
		if n.State.Flags&slurm.NodeDrain == 0 || n.Reason != "fan is loud" || n.ReasonUser != "root" || n.ReasonSince.IsZero() {
			t.Errorf("%d: got %v reason %q by %q at %d", i, n.State, n.Reason, n.ReasonUser, n.ReasonSince)
		}
		if n := nodes(t, c)[name]; n.State.Flags&slurm.NodeDrain != 0 || n.Reason != "" {
			t.Errorf("%d: after the resume: %v reason %q", i, n.State, n.Reason)
		}
	}
}

// raw changes a node below the facade, as root.
func raw(t *testing.T, c *cluster, path, body string) func() error {
	t.Helper()
	return func() error {
		if r := c.call(t, "root", "POST", path, body); r.Status != 200 {
			return fmt.Errorf("got %v", r)
		}
		return nil
	}
}

// order changes a node through the facade, as root.
func order(t *testing.T, c *cluster, node string, o slurm.NodeOrder, reason string) func() error {
	t.Helper()
	return func() error {
		_, err := c.Client(t, "root").UpdateNode(t.Context(), node, slurm.NodeUpdate{State: o, Reason: reason})
		return err
	}
}

func nodeBoots(t *testing.T, c *cluster) {
	const name = "hcsdemo-flexnodeset-1"
	c.until(t, "the cloud node is off", func() bool {
		s := nodes(t, c)[name].State
		return s.Flags&slurm.NodeCloud != 0 && s.Flags&slurm.NodePoweredDown != 0 && s.String() == "idle~"
	})
	s := job("alice", "sleep 600")
	s.Partition, s.RequiredNodes, s.TRESPerNode = "flex", name, "gres/gpu:8"
	id := c.submit(t, "alice", s)
	var seenBoot, seenConfiguring bool
	c.until(t, "the job runs on the cloud node", func() bool {
		j, n := c.get(t, id), nodes(t, c)[name]
		seenBoot = seenBoot || n.State.Flags&slurm.NodePoweringUp != 0
		seenConfiguring = seenConfiguring || j.State.Code() == "CF"
		return j.State.Code() == "R"
	})
	if !seenBoot || !seenConfiguring {
		t.Errorf("seen powering up %v, configuring %v", seenBoot, seenConfiguring)
	}
}

func partitionShape(t *testing.T, c *cluster) {
	list, err := c.Client(t, "alice").Partitions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	type shape struct {
		Nodes            slurm.Hostlist
		Count, CPUs      uint32
		GPUs             int64
		Max, DefaultTime slurm.Limit
		State            string
	}
	want := map[string]shape{
		"a3u":  {"hcsdemo-a3unodeset-[0-3]", 4, 896, 32, slurm.LimitInfinite, slurm.LimitUnset, "UP"},
		"cpu":  {"hcsdemo-cpunodeset-[0-1]", 2, 64, 0, 7 * 86400, 3600, "UP"},
		"flex": {"hcsdemo-flexnodeset-[0-3]", 4, 896, 32, 7 * 86400, slurm.LimitUnset, "UP"},
	}
	got := make(map[string]shape)
	for i := range list.Items {
		p := &list.Items[i]
		got[p.Name] = shape{p.Nodes, p.NodeCount, p.CPUs, p.TRES.GPUs, p.MaxTime, p.DefaultTime, strings.Join(p.State, "+")}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("partitions (-want +got):\n%s", d)
	}
}

func nodeUnknown(t *testing.T, c *cluster) {
	r := c.call(t, "alice", "GET", "/node/nosuch", "")
	if r.Status != 200 || !r.JSON().Get("nodes").Missing() || !r.Says("Failure to query node nosuch") {
		t.Errorf("node: got %v, want 200 without nodes", r)
	}
	if r := c.call(t, "alice", "GET", "/partition/nosuch", ""); r.Status != 422 || !slices.Contains(r.Codes(), 9000) {
		t.Errorf("partition: got %v, want 422 with 9000", r)
	}
}

func noReservations(t *testing.T, c *cluster) {
	list, err := c.Client(t, "alice").Reservations(t.Context())
	if err != nil || len(list.Items) != 0 {
		t.Errorf("got %d, %v", len(list.Items), err)
	}
}

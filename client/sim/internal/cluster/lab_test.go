package cluster_test

import (
	"strings"
	"testing"

	"flexq/client/sim/internal/cluster"
)

const start = 1796000000

// bed is a small cluster with its users, and shorthands for tests.
type bed struct {
	*cluster.Cluster
	t                        *testing.T
	alice, bob, carol, admin *cluster.User
}

func lab(t *testing.T, change ...func(*cluster.Config)) *bed {
	t.Helper()
	cfg := cluster.Lab("lab")
	cfg.Start = start
	for _, f := range change {
		f(&cfg)
	}
	c, err := cluster.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &bed{c, t, c.User("alice"), c.User("bob"), c.User("carol"), c.User("root")}
}

// pool returns a pool of a configuration.
func pool(cfg *cluster.Config, id string) *cluster.Pool {
	for _, p := range cfg.Pools {
		if p.ID == id {
			return p
		}
	}
	return nil
}

func (b *bed) after(seconds int64) { b.RunUntil(b.Now() + seconds) }

type option func(*cluster.Desc)

func gpus(n string) option        { return func(d *cluster.Desc) { d.TRESPerNode = "gres/gpu:" + n } }
func nodes(n uint32) option       { return func(d *cluster.Desc) { d.MinNodes, d.MaxNodes = n, n } }
func limit(minutes uint32) option { return func(d *cluster.Desc) { d.Limit = minutes } }
func on(node string) option       { return func(d *cluster.Desc) { d.ReqNodes = "lab-" + node } }
func whole(d *cluster.Desc)       { d.Exclusive, d.MemSet = true, true }
func norequeue(d *cluster.Desc)   { d.Requeue = false }
func held(d *cluster.Desc)        { d.Hold = true }
func array(expr string) option    { return func(d *cluster.Desc) { d.Array = expr } }

func (b *bed) depends(on string) option {
	return func(d *cluster.Desc) {
		deps, ok := cluster.ParseDeps(on)
		if !ok {
			b.t.Fatalf("dependency %q", on)
		}
		d.Deps = deps
	}
}

func desc(u *cluster.User, part, script string, options ...option) *cluster.Desc {
	d := &cluster.Desc{
		User: u, Name: "job", Partition: part, WorkDir: "/home/" + u.Name, Limit: cluster.NoVal, Requeue: true,
		Script: "#!/bin/bash\n" + script + "\n",
	}
	for _, o := range options {
		o(d)
	}
	return d
}

func (b *bed) submit(u *cluster.User, part, script string, options ...option) *cluster.Job {
	b.t.Helper()
	got, err := b.Submit([]*cluster.Desc{desc(u, part, script, options...)}, true)
	if err != nil {
		b.t.Fatalf("submit: %v", err)
	}
	return b.Job(got.ID)
}

// state is what squeue would show: state, flags, reason.
func state(j *cluster.Job) string {
	s := j.State.String()
	for _, f := range j.Flags.Words() {
		s += "+" + f
	}
	if j.Reason != cluster.NoReason {
		s += " " + j.Reason.String()
	}
	return s
}

func (b *bed) want(j *cluster.Job, want string) {
	b.t.Helper()
	if got := state(j); got != want {
		b.t.Errorf("job %d at +%d: got %q, want %q", j.ID, b.Now()-start, got, want)
	}
}

func (b *bed) wantNode(name, want string) {
	b.t.Helper()
	if got := strings.Join(b.Node("lab-"+name).Words(), "+"); got != want {
		b.t.Errorf("node %s at +%d: got %q, want %q", name, b.Now()-start, got, want)
	}
}

//go:build slurm

package fidelity_test

import (
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// TestSlurmDrainFromTheCommandLine drains and resumes a node with the program, as an administrator, as an operator and as a
// user, who both may not, and wants sinfo to show it and the program's events to tell it once.
func TestSlurmDrainFromTheCommandLine(t *testing.T) {
	const node = "hcsdemo-cpunodeset-1"
	b := bed.Open(t)
	binary := build(t)
	root, carol, alice := straight(t, b, binary, "root"), straight(t, b, binary, "carol"), straight(t, b, binary, "alice")
	t.Cleanup(func() {
		if strings.HasPrefix(sinfoState(t, b, node), "drain") {
			b.Root(t, "scontrol", "update", "nodename="+node, "state=resume")
		}
	})
	b.Until(t, "the node is idle", func() bool { return sinfoState(t, b, node) == "idle" })
	alice.ok(t, "events")

	for name, who := range map[string]*program{"alice": alice, "carol": carol} {
		if r := who.run(t, "", "drain", node, "--reason", "mine"); r.code != 6 || !strings.Contains(r.stderr, "administrators") {
			t.Errorf("%s drains: code %d, %s", name, r.code, r.stderr)
		}
	}
	if out := root.ok(t, "drain", node, "--reason", "fan is loud", "-o", "node,result,state"); !strings.Contains(out, "accepted  drained") {
		t.Errorf("root drains: %s", out)
	}
	if got := b.Root(t, "sinfo", "-h", "-N", "-n", node, "-o", "%T|%E"); got != "drained|fan is loud" {
		t.Errorf("sinfo shows %q", got)
	}
	item := find(t, alice.items(t, "nodes"), node)
	if item["reason"] != "fan is loud" || item["state"] != "drained" {
		t.Errorf("flexq nodes shows %v, %v", item["state"], item["reason"])
	}
	wantEvents(t, alice, node, "draining", "drained")
	if out := root.ok(t, "resume", node, "-o", "result"); !strings.Contains(out, "accepted") {
		t.Errorf("root resumes: %s", out)
	}
	b.Until(t, "sinfo shows it idle", func() bool { return sinfoState(t, b, node) == "idle" })
	wantEvents(t, alice, node, "draining", "drained", "resumed")
	if r := root.run(t, "", "resume", node); r.code != 6 || !strings.Contains(r.stderr, "nothing to resume") {
		t.Errorf("a second resume: code %d, %s", r.code, r.stderr)
	}
	if r := root.run(t, "", "drain", "hcsdemo-nosuch-1", "--reason", "x"); r.code != 3 {
		t.Errorf("a node that is not there: code %d, %s", r.code, r.stderr)
	}
}

func sinfoState(t *testing.T, b *bed.Bed, node string) string {
	t.Helper()
	return b.Root(t, "sinfo", "-h", "-N", "-n", node, "-o", "%T")
}

func find(t *testing.T, items []map[string]any, node string) map[string]any {
	t.Helper()
	for _, item := range items {
		if item["name"] == node {
			return item
		}
	}
	t.Fatalf("flexq does not list %s", node)
	return nil
}

// wantEvents wants these types of a node and no others, however often it is asked; a node that is resumed may not answer
// for a moment.
func wantEvents(t *testing.T, p *program, node string, want ...string) {
	t.Helper()
	for range 2 {
		var got []string
		for _, e := range p.items(t, "events", "--since", "5m", "--filter", "node:"+node) {
			if kind := text(e["type"]); kind != "not_responding" && kind != "up" {
				got = append(got, kind)
			}
		}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("flexq events tells %v, want %v", got, want)
		}
	}
}

//go:build slurm

package fidelity_test

import (
	"path/filepath"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// TestSlurmUse is a user's day at the command line against the real Slurm, through the platform's envelope with a
// service account: see, submit, cancel, be refused, look back, and live through an outage.
func TestSlurmUse(t *testing.T) {
	b := bed.Open(t)
	binary := build(t)
	alice, bob := through(t, b, binary, "alice"), through(t, b, binary, "bob")
	t.Run("submit gives an id that squeue shows", func(t *testing.T) { submitSeen(t, b, alice) })
	t.Run("cancel ends CANCELLED in sacct", func(t *testing.T) { cancelSeen(t, b, alice) })
	t.Run("another's job shows Slurm's refusal", func(t *testing.T) { cancelRefused(t, b, bob) })
	t.Run("a malformed submit shows Slurm's words", func(t *testing.T) { submitRefused(t, alice) })
	t.Run("hold and release", func(t *testing.T) { holdSeen(t, b, alice) })
	t.Run("wait tells by its exit code", func(t *testing.T) { waitTells(t, alice) })
	t.Run("an outage and its end", func(t *testing.T) { outage(t, b, alice) })
}

const script = "#!/bin/bash\n#SBATCH --job-name=%NAME% --partition=cpu --time=10\n"

// submit submits a script from standard input and returns the id that is alone on standard output.
func (p *program) submit(t *testing.T, name, body string) string {
	t.Helper()
	r := p.run(t, strings.ReplaceAll(script, "%NAME%", name)+body+"\n", "submit", "-")
	id := strings.TrimSuffix(r.stdout, "\n")
	if r.code != 0 || id == "" || strings.Trim(id, "0123456789") != "" {
		t.Fatalf("submit: exit code %d, printed %q, said %q", r.code, r.stdout, r.stderr)
	}
	return id
}

func submitSeen(t *testing.T, b *bed.Bed, p *program) {
	id := p.submit(t, "from-flexq", "sleep 600")
	if got := b.Root(t, "squeue", "-h", "-j", id, "-o", "%j %u %P %l"); got != "from-flexq alice cpu 10:00" {
		t.Errorf("squeue shows %q", got)
	}
	found := false
	for _, item := range p.items(t, "jobs") {
		found = found || text(item["id"]) == id && text(item["name"]) == "from-flexq" && text(item["user"]) == "alice"
	}
	if !found {
		t.Errorf("flexq jobs does not list %s", id)
	}
	p.ok(t, "cancel", id, "--yes")
}

func cancelSeen(t *testing.T, b *bed.Bed, p *program) {
	id := p.submit(t, "to-cancel", "sleep 600")
	b.Until(t, "the job runs", func() bool { return b.Root(t, "squeue", "-h", "-j", id, "-o", "%T") == "RUNNING" })
	p.ok(t, "cancel", id, "--yes")
	b.Until(t, "sacct says CANCELLED", func() bool {
		return strings.HasPrefix(b.Root(t, "sacct", "-X", "-n", "-P", "-j", id, "-o", "State"), "CANCELLED")
	})
	p.ok(t, "cancel", id, "--yes") // cancelling what has ended is success
}

func cancelRefused(t *testing.T, b *bed.Bed, p *program) {
	id, _, _ := strings.Cut(b.As(t, "alice", "sbatch", "--parsable", "-p", "cpu", "--wrap", "sleep 600"), ";")
	t.Cleanup(func() { b.Root(t, "scancel", id) })
	r := p.run(t, "", "cancel", id, "--yes")
	if r.code == 0 || !strings.Contains(r.stdout+r.stderr, "Access/permission denied") {
		t.Errorf("exit code %d, printed %q, said %q", r.code, r.stdout, r.stderr)
	}
	if got := b.Root(t, "squeue", "-h", "-j", id, "-o", "%u"); got != "alice" {
		t.Errorf("the job is gone: %q", got)
	}
}

func submitRefused(t *testing.T, p *program) {
	r := p.run(t, "#!/bin/bash\n#SBATCH --partition=nosuch\nsleep 1\n", "submit", "--no-check", "-")
	if r.code != 6 || r.stdout != "" || !strings.Contains(r.stderr, "Invalid partition name specified") {
		t.Errorf("exit code %d, printed %q, said %q", r.code, r.stdout, r.stderr)
	}
}

func holdSeen(t *testing.T, b *bed.Bed, p *program) {
	r := p.run(t, "#!/bin/bash\n#SBATCH --partition=cpu --begin=now+1hour\nsleep 1\n", "submit", "-")
	id := strings.TrimSpace(r.stdout)
	if r.code != 0 {
		t.Fatalf("submit: exit code %d, said %q", r.code, r.stderr)
	}
	t.Cleanup(func() { b.Root(t, "scancel", id) })
	reason := func() string { return b.Root(t, "squeue", "-h", "-j", id, "-o", "%r") }
	p.ok(t, "hold", id)
	if got := reason(); got != "JobHeldUser" {
		t.Errorf("after hold squeue says %s", got)
	}
	p.ok(t, "release", id)
	b.Until(t, "the job waits for its time again", func() bool { return reason() == "BeginTime" })
}

func waitTells(t *testing.T, p *program) {
	good, bad := p.submit(t, "good", "true"), p.submit(t, "bad", "exit 7")
	p.ok(t, "wait", good, "--timeout", "10m")
	if r := p.run(t, "", "wait", bad, "--timeout", "10m"); r.code != 8 {
		t.Errorf("exit code %d, said %q", r.code, r.stderr)
	}
	if r := p.run(t, "", "job", "999999"); r.code != 3 {
		t.Errorf("an unknown job: exit code %d, said %q", r.code, r.stderr)
	}
}

// outage stops slurmrestd: reads fail as unavailable, a submit makes no second job, and all is well when it is back.
func outage(t *testing.T, b *bed.Bed, p *program) {
	b.Rest(t, "stop")
	started := false
	t.Cleanup(func() {
		if !started {
			b.Rest(t, "start")
		}
	})
	if r := p.run(t, "", "jobs", "--log-file", filepath.Join(t.TempDir(), "log")); r.code != 5 {
		t.Errorf("a list: exit code %d, said %q", r.code, r.stderr)
	}
	r := p.run(t, strings.ReplaceAll(script, "%NAME%", "lost-submit")+"sleep 1\n", "submit", "-")
	if r.code != 5 && r.code != 7 || r.stdout != "" {
		t.Errorf("a submit: exit code %d, printed %q, said %q", r.code, r.stdout, r.stderr)
	}
	b.Rest(t, "start")
	started = true
	b.Until(t, "the list is back", func() bool { return p.run(t, "", "jobs", "-o", "json").code == 0 })
	if got := b.Root(t, "squeue", "-h", "-t", "all", "-n", "lost-submit", "-o", "%i"); got != "" {
		t.Errorf("the submit during the outage made job %s", got)
	}
}

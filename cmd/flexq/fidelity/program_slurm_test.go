//go:build slurm

package fidelity_test

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"flexq/client/contract/bed"

	"github.com/go-json-experiment/json"
)

// program is the built flexq with a config that reaches the bed as one user, through a simulated platform that
// forwards to the bed's slurmrestd.
type program struct {
	binary, config string
	dir            string // where it runs; "" for that of the test
}

// build compiles the program once for a test.
func build(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "flexq")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "flexq/cmd/flexq").CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

// through starts `flexq sim --slurmrestd` and waits until it serves. The credential in its config is a service
// account whose token endpoint is the simulated one.
func through(t *testing.T, b *bed.Bed, binary, user string) *program {
	t.Helper()
	dir := t.TempDir()
	token, config := filepath.Join(dir, "token"), filepath.Join(dir, "config.toml")
	if err := os.WriteFile(token, []byte(b.Token(t, user)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	cmd := exec.CommandContext(ctx, binary, "sim", "--profile", "lab", "--slurmrestd", b.URL(), "--slurmrestd-token-file", token,
		"--user", user, "--write-config", config)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stop()
		if err := cmd.Wait(); err != nil && ctx.Err() == nil {
			t.Errorf("flexq sim: %v: %s", err, stderr.String())
		}
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil || !strings.Contains(line, `"endpoint"`) {
		t.Fatalf("flexq sim printed %q: %v: %s", line, err, stderr.String())
	}
	return &program{binary: binary, config: config}
}

// straight is the program with a config that reaches the bed's slurmrestd itself.
func straight(t *testing.T, b *bed.Bed, binary, user string) *program {
	t.Helper()
	config := filepath.Join(t.TempDir(), "config.toml")
	token := filepath.Join(filepath.Dir(config), "token")
	text := `current_context = "bed"

[contexts.bed]
user = "` + user + `"
work_dir = "/home/` + user + `"
url = "` + b.URL() + `"
[contexts.bed.auth]
token_file = "` + token + `"
`
	for name, data := range map[string]string{config: text, token: b.Token(t, user)} {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return &program{binary: binary, config: config}
}

// result is what one run of the program left.
type result struct {
	stdout, stderr string
	code           int
}

// run runs the program and returns what became of it.
func (p *program) run(t *testing.T, stdin string, args ...string) result {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	defer cancel()
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, p.binary, append([]string{"--config", p.config}, args...)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &stdout, &stderr
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(filepath.Dir(p.config), "state"))
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatalf("flexq %s: %v", strings.Join(args, " "), err)
	}
	return result{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// ok runs the program and wants success.
func (p *program) ok(t *testing.T, args ...string) string {
	t.Helper()
	r := p.run(t, "", args...)
	if r.code != 0 {
		t.Fatalf("flexq %s: exit code %d\n%s", strings.Join(args, " "), r.code, r.stderr)
	}
	return r.stdout
}

// items runs a list command and returns its items.
func (p *program) items(t *testing.T, args ...string) []map[string]any {
	t.Helper()
	var doc struct {
		Items    []map[string]any `json:"items"`
		Warnings []map[string]any `json:"warnings"`
	}
	out := p.ok(t, append(args, "-o", "json")...)
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatalf("flexq %s: %v\n%.2000s", strings.Join(args, " "), err, out)
	}
	for _, w := range doc.Warnings {
		if w["source"] != "flexq" { // what is not known of leases, which Slurm's tools do not know either
			t.Errorf("flexq %s warns: %v", strings.Join(args, " "), w)
		}
	}
	return doc.Items
}

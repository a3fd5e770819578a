//go:build slurm

package fidelity_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"flexq/client/contract/bed"
)

// TestSlurmSubmitLine is what flexq submit does beyond sbatch's options, against a real Slurm.
func TestSlurmSubmitLine(t *testing.T) {
	b := bed.Open(t)
	binary := build(t)
	alice := straight(t, b, binary, "alice")
	b.As(t, "alice", "sh", "-c", "mkdir -p submit")
	t.Run("the checks make no job", func(t *testing.T) { testOnly(t, b, alice) })
	t.Run("JSON", func(t *testing.T) { submitJSON(t, b, alice) })
	t.Run("wait", func(t *testing.T) { submitWait(t, b, alice) })
	t.Run("quiet", func(t *testing.T) { submitQuiet(t, b, alice) })
	t.Run("a refusal has its line", func(t *testing.T) { refusedAt(t, alice) })
	t.Run("the environment", func(t *testing.T) { jobEnvironment(t, b, alice) })
	t.Run("the user of the token", func(t *testing.T) { userOfToken(t, b, alice) })
	t.Run("the user of own jobs", func(t *testing.T) { userOfJobs(t, b, binary) })
	t.Run("curl", func(t *testing.T) { submitCurl(t, b, alice) })
}

const sleeper = "#!/bin/bash\n#SBATCH -J %NAME% -p cpu -t 5 -n 1 --mem=100 -o /dev/null\n"

// ofRun makes a name that no earlier run on the same bed has used.
func (p *program) ofRun(name string) string {
	dir := filepath.Base(filepath.Dir(filepath.Dir(p.binary))) // the test's name and a number
	return name + "-" + strings.TrimPrefix(dir, "TestSlurmSubmitLine")
}

func (p *program) named(name, body string) string {
	return strings.ReplaceAll(sleeper, "%NAME%", p.ofRun(name)) + body + "\n"
}

// jobsNamed lists the ids of alice's jobs of a name, ended ones too.
func jobsNamed(t *testing.T, b *bed.Bed, p *program, name string) []string {
	t.Helper()
	return strings.Fields(b.Root(t, "squeue", "--states=all", "--noheader", "--format=%i", "--name="+p.ofRun(name)))
}

func testOnly(t *testing.T, b *bed.Bed, p *program) {
	r := p.run(t, p.named("tested", "true"), "submit", "--test-only", "-")
	if r.code != 0 || r.stdout != "" || !strings.Contains(r.stderr, "nothing was submitted; the job was held against the partitions, the nodes") {
		t.Errorf("code %d, printed %q, said %q", r.code, r.stdout, r.stderr)
	}
	r = p.run(t, "#!/bin/bash\n#SBATCH -J "+p.ofRun("tested")+"\n#SBATCH -p nosuch\ntrue\n", "submit", "-")
	if r.code != 2 || !strings.Contains(r.stderr, "standard input: line 3: -p: ") {
		t.Errorf("code %d, said %q", r.code, r.stderr)
	}
	if ids := jobsNamed(t, b, p, "tested"); len(ids) > 0 {
		t.Errorf("there are jobs %v", ids)
	}
}

// submitted is the item of submit -o json.
type submitted struct {
	Items []struct {
		ID       uint64 `json:"id"`
		Key      string `json:"key"`
		Outcome  string `json:"outcome"`
		State    string `json:"state"`
		ExitCode string `json:"exitCode"`
	} `json:"items"`
}

func submitJSON(t *testing.T, b *bed.Bed, p *program) {
	r := p.run(t, p.named("in-json", "exit 3"), "submit", "-", "--wait", "-o", "json")
	var doc submitted
	if err := json.Unmarshal([]byte(r.stdout), &doc); err != nil || len(doc.Items) != 1 {
		t.Fatalf("%v in %q, said %q", err, r.stdout, r.stderr)
	}
	got := doc.Items[0]
	if r.code != 8 || got.Outcome != "submitted" || got.State != "FAILED" || got.ExitCode != "3:0" {
		t.Errorf("code %d, %+v", r.code, got)
	}
	comment := b.Root(t, "squeue", "--states=all", "--noheader", "--format=%k", "--name="+p.ofRun("in-json"))
	if !strings.Contains(comment, got.Key) || got.Key == "" {
		t.Errorf("the comment is %q, the key %q", comment, got.Key)
	}
}

func submitWait(t *testing.T, b *bed.Bed, p *program) {
	script := strings.Replace(p.named("waited", "sleep 1"), "\n#SBATCH", "\n#SBATCH --wait", 1)
	r := p.run(t, script, "submit", "-")
	state := b.Root(t, "squeue", "--states=all", "--noheader", "--format=%T", "--name="+p.ofRun("waited"))
	if r.code != 0 || strings.TrimSpace(state) != "COMPLETED" {
		t.Errorf("code %d with the job %s, said %q", r.code, state, r.stderr)
	}
}

func submitQuiet(t *testing.T, b *bed.Bed, p *program) {
	r := p.run(t, p.named("quiet", "true"), "submit", "-Q", "-")
	if r.code != 0 || r.stdout != "" || r.stderr != "" || len(jobsNamed(t, b, p, "quiet")) != 1 {
		t.Errorf("code %d, printed %q, said %q", r.code, r.stdout, r.stderr)
	}
}

func refusedAt(t *testing.T, p *program) {
	for option, line := range map[string]string{"-p": "-p nosuch", "-d": "-d afterok:4000000"} {
		r := p.run(t, "#!/bin/bash\n#SBATCH -J refused --hold\n#SBATCH "+line+"\ntrue\n", "submit", "--no-check", "-")
		if r.code != 6 || !strings.Contains(r.stderr, "(standard input, line 3: "+option+")") {
			t.Errorf("%s: code %d, said %q", line, r.code, r.stderr)
		}
	}
}

// configured is the program with more lines in its context.
func configured(t *testing.T, p *program, lines, without string) *program {
	t.Helper()
	text, err := os.ReadFile(p.config)
	if err != nil {
		t.Fatal(err)
	}
	config := regexp.MustCompile(`(?m)^(`+without+`) = .*\n`).ReplaceAllString(string(text), "")
	config = regexp.MustCompile(`(?m)^\[contexts\.\w+\]\n`).ReplaceAllStringFunc(config, func(head string) string { return head + lines })
	out := filepath.Join(filepath.Dir(p.config), filepath.Base(t.Name())+".toml") // beside the credentials
	if err := os.WriteFile(out, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	return &program{binary: p.binary, config: out}
}

func jobEnvironment(t *testing.T, b *bed.Bed, alice *program) {
	t.Setenv("FROM_HERE", "it's here, too")
	t.Setenv("NOT_NAMED", "x")
	p := configured(t, alice, "env = [\"SCRATCH=/scratch/{user}\", \"FROM_HERE\"]\n", "none")
	run := func(name string, args ...string) string {
		r := p.run(t, p.named(name, "env >/home/alice/submit/"+name), append([]string{"submit", "-", "--wait"}, args...)...)
		if r.code != 0 {
			t.Fatalf("code %d, said %q", r.code, r.stderr)
		}
		return "\n" + b.As(t, "alice", "cat", "submit/"+name) + "\n"
	}
	env := run("environment", "--export=ALL,A=1")
	for _, want := range []string{"SCRATCH=/scratch/alice", "FROM_HERE=it's here, too", "A=1", "HOME=/home/alice", "USER=alice", "PATH=/usr/local/bin:/usr/bin:/bin"} {
		if !strings.Contains(env, "\n"+want+"\n") {
			t.Errorf("no %s in %s", want, env)
		}
	}
	if strings.Contains(env, "NOT_NAMED") {
		t.Error("what nobody named went along")
	}
	bare := run("bare", "--export=NONE")
	if strings.Contains(bare, "SCRATCH") || strings.Contains(bare, "FROM_HERE") || !strings.Contains(bare, "\nHOME=/home/alice\n") {
		t.Errorf("with NONE: %s", bare)
	}
}

func workDirOf(t *testing.T, b *bed.Bed, p *program, name string) string {
	t.Helper()
	return strings.TrimSpace(b.Root(t, "squeue", "--states=all", "--noheader", "--format=%Z", "--name="+p.ofRun(name)))
}

func userOfToken(t *testing.T, b *bed.Bed, alice *program) {
	p := configured(t, alice, "work_dir = \"/home/{user}/submit\"\n", "work_dir|user")
	r := p.run(t, p.named("by-token", "true"), "submit", "-")
	if got := workDirOf(t, b, p, "by-token"); r.code != 0 || got != "/home/alice/submit" {
		t.Errorf("code %d, the job runs in %q, said %q", r.code, got, r.stderr)
	}
}

func userOfJobs(t *testing.T, b *bed.Bed, binary string) {
	p := configured(t, through(t, b, binary, "alice"), "work_dir = \"/home/{user}/submit\"\n", "work_dir|user")
	if r := p.run(t, p.named("by-job", "true"), "submit", "-"); r.code != 2 || !strings.Contains(r.stderr, "who you are on the cluster is not known") {
		t.Errorf("of nobody: code %d, said %q", r.code, r.stderr)
	}
	if r := p.run(t, p.named("first", "true"), "submit", "-", "--chdir=/home/alice"); r.code != 0 {
		t.Fatalf("the first: code %d, said %q", r.code, r.stderr)
	}
	r := p.run(t, p.named("by-job", "true"), "submit", "-")
	if got := workDirOf(t, b, p, "by-job"); r.code != 0 || got != "/home/alice/submit" {
		t.Errorf("code %d, the job runs in %q, said %q", r.code, got, r.stderr)
	}
}

func submitCurl(t *testing.T, b *bed.Bed, alice *program) {
	r := alice.run(t, alice.named("by-curl", "echo \"$HOME `hostname` '\\\\'\""), "submit", "-", "--dry-run=curl", "--slurm-version", "v0.0.42")
	if r.code != 0 {
		t.Fatalf("code %d, said %q", r.code, r.stderr)
	}
	out, err := exec.CommandContext(t.Context(), "bash", "-c", r.stdout).CombinedOutput()
	if err != nil || !strings.Contains(string(out), `"job_id"`) {
		t.Fatalf("%v: %s\n%s", err, out, r.stdout)
	}
	b.Until(t, "the job is there", func() bool { return len(jobsNamed(t, b, alice, "by-curl")) == 1 })
}

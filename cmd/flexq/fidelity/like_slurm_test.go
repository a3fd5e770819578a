//go:build slurm

package fidelity_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// likeCase is a job of which a template is made.
type likeCase struct {
	name   string
	head   string   // #SBATCH lines of its script
	beside []string // options of sbatch's command line
}

// likeCases are jobs whose size, place, files and words are said in their script, beside it, or in both.
func likeCases() []likeCase {
	return []likeCase{
		{"all-in-script", "#SBATCH -J inside -p cpu -N1 -c2 --mem=4G -t 10\n#SBATCH -o run-%j-%x.log -e run-%j.err\n", nil},
		{"all-beside", "", []string{"-J", "beside", "-p", "cpu", "-t", "1:30:00", "-c", "2", "--mem=4G", "-o", "run-%j-%x.log"}},
		{"overridden", "#SBATCH -p a3u --time=5 -N1 --gpus-per-node=4\n", []string{"--time=10", "--gpus-per-node=8", "--partition=flex"}},
		{"whole-nodes", "#SBATCH -p a3u -N2 --ntasks-per-node=1 --gpus-per-node=8 --exclusive --requeue -t 6-0\n", nil},
		{"whole-nodes-beside", "", strings.Fields("-p a3u -N2 --ntasks-per-node=4 --gpus-per-node=8 --exclusive --requeue -t 6-0 --signal=B:USR1@600 --open-mode=append")},
		{"array", "#SBATCH -p cpu --array=1-9:2%2 -o a-%A_%a.log\n", nil},
		{"array-beside", "", []string{"-p", "cpu", "--array=0-3,7", "-n2"}},
		{"tasks", "", []string{"-p", "cpu", "-n8"}},
		{"node-range", "", []string{"-p", "cpu", "-N1-2", "-n4"}},
		{"typed-gpus", "", []string{"-p", "a3u", "--gres=gpu:nvidia_h200:4"}},
		{"gpus", "", []string{"-p", "a3u", "--gpus=4", "-n2"}},
		{"gpus-per-task", "", []string{"-p", "a3u", "--gpus-per-task=2", "-n4"}},
		{"where", "", []string{"-p", "a3u", "-C", "flexstart", "-x", "hcsdemo-a3unodeset-[1-2]", "-L", "solver:1", "--contiguous", "-N2"}},
		{"words", "#SBATCH --comment='it \"is\"'\n", []string{"-p", "cpu", "--nice=10", "--no-requeue", "--mail-user=a@b.example", "--extra=x", "-A", "research", "--qos=normal"}},
		{"memory-per-cpu", "#SBATCH --mem-per-cpu=2G -n4\n", []string{"-p", "cpu", "--time-min=5", "-t", "20"}},
		{"folder", "", []string{"-p", "cpu", "-D", "/home/alice/twin", "-i", "/dev/null", "-o", "/home/alice/%x/%j.out"}},
		{"het-beside", "", []string{"-p", "cpu", "-n1", "-c2", ":", "-p", "a3u", "-N1", "--gpus-per-node=2"}},
		{"het", "#SBATCH -p cpu -n2 -t 10\n#SBATCH hetjob\n#SBATCH -p a3u -N1 --gpus-per-node=8\n", nil},
	}
}

// TestSlurmTemplateOfJob makes a template of each job, submits it, and wants the two jobs to be the same: by the script,
// which accounting gives to its owner, and by the record alone, as it is given to others.
func TestSlurmTemplateOfJob(t *testing.T) {
	b := bed.Open(t)
	binary := build(t)
	flexq, other := straight(t, b, binary, "alice"), straight(t, b, binary, "bob")
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	b.As(t, "alice", "mkdir", "-p", "twin")
	var pairs []pair
	var ids []string
	t.Cleanup(func() { b.Root(t, append([]string{"scancel"}, ids...)...) })
	for _, c := range likeCases() {
		for kind, maker := range map[string]*program{"script": flexq, "record": other} {
			p := pair{script: twin{name: c.name + " by its " + kind}}
			p.like(t, b, flexq, maker, c, kind)
			ids = append(ids, p.sbatch, p.flexq)
			pairs = append(pairs, p)
		}
	}
	look := lookAtTwins(t, b, pairs)
	for i := range pairs {
		p := &pairs[i]
		for _, d := range look.differences(p) {
			if !likeAllowed(p.script.name, d) {
				t.Errorf("%s: %s", p.script.name, d)
			}
		}
	}
}

// like submits a job with sbatch, makes a template of it, and submits that.
func (p *pair) like(t *testing.T, b *bed.Bed, flexq, maker *program, c likeCase, kind string) {
	t.Helper()
	const commands = "\nsleep 1 # \"quoted\" $HOME\n"
	const submit = `printf %s "$1" >"twin/$2" && f=twin/$2 && shift 2 && exec sbatch --parsable "$@" "$f"`
	args := append([]string{"--hold"}, c.beside...)
	p.sbatch = b.As(t, "alice", append([]string{"sh", "-c", submit, "sh", "#!/bin/bash\n" + c.head + commands, c.name + ".sbatch"}, args...)...)
	name := c.name + "-" + kind
	var path string
	b.Until(t, "accounting knows the job", func() bool {
		r := maker.run(t, "", "templates", "new", name, "--force", "--job", p.sbatch)
		if r.code != 0 {
			t.Fatalf("%s: %s", name, r.stderr)
		}
		path = strings.TrimSpace(r.stdout)
		return kind == "record" || !strings.Contains(r.stderr, "does not give the script")
	})
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if kind == "record" {
		if !strings.Contains(string(text), "Slurm did not give this job's script") {
			t.Fatalf("%s has a script:\n%s", name, text)
		}
		if err := os.WriteFile(path, append(text, commands...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := flexq.run(t, "", "submit", "--template", name, "--hold")
	if r.code != 0 {
		t.Errorf("%s: %s\n%s", name, r.stderr, text)
	}
	p.flexq = strings.TrimSpace(r.stdout)
	t.Logf("%s, of job %s with %q beside its script, became job %s:\n%s", filepath.Base(path), p.sbatch, c.beside, p.flexq, text)
}

// likeAllowed reports whether a template's job may differ so from the job that it was made of.
func likeAllowed(name string, d difference) bool {
	switch {
	case strings.HasPrefix(d.field, "kept "):
		return true // the script has other lines; of the environment the twin test speaks
	case strings.HasPrefix(d.field, "json:flags") && strings.HasSuffix(name, " by its record"):
		// A record has the account, the QOS, the memory and the one task of a job whether it asked for them or got what is usual.
		return unflagged(d.sbatch) == unflagged(d.flexq)
	}
	return false
}

// unflagged takes out of a list of flags what tells an asked value from a usual one.
func unflagged(flags string) string {
	return regexp.MustCompile(`\\"(EXACT_MEMORY_REQUESTED|EXACT_TASK_COUNT_REQUESTED|USING_DEFAULT_ACCOUNT|USING_DEFAULT_QOS)\\",?`).ReplaceAllString(flags, "")
}

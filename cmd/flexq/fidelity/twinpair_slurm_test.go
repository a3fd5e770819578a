//go:build slurm

package fidelity_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

// pair is a script with the two jobs that were made of it.
type pair struct {
	script        twin
	sbatch, flexq string // ids; "" where none was made
	found         []difference
}

// words says in the table what became of a script.
func (p *pair) words(found []difference) string {
	switch {
	case len(found) > 0:
		return fmt.Sprintf("%d known to differ", len(found))
	case p.script.broken:
		return "refused by both: " + p.script.why
	case p.script.refused != "":
		return "refused by flexq alone: " + p.script.why
	}
	return "same"
}

// submitTwins submits each script twice. The jobs are held, or wait for what never comes, until all were looked at.
func submitTwins(t *testing.T, b *bed.Bed, flexq *program, scripts []twin) []pair {
	t.Helper()
	dir := t.TempDir()
	b.Root(t, "scontrol", "create", "reservation=twin", "starttime=now+20days", "duration=60", "users=alice,root", "nodes=hcsdemo-cpunodeset-1")
	t.Cleanup(func() { b.Root(t, "scontrol", "delete", "reservation=twin") })
	var ids []string // cancelled before the reservation that one of them wants goes
	t.Cleanup(func() { b.Root(t, append([]string{"scancel"}, ids...)...) })
	anchor := b.As(t, "alice", "sbatch", "--parsable", "-H", "-J", "anchor", "--wrap", "true")
	ids = append(ids, anchor)
	b.As(t, "alice", "sh", "-c", `mkdir -p twin && printf 'A=1\000' >env && echo hcsdemo-a3unodeset-0 >hosts`) // see twinFiles
	var out []pair
	for _, s := range scripts {
		s.text = strings.ReplaceAll(s.text, "@ANCHOR@", anchor)
		p := pair{script: s}
		p.submit(t, b, flexq, dir)
		for _, id := range []string{p.sbatch, p.flexq} {
			if id != "" {
				ids = append(ids, id)
			}
		}
		out = append(out, p)
	}
	return out
}

// twinFiles makes a folder with the files that alice has in her home on the bed.
func twinFiles(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"env": "A=1\x00", "hosts": "hcsdemo-a3unodeset-0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// submit makes the two jobs of a script.
func (p *pair) submit(t *testing.T, b *bed.Bed, flexq *program, dir string) {
	t.Helper()
	args := p.script.args
	if !p.script.unheld {
		args = append([]string{"--hold"}, args...)
	}
	const both = `printf %s "$2" >"twin/$3" && f=twin/$3 && how=$1 && shift 3 && case $how in ` +
		`stdin) exec sbatch --parsable "$@" <"$f" ;; wrap) exec sbatch --parsable "$@" ;; *) exec sbatch --parsable "$@" "$f" ;; esac`
	file := p.script.name + ".sbatch"
	path := filepath.Join(dir, file)
	if err := os.WriteFile(path, []byte(p.script.text), 0o600); err != nil {
		t.Fatal(err)
	}
	how, stdin, own := "file", "", append([]string{"submit", "--no-check"}, args...)
	switch {
	case p.script.wrap != "":
		how, args, own = "wrap", append(args, "--wrap="+p.script.wrap), append(own, "--wrap="+p.script.wrap)
	case p.script.stdin:
		how, stdin, own = "stdin", p.script.text, append(own, "-")
	default:
		own = append(own, path)
	}
	id, err := b.Try(t.Context(), append([]string{"-u", "alice", "sh", "-c", both, "sh", how, p.script.text, file}, args...)...)
	p.sbatch, _, _ = strings.Cut(id, ";")
	r := flexq.run(t, stdin, own...)
	p.flexq = strings.TrimSpace(r.stdout)
	p.judge(err, r)
}

var (
	curePattern   = regexp.MustCompile(`; \S`)
	placedPattern = regexp.MustCompile(`(?m)^flexq: .*(line \d+|command line): .*; \S`) // a refusal with its place and a cure
)

// judge compares what the two programs said.
func (p *pair) judge(err error, own result) {
	add := func(sbatch, flexq string) {
		p.found = append(p.found, difference{"submit", strings.TrimSpace(sbatch), strings.TrimSpace(flexq)})
	}
	said := "accepted"
	if err != nil {
		_, said, _ = strings.Cut(err.Error(), "exit status ")
	}
	switch {
	case p.script.chance:
		if (err == nil) != (own.code == 0) {
			add(said, "code "+fmt.Sprint(own.code)+" "+own.stderr)
		}
	case p.script.broken:
		_, reason, slurms := strings.Cut(said, "Batch job submission failed: ")
		switch {
		case err == nil, own.code == 0,
			own.code == 6 && slurms && !strings.Contains(own.stderr, strings.TrimSpace(reason)),
			own.code == 2 && !placedPattern.MatchString(own.stderr):
			add(said, "code "+fmt.Sprint(own.code)+" "+own.stderr)
		}
	case p.script.refused != "":
		_, after, ok := strings.Cut(own.stderr, p.script.refused)
		if err != nil || own.code != 2 || !ok || !curePattern.MatchString(after) {
			add(said, fmt.Sprintf("code %d %s, where %q and a cure are wanted", own.code, own.stderr, p.script.refused))
		}
	case err != nil || own.code != 0:
		add(said, "code "+fmt.Sprint(own.code)+" "+own.stderr)
	}
}

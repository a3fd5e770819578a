package template_test

import (
	"slices"
	"strings"
	"testing"

	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/template"
)

// frames are the ways in which a value may stand on an #SBATCH line, each with what sbatch reads of it.
func frames() map[string]func(value string) string {
	same := func(v string) string { return v }
	return map[string]func(string) string{
		"--comment={{V}}":                   same,
		"--comment {{V}}":                   same,
		`--comment="{{V}}"`:                 same,
		`--comment='{{V}}'`:                 same,
		`--comment=a{{V}}b`:                 func(v string) string { return "a" + v + "b" },
		`--comment="a \"{{V}}\" b" -N1`:     func(v string) string { return `a "` + v + `" b` },
		`--comment=\{{V}}`:                  same,
		`--comment="\{{V}}"`:                same,
		`--comment=\\\{{V}}'\{{V}}'`:        func(v string) string { return `\` + v + v },
		`-N1 --comment='{{V}}'"{{V}}"{{V}}`: func(v string) string { return v + v + v },
	}
}

// FuzzFill wants of any value and any template: every line keeps its number, what is filled into an #SBATCH line is
// read there by sbatch as it is, and what is not declared stays.
func FuzzFill(f *testing.F) {
	for _, v := range []string{"x", "a b", `"`, `'`, `\`, `\"`, "#", "a#b", ":", "hetjob", "{{V}}", "é", "", "--nodes=3", "$HOME `id`", `a\\b "c' d`} {
		f.Add(v, "#!/bin/sh\n#FLEXQ param V text default=\"\"\n: {{V}} {{v}}\n")
	}
	f.Add("1", "#FLEXQ param \x00")
	f.Add("1", "#!/bin/sh\n#FLEXQ param A integer default=1\n#SBATCH {{A}}{{B}} -N {{A}} '{{A}}\n{{{{{{{{A}}")
	f.Fuzz(func(t *testing.T, value, text string) {
		tpl := template.Parse("fuzz", text)
		script, _ := tpl.Fill(map[string]string{"V": value})
		if got, want := strings.Count(script, "\n"), strings.Count(text, "\n"); got != want {
			t.Fatalf("%q has %d line ends, and filled %d: %q", text, want, got, script)
		}
		if len(tpl.Params) == 0 && script != text {
			t.Fatalf("%q became %q", text, script)
		}
		again := template.Parse("fuzz", template.FromScript(text, slurm.Job{ID: 1, Name: "x"}))
		if again.Help != tpl.Help && tpl.Help != "" {
			t.Fatalf("%q says %q, and as a job's %q", text, tpl.Help, again.Help)
		}
		for line, want := range frames() {
			checkFrame(t, line, value, want(value))
		}
	})
}

func checkFrame(t *testing.T, line, value, want string) {
	t.Helper()
	tpl := template.Parse("frame", "#!/bin/sh\n#FLEXQ param V text default=\"\"\n#SBATCH "+line+"\n:\n")
	script, problems := tpl.Fill(map[string]string{"V": value})
	if len(problems) > 0 || value == "" {
		return
	}
	r := sbatch.Read(script, sbatch.Options{})
	if r.Job.Comment != want && !isComplaint(r.Problems) {
		t.Fatalf("%s with %q: sbatch reads %q of %q", line, value, r.Job.Comment, script)
	}
	if got, want := len(r.Lines[0].Options), 1+strings.Count(line, "-N1"); got != want {
		t.Fatalf("%s with %q: sbatch reads %d options of %q", line, value, got, script)
	}
}

// isComplaint reports whether the value was read and is refused for what it is.
func isComplaint(problems sbatch.Problems) bool {
	return slices.ContainsFunc(problems, func(p sbatch.Problem) bool { return p.Option == "--comment" })
}

func TestFillIsReadBySbatch(t *testing.T) {
	t.Parallel()
	for line, want := range frames() {
		for _, v := range []string{"x", "a b", `"`, `'`, `\`, `\"`, "#", "a#b", ":", "hetjob", "packjob x", "é", "--nodes=3", "x --nodes=3", "$HOME `id`", `a\\b "c' d`, " x ", "\t"} {
			checkFrame(t, line, v, want(v))
		}
	}
}

// FuzzFromKept wants of any script, command line and words of a job: the commands stay as they are, below lines that are
// comments all.
func FuzzFromKept(f *testing.F) {
	for _, line := range []string{"", "sbatch -n1 : -p b x", "sbatch", "sbatch --comment a b", "sbatch -n", "srun x", "sbatch --wrap 'x", "sbatch -c2\n\nrm x"} {
		f.Add("#!/bin/sh\n# help\n#SBATCH -N1\n#FLEXQ param A text\n\necho 1\n#SBATCH x\n", line, "a \"b\" # c", uint8(1))
	}
	f.Add("", "", "x", uint8(0))
	f.Add("echo", "sbatch -N1", "x\ny", uint8(3))
	f.Add("#!/bin/sh\r\n#SBATCH -N1\r\n#SBATCH hetjob", "sbatch -N1", "hetjob", uint8(2))
	f.Fuzz(func(t *testing.T, script, line, word string, parts uint8) {
		var jobs []slurm.Job
		for i := range uint32(parts % 4) {
			jobs = append(jobs, slurm.Job{
				ID: uint64(21 + i), Het: slurm.Het{Job: 21, Offset: i}, Name: word, Partition: word, Comment: word, WorkDir: "/" + word, StdOut: word,
				TRESPerNode: word, Dependency: word, Array: slurm.Array{Job: 21, Tasks: word}, NodeCount: slurm.NumOf(uint64(i)),
			})
		}
		got := template.FromKept(slurm.JobScript{Text: script, Line: line}, jobs...)
		commands := commandsOf(script)
		if !strings.HasSuffix(got, commands) {
			t.Fatalf("%q lost its commands: %q", script, got)
		}
		for l := range strings.Lines(strings.TrimSuffix(got, commands)) {
			if l = strings.TrimSpace(l); l != "" && l[0] != '#' {
				t.Fatalf("of %q, %q and %q there is a command: %q", script, line, word, got)
			}
		}
	})
}

// commandsOf is a script from its first command on.
func commandsOf(script string) string {
	at := 0
	for l := range strings.Lines(script) {
		if text := strings.Trim(l, " \t\v\f\r\n"); text != "" && text[0] != '#' {
			return script[at:]
		}
		at += len(l)
	}
	return ""
}

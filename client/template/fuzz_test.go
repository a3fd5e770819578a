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
}

// isComplaint reports whether the value was read and is refused for what it is.
func isComplaint(problems sbatch.Problems) bool {
	return slices.ContainsFunc(problems, func(p sbatch.Problem) bool { return p.Option == "--comment" })
}

func TestFillIsReadBySbatch(t *testing.T) {
	t.Parallel()
	for line, want := range frames() {
		for _, v := range []string{"x", "a b", `"`, `'`, `\`, `\"`, "#", "a#b", ":", "hetjob", "packjob x", "é", "--nodes=3", "$HOME `id`", `a\\b "c' d`, " x ", "\t"} {
			checkFrame(t, line, v, want(v))
		}
	}
}

package template_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"flexq/client/sbatch"
	"flexq/client/template"
)

// Whatever someone takes for a template, the time for it grows as the text does.
func TestTimeGrowsWithTheTemplate(t *testing.T) {
	t.Parallel()
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.ReplaceAll(format, "$", fmt.Sprint(i)))
		}
		return b.String()
	}
	const declared = "#FLEXQ param A path default=\"x;\"\n"
	for name, text := range map[string]func(n int) string{ //nolint:paralleltest // they measure time
		"parameters":        func(n int) string { return lines(n, "#FLEXQ param A$ text default=x\n#SBATCH --comment={{A$}}\n") },
		"wrong parameters":  func(n int) string { return lines(n, "#FLEXQ param A$ tex\n: {{A$}}\n") },
		"unknown names":     func(n int) string { return lines(n, "#FLEXQ param A$ text\n#SBATCH --comment={{B$}}\n") },
		"choices":           func(n int) string { return "#FLEXQ param A choice choices=" + lines(n, "c$,") + "x\n" },
		"places of a word":  func(n int) string { return declared + "#SBATCH --comment=" + strings.Repeat("{{A}}", n) + "\n" },
		"places of a line":  func(n int) string { return declared + "#SBATCH " + strings.Repeat("{{A}} ", n) + "\n" },
		"places of a shell": func(n int) string { return declared + "echo " + strings.Repeat("{{A}} ", n) + "\n" },
		"braces":            func(n int) string { return strings.Repeat("{{", n) },
	} {
		t.Run(name, func(t *testing.T) {
			took := func(n, times int) time.Duration {
				text := text(n)
				start := time.Now()
				for range times {
					template.Parse("x", text).Fill(nil)
				}
				return time.Since(start)
			}
			const n, more = 2000, 16
			ratio := 0.0
			// Other programs may take the CPU meanwhile: as much of it from the many short texts as from the long one.
			for range 10 {
				if ratio = more * float64(took(more*n, 1)) / float64(took(n, more)); ratio < more*more/2 {
					return
				}
			}
			t.Errorf("%d times the text takes %.0f times as long", more, ratio)
		})
	}
}

// What no template needs is told of once, and not worked through.
func TestBounds(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 102 {
		fmt.Fprintf(&b, "#FLEXQ param A%d text default=x\n", i)
	}
	for i := range 102 {
		fmt.Fprintf(&b, ": {{A%d}}\n", i)
	}
	many := template.Parse("", b.String())
	want := "line 101: a template has at most 100 parameters, and the lines from here on are not read; take some out"
	if errors := many.Problems.Of(sbatch.Error); len(errors) != 1 || errors[0].String() != want || len(many.Params) != 100 {
		t.Errorf("%d parameters, %v", len(many.Params), errors)
	}
	few := template.Parse("", strings.Replace(b.String(), "#FLEXQ param A101 text default=x\n#FLEXQ param A100 text default=x\n", "", 1))
	if few.Problems.Of(sbatch.Error) == nil {
		t.Error("a hundred and two are not too many")
	}
	choices := template.Parse("", "#FLEXQ param A choice choices=x"+strings.Repeat(",y", 1000)+"\n: {{A}}\n")
	if len(choices.Problems) != 1 || choices.Problems[0].What != "it has more than 1000 choices" {
		t.Errorf("%v", choices.Problems)
	}
	large := template.Parse("", "#FLEXQ param A text\n"+strings.Repeat(": {{A}}\n", 1000))
	script, problems := large.Fill(map[string]string{"A": strings.Repeat("x", 10_000)})
	if len(problems) != 1 || problems[0].Line != 421 || !strings.HasPrefix(problems[0].What, "with its values the script has more than 4 MB") {
		t.Errorf("%v", problems)
	}
	if got := strings.Count(script, "\n"); got != 1001 || len(script) > 5<<20 || !strings.HasSuffix(script, "x\n"+strings.Repeat(": {{A}}\n", 581)) {
		t.Errorf("%d lines, %d bytes, at the end %q", got, len(script), script[len(script)-20:])
	}
}

// A value that leaves the head one line longer cannot give the lines below it an option of their own, nor can one make an
// #SBATCH line of a comment.
func TestValuesAddNoOptions(t *testing.T) {
	t.Parallel()
	const declared = "#!/bin/sh\n#FLEXQ param SETUP text default=\"\"\n#FLEXQ param V text default=\"\"\n"
	tpl := template.Parse("", declared+"{{SETUP}}\n#SBATCH --comment={{V}}\n: {{V}}\n")
	script, problems := tpl.Fill(map[string]string{"V": "x --account=other"})
	r := sbatch.Read(script, sbatch.Options{})
	if r.Job.Comment != "x --account=other" || r.Job.Account != "" || len(problems) > 0 {
		t.Errorf("%q: comment %q, account %q, %v", script, r.Job.Comment, r.Job.Account, problems)
	}
	for line, value := range map[string]string{"#{{V}}": "SBATCH --account=other", "#SLU{{V}}": "RM --account=other", "{{V}}": "#SBATCH --account=other"} {
		_, problems := template.Parse("", declared+line+"\n: {{SETUP}}\n").Fill(map[string]string{"V": value})
		want := "line 4: V: the value makes an #SBATCH line of this one; write #SBATCH in the template, and the option as the value"
		if len(problems) != 1 || problems[0].Level != sbatch.Error || problems[0].String() != want {
			t.Errorf("%s: %v", line, problems)
		}
	}
}

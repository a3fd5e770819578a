package template_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/template"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	optional := func(k template.Type, fallback string) template.Param {
		return template.Param{Type: k, Optional: true, Default: fallback}
	}
	tests := []struct {
		param template.Param
		value string
		want  string // the beginning of what is wrong
	}{
		{template.Param{Type: template.Text}, "a b\tc", ""},
		{template.Param{Type: template.Text}, "", "it has no value; write one"},
		{template.Param{Type: template.Text}, "a\nb", "a value is one line;"},
		{template.Param{Type: template.Text}, "a\rb", "a value is one line;"},
		{template.Param{Type: template.Text}, "a\x00b", "a value has no control characters;"},
		{template.Param{Type: template.Text}, "a\x1b[31m", "a value has no control characters;"},
		{template.Param{Type: template.Text}, "a\xffb", "a value is UTF-8;"},
		{template.Param{Type: template.Text}, strings.Repeat("x", 10_001), "a value has at most 10000 characters;"},
		{optional(template.Text, "x"), "", ""},
		{optional(template.Integer, "4"), "", "it has no value; write a whole number"},
		{optional(template.Integer, ""), "", ""},
		{template.Param{Type: template.Integer}, "0", ""},
		{template.Param{Type: template.Integer}, "9223372036854775807", ""},
		{template.Param{Type: template.Integer}, "9223372036854775808", `"9223372036854775808" is too large a number;`},
		{template.Param{Type: template.Integer}, "4.5", `"4.5" is not a whole number from 0 on;`},
		{template.Param{Type: template.Integer}, "+4", `"+4" is not a whole number from 0 on;`},
		{template.Param{Type: template.Integer}, " 4", `" 4" has blanks around it;`},
		{template.Param{Type: template.Duration}, "1-12", ""},
		{template.Param{Type: template.Duration}, "UNLIMITED", ""},
		{template.Param{Type: template.Duration}, "8h", `"8h": not a time limit;`},
		{template.Param{Type: template.Duration}, " 90 ", `" 90 " has blanks around it;`},
		{template.Param{Type: template.Memory}, "16G", ""},
		{template.Param{Type: template.Memory}, "16 G", `"16 G" is not`},
		{template.Param{Type: template.Memory}, "-1G", `"-1G" is not`},
		{template.Param{Type: template.Path}, "/a/b c", ""},
		{template.Param{Type: template.Path}, "$HOME/${USER}/x", ""},
		{template.Param{Type: template.Path}, "/a/$(id)", `"/a/$(id)" is no path: a shell would run a command of it; write the path itself`},
		{template.Param{Type: template.Path}, "/a/`id`", "\"/a/`id`\" is no path:"},
		{template.Param{Type: template.Text}, "$(nproc) `id`", ""},
		{template.Param{Type: template.Path}, "", "it has no value; write a path on the cluster"},
		{template.Param{Type: template.Choice, Choices: []string{"a", "b", "c"}}, "b", ""},
		{template.Param{Type: template.Choice, Choices: []string{"a", "b", "c"}}, "B", `"B" is not one of them; write a, b or c`},
		{template.Param{Type: template.Choice, Choices: []string{"a"}}, "", "it has no value; write a"},
		{template.Param{Type: template.Integer, Choices: []string{"1", "2"}}, "3", ""}, // offered, not the only ones
	}
	for _, tt := range tests {
		got := ""
		if err := tt.param.Check(tt.value); err != nil {
			got = err.Error()
		}
		if tt.want == "" && got != "" || !strings.HasPrefix(got, tt.want) || tt.want != "" && !strings.Contains(got, "; ") {
			t.Errorf("%s %q: %q, want %q", tt.param.Type, tt.value, got, tt.want)
		}
	}
}

func TestExplainValue(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		kind        template.Type
		value, want string
	}{
		{template.Duration, "1-12", "1 day 12 hours"},
		{template.Duration, "0", "no limit"},
		{template.Memory, "16G", "16 GiB"},
		{template.Memory, "x", ""},
		{template.Duration, "", ""},
		{template.Text, "1-12", ""},
		{template.Integer, "4", ""},
	} {
		if got := (template.Param{Type: tt.kind}).Explain(tt.value); got != tt.want {
			t.Errorf("%s %q is %q, want %q", tt.kind, tt.value, got, tt.want)
		}
	}
}

func TestTypeWords(t *testing.T) {
	t.Parallel()
	for _, word := range []string{"text", "integer", "duration", "memory", "choice", "path", "bool"} {
		k, ok := template.ParseType(word)
		if !ok || k.String() != word {
			t.Errorf("%s is %v, %t", word, k, ok)
		}
	}
	if _, ok := template.ParseType("Text"); ok {
		t.Error("Text is a type")
	}
	if got := template.Type(99).String(); got != "" {
		t.Errorf("99 is %q", got)
	}
}

// What has no right value stays as it is, and is told with the line of its declaration.
func TestFillRefuses(t *testing.T) {
	t.Parallel()
	const text = "#!/bin/sh\n#FLEXQ param NODES integer\n#FLEXQ param TIME duration default=60\n#SBATCH -N {{NODES}} -t {{TIME}}\n: {{NODES}}\n"
	tpl := template.Parse("", text)
	tests := map[string]struct {
		values map[string]string
		script string
		want   sbatch.Problems
	}{
		"missing": {
			nil, strings.ReplaceAll(text, "{{TIME}}", "60"),
			sbatch.Problems{{Line: 2, Option: "NODES", What: "it has no value", Cure: "write a whole number, as in 4"}},
		},
		"wrong": {
			map[string]string{"NODES": "many", "TIME": ""},
			text,
			sbatch.Problems{
				{Line: 2, Option: "NODES", What: `"many" is not a whole number from 0 on`, Cure: "write digits, as in 4"},
				{Line: 3, Option: "TIME", What: "it has no value", Cure: "write a time limit, as in 8:00:00 or 1-12"},
			},
		},
		"unknown": {
			map[string]string{"NODES": "2", "nodes": "3", "color": "red"},
			"#!/bin/sh\n#FLEXQ param NODES integer\n#FLEXQ param TIME duration default=60\n#SBATCH -N 2 -t 60\n: 2\n",
			sbatch.Problems{
				{Option: "color", What: "the template has no such parameter", Cure: "it has NODES, TIME"},
				{Option: "nodes", What: "the template has no such parameter", Cure: "did you mean NODES?"},
			},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			script, problems := tpl.Fill(tt.values)
			if diff := cmp.Diff(tt.script, script); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.want, problems); diff != "" {
				t.Error(diff)
			}
		})
	}
	_, problems := template.Parse("", "#!/bin/sh\n#FLEXQ param A number\n").Fill(map[string]string{"A": "1"})
	if len(problems) != 1 || problems[0].Line != 2 {
		t.Errorf("of a broken parameter: %v", problems)
	}
	_, problems = template.Parse("", "#!/bin/sh\n").Fill(map[string]string{"A": "1"})
	if want := (sbatch.Problems{{Option: "A", What: "the template has no parameters", Cure: "leave it out"}}); !cmp.Equal(want, problems) {
		t.Errorf("got %v", problems)
	}
}

func TestFillWarnsOfPaths(t *testing.T) {
	t.Parallel()
	const text = "#!/bin/sh\n#FLEXQ param P path\n#SBATCH -o {{P}}\n# {{P}}\n: {{P}}\n: \"x{{P}}\" 'it is' \\\" '{{P}}'\n"
	const split = `line 5: P: the shell takes %s apart, where no quotes are around it; write "{{P}}" on this line`
	for value, want := range map[string]string{
		"/a/b-c_d.e+f": "",
		"/a b":         strings.ReplaceAll(split, "%s", `"/a b"`),
		"/a;b":         strings.ReplaceAll(split, "%s", `"/a;b"`),
		`/a"b`:         strings.ReplaceAll(split, "%s", `"/a\"b"`) + `warning: line 6: P: for the shell the quotes around "/a\"b" end within it; choose a path without "`,
		"/a'b":         strings.ReplaceAll(split, "%s", `"/a'b"`) + `warning: line 6: P: for the shell the quotes around "/a'b" end within it; choose a path without '`,
		"$HOME/x":      "line 3: P: sbatch takes ~ and $ on an #SBATCH line as they are; write the whole path",
		"~/x":          "line 3: P: sbatch takes ~ and $ on an #SBATCH line as they are; write the whole path",
	} {
		_, problems := template.Parse("", text).Fill(map[string]string{"P": value})
		said := ""
		for _, p := range problems {
			said += p.Level.String() + ": " + p.String()
		}
		if want != "" {
			want = "warning: " + want
		}
		if said != want {
			t.Errorf("%s: %q, want %q", value, said, want)
		}
	}
}

// Offers of a type that takes other values too are not its limits, but the author has not tried the others.
func TestValuesBesideTheOffers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ declared, value, want string }{
		"another":          {"integer default=600 choices=300,600,1200", "601", `"601" is none of the values that the template offers; they are 300, 600 and 1200`},
		"one of them":      {"integer default=600 choices=300,600,1200", "300", ""},
		"the default":      {"integer default=450 choices=300,600", "450", ""},
		"the same time":    {"duration default=8:00:00 choices=8:00:00,1-0", "24:00:00", ""},
		"another time":     {"duration default=8:00:00 choices=8:00:00,1-0", "9:00:00", `"9:00:00" is none of the values that the template offers; they are 8:00:00 and 1-0`},
		"empty by choice":  {`text default="" choices=a,b`, "", ""},
		"nothing offered":  {"text default=a", "b", ""},
		"what is no value": {"integer default=600 choices=300,600", "-1", `"-1" is not a whole number from 0 on; write digits, as in 4`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			level, got := sbatch.Warning, ""
			if tt.value == "-1" {
				level = sbatch.Error
			}
			_, problems := template.Parse("", "#!/bin/sh\n#FLEXQ param A "+tt.declared+"\necho {{A}}\n").Fill(map[string]string{"A": tt.value})
			for _, q := range problems {
				if q.Level != level || q.Line != 2 || q.Option != "A" {
					t.Errorf("found %+v", q)
				}
				got = q.What + "; " + q.Cure
			}
			if tt.want == "" && got != "" || tt.want != "" && got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

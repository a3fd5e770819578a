package template_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
	"flexq/client/template"
)

func TestParse(t *testing.T) {
	t.Parallel()
	const text = `#!/bin/bash
#SBATCH --time={{TIME}}
# trains a model
#FLEXQ param NODES integer default=4 "how many nodes"
#FLEXQ	param  TIME duration choices=1:00:00,8:00:00
#FLEXQ param MODEL choice choices="8b,70b big" default='70b big' 'which one, as in "8b"'
#FLEXQ param _x-1 text default="a \"b\" c\\"
#FLEXQ param RESUME bool default=true "goes on"
#SBATCH --nodes={{NODES}}
# {{MODEL}} {{_x-1}} {{RESUME}}
srun ./train {{TIME}}
#FLEXQ param LATE text
`
	got := template.Parse("t", text)
	want := template.Template{
		Name: "t", Help: "trains a model", Text: text,
		Params: []template.Param{
			{Name: "NODES", Type: template.Integer, Default: "4", Optional: true, Help: "how many nodes", Line: 4},
			{Name: "TIME", Type: template.Duration, Choices: []string{"1:00:00", "8:00:00"}, Line: 5},
			{Name: "MODEL", Type: template.Choice, Default: "70b big", Optional: true, Choices: []string{"8b", "70b big"}, Help: `which one, as in "8b"`, Line: 6},
			{Name: "_x-1", Type: template.Text, Default: `a "b" c\`, Optional: true, Line: 7},
			{Name: "RESUME", Type: template.Bool, Default: "true", Optional: true, Choices: []string{"true", "false"}, Help: "goes on", Line: 8},
		},
		Problems: sbatch.Problems{
			{Level: sbatch.Warning, Line: 12, What: "a #FLEXQ line below the first command is not read", Cure: "move it up"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got.Uses("TIME")[0] != 2 || got.Uses("TIME")[1] != 11 || got.Uses("none") != nil {
		t.Errorf("TIME is used on %v", got.Uses("TIME"))
	}
	if p, ok := got.Param("RESUME"); !ok || p.Line != 8 {
		t.Errorf("got %+v, %t", p, ok)
	}
	if _, ok := got.Param("LATE"); ok {
		t.Error("a parameter of the body")
	}
}

func TestParseWithoutParameters(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "\n", "#!/bin/sh", "#!/bin/sh\necho '{{.Names}}' {{ x }} {{y}}\n", "\x00\xff{{", "#!/bin/sh\n#FLEXQX param A text\n#flexq param A text\n"} {
		got := template.Parse("", text)
		if len(got.Params)+len(got.Problems) > 0 {
			t.Errorf("%q: %+v", text, got)
		}
		if script, problems := got.Fill(nil); script != text || len(problems) > 0 {
			t.Errorf("%q became %q, %v", text, script, problems)
		}
	}
}

// Each broken declaration says with its line what is wrong, and what to do.
func TestParseRefuses(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"#FLEXQ":                                         "line 2: a #FLEXQ line declares a parameter; write #FLEXQ param NAME TYPE [default=VALUE] [choices=A,B] \"help\"",
		"#FLEXQ parm A text":                             "line 2: a #FLEXQ line declares a parameter; write",
		"#FLEXQ param A":                                 "line 2: the name or the type of the parameter is missing; write",
		"#FLEXQ param 1A text":                           `line 2: "1A" cannot be a name; use letters`,
		"#FLEXQ param \"A\" text":                        `line 2: "A" cannot be a name`,
		"#FLEXQ param Ä text":                            `line 2: "Ä" cannot be a name`,
		"#FLEXQ param A number":                          `line 2: A: "number" is not a type; write text, integer, duration, memory, choice, path or bool`,
		"#FLEXQ param A text hello":                      `line 2: A: "hello" has no place here; put the help into quotes, and write`,
		"#FLEXQ param A text defualt=1":                  `line 2: A: "defualt=1" has no place here`,
		"#FLEXQ param A text \"one\" \"two\"":            "line 2: A: it has two texts of help; write one",
		"#FLEXQ param A text default=1 default=2":        "line 2: A: it has two defaults; take one out",
		"#FLEXQ param A text \"open":                     `line 2: a quote (") is not closed; close it`,
		"#FLEXQ param A integer default=x":               `line 2: A: the default: "x" is not a whole number from 0 on; write digits`,
		"#FLEXQ param A integer default=-1":              `line 2: A: the default: "-1" is not a whole number from 0 on`,
		"#FLEXQ param A integer choices=1,b":             `line 2: A: a choice: "b" is not a whole number from 0 on`,
		"#FLEXQ param A choice":                          "line 2: A: it has no choices; add choices=A,B",
		"#FLEXQ param A choice choices=a,,b":             "line 2: A: a choice is empty",
		"#FLEXQ param A choice choices=a,b,a":            `line 2: A: the choice "a" is there twice; take one out`,
		"#FLEXQ param A choice choices=a,b default=c":    `line 2: A: the default: "c" is not one of them; write a or b`,
		"#FLEXQ param A choice choices=a choices=b":      "line 2: A: it has choices twice; write them as choices=A,B",
		"#FLEXQ param A bool choices=yes,no":             "line 2: A: the choices of a bool are true and false; leave choices= out",
		"#FLEXQ param A bool default=yes":                `line 2: A: the default: "yes" is not one of them; write true or false`,
		"#FLEXQ param A duration default=soon":           `line 2: A: the default: "soon": not a time limit; write minutes (90)`,
		"#FLEXQ param A memory default=much":             `line 2: A: the default: "much" is not`,
		"#FLEXQ param " + strings.Repeat("A", 65) + " x": "cannot be a name",
	} {
		got := template.Parse("", "#!/bin/sh\n"+line+"\n: {{A}}\n")
		if len(got.Problems) != 1 || got.Problems[0].Level != sbatch.Error || !strings.Contains(got.Problems[0].String(), want) || got.Problems[0].Cure == "" {
			t.Errorf("%s: %v, want %s", line, got.Problems, want)
		}
		if len(got.Params) > 0 {
			t.Errorf("%s: there is a parameter: %+v", line, got.Params)
		}
	}
	twice := template.Parse("", "#!/bin/sh\n#FLEXQ param A text\n#FLEXQ param A text\n: {{A}}\n")
	if len(twice.Problems) != 1 || twice.Problems[0].String() != "line 3: A: it is declared on line 2 already; take one of the two out" {
		t.Errorf("declared twice: %v", twice.Problems)
	}
}

// What looks like a slip is told; what looks like the script's own is not.
func TestParseWarns(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"#FLEXQ param NODES integer\n:":                       "line 2: NODES: no line uses it; write {{NODES}} where its value is to go, or take this line out",
		"#FLEXQ param NODES integer\n: {{NODES}} {{NOEDS}}":   "line 3: NOEDS: no parameter has this name, and it stays as it is; did you mean {{NODES}}?",
		"#FLEXQ param NODES integer\n: {{NODES}} {{nodes}}":   "line 3: nodes: no parameter has this name, and it stays as it is; did you mean {{NODES}}?",
		"#FLEXQ param NODES integer\n: {{NODES}} {{ NODES }}": "line 3: NODES: with blanks inside the braces it stays as it is; write {{NODES}} for the parameter's value",
		"#SBATCH -J {{NAME}}\n:":                              "line 2: NAME: no parameter has this name, and sbatch would read the braces; declare it: #FLEXQ param NAME text",
		"#FLEXQ param NODES integer\n: {{NODES}}\n: {{OTHER}}\n: {{OTHER}}": "line 4: OTHER: no parameter has this name, and it stays as it is; declare it with #FLEXQ param OTHER text, " +
			"or write {{ OTHER }} if the braces are another program's",
		"#FLEXQ param NODES integer\n: {{NODES}} {{ OTHER }} {{O.X}}": "", // another program's, as Jinja's
		"#FLEXQ param nodes integer\n: {{nodes}} {{OTHER}}":           "", // names of parameters look otherwise here
		": {{OTHER}}": "", // nothing is declared: it may be no template at all
		"#FLEXQ param NODES integer\n: {{NODES}} {{x}} {{ user }}":  "",
		"#FLEXQ param NODES integer\n: {{NODES}} {{.Name}} {{a b}}": "",
	} {
		got := template.Parse("", "#!/bin/sh\n"+text+"\n")
		said := ""
		for _, p := range got.Problems {
			said += p.String()
			if p.Level != sbatch.Warning {
				t.Errorf("%s: %v is no warning", text, p)
			}
		}
		if said != want {
			t.Errorf("%s: %q, want %q", text, said, want)
		}
	}
}

// What a template says of itself is shown on terminals, and it may come from anybody.
func TestHelpIsHarmless(t *testing.T) {
	t.Parallel()
	got := template.Parse("", "#!/bin/sh\n# a\tb \x1b[31mred\x1b]0;x\a \u202eabc é\u0085\n#FLEXQ param A text \"\x1b[2Jx\"\n: {{A}}\n")
	if p, _ := got.Param("A"); got.Help != "a b [31mred]0;x abc é" || p.Help != "[2Jx" {
		t.Errorf("got %q and %q", got.Help, p.Help)
	}
}

func TestHolder(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"{{NODES}}": "NODES", "{{a-1_}}": "a-1_", "{{NODES}}x": "", "x{{NODES}}": "", "{{ NODES }}": "", "{{}}": "", "NODES": "", "": "", "{{A}}{{B}}": "",
	} {
		if name, ok := template.Holder(value); name != want || ok != (want != "") {
			t.Errorf("Holder(%q) = %q, %t", value, name, ok)
		}
	}
}

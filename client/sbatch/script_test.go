package sbatch_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
)

// TestWhichLinesCount holds what sbatch 24.11 takes for an #SBATCH line and how it cuts it into words.
func TestWhichLinesCount(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, head, comment string }{
		{"plain", "#SBATCH --comment=x\n", "x"},
		{"no blank", "#SBATCH--comment=x\n", "x"},
		{"after blank lines and comments", "\n   \n# c\n  # d\n#SBATCH --comment=x\n", "x"},
		{"after a command", "hostname\n#SBATCH --comment=x\n", ""},
		{"indented", " #SBATCH --comment=x\n", ""},
		{"commented out", "##SBATCH --comment=x\n", ""},
		{"small letters", "#sbatch --comment=x\n", ""},
		{"last line without an end", "#SBATCH --comment=x", "x"},
		{"later lines win", "#SBATCH --comment=x\n#SBATCH --comment=y\n", "y"},
		{"cut-off name", "#SBATCH --comm=x\n", "x"},
		{"comment after it", "#SBATCH --comment=a #b --comment=c\n", "a"},
		{"# ends a word too", "#SBATCH --comment=a#b\n", "a"},
		{"quoted #", "#SBATCH --comment=\"a # b\"\n", "a # b"},
		{"escaped blank", "#SBATCH --comment=a\\ b\n", "a b"},
		{"other quotes inside", "#SBATCH --comment='a\"b'x\n", "a\"bx"},
		{"escaped quote", "#SBATCH --comment=\"a\\\"b\"\n", "a\"b"},
		{"backslash at the end", "#SBATCH --comment=a\\\n", "a"},
		{"tabs", "#SBATCH\t--comment=x\t-N2\n", "x"},
		{"value in the next word", "#SBATCH --comment x\n", "x"},
		{"empty value", "#SBATCH --comment=\"\" -N2\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got, _, problems := sbatch.Parse("#! /bin/bash -l\n"+test.head, sbatch.Options{})
			if got.Comment != test.comment || problems.Err() != nil {
				t.Errorf("comment %q, problems %v", got.Comment, texts(problems))
			}
		})
	}
}

func TestScriptsThatAreNone(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                   "line 1: the script is empty; begin it with #!/bin/bash and write the commands below",
		" \n \n":                             "line 1: the script has only blanks; begin it with #!/bin/bash and write the commands below",
		"#SBATCH -p cpu\nhostname\n":         "line 1: the first line does not name an interpreter; begin the script with #!/bin/bash",
		"\n#!/bin/bash\nhostname\n":          "line 1: the first line does not name an interpreter; begin the script with #!/bin/bash",
		"#!/bin/bash\n#SBATCH -p x\r\nls\n":  "line 2: the lines end as on Windows, and the shell would not run them; save the script with Unix line ends (dos2unix)",
		"#!/bin/bash\nls\nx\x00y\n":          "line 3: the script has a NUL character; it may be a binary file; submit a script that runs it",
		"#!/bin/bash\n# fa\xe7ade\n":         "line 2: not UTF-8; save it as UTF-8",
		"\xef\xbb\xbf#!/bin/bash\nls\n":      "line 1: the script begins with a BOM (byte order mark), and the kernel would not run it; save it as UTF-8 without BOM",
		"\xff\xfe#!\n":                       "line 1: not UTF-8; save it as UTF-8",
		"#!/bin/bash\r\n#SBATCH -p x\r\nls ": "line 1: the lines end as on Windows, and the shell would not run them; save the script with Unix line ends (dos2unix)",
	} {
		job, _, problems := sbatch.Parse(text, sbatch.Options{})
		if err := problems.Err(); err == nil || err.Error() != want {
			t.Errorf("%.30q: %v", text, err)
		}
		if strings.Contains(text, "-p x") && job.Partition != "x" {
			t.Errorf("%.30q: the options are lost: partition %q", text, job.Partition)
		}
	}
}

func TestClusters(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]sbatch.Option{
		"-HN2":     {{Name: "hold", Written: "-H"}, {Name: "nodes", Value: "2", HasValue: true, Written: "-N"}},
		"-Hk":      {{Name: "hold", Written: "-H"}, {Name: "no-kill", Written: "-k"}},
		"-koff":    {{Name: "no-kill", Value: "off", HasValue: true, Written: "-k"}},
		"-HJ name": {{Name: "hold", Written: "-H"}, {Name: "job-name", Value: "name", HasValue: true, Written: "-J"}},
	} {
		_, lines, problems := sbatch.Parse(script(line), sbatch.Options{})
		if diff := cmp.Diff(want, lines[0].Options); diff != "" || len(problems) > 0 {
			t.Errorf("%s: %s %v", line, diff, texts(problems))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add(script("-N 2 --gpus-per-node=8 -t 1-12", "--export=A='x,y' --signal=B:USR1@60", "--mail-type=ALL"), "--time=5")
	f.Add("#!/bin/sh\n#SBATCH --comment=\"a \\\" b\" # c\n#SBATCH -J\n", "-N")
	f.Add("#!/bin/sh\r\n#SBATCH --begin=tomorrow-noon\r\n", "--wrap=x")
	f.Fuzz(func(t *testing.T, text, arg string) {
		job, lines, problems := sbatch.Parse(text, sbatch.Options{Args: []string{arg}, Now: now()})
		last := 0
		for _, l := range lines {
			if l.Number <= last || !strings.HasPrefix(l.Text, "#SBATCH") && !strings.HasPrefix(l.Text, "#SLURM") {
				t.Fatalf("line %+v after %d", l, last)
			}
			last = l.Number
		}
		for _, p := range problems {
			if p.What == "" || p.Line < 0 || p.Line > strings.Count(text, "\n")+1 {
				t.Fatalf("%+v", p)
			}
		}
		if len(job.Env) == 0 || job.Limit < -1 {
			t.Fatalf("%+v", job)
		}
		again, _, _ := sbatch.Parse(text, sbatch.Options{Args: []string{arg}, Now: now()})
		if diff := cmp.Diff(job, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

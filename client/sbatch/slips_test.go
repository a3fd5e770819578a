package sbatch_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/sbatch"
)

// TestSlips is what sbatch takes without a word and hardly anyone means so.
func TestSlips(t *testing.T) {
	t.Parallel()
	const comment = "warning line 2: sbatch takes it for a comment: it reads #SBATCH in capitals at the line's beginning, without blanks; " +
		"write #SBATCH there, or ##SBATCH for a line that is not to count"
	for text, want := range map[string]string{
		"#sbatch -N2":           comment,
		" #SBATCH --time=5":     comment,
		"#\tSBATCH\t--time=5":   comment,
		"##SBATCH --time=5":     "",
		"# #SBATCH --time=5":    "",
		"# sbatch takes --time": "",
		"# SBATCH":              "",
		"#SBATCH -N2\n# c\n\nhostname\n# SBATCH --time=5": "",
		"#SBATCH -N2\nhostname\n#SBATCH --time=5":         "warning line 4: sbatch does not read it: the first command stands above it, on line 3; move it up",
		"hostname\n#SBATCH":                               "",
		"cat > job.sh <<END\n#!/bin/sh\n#SBATCH -N2\nEND": "",
		"#SBATCH -N4 -n1":                                 "warning line 2: -N: 1 task cannot run on 4 nodes, and sbatch asks for 1 node; ask for as many tasks with --ntasks, or for fewer nodes",
		"#SBATCH -N2-4 -n3":                               "",
		"#SBATCH -w a[1-3] --ntasks=2":                    "warning line 2: -w: 2 tasks cannot run on 3 nodes, and sbatch asks for 2 nodes; ask for as many tasks with --ntasks, or name fewer nodes",
		"#SBATCH -p=a":                                    `warning line 2: -p: sbatch takes "=a" for the value, with the sign; write -p a`,
		"#SBATCH --partition==a":                          "",
		"#SBATCH -o $HOME/%j":                             `warning line 2: -o: sbatch puts no variables in, and takes "$HOME/%j" as it is; write the value itself`,
		"#SBATCH --error=~/%j":                            `warning line 2: --error: sbatch does not know ~, and takes "~/%j" as it is; write the whole path`,
		"#SBATCH --output=a~b":                            "",
		"#SBATCH --comment=$5 --extra=~ --export=A=$HOME": "",
		"#SBATCH --job-name=“a”":                          `warning line 2: --job-name: these quotes are letters to sbatch; write " or '`,
	} {
		got := strings.Join(texts(sbatch.Read("#!/bin/bash\n"+text+"\n", sbatch.Options{Now: now()}).Problems), "\n")
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", text, diff)
		}
	}
	// The shell has put in what stands on a command line.
	r := sbatch.Read("#!/bin/bash\nhostname\n", sbatch.Options{Now: now(), Args: []string{"-o", "$HOME/~", "-J=x"}})
	if len(r.Problems) > 0 || r.Job.StdOut != "$HOME/~" || r.Job.Name != "=x" {
		t.Errorf("%v, %+v", r.Problems, r.Job)
	}
	many := sbatch.Read("#!/bin/bash\nhostname\n"+strings.Repeat("#SBATCH -N2\n", 1000), sbatch.Options{Now: now()})
	if len(many.Problems) != 20 {
		t.Error(fmt.Sprint(len(many.Problems), " are told of a thousand lines"))
	}
}

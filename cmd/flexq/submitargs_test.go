package main

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"flexq/client/sbatch"
)

func ownOfSubmit(t *testing.T) *pflag.FlagSet {
	t.Helper()
	root := newRootCmd(testFactory())
	cmd, _, err := root.Find([]string{"submit"})
	if err != nil {
		t.Fatal(err)
	}
	cmd.InitDefaultHelpFlag()                  // merges the persistent ones
	cmd.Flags().VisitAll(func(*pflag.Flag) {}) // sorts them, once for all who read them at the same time
	return cmd.Flags()
}

func TestSplitSubmit(t *testing.T) {
	t.Parallel()
	type split struct{ Own, Options, Names, Files, Args []string }
	tests := map[string]struct {
		words []string
		want  split
	}{
		"values": {
			[]string{"-N", "2", "-t5", "--mem=1G", "--gres", "gpu:8", "f.sh"},
			split{nil, []string{"-N2", "-t5", "--mem=1G", "--gres=gpu:8"}, []string{"nodes", "time", "mem", "gres"}, []string{"f.sh"}, nil},
		},
		"an equals sign belongs to a short option": {
			[]string{"-J=x"}, split{nil, []string{"-J=x"}, []string{"job-name"}, nil, nil},
		},
		"short ones together": {
			[]string{"-HQJ", "x", "-Hkoff", "-k"},
			split{
				nil, []string{"-H", "-Q", "-Jx", "-H", "-koff", "-k"}, []string{"hold", "quiet", "job-name", "hold", "no-kill", "no-kill"}, nil, nil,
			},
		},
		"optional values": {
			[]string{"--exclusive", "--exclusive=user", "--nice", "f.sh", "--nice=7", "--requeue"},
			split{
				nil,
				[]string{"--exclusive", "--exclusive=user", "--nice", "--nice=7", "--requeue"},
				[]string{"exclusive", "exclusive", "nice", "nice", "requeue"},
				[]string{"f.sh"},
				nil,
			},
		},
		"names cut short": {
			[]string{"--ntasks-per-n", "2", "--tasks-per-node=3", "--part", "cpu", "--test"},
			split{
				nil,
				[]string{"--ntasks-per-n=2", "--tasks-per-node=3", "--part=cpu", "--test"},
				[]string{"ntasks-per-node", "ntasks-per-node", "partition", "test-only"},
				nil, nil,
			},
		},
		"an unknown letter": {
			[]string{"-Zx"}, split{nil, []string{"-Z"}, []string{""}, nil, nil},
		},
		"flexq's own": {
			[]string{"--dry-run", "--context", "x", "--cluster=a", "--no-color", "f.sh"},
			split{[]string{"--dry-run", "--context", "x", "--cluster=a", "--no-color"}, nil, nil, []string{"f.sh"}, nil},
		},
		"help": {[]string{"-h"}, split{Own: []string{"--help"}}},
		"JSON": {[]string{"-o", "json", "-ojson", "-Ho", "json"}, split{Own: []string{"--json", "--json", "--json"}, Options: []string{"-H"}, Names: []string{"hold"}}},
		"a file of that name": {
			[]string{"--output=json", "--output", "json", "-o", "./json"},
			split{nil, []string{"--output=json", "--output=json", "-o./json"}, []string{"output", "output", "output"}, nil, nil},
		},
		"parts": {
			[]string{"-N1", ":", "-N2", "f.sh"},
			split{nil, []string{"-N1", ":", "-N2"}, []string{"nodes", ":", "nodes"}, []string{"f.sh"}, nil},
		},
		"arguments of the script": {
			[]string{"-", "--", "-x", "--time", "--"}, split{Files: []string{"-"}, Args: []string{"-x", "--time", "--"}},
		},
		"an option for a value": {[]string{"-J", "--hold"}, split{Options: []string{"-J--hold"}, Names: []string{"job-name"}}},
		"a value that is missing": {
			[]string{"--hold", "--time"}, split{Options: []string{"--hold", "--time"}, Names: []string{"hold", "time"}},
		},
		"nothing means something": {
			[]string{"--comment=", "--extra", ""}, split{Options: []string{"--comment=", "--extra="}, Names: []string{"comment", "extra"}},
		},
	}
	own := ownOfSubmit(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := splitSubmit(tt.words, own)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, w := range got.options {
				names = append(names, w.name)
			}
			if diff := cmp.Diff(tt.want, split{got.own, got.options.args(), names, got.files, got.args}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSplitSubmitRefuses(t *testing.T) {
	t.Parallel()
	const empty = "give it a value, or leave it out; a variable of a script may be empty"
	tests := map[string]struct {
		words      []string
		what, cure string
	}{
		"a slip in an option of sbatch": {[]string{"--tiem=5"}, "--tiem: neither flexq nor sbatch has such an option", "did you mean --time?"},
		"a slip in one of flexq's":      {[]string{"--dryrun"}, "--dryrun: neither flexq nor sbatch has such an option", "did you mean --dry-run?"},
		"nothing like it": {
			[]string{"--xylophone"}, "--xylophone: neither flexq nor sbatch has such an option", "`flexq submit --help` lists the options",
		},
		"flexq's own are not cut short": {
			[]string{"--dry"}, "--dry: neither flexq nor sbatch has such an option", "did you mean --dry-run? options of flexq's own are written in full",
		},
		"an unclear name":          {[]string{"--tim", "5", "f.sh"}, "--tim: it may mean --time or --time-min", "write the name in full"},
		"one of no value":          {[]string{"--no-", "f.sh"}, "--no-: it may mean --no-requeue or --no-kill", "write the name in full"},
		"an option of either":      {[]string{"--conte", "x"}, "--conte: it may mean --context, which is flexq's own", "write the name in full"},
		"an empty value":           {[]string{"-p", " "}, "--partition is empty", empty},
		"an empty one of a switch": {[]string{"--hold="}, "--hold is empty", empty},
		"an empty short name":      {[]string{"--dep", ""}, "--dependency is empty", empty},
	}
	own := ownOfSubmit(t)
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := splitSubmit(tt.words, own)
			if diff := cmp.Diff(usagef(tt.cure, "%s", tt.what), err, cmp.AllowUnexported(usageError{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Each option of sbatch is taken by its full name and by its letter, with a value if it has one, and read back by
// client/sbatch as the same.
func TestSplitSubmitTakesEveryOption(t *testing.T) {
	t.Parallel()
	own := ownOfSubmit(t)
	seen := 0
	for _, r := range sbatch.Table() {
		if r.Name == "help" || r.Name == "cluster" || r.Name == "context" {
			continue // flexq's own
		}
		forms := [][]string{{"--" + r.Name}}
		if r.Short != "" {
			forms = append(forms, []string{"-" + r.Short})
		}
		for _, words := range forms {
			if needsValue(r) {
				words = append(words, "7")
			}
			got, err := splitSubmit(append(words, "f.sh"), own)
			if err != nil || len(got.options) != 1 || got.options[0].name != r.Name || len(got.files) != 1 {
				t.Errorf("%q: got %+v, %v", words, got, err)
			}
			seen++
		}
	}
	if seen < 130 {
		t.Errorf("%d forms only", seen)
	}
}

// Every option of sbatch refuses to be empty, but for those that take back what the script says.
func TestSplitSubmitRefusesEmptyValues(t *testing.T) {
	t.Parallel()
	own := ownOfSubmit(t)
	for _, r := range shownOptions() {
		_, err := splitSubmit([]string{"--" + r.Name + "=", "f.sh"}, own)
		var usage *usageError
		refused := errors.As(err, &usage) && usage.what == "--"+r.Name+" is empty"
		if want := r.Name != "comment" && r.Name != "extra"; refused != want {
			t.Errorf("--%s=: got %v", r.Name, err)
		}
	}
}

package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// said is what a command line without any config says on stderr, and its code.
func said(t *testing.T, args ...string) (stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	st := streams{In: strings.NewReader(""), Out: &out, Err: &errs, Width: func() int { return 0 }}
	code = run(t.Context(), args, func(name string) string { return map[string]string{"HOME": t.TempDir()}[name] }, st, shortWaits())
	return errs.String(), code
}

func TestFlagValuesInPlainWords(t *testing.T) {
	t.Parallel()
	const empty = "  give it a value, or leave it out; a variable of a script may be empty\n"
	tests := map[string]struct {
		args []string
		want string
	}{
		"neither yes nor no": {
			[]string{"jobs", "--mine=maybe"},
			"flexq: --mine: \"maybe\" is neither true nor false\n  write --mine, or --mine=false\n",
		},
		"own nodes": {
			[]string{"nodes", "--mine"},
			"flexq: --mine is for jobs and the screen: flexq nodes takes no account of it\n  filter by the ids, as in --filter job:1234\n",
		},
		"own pools": {
			[]string{"pools", "--mine"}, "flexq: --mine is for jobs and the screen: flexq pools takes no account of it\n  leave it out\n",
		},
		"too far back": {
			[]string{"events", "--since", "99999d"}, "flexq: --since: 99999d is longer than 100 years\n  leave it at 100 years, or give a moment\n",
		},
		"too many nodes": {
			[]string{"drain", "[0-99999999]", "--reason", "x"}, "flexq: \"[0-99999999]\" names too many nodes: at most 1000 go in one command\n",
		},
		"no whole number": {[]string{"sim", "--seed", "1.5"}, "flexq: --seed: \"1.5\" is not a whole number\n  as in --seed 1\n"},
		"a huge number":   {[]string{"sim", "--jobs", "99999999999999999999"}, "flexq: --jobs: \"99999999999999999999\" is too large a number\n"},
		"no number":       {[]string{"sim", "--speed", "fast"}, "flexq: --speed: \"fast\" is not a number\n  as in --speed 2.5\n"},
		"no unit": {
			[]string{"wait", "1", "--timeout", "2"},
			"flexq: --timeout: \"2\" is not a span of time\n  write it with a unit, as in --timeout 30m, 90s or 1h30m\n",
		},
		"a negative time": {
			[]string{"wait", "1", "--timeout", "-1s"},
			"flexq: --timeout: -1s is no time to wait: it must be more than 0\n  as in --timeout 30m\n",
		},
		"no time at all": {
			[]string{"wait", "1", "--timeout", "0s"},
			"flexq: --timeout: 0s is no time to wait: it must be more than 0\n  as in --timeout 30m\n",
		},
		"a negative interval": {
			[]string{"wait", "1", "--interval", "-5s"},
			"flexq: --interval: -5s is no time to wait: it must be more than 0\n  as in --interval 30m\n",
		},
		"no signal":     {[]string{"cancel", "-y", "-s", "", "1"}, "flexq: --signal is empty\n" + empty},
		"no context":    {[]string{"jobs", "--context="}, "flexq: --context is empty\n" + empty},
		"no output":     {[]string{"jobs", "-o", ""}, "flexq: --output is empty\n" + empty},
		"no dependency": {[]string{"submit", "x.sh", "--dependency", ""}, "flexq: --dependency is empty\n" + empty},
		"no partition":  {[]string{"submit", "x.sh", "-p", " "}, "flexq: --partition is empty\n" + empty},
		"no hold":       {[]string{"submit", "x.sh", "--hold="}, "flexq: --hold is empty\n" + empty},
		"a negative id": {
			[]string{"job", "-1"},
			"flexq: -1 is neither a flag nor the id of a job\n  ids of jobs are numbers from 1 on; `flexq job --help` lists the flags\n",
		},
		"a command after dashes": {[]string{"--", "submit"}, "flexq: the command submit stands after --\n  write `flexq submit`\n"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, code := said(t, tt.args...)
			if code != exitUsage {
				t.Errorf("code %d, want %d", code, exitUsage)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Every flag of text refuses to be empty, but for those of which an empty one means what it says: a filter that lets all
// through.
func TestEveryFlagRefusesToBeEmpty(t *testing.T) {
	t.Parallel()
	means := map[string]bool{"filter": true}
	flags := 0
	eachCommand(newRootCmd(testFactory()), func(cmd *cobra.Command) {
		cmd.InheritedFlags() // merges them
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if means[flag.Name] {
				return
			}
			if _, isOption := flag.Value.(*sbatchValue); isOption || flag.Value.Type() != "string" {
				return // options of sbatch: see TestSplitSubmitRefusesEmptyValues
			}
			flags++
			err := cmd.Flags().Set(flag.Name, "")
			if err == nil {
				err = checkFlags(cmd, nil)
			}
			var usage *usageError
			if !errors.As(err, &usage) || usage.what != "--"+flag.Name+" is empty" {
				t.Errorf("%s --%s: got %v", cmd.CommandPath(), flag.Name, err)
			}
			flag.Changed = false
		})
	})
	if flags < 60 {
		t.Errorf("only %d flags were looked at", flags)
	}
}

// Between backquotes pflag finds the name of a value: "--wait flexq wait".
func TestNoBackquotesInUsage(t *testing.T) {
	t.Parallel()
	eachCommand(newRootCmd(testFactory()), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if strings.Contains(flag.Usage, "`") {
				t.Errorf("%s --%s: %s", cmd.CommandPath(), flag.Name, flag.Usage)
			}
		})
	})
}

func eachCommand(cmd *cobra.Command, do func(*cobra.Command)) {
	do(cmd)
	for _, sub := range cmd.Commands() {
		eachCommand(sub, do)
	}
}

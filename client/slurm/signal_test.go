package slurm_test

import (
	"strings"
	"testing"

	"flexq/client/slurm"
)

func TestParseSignal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]slurm.Signal{
		"USR1": {Name: "USR1", Number: 10}, "usr1": {Name: "USR1", Number: 10}, "SIGUSR1": {Name: "USR1", Number: 10},
		" sigTerm ": {Name: "TERM", Number: 15}, "9": {Name: "KILL", Number: 9}, "SIG9": {Name: "KILL", Number: 9},
		"18": {Name: "CONT", Number: 18}, "segv": {Name: "SEGV", Number: 11}, "64": {Name: "64", Number: 64}, "040": {Name: "40", Number: 40},
	} {
		name, number, err := slurm.ParseSignal(text)
		if err != nil || name != want.Name || number != want.Number {
			t.Errorf("%q is %q %d %v", text, name, number, err)
		}
	}
	for _, text := range []string{"", "NOSUCH", "0", "65", "-1", "99", "SIG", "SIGSIGTERM", "USR1 KILL", "9.0", "1e1"} {
		name, number, err := slurm.ParseSignal(text)
		if err == nil || name != "" || number != 0 || !strings.Contains(err.Error(), "write a name such as USR1") {
			t.Errorf("%q is %q %d %v", text, name, number, err)
		}
	}
}

func TestSignals(t *testing.T) {
	t.Parallel()
	for i, s := range slurm.Signals() {
		if s.Number != i+1 || s.Name == "" || s.Words == "" {
			t.Errorf("%d: %+v", i, s)
		}
	}
}

func TestExit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		exit        slurm.Exit
		code, words string
	}{
		{slurm.Exit{}, "0:0", ""},
		{slurm.Exit{Set: true}, "0:0", "success"},
		{slurm.Exit{Set: true, Code: 3}, "3:0", "exit code 3"},
		{slurm.Exit{Set: true, Code: 128}, "128:0", "exit code 128"},
		{slurm.Exit{Set: true, Code: 137}, "137:0", "exit code 137: a program in it was killed by signal 9 (KILL)"},
		{slurm.Exit{Set: true, Code: 193}, "193:0", "exit code 193"},
		{slurm.Exit{Set: true, Signal: 15, SignalName: "TERM"}, "0:15", "killed by signal 15 (TERM)"},
		{slurm.Exit{Set: true, Signal: 11, CoreDumped: true}, "0:11", "killed by signal 11 (SEGV), core dumped"},
		{slurm.Exit{Set: true, Signal: 50}, "0:50", "killed by signal 50"},
		{slurm.Exit{Set: true, Signal: 125}, "0:125", "killed by signal 125"},
	} {
		if test.exit.String() != test.code || test.exit.Words() != test.words {
			t.Errorf("%+v is %q %q", test.exit, test.exit, test.exit.Words())
		}
	}
}

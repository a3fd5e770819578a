package slurm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
)

func TestNodeStateNamesAsSlurm(t *testing.T) {
	t.Parallel()
	rows := readTable(t, "node_states.tsv", 3)
	if len(rows) < 1400 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, row := range rows {
		s := slurm.ParseNodeState(strings.Split(row[0], "+")...)
		got := []string{s.Full(), strings.ToUpper(s.String()), strings.ToUpper(s.Compact())}
		if !cmp.Equal(got, row) {
			t.Errorf("is %v, want %v", got, row)
		}
	}
}

func TestNodeStateRecorded(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ words, long, compact, plain string }{
		{"IDLE", "idle", "idle", "idle"},
		{"ALLOCATED", "allocated", "alloc", "all in use"},
		{"MIXED", "mixed", "mix", "partly in use"},
		{"MIXED CLOUD", "mixed", "mix", "partly in use, cloud"},
		{"IDLE CLOUD", "idle", "idle", "idle, cloud"},
		{"IDLE CLOUD POWERED_DOWN", "idle~", "idle~", "powered down, idle, cloud"},
		{"IDLE CLOUD POWERING_DOWN", "idle%", "idle%", "powering down, idle, cloud"},
		{"MIXED CLOUD NOT_RESPONDING POWERING_UP", "mixed#", "mix#", "powering up, not responding, partly in use, cloud"},
		{"DOWN NOT_RESPONDING", "down*", "down*", "not responding, down"},
		{"DOWN CLOUD POWERED_DOWN", "down~", "down~", "powered down, down, cloud"},
		{"IDLE DRAIN", "drained", "drain", "drained (takes no jobs), idle"},
		{"MIXED DRAIN", "draining", "drng", "draining (takes no new jobs), partly in use"},
		{"MIXED FAIL", "fail", "fail", "failing (set by the administrator), partly in use"},
		{"IDLE RESERVED MAINTENANCE", "maint", "maint", "reserved, in maintenance, idle"},
		{"IDLE PLANNED", "planned", "plnd", "planned for a waiting job, idle"},
		{"MIXED PLANNED", "mixed-", "mix-", "planned for a waiting job, partly in use"},
		{"IDLE BLOCKED", "blocked", "block", "kept free by a job on its block, idle"},
		{"ALLOCATED COMPLETING", "allocated+", "alloc+", "completing, all in use"},
		{"ALLOCATED REBOOT_REQUESTED", "allocated@", "alloc@", "to be rebooted, all in use"},
		{"IDLE REBOOT_ISSUED", "reboot^", "boot^", "rebooting, idle"},
		{"MIXED POWER_DOWN", "mixed!", "mix!", "to be powered down, partly in use"},
		{"IDLE INVALID_REG", "inval", "inval", "registered with less than configured, idle"},
		{"IDLE DYNAMIC_NORM UNDRAIN", "idle", "idle", "undrain, dynamic, idle"},
		{"IDLE POWER_UP POWER_DRAIN REBOOT_CANCELED", "idle", "idle", "draining before power-down, reboot called off, to be powered up, idle"},
		{"ERROR", "?", "?", "in error"},
		{"FUTURE", "future", "futr", "defined for later"},
		{"UNKNOWN", "unknown", "unk", "state unknown"},
		{"INVALID", "unknown", "unk", "state unknown, INVALID"},
	} {
		t.Run(test.words, func(t *testing.T) {
			t.Parallel()
			s := slurm.ParseNodeState(strings.Fields(test.words)...)
			got := []string{s.String(), s.Compact(), s.Words()}
			if diff := cmp.Diff([]string{test.long, test.compact, test.plain}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestParseNodeStateForms(t *testing.T) {
	t.Parallel()
	want := slurm.NodeState{Base: slurm.NodeIdle, Flags: slurm.NodeMaintenance | slurm.NodeNotResponding}
	for _, words := range [][]string{
		{"IDLE", "MAINTENANCE", "NOT_RESPONDING"}, {"IDLE+MAINTENANCE+NOT_RESPONDING"}, {"idle", "maint,no_respond"},
	} {
		if diff := cmp.Diff(want, slurm.ParseNodeState(words...)); diff != "" {
			t.Errorf("%q: %s", words, diff)
		}
	}
	got := slurm.ParseNodeState("IDLE", "SHINY", "New")
	if got.Full() != "IDLE+SHINY+New" || got.String() != "idle" {
		t.Errorf("unknown words: %s, %s", got.Full(), got)
	}
}

func TestNodeStateQuestions(t *testing.T) {
	t.Parallel()
	type is struct{ Up, Down, Draining, Drained bool }
	for words, want := range map[string]is{
		"IDLE":                             {Up: true},
		"MIXED+CLOUD":                      {Up: true},
		"ALLOCATED+PLANNED":                {Up: true},
		"IDLE+DRAIN":                       {Drained: true},
		"MIXED+DRAIN":                      {Draining: true},
		"ALLOCATED+DRAIN":                  {Draining: true},
		"IDLE+DRAIN+COMPLETING":            {Draining: true},
		"DOWN+DRAIN":                       {Down: true, Drained: true},
		"DOWN":                             {Down: true},
		"ERROR":                            {Down: true},
		"IDLE+POWERED_DOWN":                {},
		"MIXED+POWERING_UP":                {},
		"IDLE+NOT_RESPONDING":              {},
		"MIXED+FAIL":                       {},
		"IDLE+INVALID_REG":                 {},
		"IDLE+MAINTENANCE":                 {},
		"UNKNOWN":                          {},
		"FUTURE":                           {},
		"ALLOCATED+POWER_DOWN+COMPLETING":  {},
		"ALLOCATED+REBOOT_ISSUED+RESERVED": {},
	} {
		s := slurm.ParseNodeState(words)
		if got := (is{s.IsUp(), s.IsDown(), s.IsDraining(), s.IsDrained()}); got != want {
			t.Errorf("%s is %+v, want %+v", words, got, want)
		}
	}
}

package columns_test

import (
	"errors"
	"testing"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

func TestFilter(t *testing.T) {
	t.Parallel()
	row := &slurm.Job{
		ID: 88214, Name: "Llama 70b|pretrain", User: "alice", Partition: "a3u",
		State: slurm.ParseJobState("RUNNING"), Nodes: "demo-a3u-[0-15]",
	}
	for filter, want := range map[string]bool{
		"":                     true,
		"   ":                  true,
		"llama":                true,
		"LLAMA alice":          true,
		"llama bob":            false,
		"-bob":                 true,
		"-alice":               false,
		`"70b|pre"`:            true,
		`"llama 70b"`:          true,
		`-"llama 70b"`:         false,
		"running":              true,
		"pending":              false,
		"88214":                true,
		"a3u-[0-15]":           true,
		"-":                    true, // a lone minus is a word like any other, and the node list has one
		"alice -running":       false,
		"  alice   running   ": true,
		"ALICE a3U":            true,
		"日":                    false,
	} {
		f, err := columns.ParseFilter(filter)
		if err != nil {
			t.Errorf("ParseFilter(%q): %v", filter, err)
			continue
		}
		if got := f.MatchJob(row); got != want {
			t.Errorf("filter %q matches: %v, want %v", filter, got, want)
		}
	}
}

func TestFilterOpenQuote(t *testing.T) {
	t.Parallel()
	for _, s := range []string{`"`, `"abc`, `alice "b`, `-"x`} {
		if _, err := columns.ParseFilter(s); !errors.Is(err, columns.ErrOpenQuote) {
			t.Errorf("ParseFilter(%q) = %v, want ErrOpenQuote", s, err)
		}
	}
}

func TestFilterFoldsOtherScripts(t *testing.T) {
	t.Parallel()
	row := &slurm.Job{Name: "ÉVAL Größe 評価"}
	for filter, want := range map[string]bool{"éval": true, "GRÖ": true, "評": true, "eval": false} {
		f, err := columns.ParseFilter(filter)
		if err != nil || f.MatchJob(row) != want {
			t.Errorf("filter %q matches: %v, want %v (%v)", filter, !want, want, err)
		}
	}
}

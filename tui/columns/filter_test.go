package columns_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"flexq/client/flex"
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

// A word that may yet become a field hides nothing while it is typed, and counts once it is kept.
func TestTypingAField(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"t": true, "typ": true, "type": true, "TYPE": true, "-typ": true, "exact ty": true, "exact -ty": true, "sev:notice no": true,
		"types": false, "exactly ty": false, "type ": false, "ty exact": false, `"type"`: false, "type:drain": false, "zz": false,
	} {
		f, err := columns.ParseTyping(text, columns.EventFields, columns.EventFieldNames())
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		e := flex.Event{Type: flex.LeaseEnds, Severity: flex.Warning, Node: "a3u-1", Text: "in 2h (exact)"}
		if got := columns.QueryOfEvents(f).Match(&e); got != want {
			t.Errorf("%q lets it through: %v, want %v", text, got, want)
		}
		if f.String() != strings.TrimSpace(text) {
			t.Errorf("%q is shown as %q", text, f)
		}
	}
	for _, text := range []string{`"a ty`, "sev:x ty", "type:zz"} {
		if _, err := columns.ParseTyping(text, columns.EventFields, columns.EventFieldNames()); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// The names of the fields are those that the grammars know.
func TestFieldNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		known columns.Grammar
		names []string
	}{
		{columns.JobFields, columns.JobFieldNames()},
		{columns.EventFields, columns.EventFieldNames()},
		{columns.NodeFields, columns.NodeFieldNames()},
		{columns.PoolFields, columns.PoolFieldNames()},
	} {
		for _, key := range []string{"node", "pool", "job", "type", "sev", "state", "part", "lease", "risk", "user"} {
			if known, _ := c.known(key, "x"); known != slices.Contains(c.names, key) {
				t.Errorf("%s: known %v, among %v", key, known, c.names)
			}
		}
	}
}

package journal

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"
)

// Bounds of an entry: of each text in bytes, and of its targets.
const (
	longestText = 300
	mostTargets = 100
)

// ledgerLine is a line of the ledger: the beginning of a write, or its end.
type ledgerLine struct {
	line
	At      time.Time `json:"at"`
	Op      string    `json:"op,omitzero"`
	Targets []string  `json:"on,omitzero"`
	User    string    `json:"user,omitzero"`
	Key     string    `json:"key,omitzero"`
	Program string    `json:"by,omitzero"`
	Outcome string    `json:"outcome,omitzero"`
}

func beginLine(e Entry) ledgerLine {
	l := ledgerLine{
		line: line{Version: format, Kind: kindBegin, ID: e.ID}, At: e.Began.UTC(), Op: short(e.Op),
		User: short(e.User), Key: short(e.Key), Program: e.Program,
	}
	for _, t := range e.Targets[:min(len(e.Targets), mostTargets)] {
		l.Targets = append(l.Targets, short(t))
	}
	return l
}

func endLine(id string, at time.Time, outcome string) ledgerLine {
	return ledgerLine{line: line{Version: format, Kind: kindEnd, ID: id}, At: at.UTC(), Outcome: short(outcome)}
}

// short bounds a text, at the border of a character.
func short(s string) string {
	if len(s) <= longestText {
		return s
	}
	return strings.ToValidUTF8(s[:longestText], "") + "..."
}

// head begins a new file. A ledger is always read whole: its generation tells nothing.
func (l *Ledger) head() []byte {
	data, err := appendLine(nil, line{Version: format, Kind: kindHead})
	if err != nil {
		return nil
	}
	return data
}

// entriesOf joins beginnings and ends. Lines that cannot be read, and those of a newer program, are left out.
func entriesOf(list [][]byte) []Entry {
	var out []Entry
	at := map[string]int{}
	for _, raw := range list {
		var l ledgerLine
		if json.Unmarshal(raw, &l, jsonOptions()) != nil {
			continue
		}
		i, known := at[l.ID]
		switch {
		case l.Kind == kindBegin && !known:
			at[l.ID] = len(out)
			out = append(out, Entry{
				ID: l.ID, Op: l.Op, Targets: l.Targets, User: l.User, Key: l.Key, Program: l.Program, Began: l.At,
			})
		case l.Kind == kindEnd && known:
			out[i].Ended, out[i].Outcome = l.At, l.Outcome
		}
	}
	return out
}

// withoutOrphans leaves out ends whose beginning has been dropped, heads, and what is no JSON.
func withoutOrphans(list [][]byte) [][]byte {
	var out [][]byte
	begun := map[string]bool{}
	for _, raw := range list {
		var l line
		switch err := json.Unmarshal(raw, &l, jsonOptions()); {
		case err != nil, l.Kind == kindHead, l.Kind == kindEnd && !begun[l.ID]:
			continue
		case l.Kind == kindBegin:
			begun[l.ID] = true
		}
		out = append(out, raw)
	}
	return out
}

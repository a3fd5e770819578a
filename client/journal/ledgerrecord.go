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
	Cluster string    `json:"cluster,omitzero"`
	Clock   time.Time `json:"clock,omitzero"`
	Program string    `json:"by,omitzero"`
	Outcome string    `json:"outcome,omitzero"`
	Job     uint64    `json:"job,omitzero"`
	Open    bool      `json:"open,omitzero"`
}

func beginLine(e Entry) ledgerLine {
	l := ledgerLine{
		line: line{Version: format, Kind: kindBegin, ID: e.ID}, At: e.Began.UTC(), Op: short(e.Op),
		User: short(e.User), Key: short(e.Key), Program: e.Program, Cluster: short(e.Cluster),
	}
	if !e.Clock.IsZero() {
		l.Clock = e.Clock.UTC()
	}
	for _, t := range e.Targets[:min(len(e.Targets), mostTargets)] {
		l.Targets = append(l.Targets, short(t))
	}
	return l
}

func endLine(id string, at time.Time, o Outcome) ledgerLine {
	l := ledgerLine{
		line: line{Version: format, Kind: kindEnd, ID: id}, At: at.UTC(), Outcome: short(o.Words), Job: o.Job, Open: o.Open,
	}
	if !o.Until.IsZero() {
		l.Clock = o.Until.UTC()
	}
	return l
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
				Cluster: l.Cluster, Clock: l.Clock,
			})
		case l.Kind == kindEnd && known && out[i].Job != 0 && l.Job == 0:
			// Somebody who looked did not see the job that is known: it is there all the same.
		case l.Kind == kindEnd && known:
			until := out[i].Until
			if l.Clock.After(until) {
				until = l.Clock
			}
			out[i].Ended, out[i].Outcome = l.At, Outcome{Words: l.Outcome, Job: l.Job, Open: l.Open, Until: until}
		}
	}
	return out
}

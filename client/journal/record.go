package journal

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/flex"
)

// format is the version of the lines that this program writes. A newer program may add fields and kinds of lines; the
// meaning of those that there are stays.
const format = 1

// The kinds of lines.
const (
	kindHead  = "head"  // the first: which generation of the file this is
	kindEvent = "event" // an event, or what one more source has told of it
	kindRung  = "rung"  // a program has rung for the event with this id
	kindBegin = "begin" // of the ledger
	kindEnd   = "end"
)

// line is what all lines have.
type line struct {
	Version int    `json:"v"`
	Kind    string `json:"k"`
	ID      string `json:"id,omitzero"`
}

// headLine begins a file.
type headLine struct {
	line
	Generation string    `json:"gen"`
	Past       time.Time `json:"past,omitzero"` // events up to here have been dropped
}

// eventLine is an event as it is kept. Whether it is the user's own is not: that is for each to know.
type eventLine struct {
	line
	At       time.Time      `json:"at"`
	Loose    bool           `json:"loose,omitzero"`
	Type     string         `json:"type"`
	Severity string         `json:"sev,omitzero"`
	Node     string         `json:"node,omitzero"`
	Pool     string         `json:"pool,omitzero"`
	Machine  string         `json:"vm,omitzero"`
	Jobs     []string       `json:"jobs,omitzero"`
	User     string         `json:"user,omitzero"`
	Text     string         `json:"text,omitzero"`
	From     uint8          `json:"from,omitzero"`
	Name     string         `json:"name,omitzero"`
	Within   int64          `json:"within,omitzero"` // seconds
	Ends     time.Time      `json:"ends,omitzero"`
	Also     []string       `json:"also,omitzero"` // other ids of it
	Rung     bool           `json:"rung,omitzero"`
	Rest     jsontext.Value `json:",embed"` // what a newer program has written
}

// jsonOptions are those of all files here.
func jsonOptions() json.Options {
	return json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// appendLine adds v as one line.
func appendLine(b []byte, v any) ([]byte, error) {
	data, err := json.Marshal(v, jsonOptions())
	if err != nil {
		return b, err
	}
	return append(append(b, data...), '\n'), nil
}

func lineOf(e *entry) eventLine {
	v := e.event
	return eventLine{
		line: line{Version: format, Kind: kindEvent, ID: v.ID},
		At:   v.At.UTC(), Loose: v.Loose, Type: string(v.Type), Severity: severityWord(v.Severity),
		Node: v.Node, Pool: v.Pool, Machine: v.Machine, Jobs: v.Jobs, User: v.User, Text: v.Text, From: v.From,
		Name: v.Name, Within: int64(v.Within / time.Second), Ends: utc(v.Ends), Also: e.also, Rung: e.rung, Rest: e.rest,
	}
}

func (l eventLine) event() flex.Event {
	return flex.Event{
		ID: l.ID, At: writable(l.At), Loose: l.Loose, Type: flex.EventType(l.Type), Severity: severityOf(l.Severity),
		Node: l.Node, Pool: l.Pool, Machine: l.Machine, Jobs: l.Jobs, User: l.User, Text: l.Text, From: l.From,
		Name: l.Name, Within: time.Duration(l.Within) * time.Second, Ends: writable(l.Ends),
	}
}

// utc leaves out the zone: that is for each reader to choose.
func utc(t time.Time) time.Time {
	if t.IsZero() {
		return time.Time{}
	}
	return writable(t.UTC())
}

// severityWord is the word that stands for a severity on disk; it does not change with what users are shown.
func severityWord(s flex.Severity) string {
	switch s {
	case flex.Info:
		return "info"
	case flex.Notice:
		return "notice"
	case flex.Warning:
		return "warning"
	case flex.Critical:
		return "critical"
	}
	return ""
}

// severityOf reads it; a word of a newer program is worth knowing.
func severityOf(word string) flex.Severity {
	for s := flex.Info; s <= flex.Critical; s++ {
		if severityWord(s) == word {
			return s
		}
	}
	return flex.Notice
}

package journal

import (
	"bytes"

	"github.com/go-json-experiment/json"
)

// mostOpen bounds the submits of unknown outcome that a shortened ledger keeps from its older half.
const mostOpen = 1000

// shorten keeps the newer half of the file, and the newest line whatever its size; of the older half only the submits
// whose outcome is not known: they are what a ledger is for. The lock is held.
func (l *Ledger) shorten() error {
	c, err := l.file.read(cursor{})
	if err != nil {
		return err
	}
	kept, size := len(c.lines), int64(0)
	for kept > 0 && (size == 0 || size+int64(len(c.lines[kept-1])) < l.opts.MaxBytes/2) {
		kept--
		size += int64(len(c.lines[kept])) + 1
	}
	open := openSubmits(c.lines)
	data := l.head()
	for _, raw := range append(linesOfOpen(c.lines[:kept], open), withoutOrphans(c.lines[kept:], open)...) {
		data = append(append(data, bytes.TrimSpace(raw)...), '\n')
	}
	return l.file.replace(data)
}

// openSubmits are the ids of the newest submits whose outcome is not known.
func openSubmits(list [][]byte) map[string]bool {
	out := map[string]bool{}
	entries := entriesOf(list)
	for i := len(entries) - 1; i >= 0 && len(out) < mostOpen; i-- {
		if entries[i].IsUnfinished() {
			out[entries[i].ID] = true
		}
	}
	return out
}

// linesOfOpen are the lines of the dropped half that are of open submits.
func linesOfOpen(list [][]byte, open map[string]bool) [][]byte {
	var out [][]byte
	for _, raw := range list {
		var l line
		if json.Unmarshal(raw, &l, jsonOptions()) == nil && open[l.ID] {
			out = append(out, raw)
		}
	}
	return out
}

// withoutOrphans leaves out ends whose beginning has been dropped, heads, and what is no JSON.
func withoutOrphans(list [][]byte, begun map[string]bool) [][]byte {
	var out [][]byte
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

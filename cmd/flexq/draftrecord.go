package main

import (
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/wire"
	"flexq/tui"
)

// draftRecord is a draft as its file has it.
type draftRecord struct {
	ID      string            `json:"id"`
	Changed time.Time         `json:"changed"`
	From    string            `json:"from,omitempty"`
	Name    string            `json:"name,omitempty"`
	Job     uint64            `json:"job,omitempty"`
	Key     string            `json:"key,omitempty"`
	JobKey  string            `json:"job_key,omitempty"`
	Values  map[string]string `json:"values,omitempty"`
	Typed   map[string]string `json:"typed,omitempty"`
	Text    string            `json:"text,omitempty"`
	// Raw is the text where it is no UTF-8: JSON would change it.
	Raw  []byte       `json:"raw,omitempty"`
	Lost []lostRecord `json:"lost,omitempty"`
}

func encodeDraft(d tui.Draft) ([]byte, error) {
	r := draftRecord{
		ID: d.ID, Changed: d.Changed.UTC(), From: d.From, Name: d.Name, Job: d.Job, Key: d.Key, JobKey: d.JobKey,
		Values: d.Values, Typed: d.Typed, Text: d.Text, Lost: lostRecords(&d),
	}
	if !utf8.ValidString(d.Text) {
		r.Text, r.Raw = "", []byte(d.Text)
	}
	data, err := json.Marshal(r, jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "), json.Deterministic(true))
	if err != nil {
		return nil, fmt.Errorf("encode a draft: %w", err)
	}
	return append(data, '\n'), nil
}

// decodeDraft reads a draft. Whoever can write the file could have put anything into it: what is shown as it stands
// holds nothing that a terminal would obey; the editor and the form see to their own text.
func decodeDraft(data []byte) (tui.Draft, error) {
	var r draftRecord
	if err := json.Unmarshal(data, &r, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)); err != nil {
		return tui.Draft{}, fmt.Errorf("read a draft: %w", err)
	}
	d := tui.Draft{
		ID: r.ID, Changed: r.Changed, From: wire.Clean(r.From), Name: wire.Clean(r.Name), Job: r.Job, Key: wire.Clean(r.Key),
		JobKey: wire.Clean(r.JobKey), Text: r.Text,
	}
	if len(r.Raw) > 0 {
		d.Text = string(r.Raw)
	}
	d.Values, d.Typed = cleanMap(r.Values), cleanMap(r.Typed)
	d.Lost = attempts(r.Lost, &d)
	return d, nil
}

// cleanMap is a map without what a terminal would obey; nil for an empty one.
func cleanMap(in map[string]string) map[string]string {
	if len(in) == 0 {
		return nil
	}
	out := make(map[string]string, len(in))
	for name, value := range in {
		out[wire.Clean(name)] = wire.Clean(value)
	}
	return out
}

package main

import (
	"maps"
	"time"
	"unicode/utf8"

	"flexq/client/wire"
	"flexq/tui"
)

// lostRecord is a submit of a draft of which it is not known whether it made a job, as the draft's file has it.
type lostRecord struct {
	Key string    `json:"key"`
	At  time.Time `json:"at,omitzero"`
	// Same says that what was sent is what the draft holds; else it follows.
	Same   bool              `json:"same,omitempty"`
	Name   string            `json:"name,omitempty"`
	Values map[string]string `json:"values,omitempty"`
	Text   string            `json:"text,omitempty"`
	Raw    []byte            `json:"raw,omitempty"` // the text where it is no UTF-8
}

func lostRecords(d *tui.Draft) []lostRecord {
	var out []lostRecord
	for i := range d.Lost {
		a := &d.Lost[i]
		r := lostRecord{Key: a.Key, At: a.At.UTC()}
		switch {
		case a.Text == d.Text && a.Name == d.Name && maps.Equal(a.Values, d.Values):
			r.Same = true
		case utf8.ValidString(a.Text):
			r.Name, r.Values, r.Text = a.Name, a.Values, a.Text
		default:
			r.Name, r.Values, r.Raw = a.Name, a.Values, []byte(a.Text)
		}
		out = append(out, r)
	}
	return out
}

func attempts(list []lostRecord, d *tui.Draft) []tui.Attempt {
	var out []tui.Attempt
	for _, r := range list {
		a := tui.Attempt{Key: wire.Clean(r.Key), At: r.At, Name: wire.Clean(r.Name), Text: r.Text, Values: cleanMap(r.Values)}
		if len(r.Raw) > 0 {
			a.Text = string(r.Raw)
		}
		if r.Same {
			a.Name, a.Text, a.Values = d.Name, d.Text, maps.Clone(d.Values)
		}
		out = append(out, a)
	}
	return out
}

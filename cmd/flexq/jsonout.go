package main

import (
	"io"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// writeJSON writes the envelope {"kind","context","asOf","items","warnings"}. Items are objects with every field
// of the list, in the order of its fields; warnings are objects with description and source.
func writeJSON[T any](w io.Writer, l listing[T]) error {
	enc := jsontext.NewEncoder(escapingTo(w), jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true))
	envelope := []member{
		{"kind", l.kind},
		{"context", l.context},
		{"asOf", l.asOf.UTC().Format(time.RFC3339)},
	}
	if err := enc.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for _, m := range envelope {
		if err := m.write(enc); err != nil {
			return err
		}
	}
	if err := writeItems(enc, l); err != nil {
		return err
	}
	if err := (member{"warnings", jsonWarnings(l.warnings)}).write(enc); err != nil {
		return err
	}
	return enc.WriteToken(jsontext.EndObject)
}

func writeItems[T any](enc *jsontext.Encoder, l listing[T]) error {
	if err := enc.WriteToken(jsontext.String("items")); err != nil {
		return err
	}
	if err := enc.WriteToken(jsontext.BeginArray); err != nil {
		return err
	}
	for _, item := range l.items {
		if err := enc.WriteToken(jsontext.BeginObject); err != nil {
			return err
		}
		for _, f := range l.fields {
			if err := (member{f.key, f.value(item)}).write(enc); err != nil {
				return err
			}
		}
		if err := enc.WriteToken(jsontext.EndObject); err != nil {
			return err
		}
	}
	return enc.WriteToken(jsontext.EndArray)
}

// member is one name and value of a JSON object.
type member struct {
	name  string
	value any
}

func (m member) write(enc *jsontext.Encoder) error {
	if err := enc.WriteToken(jsontext.String(m.name)); err != nil {
		return err
	}
	return json.MarshalEncode(enc, m.value)
}

type jsonWarning struct {
	Description string `json:"description"`
	Source      string `json:"source"`
}

func jsonWarnings(warnings []slurm.Problem) []jsonWarning {
	out := make([]jsonWarning, 0, len(warnings))
	for _, p := range warnings {
		out = append(out, jsonWarning{Description: p.String(), Source: p.Source})
	}
	return out
}

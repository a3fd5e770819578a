package gateway_test

import (
	"encoding/json"
	"io"
)

// readAll keeps an answer as text.
func readAll(into *string) func(io.Reader) error {
	return func(r io.Reader) error {
		b, err := io.ReadAll(r)
		*into = string(b)
		return err
	}
}

// decode reads an answer as JSON and wants nothing of it.
func decode(r io.Reader) error {
	var doc map[string]any
	return json.NewDecoder(r).Decode(&doc)
}

package config

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/pelletier/go-toml/v2/unstable"
)

// Use makes a context of the file the current one: it changes that one value and leaves every other byte,
// comments included, as it is. The file must have been read from a path. It reports whether anything changed.
func (f *File) Use(name string) (bool, error) {
	if _, ok := f.Contexts[name]; !ok {
		what, cure := f.noContext(name)
		return false, failed([]Problem{{Where: f.path, What: what, Cure: cure}})
	}
	if f.CurrentContext == name {
		return false, nil
	}
	edited := f.withCurrent(name)
	if _, err := Parse(f.path, edited); err != nil {
		return false, fmt.Errorf("change current_context: %w", err)
	}
	return true, WriteFile(f.path, edited)
}

// withCurrent returns the text of the file with another current context.
func (f *File) withCurrent(name string) []byte {
	data := f.doc.data
	value := strconv.Quote(name)
	for _, e := range f.doc.entries {
		if len(e.path) == 1 && e.path[0] == "current_context" && e.kind == unstable.String {
			start, end := e.value.Offset, e.value.Offset+e.value.Length
			return bytes.Join([][]byte{data[:start], []byte(value), data[end:]}, nil)
		}
	}
	eol := "\n"
	if bytes.Contains(data, []byte("\r\n")) {
		eol = "\r\n"
	}
	// A key of the top level has to stand before the first table, so it goes to the very top.
	return append([]byte("current_context = "+value+eol+eol), data...)
}

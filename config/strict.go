package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// unknown finds keys that mean nothing and values of the wrong kind. Key names are compared letter by letter:
// the decoder itself would take any case.
func (d *document) unknown(root *shape) []Problem {
	var out []Problem
	bad := make(map[string]bool) // what stands below a key already reported is not reported again
	for _, e := range d.entries {
		if isBelow(e.path, bad) {
			continue
		}
		if p, ok := d.mismatch(root, e); ok {
			out = append(out, p)
			bad[dotted(e.path)] = true
		}
	}
	return out
}

// isBelow reports whether a path is one of those or stands below one.
func isBelow(path []string, those map[string]bool) bool {
	if len(those) == 0 {
		return false
	}
	for n := range path {
		if those[dotted(path[:n+1])] {
			return true
		}
	}
	return false
}

// mismatch compares one key with what may stand there.
func (d *document) mismatch(root *shape, e entry) (Problem, bool) {
	s := root
	for i, part := range e.path {
		if s.kind != table && s.kind != tables {
			return d.wrongKind(s, e), true
		}
		next := s.child(part)
		if next == nil {
			return d.unknownKey(root, s, e, i), true
		}
		s = next
	}
	if !fits(s, e) {
		return d.wrongKind(s, e), true
	}
	return Problem{}, false
}

func (d *document) wrongKind(s *shape, e entry) Problem {
	return Problem{Where: place(d.path, e.line), Key: dotted(e.path), What: "must be " + s.kind.words()}
}

func (d *document) unknownKey(root, s *shape, e entry, i int) Problem {
	p := Problem{
		Where: place(d.path, e.line),
		What:  fmt.Sprintf("unknown key %s", dotted(e.path[:i+1])),
	}
	name := e.path[i]
	if near := Nearest(name, s.names()); near != "" {
		p.Cure = fmt.Sprintf("did you mean %s?", dotted(append(e.path[:i:i], near)))
		return p
	}
	// The right key in the wrong table is the second likely slip.
	if home := findKey(root, name, nil); home != "" {
		p.Cure = "it belongs to " + home
		return p
	}
	p.Cure = "known here: " + strings.Join(s.names(), ", ")
	return p
}

// findKey returns the table in which a key would be known, as in "[ui]", or "" if there is none.
func findKey(s *shape, name string, path []string) string {
	if _, ok := s.fields[name]; ok && len(path) > 0 {
		return "[" + dotted(path) + "]"
	}
	if s.kind == tables {
		if _, ok := s.elem.fields[name]; ok {
			return "[[" + dotted(path) + "]]"
		}
		return ""
	}
	if s.elem != nil {
		return findKey(s.elem, name, append(path[:len(path):len(path)], "NAME"))
	}
	for _, field := range s.names() {
		if home := findKey(s.fields[field], name, append(path[:len(path):len(path)], field)); home != "" {
			return home
		}
	}
	return ""
}

// fits reports whether a value is of the kind that belongs there.
func fits(s *shape, e entry) bool {
	onlyText := !slices.ContainsFunc(e.items, func(k unstable.Kind) bool { return k != unstable.String })
	switch s.kind {
	case text:
		return e.kind == unstable.String
	case boolean:
		return e.kind == unstable.Bool
	case list:
		return e.kind == unstable.Array && onlyText
	case textOrList:
		return e.kind == unstable.String || e.kind == unstable.Array && onlyText
	case number:
		return e.kind == unstable.Integer
	case table:
		return e.kind == unstable.Table || e.kind == unstable.InlineTable
	case tables:
		onlyTables := !slices.ContainsFunc(e.items, func(k unstable.Kind) bool { return k != unstable.InlineTable })
		return e.kind == unstable.ArrayTable || e.kind == unstable.Array && onlyTables
	}
	return false
}

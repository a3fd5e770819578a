package config

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// document is the text of a config file together with the place of each of its keys.
type document struct {
	path    string
	data    []byte
	breaks  []int // the offsets of the line ends
	entries []entry
	lines   map[string]int // dotted key -> line, of the first mention
	tables  map[string]int // dotted key -> how many tables its list has
}

// entry is one key or table header in the order of the file.
type entry struct {
	path  []string
	kind  unstable.Kind // of the value; Table for a header and for a part of a dotted key
	items []unstable.Kind
	line  int
	value unstable.Range // of a text value, quotes included
}

// scan finds every key of a file. The error is a *Error that names the line of the first thing that is not TOML.
func scan(path string, data []byte) (*document, error) {
	d := &document{path: path, data: data, lines: make(map[string]int), tables: make(map[string]int)}
	for i, b := range data {
		if b == '\n' {
			d.breaks = append(d.breaks, i)
		}
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, d.broken(i, "this is not a text file (it holds a NUL byte)")
	}
	var p unstable.Parser
	p.Reset(data)
	var header []string
	for p.NextExpression() {
		node := p.Expression()
		switch node.Kind {
		case unstable.Table, unstable.ArrayTable:
			header = d.addKey(nil, node.Key(), node.Kind, nil)
		case unstable.KeyValue:
			d.addValue(header, node)
		default:
		}
	}
	if err := p.Error(); err != nil {
		var bad *unstable.ParserError
		if !errors.As(err, &bad) {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		return nil, d.broken(int(p.Range(bad.Highlight).Offset), bad.Message)
	}
	return d, nil
}

// broken reports text that is not TOML, at an offset.
func (d *document) broken(offset int, what string) error {
	return failed([]Problem{{
		Where: place(d.path, d.lineAt(offset)),
		What:  what,
		Cure:  "see https://toml.io for the form of the file",
	}})
}

func (d *document) lineAt(offset int) int {
	before, _ := slices.BinarySearch(d.breaks, offset)
	return 1 + before
}

// addKey notes a dotted key: each part but the last is a table, the last has the value. A list of tables counts them:
// their keys have the number after the list's own name, from 1.
func (d *document) addKey(prefix []string, key unstable.Iterator, last unstable.Kind, value *unstable.Node) []string {
	path := prefix[:len(prefix):len(prefix)]
	for key.Next() {
		node := key.Node()
		path = append(path[:len(path):len(path)], string(node.Data))
		if n := d.tables[dotted(path)]; n > 0 && !key.IsLast() {
			path = append(path, strconv.Itoa(n))
			continue
		}
		e := entry{path: path, kind: unstable.Table, line: d.lineAt(int(node.Raw.Offset))}
		if key.IsLast() {
			e.kind = last
			if value != nil {
				e.value = value.Raw
				e.items = itemKinds(value)
			}
		}
		d.entries = append(d.entries, e)
		if name := dotted(path); d.lines[name] == 0 {
			d.lines[name] = e.line
		}
	}
	if last == unstable.ArrayTable {
		return d.addTable(path)
	}
	return path
}

// addTable counts one more table of a list, and returns its path.
func (d *document) addTable(list []string) []string {
	name := dotted(list)
	d.tables[name]++
	path := append(list[:len(list):len(list)], strconv.Itoa(d.tables[name]))
	d.lines[dotted(path)] = d.entries[len(d.entries)-1].line
	return path
}

func (d *document) addValue(header []string, node *unstable.Node) {
	value := node.Value()
	path := d.addKey(header, node.Key(), value.Kind, value)
	switch value.Kind {
	case unstable.InlineTable:
		d.addInline(path, value)
	case unstable.Array:
		for items := value.Children(); items.Next(); {
			if item := items.Node(); item.Kind == unstable.InlineTable {
				d.addInline(d.addTable(path), item)
			}
		}
	default:
	}
}

func (d *document) addInline(path []string, table *unstable.Node) {
	for children := table.Children(); children.Next(); {
		if child := children.Node(); child.Kind == unstable.KeyValue {
			d.addValue(path, child)
		}
	}
}

func itemKinds(value *unstable.Node) []unstable.Kind {
	if value.Kind != unstable.Array {
		return nil
	}
	var out []unstable.Kind
	for items := value.Children(); items.Next(); {
		out = append(out, items.Node().Kind)
	}
	return out
}

// line returns where a key stands, or where its nearest parent does, or 0.
func (d *document) line(key ...string) int {
	if d == nil {
		return 0
	}
	for n := len(key); n > 0; n-- {
		if line := d.lines[dotted(key[:n])]; line > 0 {
			return line
		}
	}
	return 0
}

// at names the place of a key for an error.
func (d *document) at(key ...string) string { return place(d.path, d.line(key...)) }

// dotted writes a key as TOML does, with quotes where a part needs them.
func dotted(path []string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = part
		if !isBare(part) {
			parts[i] = strconv.Quote(part)
		}
	}
	return strings.Join(parts, ".")
}

func isBare(s string) bool {
	for _, r := range s {
		if (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_' {
			return false
		}
	}
	return s != ""
}

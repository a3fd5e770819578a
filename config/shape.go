package config

import (
	"encoding"
	"maps"
	"reflect"
	"slices"
)

// kind is what a key of the file may hold.
type kind uint8

const (
	text kind = iota
	boolean
	list
	textOrList
	number
	table
	tables
)

// words names a kind for an error.
func (k kind) words() string {
	switch k {
	case text:
		return `a text in quotes`
	case boolean:
		return `true or false`
	case list:
		return `a list such as ["a", "b"]`
	case textOrList:
		return `a text in quotes or a list of them`
	case number:
		return `a whole number`
	case table:
		return `a table`
	case tables:
		return `a list of tables, each with a heading in double brackets`
	}
	return ""
}

// shape is what may stand under a key: the strictness of the file and its advice come from here, and this comes
// from the types in schema.go, so that a new field is known everywhere at once.
type shape struct {
	kind   kind
	fields map[string]*shape // of a table with fixed keys
	elem   *shape            // of a table with free keys, and of a list of tables, whose keys are 1, 2, ...
}

// names lists the fixed keys of a table.
func (s *shape) names() []string {
	return slices.Sorted(maps.Keys(s.fields))
}

// child returns the shape under a key, and nil if the key is unknown.
func (s *shape) child(name string) *shape {
	if s.elem != nil {
		return s.elem
	}
	return s.fields[name]
}

// shapeOf derives a shape from a Go type.
func shapeOf(t reflect.Type) *shape {
	short := reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
	switch t.Kind() {
	case reflect.Pointer:
		return shapeOf(t.Elem())
	case reflect.Struct:
		return shapeOfStruct(t)
	case reflect.Map:
		return &shape{kind: table, elem: shapeOf(t.Elem())}
	case reflect.Slice:
		if short {
			return &shape{kind: textOrList}
		}
		if t.Elem().Kind() == reflect.Struct {
			return &shape{kind: tables, elem: shapeOf(t.Elem())}
		}
		return &shape{kind: list}
	case reflect.Bool:
		return &shape{kind: boolean}
	case reflect.Int:
		return &shape{kind: number}
	default:
		return &shape{kind: text}
	}
}

func shapeOfStruct(t reflect.Type) *shape {
	s := &shape{kind: table, fields: make(map[string]*shape)}
	for i := range t.NumField() {
		field := t.Field(i)
		if name := field.Tag.Get("toml"); name != "" {
			s.fields[name] = shapeOf(field.Type)
		}
	}
	return s
}

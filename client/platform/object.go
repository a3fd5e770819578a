package platform

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// object is a JSON object whose members are found by name whatever its spelling. The zero object has no members,
// so that paths through what is missing need no checks.
type object struct {
	members map[string]jsontext.Value
	path    string
	skips   *skips
}

// skips collects what could not be read.
type skips struct{ notes []string }

const maxSkips = 20

func (s *skips) add(path, want string) {
	if len(s.notes) < maxSkips {
		s.notes = append(s.notes, path+": not "+want)
	}
}

// parseObject reads an object and checks it to its end. Of two members with one name the last counts.
func parseObject(data jsontext.Value, path string, s *skips) (object, error) {
	dec := jsontext.NewDecoder(strings.NewReader(string(data)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if kind := dec.PeekKind(); kind != '{' {
		if _, err := dec.ReadValue(); err != nil {
			return object{}, err
		}
		return object{}, fmt.Errorf("%s where an object should be", kind)
	}
	if _, err := dec.ReadToken(); err != nil {
		return object{}, err
	}
	o := object{members: map[string]jsontext.Value{}, path: path, skips: s}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return object{}, err
		}
		key := normal(name.String())
		value, err := dec.ReadValue()
		if err != nil {
			return object{}, err
		}
		o.members[key] = value.Clone()
	}
	if _, err := dec.ReadToken(); err != nil {
		return object{}, err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return object{}, errors.New("more after the end of the object")
	}
	return o, nil
}

// normal makes one spelling of camelCase and snake_case.
func normal(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", "")) }

// get returns a member that is there and not null.
func (o object) get(name string) (jsontext.Value, bool) {
	v, ok := o.members[normal(name)]
	return v, ok && v.Kind() != 'n'
}

func (o object) at(name string) string {
	if o.path == "" {
		return name
	}
	return o.path + "." + name
}

// names lists the members in order, in their one spelling.
func (o object) names() []string { return slices.Sorted(maps.Keys(o.members)) }

// object returns a member that is an object, else the zero object.
func (o object) object(name string) object {
	v, ok := o.get(name)
	if !ok {
		return object{}
	}
	child, err := parseObject(v, o.at(name), o.skips)
	if err != nil {
		o.skips.add(o.at(name), "an object")
		return object{}
	}
	return child
}

// maxElements bounds a list: no cluster has so many of anything.
const maxElements = 50_000

// elements returns the elements of a member that is a list, at most maxElements; a single value counts as a list of
// one.
func (o object) elements(name string) []jsontext.Value {
	v, ok := o.get(name)
	if !ok {
		return nil
	}
	if v.Kind() != '[' {
		return []jsontext.Value{v}
	}
	dec := jsontext.NewDecoder(strings.NewReader(string(v)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	var out []jsontext.Value
	for dec.PeekKind() != ']' {
		if len(out) == maxElements {
			o.skips.add(o.at(name), "a list of at most "+strconv.Itoa(maxElements)+" elements")
			return out
		}
		e, err := dec.ReadValue()
		if err != nil {
			return out
		}
		out = append(out, e.Clone())
	}
	return out
}

// objects returns the objects of a list; other elements are skipped.
func (o object) objects(name string) []object {
	var out []object
	for i, v := range o.elements(name) {
		path := o.at(name) + "[" + strconv.Itoa(i) + "]"
		child, err := parseObject(v, path, o.skips)
		if err != nil {
			o.skips.add(path, "an object")
			continue
		}
		out = append(out, child)
	}
	return out
}

// words returns the texts of a list; other elements are skipped.
func (o object) words(name string) []string {
	var out []string
	for i, v := range o.elements(name) {
		s, ok := scalar(v)
		if !ok {
			o.skips.add(o.at(name)+"["+strconv.Itoa(i)+"]", "text")
			continue
		}
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

package columns

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// FieldError says what is wrong with a field of a filter, and gives one that is right.
type FieldError struct {
	What    string
	Example string
}

func (e *FieldError) Error() string { return e.What }

// FilterExample is a filter that shows how to mend what was wrong with another.
func FilterExample(err error) string {
	var f *FieldError
	if errors.As(err, &f) {
		return f.Example
	}
	return `running "my job" -test`
}

// NoFields is the grammar of a list whose filter has words only.
func NoFields(list string) Grammar {
	return func(key, value string) (bool, error) {
		if !slices.Contains(allFields(), key) {
			return false, nil
		}
		return false, &FieldError{list + " have no fields: words only, in quotes if they have a colon", `"` + key + ":" + value + `"`}
	}
}

// allFields are the fields of all lists.
func allFields() []string {
	return slices.Concat(JobFieldNames(), EventFieldNames(), NodeFieldNames(), PoolFieldNames())
}

// foreign refuses a field that only other lists have: as a word it would hide everything, and nobody would know why.
func foreign(list, key string, own []string) error {
	if !slices.Contains(allFields(), key) {
		return nil
	}
	return &FieldError{fmt.Sprintf("%s have no field %s: (they have %s:)", list, key, strings.Join(own, ": ")), exampleOf(own[0])}
}

// exampleOf is a field as it is used.
func exampleOf(key string) string {
	switch key {
	case "node":
		return "node:a3u-3"
	case "pool":
		return "pool:a3u"
	case "state":
		return "state:drain,down"
	case "part":
		return "part:flex"
	case "job":
		return "job:88214"
	case "user":
		return "user:alice"
	case "risk":
		return "risk:killed,tight"
	case "lease":
		return "lease:<6h"
	case "sev":
		return "sev:warning"
	}
	return "type:draining"
}

// checkWords refuses a field that names nothing.
func checkWords(key, value string) error {
	if strings.Trim(value, ",") != "" {
		return nil
	}
	return &FieldError{key + ": takes a word: " + exampleOf(key), exampleOf(key)}
}

// wordsOf are the values of a field, of which one must be held.
func wordsOf(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return r == ',' })
}

// isOneOf reports whether a name is one of some, whatever its case.
func isOneOf(name string, some []string) bool {
	return slices.ContainsFunc(some, func(s string) bool { return strings.EqualFold(s, name) })
}

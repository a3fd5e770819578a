package template

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// Type says what values a parameter takes.
type Type uint8

// The types, by the words of a #FLEXQ line: text, integer, duration, memory, choice, path, bool.
const (
	Text     Type = iota // one line of text
	Integer              // a whole number, not negative
	Duration             // a time limit as sbatch takes it: 90, 8:00:00, 1-12
	Memory               // a size as sbatch takes it: 16G
	Choice               // one of Choices
	Path                 // a path on the cluster
	Bool                 // true or false
)

// typeNames are the words of the types, in their order.
func typeNames() []string {
	return []string{"text", "integer", "duration", "memory", "choice", "path", "bool"}
}

// String names the type as a #FLEXQ line does.
func (t Type) String() string {
	if names := typeNames(); int(t) < len(names) {
		return names[t]
	}
	return ""
}

// ParseType reads the word of a type.
func ParseType(word string) (Type, bool) {
	i := slices.Index(typeNames(), word)
	return Type(max(i, 0)), i >= 0
}

// Param is one declared parameter.
type Param struct {
	Name     string // letters, digits, _ and -
	Type     Type
	Default  string
	Optional bool     // it has a default, be it an empty one
	Choices  []string // of a Choice and a Bool; of another type those that are offered: others get a warning
	Help     string
	Line     int // of the declaration, from 1
}

// maxValue bounds a value; no line of a script has use for more.
const maxValue = 10_000

// Check says what is wrong with a value, in the form "what; cure". An empty value is right for a parameter whose default
// is empty, and for text that has one.
func (p Param) Check(value string) error {
	switch {
	case strings.ContainsAny(value, "\n\r"):
		return errors.New("a value is one line; leave the line end out")
	case strings.ContainsFunc(value, isControl):
		return errors.New("a value has no control characters; leave them out")
	case !utf8.ValidString(value):
		return errors.New("a value is UTF-8; write it anew")
	case p.Type != Text && p.Type != Path && strings.Trim(value, blanks) != value:
		return fmt.Errorf("%q has blanks around it; leave them out", value)
	case len(value) > maxValue:
		return fmt.Errorf("a value has at most %d characters; put it into a file that the script reads", maxValue)
	case value == "":
		return p.checkEmpty()
	case p.Type == Path && (strings.Contains(value, "$(") || strings.Contains(value, "`")):
		return fmt.Errorf("%q is no path: a shell would run a command of it; write the path itself", value)
	}
	switch p.Type {
	case Integer:
		return checkInteger(value)
	case Duration:
		_, err := slurm.ParseLimit(value)
		return err
	case Memory:
		_, err := sizeWords(value)
		return err
	case Choice, Bool:
		if !slices.Contains(p.Choices, value) {
			return fmt.Errorf("%q is not one of them; write %s", value, orList(p.Choices))
		}
	case Text, Path:
	}
	return nil
}

func checkInteger(value string) error {
	_, err := strconv.ParseUint(value, 10, 63)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%q is too large a number; write a smaller one", value)
	case err != nil:
		return fmt.Errorf("%q is not a whole number from 0 on; write digits, as in 4", value)
	}
	return nil
}

// doubt says that a right value is none of those that are offered, which are all that its author thought of. The default
// is one of them. It is nil for a Choice and a Bool, which take no other value.
func (p Param) doubt(value string) error {
	if p.Type == Choice || p.Type == Bool || len(p.Choices) == 0 || value == "" || value == p.Default {
		return nil
	}
	words := p.Explain(value)
	for _, c := range p.Choices {
		if c == value || words != "" && p.Explain(c) == words {
			return nil
		}
	}
	return fmt.Errorf("%q is none of the values that the template offers; they are %s", value, andList(p.Choices))
}

func (p Param) checkEmpty() error {
	if p.Optional && (p.Default == "" || p.Type == Text) {
		return nil
	}
	if len(p.Choices) > 0 && (p.Type == Choice || p.Type == Bool) {
		return errors.New("it has no value; write " + orList(p.Choices))
	}
	return errors.New("it has no value; " + map[Type]string{
		Text: "write one", Integer: "write a whole number, as in 4", Duration: "write a time limit, as in 8:00:00 or 1-12",
		Memory: "write a size, as in 16G", Path: "write a path on the cluster",
	}[p.Type])
}

// isControl finds what no line of a script has use for. Tabs do no harm.
func isControl(c rune) bool { return c != '\t' && (c < ' ' || c >= 0x7f && c < 0xa0) }

// Explain says a right value in words: "1-12" of a duration is "1 day 12 hours", "16G" of memory "16 GiB". It is ""
// where there is nothing to add.
func (p Param) Explain(value string) string {
	if value == "" || p.Check(value) != nil {
		return ""
	}
	words := ""
	switch p.Type {
	case Duration:
		limit, _ := slurm.ParseLimit(value) // Check read it
		words = limit.Words()
	case Memory:
		words, _ = sizeWords(value)
	case Text, Integer, Choice, Path, Bool:
	}
	return words
}

// sizeWords reads a size as sbatch does, by an option that is nothing but one.
func sizeWords(value string) (string, error) {
	words, err := sbatch.Explain("tmp", value, time.Time{})
	size, _, _ := strings.Cut(words, " of ")
	return size, err
}

// orList joins words: "a, b or c".
func orList(words []string) string { return joined(words, " or ") }

// andList joins words: "a, b and c".
func andList(words []string) string { return joined(words, " and ") }

func joined(words []string, link string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + link + words[last]
}

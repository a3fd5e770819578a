package columns

import (
	"errors"
	"slices"
	"strings"
)

// Filter lets rows through that hold every word and none of the words after a minus sign; case does not count.
// The zero value lets everything through. A Filter is immutable.
type Filter struct {
	text   string
	must   []string
	not    []string
	fields []FilterField
	held   bool // the last word does not count yet
}

// FilterField is a word of a filter that asks for one property: "risk:killed", or "-risk:killed" with Not. The value is in
// lower case.
type FilterField struct {
	Key, Value string
	Not        bool
}

// Grammar says which fields a filter may have: it returns whether it knows the key and, if the value is no good, what
// it should be. A key that only other lists have is an error too. A word with any other key is looked for as it stands.
type Grammar func(key, value string) (known bool, err error)

// ErrOpenQuote is what ParseFilter says while a quoted phrase is not closed.
var ErrOpenQuote = errors.New(`a quote is not closed: add a " at the end of the phrase`)

// ParseFilter reads a filter as typed: words apart, "a phrase" in double quotes, -word leaves out.
func ParseFilter(text string) (Filter, error) { return ParseFields(text, nil) }

// ParseFields reads a filter that may also have fields, key:value. A phrase in quotes is never a field.
func ParseFields(text string, known Grammar) (Filter, error) {
	f := Filter{text: strings.TrimSpace(text)}
	rest := f.text
	for rest != "" {
		quoted := strings.HasPrefix(strings.TrimPrefix(rest, "-"), `"`)
		word, more, negative, err := nextWord(rest)
		if err != nil {
			return Filter{}, err
		}
		rest = strings.TrimLeft(more, " \t")
		word = strings.ToLower(word)
		if !quoted && known != nil {
			taken, err := f.field(word, negative, known)
			if err != nil {
				return Filter{}, err
			}
			if taken {
				continue
			}
		}
		switch {
		case word == "":
		case negative:
			f.not = append(f.not, word)
		default:
			f.must = append(f.must, word)
		}
	}
	return f, nil
}

// ParseTyping reads a filter at the end of which somebody is typing. A last word that may yet become one of the fields
// does not count: on the way to "type:drain" the word "type" would hide everything.
func ParseTyping(text string, known Grammar, names []string) (Filter, error) {
	at := strings.LastIndexAny(text, " \t") + 1
	word := strings.ToLower(strings.TrimPrefix(text[at:], "-"))
	if word == "" || !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, word) }) {
		return ParseFields(text, known)
	}
	f, err := ParseFields(text[:at], known)
	f.text, f.held = strings.TrimSpace(text), true
	return f, err
}

// Same reports whether two filters were typed alike and let the same through.
func (f Filter) Same(g Filter) bool { return f.text == g.text && f.held == g.held }

// field takes a word that is a field.
func (f *Filter) field(word string, negative bool, known Grammar) (taken bool, err error) {
	key, value, ok := strings.Cut(word, ":")
	if !ok {
		return false, nil
	}
	if taken, err = known(key, value); err != nil || !taken {
		return false, err
	}
	f.fields = append(f.fields, FilterField{key, value, negative})
	return true, nil
}

// Fields returns the fields of the filter. They are looked at by whoever knows what they ask for: Match does not.
func (f Filter) Fields() []FilterField { return f.fields }

func nextWord(s string) (word, rest string, negative bool, err error) {
	if len(s) > 1 && s[0] == '-' && s[1] != ' ' {
		negative, s = true, s[1:]
	}
	if s[0] != '"' {
		word, rest, _ = strings.Cut(s, " ")
		return word, rest, negative, nil
	}
	word, rest, closed := strings.Cut(s[1:], `"`)
	if !closed {
		return "", "", false, ErrOpenQuote
	}
	return word, rest, negative, nil
}

// String gives the filter as it was typed.
func (f Filter) String() string { return f.text }

// Empty reports whether everything is let through.
func (f Filter) Empty() bool { return len(f.must) == 0 && len(f.not) == 0 && len(f.fields) == 0 }

// Match reports whether the fields of a row let it through: each word is looked for in each field.
func (f Filter) Match(fields ...string) bool {
	for _, w := range f.must {
		if !anyHas(fields, w) {
			return false
		}
	}
	for _, w := range f.not {
		if anyHas(fields, w) {
			return false
		}
	}
	return true
}

func anyHas(fields []string, word string) bool {
	for _, s := range fields {
		if hasFold(s, word) {
			return true
		}
	}
	return false
}

// hasFold reports whether s holds the lower-case word, whatever the case of s. Nothing is allocated for ASCII:
// whole lists are looked through at every letter that is typed.
func hasFold(s, word string) bool {
	n := len(word)
	if n == 0 {
		return true
	}
	first := word[0]
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return strings.Contains(strings.ToLower(s), word)
		}
		if lower(s[i]) == first && len(s)-i >= n && sameFold(s[i:i+n], word) {
			return true
		}
	}
	return false
}

func sameFold(s, word string) bool {
	for i := range len(word) {
		if lower(s[i]) != word[i] {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

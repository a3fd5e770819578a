package sbatch

import (
	"fmt"
	"strings"
)

// given is an option where it stands: in which words of its row.
type given struct {
	Option
	line  int // of the script, from 1; 0 for the command line
	word  int // the option's word, by its place in the row
	at    int // of a short option: where its letter stands in the word without quotes
	value int // the word that holds the value; the same one if they are joined; -1 without a value
}

// scanned is a row of words read as options.
type scanned struct {
	options  []given
	problems Problems
	stop     int // the line at whose word sbatch stops reading, or whose option lacks its value; 0 for neither, -1 for the command line
}

// scanWords reads a row of words as getopt_long does for sbatch: long names may be cut short while they are clear,
// short ones may stand together, and values may be joined or follow. A word that is no option ends it.
func scanWords(words []token, table *table) scanned {
	s := scanner{words: words, known: table}
	for s.more() && s.stop == 0 {
		switch w := s.next(); {
		case w == "--":
			if s.more() {
				s.operand(s.next())
			}
			s.halt()
		case strings.HasPrefix(w, "--"):
			s.long(w)
		case len(w) > 1 && w[0] == '-':
			s.short(w)
		default:
			s.operand(w)
		}
	}
	return s.scanned
}

// argWords makes a row of the words of a command line.
func argWords(args []string) []token {
	out := make([]token, 0, len(args))
	for _, a := range args {
		out = append(out, token{text: a})
	}
	return out
}

type scanner struct {
	words []token
	known *table
	used  int // how many words were read
	scanned
}

func (s *scanner) more() bool { return s.used < len(s.words) }

func (s *scanner) next() string {
	s.used++
	return s.words[s.used-1].text
}

// line is that of the word read last.
func (s *scanner) line() int { return s.words[s.used-1].line }

func (s *scanner) halt() {
	if s.stop = s.line(); s.stop == 0 {
		s.stop = -1
	}
}

func (s *scanner) fail(option, what, cure string) {
	s.problems = append(s.problems, Problem{Line: s.line(), Option: option, What: what, Cure: cure})
}

func (s *scanner) operand(w string) {
	s.fail("", fmt.Sprintf("%q is not an option", w), "options begin with - or --; a value with blanks needs quotes")
	s.halt()
}

// missing says that an option at the end of all words lacks its value.
func (s *scanner) missing(written, cure string) {
	s.fail(written, "its value is missing", cure)
	s.halt()
}

// take notes an option of the word read last, or whose value was.
func (s *scanner) take(o Option, word, at, value int) {
	s.options = append(s.options, given{Option: o, line: s.words[word].line, word: word, at: at, value: value})
}

func (s *scanner) long(word string) {
	name, value, hasValue := strings.Cut(word[2:], "=")
	written, at := "--"+name, s.used-1
	k, candidates := s.find(name)
	if k == nil {
		s.unknown(written, candidates)
		return
	}
	o := Option{Name: k.name, Value: value, HasValue: hasValue, Written: written}
	switch {
	case k.arg == noValue && hasValue:
		s.fail(written, "it takes no value", "write "+written+" alone")
	case hasValue:
		s.take(o, at, 0, at)
	case k.arg != needsValue:
		s.take(o, at, 0, -1)
	case !s.more():
		s.missing(written, "write "+written+"="+k.value)
	default:
		o.Value, o.HasValue = s.next(), true
		s.take(o, at, 0, s.used-1)
	}
}

func (s *scanner) unknown(written string, candidates []string) {
	switch {
	case len(candidates) > 1:
		s.fail(written, "it may mean "+strings.Join(candidates, " or "), "write the name in full")
	case len(s.problems) < maxHints && nearest(written[2:], s.known.rows) != "":
		s.fail(written, "sbatch has no such option", "did you mean --"+nearest(written[2:], s.known.rows)+"?")
	default:
		s.fail(written, "sbatch has no such option", "see the list at https://slurm.schedmd.com/sbatch.html")
	}
}

// maxHints bounds of how many unknown options a near name is looked for: a text of them alone is no script.
const maxHints = 100

// find returns the option of that name or of the one name that begins so, else what it may mean.
func (s *scanner) find(name string) (*spec, []string) {
	if k, ok := s.known.byName[name]; ok || name == "" {
		return k, nil
	}
	var found *spec
	var candidates []string
	for i := range s.known.rows {
		k := &s.known.rows[i]
		for _, full := range []string{k.name, k.alias} {
			if strings.HasPrefix(full, name) {
				if found != k {
					candidates = append(candidates, "--"+full)
				}
				found = k
			}
		}
	}
	if len(candidates) == 1 {
		return found, nil
	}
	return nil, candidates
}

func (s *scanner) short(word string) {
	at := s.used - 1
	for i, c := range word[1:] {
		i++
		written := "-" + string(c)
		k := s.known.byShort[string(c)]
		if k == nil {
			s.fail(written, "sbatch has no such option", "see the list at https://slurm.schedmd.com/sbatch.html")
			return
		}
		rest := word[i+len(string(c)):]
		o := Option{Name: k.name, Written: written}
		switch {
		case k.arg == noValue:
			s.take(o, at, i, -1)
			continue
		case rest != "":
			o.Value, o.HasValue = rest, true
			s.take(o, at, i, at)
		case k.arg == mayHaveValue:
			s.take(o, at, i, -1)
		case s.more():
			o.Value, o.HasValue = s.next(), true
			s.take(o, at, i, s.used-1)
		default:
			s.missing(written, "write "+written+" "+k.value)
		}
		return
	}
}

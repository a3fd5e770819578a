package sbatch

import (
	"fmt"
	"strings"
)

// scanWords reads the words of one #SBATCH line as getopt_long does for sbatch: long names may be cut short while
// they are clear, short ones may stand together, and values may be joined or follow.
func scanWords(words []string, table []spec) ([]Option, Problems) {
	s := scanner{words: words, known: table}
	for s.more() {
		switch w := s.next(); {
		case w == "":
		case w == "--":
			if s.more() {
				s.operand(s.next())
			}
			s.words = nil
		case strings.HasPrefix(w, "--"):
			s.long(w)
		case len(w) > 1 && w[0] == '-':
			s.short(w[1:])
		default:
			s.operand(w)
		}
	}
	return s.options, s.problems
}

func find(name string, table []spec) *spec {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return nil
}

type scanner struct {
	words    []string
	known    []spec
	options  []Option
	problems Problems
}

func (s *scanner) more() bool { return len(s.words) > 0 }

func (s *scanner) next() string {
	w := s.words[0]
	s.words = s.words[1:]
	return w
}

func (s *scanner) fail(option, what, cure string) {
	s.problems = append(s.problems, Problem{Option: option, What: what, Cure: cure})
}

func (s *scanner) operand(w string) {
	switch strings.ToLower(w) {
	case "hetjob", "packjob":
		s.fail("", "het jobs cannot be submitted this way", "submit with sbatch on a login node, or make it one job")
	default:
		s.fail("", fmt.Sprintf("%q is not an option", w), "options begin with - or --; a value with blanks needs quotes")
	}
}

func (s *scanner) long(word string) {
	name, value, hasValue := strings.Cut(word[2:], "=")
	written := "--" + name
	k, candidates := s.find(name)
	if k == nil {
		s.unknown(written, candidates)
		return
	}
	o := Option{Name: k.name, Value: value, HasValue: hasValue, Written: written}
	switch {
	case k.arg == noValue && hasValue:
		s.fail(written, "it takes no value", "write "+written+" alone")
		return
	case k.arg == needsValue && !hasValue:
		if !s.more() {
			s.fail(written, "its value is missing", "write "+written+"="+k.value)
			return
		}
		o.Value, o.HasValue = s.next(), true
	}
	s.options = append(s.options, o)
}

func (s *scanner) unknown(written string, candidates []string) {
	switch {
	case len(candidates) > 1:
		s.fail(written, "it may mean "+strings.Join(candidates, " or "), "write the name in full")
	case nearest(written[2:], s.known) != "":
		s.fail(written, "sbatch has no such option", "did you mean --"+nearest(written[2:], s.known)+"?")
	default:
		s.fail(written, "sbatch has no such option", "see the list at https://slurm.schedmd.com/sbatch.html")
	}
}

// find returns the option of that name or of the one name that begins so, else what it may mean.
func (s *scanner) find(name string) (*spec, []string) {
	var found *spec
	var candidates []string
	for i := range s.known {
		k := &s.known[i]
		switch {
		case k.name == name || k.alias == name:
			return k, nil
		case name != "" && strings.HasPrefix(k.name, name):
			found = k
			candidates = append(candidates, "--"+k.name)
		}
	}
	if len(candidates) == 1 {
		return found, nil
	}
	return nil, candidates
}

func (s *scanner) short(cluster string) {
	for i, c := range cluster {
		written := "-" + string(c)
		k := s.findShort(string(c))
		if k == nil {
			s.fail(written, "sbatch has no such option", "see the list at https://slurm.schedmd.com/sbatch.html")
			return
		}
		rest := cluster[i+len(string(c)):]
		o := Option{Name: k.name, Written: written}
		switch {
		case k.arg == noValue, k.arg == mayHaveValue && rest == "":
			s.options = append(s.options, o)
			if k.arg == noValue {
				continue
			}
		case rest != "":
			o.Value, o.HasValue = rest, true
			s.options = append(s.options, o)
		case s.more():
			o.Value, o.HasValue = s.next(), true
			s.options = append(s.options, o)
		default:
			s.fail(written, "its value is missing", "write "+written+" "+k.value)
		}
		return
	}
}

func (s *scanner) findShort(c string) *spec {
	for i := range s.known {
		if s.known[i].short == c {
			return &s.known[i]
		}
	}
	return nil
}

// nearest returns the known name that is at most two slips away from name, "" if there is none.
func nearest(name string, known []spec) string {
	best, least := "", 3
	for _, k := range known {
		if d := distance(name, k.name, least); d < least {
			best, least = k.name, d
		}
	}
	return best
}

// distance counts insertions, deletions and replacements between two names, up to limit.
func distance(a, b string, limit int) int {
	if len(a)-len(b) >= limit || len(b)-len(a) >= limit || len(a) > 40 {
		return limit
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

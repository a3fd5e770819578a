package columns

import (
	"errors"
	"strings"

	"flexq/client/slurm"
)

// Filter lets rows through that hold every word and none of the words after a minus sign; case does not count.
// The zero value lets everything through. A Filter is immutable.
type Filter struct {
	text string
	must []string
	not  []string
}

// ErrOpenQuote is what ParseFilter says while a quoted phrase is not closed.
var ErrOpenQuote = errors.New(`a quote is not closed: add a " at the end of the phrase`)

// ParseFilter reads a filter as typed: words apart, "a phrase" in double quotes, -word leaves out.
func ParseFilter(text string) (Filter, error) {
	f := Filter{text: strings.TrimSpace(text)}
	rest := f.text
	for rest != "" {
		word, more, negative, err := nextWord(rest)
		if err != nil {
			return Filter{}, err
		}
		rest = strings.TrimLeft(more, " \t")
		switch {
		case word == "":
		case negative:
			f.not = append(f.not, strings.ToLower(word))
		default:
			f.must = append(f.must, strings.ToLower(word))
		}
	}
	return f, nil
}

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
func (f Filter) Empty() bool { return len(f.must) == 0 && len(f.not) == 0 }

// Match reports whether a row with this lower-case text is let through.
func (f Filter) Match(lower string) bool {
	for _, w := range f.must {
		if !strings.Contains(lower, w) {
			return false
		}
	}
	for _, w := range f.not {
		if strings.Contains(lower, w) {
			return false
		}
	}
	return true
}

// JobText is what a filter looks at for a job: everything that the list can show of it, in lower case.
func JobText(j *slurm.Job) string {
	return strings.ToLower(strings.Join([]string{
		j.DisplayID(), j.Name, j.User, j.Account, j.Partition, j.QOS, j.State.String(), j.State.Code(), StateWord(j),
		j.Reason, string(j.Nodes), j.Reservation, j.Features, j.Comment,
	}, "\n"))
}

// NodeText is what a filter looks at for a node.
func NodeText(n *slurm.Node) string {
	return strings.ToLower(strings.Join([]string{
		n.Name, n.State.Full(), n.State.String(), n.State.Words(), strings.Join(n.Partitions, ","), n.Reason,
		strings.Join(n.Features, ","), n.GRES,
	}, "\n"))
}

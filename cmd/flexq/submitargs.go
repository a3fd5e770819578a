package main

import (
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"flexq/client/sbatch"
	"flexq/client/wire"
	"flexq/config"
)

// submitLine is the command line of submit, taken apart.
type submitLine struct {
	own     []string   // flexq's own flags
	options optionList // sbatch's, in their order
	files   []string   // what is no option
	args    []string   // of the script: what stands after --
}

// optionWord is one option of sbatch as it was given, or the ":" between the parts of a het job.
type optionWord struct {
	name     string // in full, without dashes; "" of what sbatch.Read is to complain of
	written  string // "--time", "--tim" or "-t"
	value    string
	hasValue bool
}

// hetMark parts the options of a het job's parts.
const hetMark = ":"

// arg is the option as one word of sbatch's command line.
func (w optionWord) arg() string {
	switch {
	case !w.hasValue:
		return w.written
	case strings.HasPrefix(w.written, "--"):
		return w.written + "=" + w.value
	}
	return w.written + w.value
}

// optionList are the options of sbatch on a command line.
type optionList []optionWord

// args are the options as words of sbatch's command line.
func (l optionList) args() []string {
	var out []string
	for _, w := range l {
		out = append(out, w.arg())
	}
	return out
}

func (l optionList) has(name string) bool {
	return slices.ContainsFunc(l, func(w optionWord) bool { return w.name == name })
}

// firstPart are the options of the first part of a het job, or of a job without parts.
func (l optionList) firstPart() optionList {
	if i := slices.IndexFunc(l, func(w optionWord) bool { return w.name == hetMark }); i >= 0 {
		return l[:i]
	}
	return l
}

// value is the last that an option is given, "" if there is none.
func (l optionList) value(name string) string {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].name == name {
			return l[i].value
		}
	}
	return ""
}

// formatJSON is the value of -o that asks for JSON. To submit, any other one is the file of the job's output, as to sbatch.
const formatJSON = "json"

// splitSubmit takes a command line apart. Flexq's own flags are those of the set, by their full names; all else that
// begins with a dash is an option of sbatch and read as sbatch reads it: long names may be cut short while they are
// clear, short ones may stand together, values may be joined or follow. Unlike sbatch's, options may stand after the
// script. The error is the first; what stands after it is taken apart too, as it may say how errors are to be told.
func splitSubmit(words []string, own *pflag.FlagSet) (submitLine, error) {
	s := submitSplitter{table: sbatch.Table(), own: own, rest: words}
	var first error
	for len(s.rest) > 0 {
		word := s.next()
		if word == "--" {
			s.out.args = s.rest
			break
		}
		if err := s.word(word); err != nil && first == nil {
			first = err
		}
	}
	return s.out, first
}

type submitSplitter struct {
	table []sbatch.Row
	own   *pflag.FlagSet
	rest  []string
	out   submitLine
}

func (s *submitSplitter) next() string {
	word := s.rest[0]
	s.rest = s.rest[1:]
	return word
}

func (s *submitSplitter) word(word string) error {
	switch {
	case word == hetMark:
		return s.take(optionWord{name: hetMark, written: hetMark})
	case word == "-h":
		s.out.own = append(s.out.own, "--help")
	case strings.HasPrefix(word, "--"):
		return s.long(word)
	case len(word) > 1 && word[0] == '-':
		return s.short(word)
	default:
		s.out.files = append(s.out.files, word)
	}
	return nil
}

// take notes an option. One that is given empty is mostly a variable that is not set.
func (s *submitSplitter) take(w optionWord) error {
	if w.hasValue && strings.TrimSpace(w.value) == "" && w.name != "" && !meansEmpty(w.name) {
		return errEmpty(w.name)
	}
	s.out.options = append(s.out.options, w)
	return nil
}

// meansEmpty reports whether an option may be given empty: it takes back what the script says.
func meansEmpty(name string) bool { return name == "comment" || name == "extra" }

func (s *submitSplitter) long(word string) error {
	name, value, hasValue := strings.Cut(word[2:], "=")
	if flag := s.ownFlag(name); flag != nil {
		s.out.own = append(s.out.own, word)
		if flag.NoOptDefVal == "" && !hasValue && len(s.rest) > 0 {
			s.out.own = append(s.out.own, s.next())
		}
		return nil
	}
	w := optionWord{written: "--" + name, value: value, hasValue: hasValue}
	rows := s.rows(name)
	switch {
	case len(rows) == 0:
		return s.unknown(name)
	case len(rows) > 1: // at once, as nobody knows whether the next word is its value or the script
		var names []string
		for _, r := range rows {
			names = append(names, "--"+r.Name)
		}
		return usagef("write the name in full", "--%s: it may mean %s", name, strings.Join(names, " or "))
	}
	if likes := s.ownLike(name); rows[0].Name != name && rows[0].Alias != name && len(likes) > 0 {
		return usagef("write the name in full", "--%s: it may mean --%s, which is flexq's own", name, likes[0])
	}
	w.name = rows[0].Name
	if needsValue(rows[0]) {
		s.takeValue(&w)
	}
	return s.take(w)
}

// takeValue gives an option the next word for its value, if it has none yet.
func (s *submitSplitter) takeValue(w *optionWord) {
	if !w.hasValue && len(s.rest) > 0 {
		w.value, w.hasValue = s.next(), true
	}
}

// unknown is the error of a name that nobody knows.
func (s *submitSplitter) unknown(name string) error {
	names := s.ownLike("")
	for _, r := range s.table {
		names = append(names, r.Name)
	}
	cure := "`flexq submit --help` lists the options"
	if likes := s.ownLike(name); len(likes) > 0 && name != "" {
		cure = "did you mean --" + likes[0] + "? options of flexq's own are written in full"
	} else if near := config.Nearest(name, names); near != "" {
		cure = "did you mean --" + near + "?"
	}
	return usagef(cure, "--%s: neither flexq nor sbatch has such an option", wire.Clean(name))
}

// ownFlag returns flexq's own flag of that name, nil if there is none.
func (s *submitSplitter) ownFlag(name string) *pflag.Flag {
	flag := s.own.Lookup(name)
	if flag == nil {
		return nil
	}
	if _, isSbatch := flag.Value.(*sbatchValue); isSbatch {
		return nil
	}
	return flag
}

// ownLike lists flexq's own flags whose names begin so.
func (s *submitSplitter) ownLike(name string) []string {
	var out []string
	s.own.VisitAll(func(flag *pflag.Flag) {
		if s.ownFlag(flag.Name) != nil && strings.HasPrefix(flag.Name, name) {
			out = append(out, flag.Name)
		}
	})
	return out
}

// rows finds the option of that name, else those whose names begin so.
func (s *submitSplitter) rows(name string) []sbatch.Row {
	var like []sbatch.Row
	for _, r := range s.table {
		switch {
		case r.Name == name, r.Alias == name && name != "":
			return []sbatch.Row{r}
		case name != "" && (strings.HasPrefix(r.Name, name) || strings.HasPrefix(r.Alias, name)):
			like = append(like, r)
		}
	}
	return like
}

func needsValue(r sbatch.Row) bool { return r.Value != "" && !r.Optional }

// short reads a word of options of one letter, as in -Hn4.
func (s *submitSplitter) short(word string) error {
	for i, c := range word[1:] {
		written := "-" + string(c)
		at := slices.IndexFunc(s.table, func(r sbatch.Row) bool { return r.Short == string(c) })
		if at < 0 {
			return s.take(optionWord{written: written}) // sbatch.Read says that there is none
		}
		r := s.table[at]
		w := optionWord{name: r.Name, written: written}
		if r.Value == "" {
			if err := s.take(w); err != nil {
				return err
			}
			continue
		}
		w.value = word[1+i+len(string(c)):]
		w.hasValue = w.value != ""
		if !r.Optional {
			s.takeValue(&w)
		}
		if r.Short == "o" && w.value == formatJSON {
			s.out.own = append(s.out.own, "--"+formatJSON)
			return nil
		}
		return s.take(w)
	}
	return nil
}

package sbatch

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Level says how bad a problem is.
type Level uint8

// The levels of problems. An Error keeps a job from being submitted, and so does a Severe one unless its user insists.
const (
	Error   Level = iota
	Warning       // the job can go, but not all that was asked goes with it
	Note          // asked for, and of no meaning here
	Severe        // Slurm would take the job, but it would never start, never finish or do nothing
)

// String names the level.
func (l Level) String() string {
	switch l {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Note:
		return "note"
	case Severe:
		return "severe"
	}
	return ""
}

// Problem is something wrong with a script or an option.
type Problem struct {
	Level  Level
	Line   int    // of the script, from 1; 0 for the command line
	Part   int    // of a het job, from 0; 0 too where it is about the whole job
	Option string // as in --time; "" if it is not about one option
	What   string // what is wrong, without a full stop
	Cure   string // what to do, without a full stop; may be empty
}

// String gives the problem in one line: "line 3: --time: "x" is not a time limit; write minutes ...".
func (p Problem) String() string {
	var b strings.Builder
	if p.Line > 0 {
		b.WriteString("line " + strconv.Itoa(p.Line) + ": ")
	}
	if p.Option != "" {
		b.WriteString(p.Option + ": ")
	}
	b.WriteString(p.What)
	if p.Cure != "" {
		b.WriteString("; " + p.Cure)
	}
	return b.String()
}

// place orders by line, the command line last.
func (p Problem) place() int {
	if p.Line == 0 {
		return math.MaxInt
	}
	return p.Line
}

// Problems are all that is wrong, in the order of the script, the command line last.
type Problems []Problem

// sort puts them in the order of the script, the command line last.
func (p Problems) sort() {
	slices.SortStableFunc(p, func(a, b Problem) int { return cmp.Compare(a.place(), b.place()) })
}

// of gives problems to a part of a het job.
func (p Problems) of(part int) Problems {
	for i := range p {
		p[i].Part = part
	}
	return p
}

// told is what was told already. A problem that a part of a het job hands on to the next is the same one there.
type told map[Problem]struct{}

// add notes a problem, and reports whether it is a new one.
func (t told) add(p Problem) bool {
	p.Part = 0
	_, known := t[p]
	t[p] = struct{}{}
	return !known
}

// Err returns the errors among the problems as one error, one line each, and nil if there is none.
func (p Problems) Err() error {
	var lines []string
	for _, q := range p {
		if q.Level == Error {
			lines = append(lines, q.String())
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(lines, "\n"))
}

// Of returns the problems of a level.
func (p Problems) Of(l Level) Problems {
	var out Problems
	for _, q := range p {
		if q.Level == l {
			out = append(out, q)
		}
	}
	return out
}

// At returns the problems of a line of the script.
func (p Problems) At(line int) Problems {
	var out Problems
	for _, q := range p {
		if q.Line == line {
			out = append(out, q)
		}
	}
	return out
}

// splitCure cuts a text of the form "what; cure".
func splitCure(text string) (what, cure string) {
	if i := strings.LastIndex(text, "; "); i >= 0 {
		return text[:i], text[i+2:]
	}
	return text, ""
}

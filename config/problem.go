package config

import (
	"fmt"
	"strings"
)

// Problem is one thing that is wrong with the settings: what, where, and what to do about it.
type Problem struct {
	Where string // "PATH:LINE", "--flag", "environment NAME" or a path
	Key   string // dotted key of the file, may be empty
	What  string // one sentence without a full stop
	Cure  string // one sentence without a full stop; may be empty
}

// String gives where, key and what in one line, without the cure.
func (p Problem) String() string {
	parts := make([]string, 0, 3)
	for _, s := range []string{p.Where, p.Key, p.What} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ": ")
}

// Error is returned when settings cannot be used. It holds at least one problem, in the order of the file.
type Error struct {
	Problems []Problem
}

// Error gives every problem in one line.
func (e *Error) Error() string {
	all := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		all[i] = p.String()
		if p.Cure != "" {
			all[i] += " (" + p.Cure + ")"
		}
	}
	return strings.Join(all, "; ")
}

// failed returns the problems as an error, and nil if there are none.
func failed(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	return &Error{Problems: problems}
}

// place names a line of a file.
func place(path string, line int) string {
	if line <= 0 {
		return path
	}
	return fmt.Sprintf("%s:%d", path, line)
}

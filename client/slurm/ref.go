package slurm

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Ref names a job, tasks of an array, a component of a het job, or a step. Make it with ParseRef or RefOf: in a
// Ref that is no het component Het is -1, not 0.
type Ref struct {
	Job  uint64 // never 0 in a valid Ref
	Task string // "", "7" or "[1-5,9]"
	Het  int    // offset of the component of a het job; -1 for any other
	Step string // "", "batch", "extern", "interactive" or a number
}

// RefTo returns the Ref of a plain job.
func RefTo(job uint64) Ref { return Ref{Job: job, Het: -1} }

// RefOf returns the Ref by which Slurm's commands and REST paths know the record: its array and task where it has
// one.
func RefOf(j Job) Ref { return j.Ref() }

// ParseRef reads an id as people type it and as squeue and sacct print it: 1234, 1234_7, 1234_[1-5], 1234+1,
// 1234.batch, 1234_7.0. The brackets around several tasks may be left out. Its errors say what is wrong and how to
// write it.
func ParseRef(s string) (Ref, error) {
	r := Ref{Het: -1}
	rest, step, hasStep := strings.Cut(strings.TrimSpace(s), ".")
	if strings.Contains(s, "...") { // a list of tasks that Slurm has cut short, no step
		rest, hasStep = strings.TrimSpace(s), false
	}
	if hasStep {
		if !isStep(step) {
			return Ref{}, badRef(s, quote(step)+" is not a step")
		}
		r.Step = step
	}
	id, het, hasHet := strings.Cut(rest, "+")
	id, task, hasTask := strings.Cut(id, "_")
	var err error
	switch {
	case hasHet && hasTask:
		return Ref{}, badRef(s, "a job has tasks or components, not both")
	case hasHet:
		r.Het, err = parseHet(het)
	case hasTask:
		r.Task, err = parseTask(task)
	}
	if err != nil {
		return Ref{}, badRef(s, err.Error())
	}
	if r.Job, err = strconv.ParseUint(id, 10, 64); err != nil || r.Job == 0 {
		return Ref{}, badRef(s, "job ids are numbers from 1 on")
	}
	return r, nil
}

func badRef(s, why string) error {
	return fmt.Errorf("%s is not a job id: %s; write 1234, 1234_7, 1234_[1-5], 1234+1 or 1234.batch", quote(s), why)
}

func isStep(s string) bool {
	switch s {
	case "batch", "extern", "interactive":
		return true
	}
	_, ok := parseDigits(s)
	return ok
}

func parseHet(s string) (int, error) {
	n, ok := parseDigits(s)
	if !ok || n > 1<<16 {
		return 0, errors.New(quote(s) + " is not a component of a het job")
	}
	return int(n), nil
}

// parseTask gives one task as its number and several as a list in brackets. A list is checked in full: Slurm
// takes what it can of a bad one.
func parseTask(s string) (string, error) {
	inside, open := strings.CutPrefix(s, "[")
	inside, closed := strings.CutSuffix(inside, "]")
	if open != closed {
		return "", errors.New("a bracket is missing")
	}
	inside, _, _ = strings.Cut(inside, "%") // squeue's throttle names no task
	ranges, err := parseTasks(inside)
	if err != nil {
		return "", err
	}
	if len(ranges) == 1 && ranges[0].count() == 1 {
		return strconv.FormatUint(uint64(ranges[0].first), 10), nil
	}
	return "[" + inside + "]", nil
}

// String gives the id as squeue and sacct print it and as ParseRef reads it.
func (r Ref) String() string {
	b := strconv.AppendUint(make([]byte, 0, 24), r.Job, 10)
	if r.Task != "" {
		b = append(append(b, '_'), r.Task...)
	}
	if r.Het >= 0 {
		b = strconv.AppendInt(append(b, '+'), int64(r.Het), 10)
	}
	if r.Step != "" {
		b = append(append(b, '.'), r.Step...)
	}
	return string(b)
}

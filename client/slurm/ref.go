package slurm

import (
	"fmt"
	"strconv"
	"strings"
)

// Ref names a job, some tasks of an array, a component of a het job, or a step. Use ParseRef or RefOf: in the
// zero Ref, Het is 0, not "none".
type Ref struct {
	Job  uint64 // never 0 in a valid Ref
	Task string // "" or "7" or "[1-5,9]"
	Het  int    // offset of the component; -1 when it is no het component
	Step string // "" or "batch", "extern", "0"
}

// ParseRef reads a job id as users type it and as squeue prints it: 1234, 1234_7, 1234_[1-5], 1234+1, 1234.batch.
func ParseRef(s string) (Ref, error) {
	r := Ref{Het: -1}
	rest := strings.TrimSpace(s)
	rest, r.Step, _ = strings.Cut(rest, ".")
	if id, het, ok := strings.Cut(rest, "+"); ok {
		n, err := strconv.ParseUint(het, 10, 31)
		if err != nil {
			return Ref{}, badRef(s)
		}
		rest, r.Het = id, int(n)
	}
	rest, r.Task, _ = strings.Cut(rest, "_")
	n, err := strconv.ParseUint(rest, 10, 64)
	if err != nil || n == 0 {
		return Ref{}, badRef(s)
	}
	r.Job = n
	return r, nil
}

func badRef(s string) error {
	return fmt.Errorf("%q is not a job id: write 1234, 1234_7, 1234_[1-5], 1234+1 or 1234.batch", s)
}

// String gives the id as squeue prints it and as ParseRef reads it.
func (r Ref) String() string {
	b := strconv.FormatUint(r.Job, 10)
	if r.Task != "" {
		b += "_" + r.Task
	}
	if r.Het >= 0 {
		b += "+" + strconv.Itoa(r.Het)
	}
	if r.Step != "" {
		b += "." + r.Step
	}
	return b
}

// RefOf returns the id by which Slurm's commands and REST paths know the record.
func RefOf(j Job) Ref { return j.Ref() }

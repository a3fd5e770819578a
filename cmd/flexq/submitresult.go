package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"flexq/client/fault"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/wire"
	"flexq/config"
)

// The outcomes of a submit in JSON. They are a promise to scripts.
const (
	outcomeSubmitted = "submitted"
	outcomeChecked   = "checked"
	outcomeInvalid   = "invalid"
	outcomeRefused   = "refused"
	outcomeUnknown   = "unknown"
	outcomeFailed    = "failed"
)

// finding is a problem with where the user gave what it is about.
type finding struct {
	sbatch.Problem
	where string
}

// found puts problems where they were found.
func found(problems sbatch.Problems, where string) []finding {
	out := make([]finding, 0, len(problems))
	for _, p := range problems {
		out = append(out, finding{p, where})
	}
	return out
}

// submitResult is what became of a submit.
type submitResult struct {
	id          uint64
	key, name   string
	outcome     string
	message     string // Slurm's, or why it failed
	state, exit string // of the job, once it has ended
	problems    []finding
	warnings    []slurm.Problem
	read        bool // there is a script
	checked     bool
}

func (r *submitResult) submitted(done slurm.Submitted) {
	r.id, r.key, r.message, r.warnings = done.ID, done.Key, done.Message, done.Warnings
}

// ended notes how the jobs of the submit ended: there are several of an array.
func (r *submitResult) ended(jobs []slurm.Job) {
	for i := range jobs {
		j := &jobs[i]
		if r.state == "" || j.State.Base != slurm.JobComplete {
			r.state = j.State.String()
			if j.Exit.Set {
				r.exit = j.Exit.String()
			}
		}
	}
}

// end notes how it went.
func (r *submitResult) end(err error) {
	f := fault.From(err)
	switch {
	case r.id != 0 && r.message != "":
	case f != nil && f.Kind != fault.Cancelled:
		r.message = f.What
	case f != nil || errors.Is(err, context.Canceled):
		r.message = "interrupted"
		if r.id != 0 {
			r.message += "; the job goes on"
		}
	case err != nil:
		r.message = err.Error()
	}
	if f != nil && r.id == 0 {
		r.key = f.Key
	}
	r.outcome = r.outcomeOf(err, f)
	if len(r.problems) == 0 && err != nil && r.id == 0 {
		r.problems = r.problemsOf(err, f)
	}
}

func (r *submitResult) outcomeOf(err error, f *fault.Fault) string {
	switch {
	case r.id != 0:
		return outcomeSubmitted
	case err == nil && r.checked:
		return outcomeChecked
	case f != nil && f.Kind == fault.UnknownOutcome:
		return outcomeUnknown
	case f != nil && f.Kind == fault.Refused:
		return outcomeRefused
	case f != nil && f.Kind == fault.InvalidArgument: // it was sent
		return outcomeFailed
	case exitCode(err) == exitUsage, exitCode(err) == exitNotFound && !r.read: // a template
		return outcomeInvalid
	}
	return outcomeFailed
}

// problemsOf is what ended the submit, as findings.
func (r *submitResult) problemsOf(err error, f *fault.Fault) []finding {
	var (
		usage *usageError
		bad   *config.Error
	)
	p := sbatch.Problem{Level: sbatch.Error, What: r.message}
	switch {
	case f != nil:
		p.Cure = f.Cure
	case errors.As(err, &usage):
		p.Cure = usage.cure
	case errors.Is(err, config.ErrNoTarget):
		p.Cure = "give --project, --region and --cluster, or --endpoint, or write a context into the config"
	case errors.As(err, &bad):
		var out []finding
		for _, b := range bad.Problems {
			out = append(out, finding{Problem: sbatch.Problem{Level: sbatch.Error, What: b.String(), Cure: b.Cure}})
		}
		return out
	}
	return []finding{{Problem: p}}
}

// jsonProblem is one finding.
type jsonProblem struct {
	Level  string `json:"level"`
	Line   any    `json:"line"` // null on the command line
	Part   int    `json:"part"`
	Where  string `json:"where"`
	Option string `json:"option"`
	What   string `json:"what"`
	Cure   string `json:"cure"`
}

func submitFields() []field[submitResult] {
	known := func(s string) any {
		if s == "" {
			return nil
		}
		return s
	}
	return []field[submitResult]{
		{key: "id", value: func(r submitResult) any {
			if r.id == 0 {
				return nil
			}
			return r.id
		}},
		{key: "key", value: func(r submitResult) any { return known(r.key) }},
		{key: "name", value: func(r submitResult) any { return r.name }},
		{key: "outcome", value: func(r submitResult) any { return r.outcome }},
		{key: "message", value: func(r submitResult) any { return r.message }},
		{key: "state", value: func(r submitResult) any { return known(r.state) }},
		{key: "exitCode", value: func(r submitResult) any { return known(r.exit) }},
		{key: "problems", value: func(r submitResult) any { return jsonProblems(r.problems) }},
	}
}

func jsonProblems(problems []finding) []jsonProblem {
	out := make([]jsonProblem, 0, len(problems))
	for _, p := range problems {
		j := jsonProblem{Level: p.Level.String(), Part: p.Part, Where: p.where, Option: p.Option, What: p.What, Cure: p.Cure}
		if p.Line > 0 {
			j.Line = p.Line
		}
		out = append(out, j)
	}
	return out
}

// printResult prints what became of the submit in the envelope of all lists.
func (s *submitting) printResult() error {
	s.result.name = wire.Clean(cmp.Or(s.job.Name, s.words.options.value("job-name"), s.name)) // as all lists have it
	var b strings.Builder
	err := writeJSON(&b, listing[submitResult]{
		kind: "submit", context: s.config.Name(), asOf: s.now(), fields: submitFields(),
		items: []submitResult{s.result}, warnings: s.result.warnings,
	})
	if err == nil {
		_, err = fmt.Fprint(s.Out, b.String())
	}
	if err != nil && s.result.id != 0 {
		return fmt.Errorf("write the output: job %d was submitted: %w", s.result.id, err)
	}
	return err
}

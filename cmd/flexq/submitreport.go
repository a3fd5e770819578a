package main

import (
	"fmt"
	"io"
	"strings"

	"flexq/client/fault"
	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// say tells the verbose something.
func (s *submitting) say(format string, args ...any) {
	if s.reading.Own.Verbose > 0 && !s.quiet {
		fmt.Fprintf(s.Err, "flexq: %s\n", harmless(fmt.Sprintf(format, args...)))
	}
}

// warn tells something that does not keep the job from being sent.
func (s *submitting) warn(format string, args ...any) {
	if !s.quiet {
		fmt.Fprintf(s.Err, "flexq: warning: "+format+"\n", args...)
	}
}

// notes is where goes what is no error.
func (s *submitting) notes() io.Writer {
	if s.quiet {
		return io.Discard
	}
	return s.Err
}

// report prints problems, and ends the submit if one of them keeps the job from being sent. force lets such ones pass.
func (s *submitting) report(problems sbatch.Problems, force bool) error {
	stops := 0
	for _, p := range problems {
		if s.isCarriedOut(p) || p.Level == sbatch.Note && s.reading.Own.Verbose == 0 {
			continue
		}
		p, where := s.locate(p)
		s.result.problems = append(s.result.problems, finding{p, where})
		stop := p.Level == sbatch.Error || p.Level == sbatch.Severe
		if stop && !force {
			stops++
		} else if s.quiet {
			continue
		}
		fmt.Fprintf(s.Err, "flexq: %s\n", wire.Clean(label(p, force)+where+": "+p.String()))
	}
	if stops == 0 {
		return nil
	}
	return &codeError{code: exitUsage, what: "nothing was submitted"}
}

// label says what kind of a problem it is; an error needs none.
func label(p sbatch.Problem, force bool) string {
	switch {
	case p.Level == sbatch.Error && !force:
		return ""
	case p.Level == sbatch.Error || p.Level == sbatch.Severe && force:
		return "forced: "
	case p.Level == sbatch.Severe:
		return ""
	}
	return p.Level.String() + ": "
}

// isCarriedOut reports whether a problem is nothing but a note that an option is not Slurm's, of one that flexq itself
// carries out.
func (s *submitting) isCarriedOut(p sbatch.Problem) bool {
	if p.Level != sbatch.Note {
		return false
	}
	splitter := submitSplitter{table: sbatch.Table()}
	for _, r := range splitter.table {
		if p.Option == "-"+r.Short && ownWords(r.Name) != "" {
			return true
		}
	}
	rows := splitter.rows(trimDashes(p.Option))
	return len(rows) == 1 && ownWords(rows[0].Name) != ""
}

func trimDashes(option string) string {
	for len(option) > 0 && option[0] == '-' {
		option = option[1:]
	}
	return option
}

// placed adds to a refusal of Slurm's at which option it belongs, and where that is given.
func (s *submitting) placed(err error) error {
	f := fault.From(err)
	if f == nil {
		return err
	}
	out := *f
	out.What = strings.ReplaceAll(out.What, submitFailed+": ", "") // it goes without saying
	if f.Kind != fault.Refused {
		return &out
	}
	said := ""
	for _, p := range f.Problems {
		at, ok := s.placeOf(p)
		if len(f.Problems) == 1 {
			at.Cure = f.Cure
		}
		s.result.problems = append(s.result.problems, at)
		if ok && said == "" {
			said = " (" + at.where
			if at.Line > 0 {
				said += fmt.Sprintf(", line %d", at.Line)
			}
			said += ": " + at.Option + ")"
		}
	}
	out.What += said
	return &out
}

// placeOf is a refusal of Slurm's as a finding at its option. It reports whether the job gives that option.
func (s *submitting) placeOf(p slurm.Problem) (finding, bool) {
	option, ok := preflight.OptionOf(p, s.job)
	p = inBrief(p)
	if !ok {
		return finding{sbatch.Problem{Level: sbatch.Error, What: p.String()}, s.source}, false
	}
	out, where := s.locate(sbatch.Problem{Level: sbatch.Error, What: p.String(), Option: option})
	return finding{out, where}, out.Line > 0 || where != s.source || s.options.given(out.Option)
}

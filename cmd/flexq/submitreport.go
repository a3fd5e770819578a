package main

import (
	"fmt"
	"io"
	"slices"

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
		s.result.problems = append(s.result.problems, p)
		stop := p.Level == sbatch.Error || p.Level == sbatch.Severe
		if stop && !force {
			stops++
		} else if s.quiet {
			continue
		}
		fmt.Fprintf(s.Err, "flexq: %s\n", wire.Clean(label(p, force)+s.where(p)+": "+p.String()))
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

// where names the file of a problem, or that it is about the command line.
func (s *submitting) where(p sbatch.Problem) string {
	where := s.source
	switch {
	case p.Line > 0 || p.Option == "":
	case s.options.given(p.Option):
		where = "options"
	case s.saysContext(p.Option):
		where = "context " + s.config.Name()
	}
	if len(s.reading.Job.Parts) > 0 && p.Part > 0 && p.Line == 0 {
		where += fmt.Sprintf(": part %d", p.Part)
	}
	return where
}

// saysContext reports whether the job has the value of an option from the context alone.
func (s *submitting) saysContext(option string) bool {
	said, job := &s.reading.Job, &s.job
	switch option {
	case "--account":
		return said.Account == "" && job.Account != ""
	case "--partition":
		return said.Partition == "" && job.Partition != ""
	case "--qos":
		return said.QOS == "" && job.QOS != ""
	case "--chdir":
		return s.reading.Where(option, 0) == 0
	}
	return false
}

// given reports whether an option stands on the command line, by its name or as it was written.
func (l optionList) given(option string) bool {
	return slices.ContainsFunc(l, func(w optionWord) bool { return "--"+w.name == option || w.written == option })
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
	if f == nil || f.Kind != fault.Refused {
		return err
	}
	out := *f
	said := ""
	for _, p := range f.Problems {
		at, ok := s.placeOf(p)
		if len(f.Problems) == 1 {
			at.Cure = f.Cure
		}
		s.result.problems = append(s.result.problems, at)
		if ok && said == "" {
			said = " (" + s.where(at)
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
func (s *submitting) placeOf(p slurm.Problem) (sbatch.Problem, bool) {
	out := sbatch.Problem{Level: sbatch.Error, What: p.String()}
	option, ok := preflight.OptionOf(p)
	if !ok {
		return out, false
	}
	out.Option = option
	out = preflight.Place(sbatch.Problems{out}, s.reading.Where)[0]
	return out, out.Line > 0 || s.options.given(option) || s.saysContext(option)
}

package submit

import (
	"path"
	"slices"
	"strings"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/template"
)

// sheet is what a form comes to.
type sheet struct {
	tmpl    template.Template
	raw     sbatch.Reading // of the script as it is written
	reading sbatch.Reading // of the script with the values in it
	job     slurm.Submission
	// What is wrong, by who says it. The checks' may be wrong about a cluster that has changed since.
	values, lines, checks sbatch.Problems
	// context is what the context should say of the job and does not.
	context sbatch.Problems
	written map[string]written // the options of the part that the fields are about, by long name
	order   []string           // their names, in the order of the script
	parts   int                // of the job: 1 unless it is a het job
}

// written is an option as the script gives it last.
type written struct {
	value  string // as it is written, with placeholders
	filled string // with the values in it
	line   int    // from 1
}

// work reads the form.
func (p *Pane) work() sheet {
	now, text := p.deps.ClusterNow(), p.script.Text()
	known := p.settings.defaults().For("") // what depends on an unknown user is no value, and an error
	s := sheet{tmpl: template.Parse(p.from, text), written: map[string]written{}}
	filled, problems := s.tmpl.Fill(p.given(s.tmpl))
	s.values = cleaned(problems)
	s.reading = sbatch.Read(filled, sbatch.Options{Name: p.jobName(), WorkDir: known.WorkDir, Now: now})
	s.raw = s.reading
	if filled != text {
		s.raw = sbatch.Read(text, sbatch.Options{Now: now})
	}
	s.parts = 1 + len(s.reading.Job.Parts)
	p.part = min(p.part, s.parts-1)
	s.collect(p.part)
	s.job = s.reading.Job.WithDefaults(known)
	s.context = cleaned(p.leftOpen(s.reading.Job))
	s.lines = slices.Concat(s.reading.Problems, s.reading.For(p.version), secondShebang(text))
	s.lines = cleaned(slices.DeleteFunc(s.lines, s.isEcho))
	s.checks = cleaned(preflight.Place(p.check(s.job), s.reading.Where))
	s.checks = slices.DeleteFunc(s.checks, s.isUnread)
	return s
}

// isUnread reports whether a finding is about an option whose value cannot be read: it is about a job without it.
func (s *sheet) isUnread(found sbatch.Problem) bool {
	return found.Option != "" && slices.ContainsFunc(slices.Concat(s.lines, s.context), func(q sbatch.Problem) bool {
		return q.Level == sbatch.Error && q.Option == found.Option && q.Part == found.Part
	})
}

// given are the values of the parameters that there are.
func (p *Pane) given(t template.Template) map[string]string {
	out := make(map[string]string, len(t.Params))
	for i := range t.Params {
		if v, ok := p.values[t.Params[i].Name]; ok {
			out[t.Params[i].Name] = v
		}
	}
	return out
}

// jobName is the name of a job whose script says none: that of the file, as sbatch has it.
func (p *Pane) jobName() string {
	if name := path.Base(strings.TrimSpace(p.from)); name != "." && name != "/" && !strings.HasPrefix(p.from, likeName) {
		return name
	}
	return "sbatch"
}

// collect notes the options that a part of the job has in lines of its own.
func (s *sheet) collect(part int) {
	for i := range s.raw.Lines {
		if s.raw.Lines[i].Part == part {
			s.take(s.raw.Lines[i], s.filledOptions(s.raw.Lines[i].Number))
		}
	}
}

// take notes the options of a line. Those of the filled line are the same ones, unless a value changes them. Where a
// placeholder stands for whole options the line as it is written cannot be read from there on, and the filled one can.
func (s *sheet) take(line sbatch.Line, filled []sbatch.Option) {
	for i, o := range line.Options {
		w := written{value: o.Value, line: line.Number}
		switch {
		case i < len(filled) && filled[i].Name == o.Name:
			w.filled = filled[i].Value
		case !strings.Contains(o.Value, "{{"):
			w.filled = o.Value
		}
		s.note(o.Name, w)
	}
	for _, o := range filled[min(len(line.Options), len(filled)):] {
		s.note(o.Name, written{o.Value, o.Value, line.Number})
	}
}

func (s *sheet) note(option string, w written) {
	if _, again := s.written[option]; !again {
		s.order = append(s.order, option)
	}
	s.written[option] = w
}

// filledOptions are those of a line with the values in it. An empty value may take the line away.
func (s *sheet) filledOptions(number int) []sbatch.Option {
	i, ok := slices.BinarySearchFunc(s.reading.Lines, number, func(l sbatch.Line, n int) int { return l.Number - n })
	if !ok {
		return nil
	}
	return s.reading.Lines[i].Options
}

// isEcho reports whether a problem is only that a parameter has no right value, which is said beside the parameter.
func (s *sheet) isEcho(p sbatch.Problem) bool {
	if p.Line == 0 {
		return false
	}
	for i := range s.tmpl.Params {
		name := s.tmpl.Params[i].Name
		wrong := slices.ContainsFunc(s.values, func(v sbatch.Problem) bool { return v.Option == name && v.Level == sbatch.Error })
		if wrong && slices.Contains(s.tmpl.Uses(name), p.Line) {
			return true
		}
	}
	return false
}

// holder returns the parameter that is all that an option's value is made of.
func (s *sheet) holder(option string) (name string, ok bool) {
	w, given := s.written[option]
	if !given {
		return "", false
	}
	name, ok = template.Holder(w.value)
	if ok {
		_, ok = s.tmpl.Param(name)
	}
	return name, ok
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"flexq/client/preflight"
	"flexq/client/sbatch"
)

// commandLine is where options of sbatch's stand that are in no script.
const commandLine = "command line"

// locate names the option of a finding in the form in which the user gave it, and says where that is: the script or
// template with the parameters that made it, the command line, or a key of the context.
func (s *submitting) locate(p sbatch.Problem) (placed sbatch.Problem, where string) {
	where = s.source
	if p.Option != "" {
		p, where = s.byGiver(p)
	}
	if p.Line > 0 {
		where += s.parameters(p)
	}
	if len(s.reading.Job.Parts) > 0 && p.Part > 0 && p.Line == 0 {
		where += fmt.Sprintf(": part %d", p.Part)
	}
	return p, where
}

// byGiver looks for who gave the option of a finding, or another one that asks for the same.
func (s *submitting) byGiver(p sbatch.Problem) (sbatch.Problem, string) {
	for _, option := range preflight.Ways(p.Option) {
		g, ok := s.reading.Given(option, p.Part)
		if ok && (p.Line == 0 || p.Line == g.Line) {
			p.Option, p.Line = g.Option, g.Line
			break
		}
		if key := s.contextKey(option); p.Line == 0 && !ok && key != "" {
			p.Option = key
			return p, "context " + s.config.Name()
		}
	}
	if p.Line == 0 && s.options.given(p.Option) {
		return p, commandLine
	}
	return p, s.source
}

// contextKey is the key of the context from which alone the job has the value of an option; "" if it is not so.
func (s *submitting) contextKey(option string) string {
	said, job := &s.reading.Job, &s.job
	switch {
	case option == "--account" && said.Account == "" && job.Account != "":
		return "account"
	case option == "--partition" && said.Partition == "" && job.Partition != "":
		return "partition"
	case option == "--qos" && said.QOS == "" && job.QOS != "":
		return "qos"
	case option == "--chdir" && s.config.WorkDir != "" && job.WorkDir != "":
		return "work_dir"
	}
	return ""
}

// parameters names those of a template that are in an option of one of its lines.
func (s *submitting) parameters(p sbatch.Problem) string {
	var names []string
	for _, param := range s.filled.Params {
		if param.Name != p.Option && slices.Contains(s.filled.Uses(param.Name), p.Line) && s.holds(p, param.Name) {
			names = append(names, param.Name)
		}
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return ": parameter " + names[0]
	}
	return ": parameters " + strings.Join(names, " and ")
}

// holds reports whether a parameter stands in the option of a finding: between its name and the next option of the line.
func (s *submitting) holds(p sbatch.Problem, param string) bool {
	lines := strings.Split(s.filled.Text, "\n")
	if p.Option == "" || p.Line > len(lines) {
		return p.Option == ""
	}
	_, rest, found := strings.Cut(lines[p.Line-1], " "+p.Option)
	if !found {
		return true // its name is the parameter's to say, or is joined to others
	}
	own, _, _ := strings.Cut(rest, " -")
	return strings.Contains(own, "{{"+param+"}}")
}

// given reports whether an option stands on the command line, by its name or as it was written.
func (l optionList) given(option string) bool {
	return slices.ContainsFunc(l, func(w optionWord) bool { return "--"+w.name == option || w.written == option })
}

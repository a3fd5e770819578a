package main

import (
	"strings"
	"unicode/utf8"

	"flexq/client/slurm"
)

// encodable refuses what JSON cannot carry, with a name for it: the request is JSON, and JSON is UTF-8. The script
// itself has been looked at with its lines.
func (s *submitting) encodable() error {
	for _, part := range append([]slurm.Submission{s.job}, s.job.Parts...) {
		if err := encodableEnv(part.Env); err != nil {
			return err
		}
	}
	for _, w := range s.options {
		switch {
		case utf8.ValidString(w.value):
		case w.name == "export": // it has values of this machine
			return usagef("write it in UTF-8", "--export: the value is not UTF-8")
		default:
			return usagef("write it in UTF-8", "--%s: the value is not UTF-8: %q", w.name, w.value)
		}
	}
	for _, arg := range s.words.args {
		if !utf8.ValidString(arg) {
			return usagef("write it in UTF-8", "an argument of the script is not UTF-8: %q", arg)
		}
	}
	if !utf8.ValidString(s.job.Name) {
		return usagef("give the job a name with --job-name", "the name of the file, which is to be that of the job, is not UTF-8: %q", s.job.Name)
	}
	if !utf8.ValidString(s.job.WorkDir) {
		return usagef("add --chdir DIR", "the name of the working directory is not UTF-8: %q", s.job.WorkDir)
	}
	return nil
}

// encodableEnv names the variable that is not UTF-8, and never repeats a value, which may be a secret of this machine.
func encodableEnv(env []string) error {
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		// What --export says is told to srun in one variable more: the one that it is about stands beside it.
		if name != "SLURM_EXPORT_ENV" && !utf8.ValidString(entry) {
			return usagef("give it in UTF-8, or set it in the script", "the value of the variable %s is not UTF-8", strings.ToValidUTF8(name, "?"))
		}
	}
	return nil
}

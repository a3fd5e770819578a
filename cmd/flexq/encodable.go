package main

import (
	"strings"
	"unicode/utf8"

	"flexq/client/slurm"
)

// encodable refuses what JSON cannot carry, with a name for it: the request is JSON, and JSON is UTF-8. The script
// itself has been looked at with its lines.
func (o *submitOptions) encodable(job slurm.Submission, options []string) error {
	for _, option := range options {
		if name, _, _ := strings.Cut(option, "="); !utf8.ValidString(option) {
			return usagef("write it in UTF-8", "%s: the value is not UTF-8: %q", name, option)
		}
	}
	for _, arg := range o.args {
		if !utf8.ValidString(arg) {
			return usagef("write it in UTF-8", "an argument of the script is not UTF-8: %q", arg)
		}
	}
	if !utf8.ValidString(job.Name) {
		return usagef("give the job a name with --job-name", "the name of the file, which is to be that of the job, is not UTF-8: %q", job.Name)
	}
	if !utf8.ValidString(job.WorkDir) {
		return usagef("add --chdir DIR", "the name of the working directory is not UTF-8: %q", job.WorkDir)
	}
	return nil
}

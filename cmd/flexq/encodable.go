package main

import "unicode/utf8"

// encodable refuses what JSON cannot carry, with a name for it: the request is JSON, and JSON is UTF-8. The script
// itself has been looked at with its lines.
func (s *submitting) encodable() error {
	for _, w := range s.options {
		if !utf8.ValidString(w.value) {
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

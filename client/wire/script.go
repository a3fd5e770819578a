package wire

import (
	"strings"

	"flexq/client/slurm"
)

// ScriptReply is the answer of GET /slurmdb/{v}/jobs/?show_batch_script=true for one id: what was kept of how its jobs
// were submitted.
type ScriptReply struct {
	Scripts []slurm.JobScript
}

// Fields fills the reply.
func (r *ScriptReply) Fields() Fields {
	return Fields{
		Start:  reset(r),
		"jobs": listField(&r.Scripts, scriptFields, nil),
	}
}

func scriptFields() fields[slurm.JobScript] {
	return fields[slurm.JobScript]{
		"script":      readScript,
		"submit_line": func(r *reader, s *slurm.JobScript) { r.text(&s.Line) },
		"stdin":       func(r *reader, s *slurm.JobScript) { r.text(&s.StdIn) },
		"stdout":      func(r *reader, s *slurm.JobScript) { r.text(&s.StdOut) },
		"stderr":      func(r *reader, s *slurm.JobScript) { r.text(&s.StdErr) },
	}
}

func readScript(r *reader, s *slurm.JobScript) {
	if r.err != nil {
		return
	}
	if r.dec.PeekKind() != '"' {
		r.skipBad("text")
		return
	}
	text := string(r.unquote(r.raw()))
	s.Text = CleanLines(text)
	s.Changed = s.Text != text
}

// CleanLines is Clean for a text of several lines: line ends and tabs stay.
func CleanLines(s string) string {
	var b strings.Builder
	b.Grow(len(s))
	for line := range strings.Lines(s) {
		text := strings.TrimRight(line, "\r\n")
		for i, cell := range strings.Split(text, "\t") {
			if i > 0 {
				b.WriteByte('\t')
			}
			b.WriteString(Clean(cell))
		}
		b.WriteString(line[len(text):])
	}
	return b.String()
}

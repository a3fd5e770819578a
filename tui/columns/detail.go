package columns

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
	"flexq/tui/theme"
)

// Field is one labelled line of a detail. An empty label continues the line before.
type Field struct {
	Label, Text string
	Tone        theme.Tone
}

// Detail is a part of a detail that belongs together.
type Detail struct {
	Title  string
	Fields []Field
}

// JobHead says in one line what a job is doing: "R running on 16 nodes, 128 GPUs".
func JobHead(j *slurm.Job) string {
	s := j.State.Code() + " " + StateWord(j)
	n := j.NodeCount.Or(0)
	switch {
	case j.State.IsActive() && n > 0:
		s += fmt.Sprintf(" on %s", Count(int64(n), "node"))
	case j.State.IsPending() && n > 0:
		s += fmt.Sprintf(" for %s", Count(int64(n), "node"))
	}
	if g := j.GPUs(); g > 0 {
		s += ", " + Count(g, "GPU")
	}
	return s
}

// JobDetail is everything known of a job, in groups: what it is, when, where, what it asks for, its files, how it
// is tied to others. Empty values are left out.
func JobDetail(j *slurm.Job, now slurm.Time) []Detail {
	all := []Detail{
		{"why", whyFields(j)},
		{"ended", endFields(j)},
		{"when", whenFields(j, now)},
		{"what", whatFields(j)},
		{"where", whereFields(j)},
		{"asks for", askFields(j)},
		{"files", fileFields(j)},
		{"notes", noteFields(j)},
		{"steps", stepFields(j)},
	}
	out := all[:0]
	for _, d := range all {
		if len(d.Fields) > 0 {
			out = append(out, d)
		}
	}
	return out
}

// put collects fields, leaving out those without a value.
type put []Field

func (p *put) add(label, text string) { p.tone(label, text, theme.Normal) }

func (p *put) tone(label, text string, t theme.Tone) {
	if text != "" {
		*p = append(*p, Field{label, text, t})
	}
}

func whyFields(j *slurm.Job) []Field {
	var p put
	if j.State.IsPending() {
		if words := Reason(j); words != "" {
			text := words
			if words != j.Reason {
				text += "  (" + j.Reason + ")"
			}
			p.tone("waits", text, theme.Warn)
		}
		if !j.Start.IsZero() {
			p.add("start", "expected "+Moment(j.Start)+" (Slurm's estimate)")
		}
	}
	p.tone("says", j.StateDescription, theme.Warn)
	p.tone("admin", j.AdminComment, theme.Warn)
	p.add("system", j.SystemComment)
	if j.Restarts > 0 {
		p.tone("restarts", fmt.Sprint(j.Restarts), theme.Warn)
	}
	p.tone("lost node", j.FailedNode, theme.Bad)
	return p
}

func whenFields(j *slurm.Job, now slurm.Time) []Field {
	var p put
	p.add("submitted", moment(j.Submit))
	if j.Eligible != j.Submit {
		p.add("eligible", moment(j.Eligible))
	}
	if !j.State.IsPending() {
		wait := ""
		if w := j.Start.Sub(j.Submit); w > 0 {
			wait = "  (waited " + Span(w) + ")"
		}
		if !j.Start.IsZero() {
			p.add("started", Moment(j.Start)+wait)
		}
		if used := j.Used(now); used > 0 {
			p.add("used", slurm.FormatElapsed(int64(used.Seconds())))
		}
	}
	p.add("limit", limitText(j.Limit))
	if left, ok := j.Left(now); ok && j.State.IsActive() {
		p.add("left", Span(left))
	}
	switch {
	case j.State.IsActive() && !j.End.IsZero():
		p.add("ends by", Moment(j.End))
	case j.State.IsFinal():
		p.add("ended", moment(j.End))
	}
	p.add("deadline", moment(j.Deadline))
	return p
}

func moment(t slurm.Time) string {
	if t.IsZero() {
		return ""
	}
	return Moment(t)
}

func limitText(l slurm.Limit) string {
	text, words := l.String(), l.Words()
	if text == "" || words == "" || l == slurm.LimitInfinite {
		return text
	}
	return text + "  (" + words + ")"
}

func whatFields(j *slurm.Job) []Field {
	var p put
	p.add("user", join(j.User, "account", j.Account, "QOS", j.QOS))
	p.add("priority", priority(j))
	p.add("command", j.Command)
	p.add("line", j.SubmitLine)
	if j.Array.Job != 0 {
		text := fmt.Sprintf("%d", j.Array.Job)
		if j.Array.Tasks != "" {
			text += " tasks " + j.Array.Tasks
		}
		if j.Array.Max > 0 {
			text += fmt.Sprintf(", %d at once", j.Array.Max)
		}
		p.add("array", text)
	}
	if j.Het.Job != 0 {
		p.add("het job", fmt.Sprintf("part %d of %d (%s)", j.Het.Offset, j.Het.Job, j.Het.Set))
	}
	p.add("after", j.Dependency)
	if j.Source == slurm.Live { // accounting does not keep it
		p.add("requeue", yesNo(j.Requeue))
	}
	p.add("container", j.Container)
	return p
}

func priority(j *slurm.Job) string {
	if !j.Priority.Set {
		return ""
	}
	text := Thousands(int64(j.Priority.Value))
	if j.Nice != 0 {
		text += fmt.Sprintf("  nice %d", j.Nice)
	}
	return text
}

func yesNo(b bool) string {
	if b {
		return "yes, it starts again after a node failure"
	}
	return "no, it ends with its node"
}

func whereFields(j *slurm.Job) []Field {
	var p put
	p.add("partition", j.Partition)
	p.add("nodes", string(j.Nodes))
	p.add("batch host", j.BatchHost)
	p.add("planned", string(j.ScheduledNodes))
	p.add("required", string(j.RequiredNodes))
	p.add("excluded", string(j.ExcludedNodes))
	p.add("features", j.Features)
	p.add("reservation", j.Reservation)
	p.add("cluster", j.Cluster)
	return p
}

func join(parts ...string) string {
	out := parts[0]
	for i := 1; i+1 < len(parts); i += 2 {
		if parts[i+1] != "" {
			out += "  " + parts[i] + " " + parts[i+1]
		}
	}
	return out
}

func askFields(j *slurm.Job) []Field {
	var p put
	t := j.TRESRequested
	if j.State.IsActive() || t == (slurm.TRES{}) {
		t = j.TRESAllocated
	}
	var parts []string
	if n := j.NodeCount.Or(0); n > 0 {
		parts = append(parts, Count(int64(n), "node"))
	}
	if g := j.GPUs(); g > 0 {
		name := Count(g, "GPU")
		if t.GPUType != "" {
			name += " " + t.GPUType
		}
		parts = append(parts, name)
	}
	if t.CPUs > 0 {
		parts = append(parts, Count(t.CPUs, "CPU"))
	}
	if t.MemMiB > 0 {
		parts = append(parts, Memory(t.MemMiB))
	}
	if n := j.Tasks.Or(0); n > 0 {
		parts = append(parts, Count(int64(n), "task"))
	}
	p.add("total", strings.Join(parts, "  "))
	p.add("per node", j.TRESPerNode)
	p.add("per job", j.TRESPerJob)
	p.add("per task", j.TRESPerTask)
	if j.Exclusive {
		p.add("sharing", "whole nodes")
	}
	p.add("GPUs", strings.Join(j.GRESDetail, "  "))
	p.add("licences", j.Licenses)
	return p
}

func fileFields(j *slurm.Job) []Field {
	var p put
	p.add("directory", j.WorkDir)
	p.add("out", ExpandPath(j, j.StdOut))
	if j.StdErr == j.StdOut || j.StdErr == "" {
		if j.StdOut != "" {
			p.tone("err", "(same)", theme.Dim)
		}
	} else {
		p.add("err", ExpandPath(j, j.StdErr))
	}
	if j.StdIn != "/dev/null" {
		p.add("in", ExpandPath(j, j.StdIn))
	}
	return p
}

func endFields(j *slurm.Job) []Field {
	var p put
	if !j.State.IsFinal() && !j.State.Has(slurm.JobCompleting) {
		return nil
	}
	tone := theme.Normal
	if j.State.IsFailure() {
		tone = theme.Bad
	}
	p.tone("state", j.State.String(), tone)
	if j.Exit.Set {
		p.tone("exit", j.Exit.String()+"  "+j.Exit.Words(), tone)
	}
	if j.DerivedExit.Set && (j.DerivedExit.Code != 0 || j.DerivedExit.Signal != 0) {
		p.add("worst step", j.DerivedExit.String()+"  "+j.DerivedExit.Words())
	}
	if j.Reason != "" {
		p.add("reason", Reason(j))
	}
	return p
}

func noteFields(j *slurm.Job) []Field {
	var p put
	p.add("comment", j.Comment)
	p.add("extra", j.Extra)
	if j.MailUser != "" && j.MailUser != j.User {
		p.add("mail", j.MailUser)
	}
	return p
}

func stepFields(j *slurm.Job) []Field {
	p := make(put, 0, len(j.Steps))
	for i := range j.Steps {
		s := &j.Steps[i]
		tone := theme.Normal
		if s.State.IsFailure() {
			tone = theme.Bad
		}
		text := fmt.Sprintf("%-10s %-10s %s", s.State.String(), slurm.FormatElapsed(s.Elapsed), s.Exit.String())
		if s.MaxRSS > 0 {
			text += "  peak " + Memory(s.MaxRSS>>20)
		}
		if s.TotalCPU > 0 {
			text += "  CPU " + slurm.FormatElapsed(s.TotalCPU)
		}
		p.tone(s.Name, text, tone)
	}
	return p
}

// Memory gives mebibytes as people say them: "512 MiB", "30.8 TiB".
func Memory(mib int64) string {
	f, unit := float64(mib), "MiB"
	for _, u := range []string{"GiB", "TiB", "PiB"} {
		if f < 1024 {
			break
		}
		f, unit = f/1024, u
	}
	if f == float64(int64(f)) {
		return fmt.Sprintf("%d %s", int64(f), unit)
	}
	return fmt.Sprintf("%.1f %s", f, unit)
}

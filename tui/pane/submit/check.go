package submit

import (
	"fmt"
	"strconv"
	"strings"

	"flexq/client/slurm"
	"flexq/tui/fit"
	"flexq/tui/theme"
	"flexq/tui/widget/form"
)

// maxRequest is the size that a whole request must stay under; the rest of the request is counted as spare.
const (
	maxRequest = 1_000_000
	spare      = 10_000
)

// check is what the form would submit, and what is wrong with it.
type check struct {
	job      slurm.Submission
	lines    []string // errors of the script, each with its line
	warnings []string // what it asks for in vain
	errors   int
	remarks  map[string][]form.Remark
}

func (c *check) bad(field, text string) {
	c.errors++
	c.remarks[field] = append(c.remarks[field], form.Remark{Text: fit.Cut(text, 200, "..."), Tone: theme.Bad})
}

func (c *check) warn(field, text string) {
	c.remarks[field] = append(c.remarks[field], form.Remark{Text: text, Tone: theme.Warn})
}

// recheck reads the script, lets fields that the user has not set follow it, and looks at everything again.
func (p *Pane) recheck() {
	if !p.filled {
		return
	}
	now, script := p.deps.ClusterNow(), p.script.Text()
	alone := read(script, p.defaults.WorkDir, nil, now)
	for id, value := range fromScript(&alone.job) {
		if !p.touched[id] {
			p.form.SetValue(id, value)
		}
	}
	whole := read(script, p.defaults.WorkDir, p.args(), now)
	c := check{
		job: whole.job, lines: whole.errs, warnings: whole.warnings, errors: len(whole.errs),
		remarks: map[string][]form.Remark{},
	}
	for field, text := range whole.fields {
		c.bad(field, text)
	}
	p.checkDir(&c)
	p.checkPartition(&c)
	p.checkScript(&c, script)
	p.explain(&c, &alone.job)
	c.job = c.job.WithEnv(p.defaults.Env)
	p.check = c
	for _, id := range fieldIDs() {
		p.form.SetRemarks(id, c.remarks[id]...)
	}
}

// explain says in words what a field's value means, and what counts where the user emptied one.
func (p *Pane) explain(c *check, script *slurm.Submission) {
	if words := c.job.Limit.Words(); words != "" && len(c.remarks[fieldTime]) == 0 {
		c.remarks[fieldTime] = append(c.remarks[fieldTime], form.Remark{Text: "= " + words, Tone: theme.Dim})
	}
	for id, value := range fromScript(script) {
		if p.touched[id] && strings.TrimSpace(p.form.Value(id)) == "" && value != "" {
			c.remarks[id] = append(c.remarks[id], form.Remark{Text: "the script's: " + value, Tone: theme.Dim})
		}
	}
}

func (p *Pane) checkDir(c *check) {
	switch dir := c.job.WorkDir; {
	case dir == "":
		c.bad(fieldDir, "needed: a directory on the cluster, as /home/NAME")
	case !strings.HasPrefix(dir, "/"):
		c.bad(fieldDir, "must begin with /: the cluster does not know your directory")
	}
}

func (p *Pane) checkPartition(c *check) {
	name := c.job.Partition
	if name == "" || p.partitions == nil {
		return
	}
	names := make([]string, 0, len(p.partitions))
	for i := range p.partitions {
		part := &p.partitions[i]
		if part.Name == name {
			checkAgainst(c, part)
			return
		}
		names = append(names, part.Name)
	}
	if !strings.Contains(name, ",") {
		c.bad(fieldPartition, "no such partition; there are "+strings.Join(names, ", "))
	}
}

// checkAgainst compares with what the partition allows. Slurm takes such a job and lets it wait for ever, or refuses
// it.
func checkAgainst(c *check, part *slurm.Partition) {
	most, bounded := part.MaxTime.Duration()
	if want, ok := c.job.Limit.Duration(); bounded && (ok && want > most || c.job.Limit == slurm.LimitInfinite) {
		c.warn(fieldTime, fmt.Sprintf("over the limit of %s (%s): the job would wait for ever", part.Name, part.MaxTime))
	}
	low, _, _ := strings.Cut(c.job.Nodes, "-")
	if n, err := strconv.ParseUint(low, 10, 32); err == nil && part.NodeCount > 0 && n > uint64(part.NodeCount) {
		c.warn(fieldNodes, fmt.Sprintf("%s has %d nodes: Slurm will refuse more", part.Name, part.NodeCount))
	}
}

// checkScript refuses a script that runs nothing, and one that is too large to be sent.
func (p *Pane) checkScript(c *check, script string) {
	if !runsSomething(script) {
		c.errors++
		text := "the script runs nothing: write a command below its comments"
		if strings.HasPrefix(p.from, likeName) {
			text = "Slurm does not give the script of a job: write or paste it here"
		}
		c.lines = append(c.lines, text)
	}
	if n := len(script); n > maxRequest-spare {
		c.errors++
		c.lines = append(c.lines, fmt.Sprintf("the script has %d KB and the whole request must stay under 1 MB: "+
			"put the script on the cluster's shared storage and submit a short one that calls it", n/1000))
	}
}

// runsSomething reports whether a script has a line that is more than a comment.
func runsSomething(script string) bool {
	for line := range strings.Lines(script) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "#") {
			return true
		}
	}
	return false
}

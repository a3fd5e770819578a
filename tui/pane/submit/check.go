package submit

import (
	"fmt"
	"strconv"
	"strings"

	"flexq/client/slurm"
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
	c.remarks[field] = append(c.remarks[field], form.Remark{Text: text, Tone: theme.Bad})
}

func (c *check) warn(field, text string) {
	c.remarks[field] = append(c.remarks[field], form.Remark{Text: text, Tone: theme.Warn})
}

// recheck reads the script, lets fields that the user has not set follow it, and looks at everything again.
func (p *Pane) recheck() {
	if !p.filled {
		return
	}
	now := p.deps.ClusterNow()
	alone := read(p.script.Value(), p.defaults.WorkDir, nil, now)
	for id, value := range fromScript(&alone.job) {
		if !p.touched[id] {
			p.form.SetValue(id, value)
		}
	}
	whole := read(p.script.Value(), p.defaults.WorkDir, p.args(), now)
	c := check{
		job: whole.job, lines: whole.errs, warnings: whole.warnings, errors: len(whole.errs),
		remarks: map[string][]form.Remark{},
	}
	p.checkFields(&c)
	p.checkSize(&c)
	c.job.Env = slurm.MergeEnv(p.defaults.Env, c.job.Env)
	p.check = c
	for _, id := range fieldIDs() {
		p.form.SetRemarks(id, c.remarks[id]...)
	}
}

func (p *Pane) checkFields(c *check) {
	value := func(id string) string { return strings.TrimSpace(p.form.Value(id)) }
	// An emptied field takes back what the script says.
	c.job.Name, c.job.WorkDir = value(fieldName), value(fieldDir)
	switch dir := c.job.WorkDir; {
	case dir == "":
		c.bad(fieldDir, "needed: a directory on the cluster, as /home/NAME")
	case !strings.HasPrefix(dir, "/"):
		c.bad(fieldDir, "must begin with /: the cluster does not know your directory")
	}
	p.checkTime(c, value(fieldTime))
	p.checkPartition(c, value(fieldPartition))
	p.checkNodes(c, value(fieldNodes))
	p.checkGPUs(c, value(fieldGPUs))
}

func (p *Pane) checkTime(c *check, text string) {
	limit, err := slurm.ParseLimit(text)
	if err != nil {
		c.bad(fieldTime, err.Error())
		return
	}
	c.job.Limit = limit
	if words := limit.Words(); words != "" {
		c.remarks[fieldTime] = append(c.remarks[fieldTime], form.Remark{Text: "= " + words, Tone: theme.Dim})
	}
}

func (p *Pane) checkPartition(c *check, name string) {
	c.job.Partition = name
	if name == "" || p.partitions == nil {
		return
	}
	names := make([]string, 0, len(p.partitions))
	for i := range p.partitions {
		part := &p.partitions[i]
		if part.Name == name {
			p.checkAgainst(c, part)
			return
		}
		names = append(names, part.Name)
	}
	if !strings.Contains(name, ",") {
		c.bad(fieldPartition, "no such partition; there are "+strings.Join(names, ", "))
	}
}

// checkAgainst compares with what the partition allows. Slurm takes such a job and lets it wait for ever.
func (p *Pane) checkAgainst(c *check, part *slurm.Partition) {
	most, bounded := part.MaxTime.Duration()
	if want, ok := c.job.Limit.Duration(); bounded && (ok && want > most || c.job.Limit == slurm.LimitInfinite) {
		c.warn(fieldTime, fmt.Sprintf("over the limit of %s (%s): the job would wait for ever", part.Name, part.MaxTime))
	}
}

func (p *Pane) checkNodes(c *check, text string) {
	c.job.Nodes = text
	if text == "" {
		return
	}
	low, high, isRange := strings.Cut(text, "-")
	a, err := strconv.ParseUint(low, 10, 32)
	b := a
	if err == nil && isRange {
		b, err = strconv.ParseUint(high, 10, 32)
	}
	if err != nil || a == 0 || b < a {
		c.bad(fieldNodes, "not a count of nodes: write 4, or 2-4")
		return
	}
	for i := range p.partitions {
		if part := &p.partitions[i]; part.Name == c.job.Partition && uint64(part.NodeCount) < a && part.NodeCount > 0 {
			c.warn(fieldNodes, fmt.Sprintf("%s has %d nodes: Slurm will refuse more", part.Name, part.NodeCount))
		}
	}
}

func (p *Pane) checkGPUs(c *check, text string) {
	_, number, typed := strings.Cut(text, ":")
	if !typed {
		number = text
	}
	if _, err := strconv.ParseUint(number, 10, 16); text != "" && err != nil {
		c.bad(fieldGPUs, "not a count of GPUs: write 8, or TYPE:8")
		return
	}
	if text == "" {
		c.job.TRESPerNode = withGPUs(c.job.TRESPerNode, "")
	}
}

func (p *Pane) checkSize(c *check) {
	c.job.Script = p.script.Value()
	if n := len(c.job.Script); n > maxRequest-spare {
		c.errors++
		c.lines = append(c.lines, fmt.Sprintf("the script has %d KB and the whole request must stay under 1 MB: "+
			"put the script on the cluster's shared storage and submit a short one that calls it", n/1000))
	}
}

package preflight

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// qosNames are the QOS that the job asks for, or those that it gets by default, if that is known.
func (c *checker) qosNames() []string {
	if c.job.QOS != "" {
		return strings.Split(c.job.QOS, ",")
	}
	if a, ok := c.association(); ok && a.DefaultQOS != "" {
		return []string{a.DefaultQOS}
	}
	return nil
}

// association is the one that the job would be charged to.
func (c *checker) association() (slurm.Association, bool) {
	if c.Access == nil {
		return slurm.Association{}, false
	}
	for _, a := range c.Access.Associations {
		isOf := a.Default
		if c.job.Account != "" {
			isOf = strings.EqualFold(a.Account, c.job.Account)
		}
		if isOf && (a.Partition == "" || slices.Contains(strings.Split(c.job.Partition, ","), a.Partition)) {
			return a, true
		}
	}
	return slurm.Association{}, false
}

// checkRights looks at account and QOS. Whether slurmctld holds jobs to them is a setting that no REST answer shows:
// without it a wrong account is silently replaced by the default one, and a wrong QOS is kept and means nothing.
func (c *checker) checkRights([]slurm.Partition) {
	if c.Access == nil {
		return
	}
	level := sbatch.Warning
	if c.Enforces {
		level = sbatch.Error
	}
	mine, found := c.association()
	if c.Access.Complete && c.job.Account != "" && !found {
		c.tell(level, "--account", c.Access.User+" may not charge the account "+quoted(c.job.Account), choose(c.accounts(), ""))
	}
	if c.Access.QOS == nil || c.job.QOS == "" {
		return
	}
	for _, name := range c.qosNames() {
		switch {
		case !slices.ContainsFunc(c.Access.QOS, func(q slurm.QOS) bool { return strings.EqualFold(q.Name, name) }):
			c.tell(level, "--qos", "there is no QOS "+quoted(name), choose(c.allowedQOS(mine, found), ""))
		case c.Access.Complete && found && !slices.ContainsFunc(mine.QOS, func(q string) bool { return strings.EqualFold(q, name) }):
			c.tell(level, "--qos", "the account "+quoted(mine.Account)+" does not have the QOS "+quoted(name), choose(mine.QOS, ""))
		}
	}
}

func (c *checker) accounts() []string {
	var out []string
	for _, a := range c.Access.Associations {
		if !slices.Contains(out, a.Account) {
			out = append(out, a.Account)
		}
	}
	return out
}

func (c *checker) allowedQOS(mine slurm.Association, found bool) []string {
	if found {
		return mine.QOS
	}
	var out []string
	for _, q := range c.Access.QOS {
		out = append(out, q.Name)
	}
	return out
}

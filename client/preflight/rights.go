package preflight

import (
	"cmp"
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// qosNames are the QOS that the job asks for, or the one that it gets without, as far as that is known.
func (c *checker) qosNames() (names []string, isOwn bool) {
	if c.job.QOS != "" {
		return namesIn(c.job.QOS), true
	}
	a, ok := c.association()
	switch {
	case !ok:
		return nil, false
	case a.DefaultQOS != "":
		return []string{a.DefaultQOS}, false
	case len(a.QOS) == 1:
		return a.QOS, false
	case slices.Contains(a.QOS, "normal"):
		return []string{"normal"}, false
	}
	return nil, false
}

func (c *checker) qos(name string) (slurm.QOS, bool) {
	if c.Access == nil {
		return slurm.QOS{}, false
	}
	i := slices.IndexFunc(c.Access.QOS, func(q slurm.QOS) bool { return strings.EqualFold(q.Name, name) })
	if i < 0 {
		return slurm.QOS{}, false
	}
	return c.Access.QOS[i], true
}

// account is the one that the job would be charged to, "" if that is not known.
func (c *checker) account() string {
	if c.job.Account != "" {
		return c.job.Account
	}
	a, _ := c.association()
	return a.Account
}

// association is the one of the user that the job would be charged by. One for a partition counts before one for all.
func (c *checker) association() (slurm.Association, bool) {
	if c.Access == nil || c.Access.User == "" {
		return slurm.Association{}, false
	}
	var general *slurm.Association
	for i := range c.Access.Associations {
		a := &c.Access.Associations[i]
		isOf := a.Default
		if c.job.Account != "" {
			isOf = strings.EqualFold(a.Account, c.job.Account)
		}
		switch {
		case !isOf:
		case a.Partition == "":
			general = a
		case slices.Contains(namesIn(cmp.Or(c.job.Partition, c.byDefault)), a.Partition):
			return *a, true
		}
	}
	if general == nil {
		return slurm.Association{}, false
	}
	return *general, true
}

// checkRights looks at account and QOS. Whether slurmctld holds jobs to them is a setting that no REST answer shows:
// without it a wrong account is silently replaced by the default one.
func (c *checker) checkRights(places []slurm.Partition) {
	if c.Access == nil {
		return
	}
	level, unless := sbatch.Warning, ", if the cluster enforces accounts: else the default one is charged"
	if c.Enforces {
		level, unless = sbatch.Error, ""
	}
	mine, found := c.association()
	if c.Access.Complete && c.job.Account != "" && !found {
		c.tell(level, "--account", c.Access.User+" may not charge the account "+quoted(c.job.Account)+c.inPartition()+unless, pick(c.job.Account, c.accounts(), ""))
	}
	if c.Access.QOS != nil && c.job.QOS != "" {
		c.checkQOS(mine, found)
	}
	if len(places) > 0 {
		c.checkUsage(&places[0])
	}
}

// inPartition names the partition where the user has the account elsewhere.
func (c *checker) inPartition() string {
	has := func(a slurm.Association) bool { return strings.EqualFold(a.Account, c.job.Account) }
	if c.job.Partition == "" || !slices.ContainsFunc(c.Access.Associations, has) {
		return ""
	}
	return " in " + c.job.Partition
}

// checkQOS looks at the QOS that the job names. A slurmctld that enforces limits need not enforce QOS: what it does not
// know, or the account does not have, it then takes for none.
func (c *checker) checkQOS(mine slurm.Association, found bool) {
	const where = ": refused where the cluster enforces QOS"
	for i, name := range namesIn(c.job.QOS) {
		if i == mostTold {
			return
		}
		_, exists := c.qos(name)
		switch {
		case !exists:
			c.tell(sbatch.Warning, "--qos", "there is no QOS "+quoted(name)+where, pick(name, c.allowedQOS(mine, found), ""))
		case c.Access.Complete && found && !slices.ContainsFunc(mine.QOS, func(q string) bool { return strings.EqualFold(q, name) }):
			c.tell(sbatch.Warning, "--qos", "the account "+quoted(mine.Account)+" does not have the QOS "+quoted(name)+where, choose(mine.QOS, ""))
		}
	}
}

func (c *checker) accounts() []string {
	var out []string
	for i := range c.Access.Associations {
		if a := c.Access.Associations[i].Account; !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	return out
}

func (c *checker) allowedQOS(mine slurm.Association, found bool) []string {
	if found {
		return mine.QOS
	}
	var out []string
	for i := range c.Access.QOS {
		out = append(out, c.Access.QOS[i].Name)
	}
	return out
}

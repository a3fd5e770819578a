package preflight

import (
	"slices"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// places returns what is known of the partitions that the job names, or of those that it may get when it names none. It
// tells of those that do not exist; a partition that may be hidden is left out.
func (c *checker) places() []slurm.Partition {
	if len(c.Partitions) == 0 {
		return nil
	}
	if c.job.Partition == "" {
		return c.defaultPlace()
	}
	names := namesIn(c.job.Partition)
	if len(names) == 0 { // commas alone
		names = []string{c.job.Partition}
	}
	var out []slurm.Partition
	for _, name := range names {
		if p, ok := c.partition(name); ok {
			out = append(out, p)
			continue
		}
		level, what := sbatch.Warning, "Slurm lists no partition "+quoted(name)+", unless it is hidden"
		if c.Access != nil && c.Access.Partitions != nil {
			level, what = sbatch.Error, "there is no partition "+quoted(name)
		}
		c.tell(level, "--partition", what, pickLong(name, c.partitionNames()))
		return nil // Slurm takes none of them if one does not exist
	}
	return out
}

// defaultPlace is the partition of a job that names none. Not every data version says which that is.
func (c *checker) defaultPlace() []slurm.Partition {
	all := c.Partitions
	if c.Access != nil && c.Access.Partitions != nil {
		all = c.Access.Partitions
	}
	if i := slices.IndexFunc(all, func(p slurm.Partition) bool { return p.Default }); i >= 0 {
		return all[i : i+1]
	}
	if len(all) == 1 {
		return all
	}
	c.checkAnywhere(all)
	return nil
}

// checkAnywhere looks whether Slurm would refuse the job in each partition, as nobody knows in which it comes.
func (c *checker) checkAnywhere(all []slurm.Partition) {
	var first *verdict
	for i := range all {
		reasons := c.judge(&all[i])
		at := slices.IndexFunc(reasons, func(v verdict) bool { return v.level == sbatch.Error })
		if at < 0 {
			return
		}
		if first == nil {
			first = &reasons[at]
		}
	}
	c.tell(first.level, first.option, "no partition can hold it: "+first.what, first.cure)
}

func (c *checker) partition(name string) (slurm.Partition, bool) {
	lists := [][]slurm.Partition{c.Partitions}
	if c.Access != nil {
		lists = append(lists, c.Access.Partitions)
	}
	for _, list := range lists {
		if i := slices.IndexFunc(list, func(p slurm.Partition) bool { return p.Name == name }); i >= 0 {
			return list[i], true
		}
	}
	return slurm.Partition{}, false
}

func (c *checker) partitionNames() []string {
	var out []string
	for i := range c.Partitions {
		out = append(out, c.Partitions[i].Name)
	}
	return out
}

package preflight

import (
	"cmp"
	"slices"
	"strings"

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

// DefaultPartition is the name of the partition in which a job comes that names none, "" if that is not known. Slurm says
// it from data version v0.0.45 on, the cluster's resource always; the only partition stands for itself.
func (w *World) DefaultPartition() string {
	all := w.allPartitions()
	if i := slices.IndexFunc(all, func(p slurm.Partition) bool { return p.Default }); i >= 0 {
		return all[i].Name
	}
	if w.hasNoDefault() {
		return ""
	}
	named := func(p slurm.Partition) bool { return p.Name == w.Pools.Default }
	if slices.ContainsFunc(all, named) {
		return w.Pools.Default
	}
	if len(all) == 1 {
		return all[0].Name
	}
	return ""
}

// allPartitions are those that are listed for the user, with the hidden ones if they are known.
func (w *World) allPartitions() []slurm.Partition {
	if w.Access != nil && w.Access.Partitions != nil {
		return w.Access.Partitions
	}
	return w.Partitions
}

// hasNoDefault reports whether Slurm says of every partition that it is not the default.
func (w *World) hasNoDefault() bool {
	all := w.allPartitions()
	return len(all) > 0 && !slices.ContainsFunc(all, func(p slurm.Partition) bool { return p.Default || !p.SaysDefault })
}

// defaultPlace is the partition of a job that names none.
func (c *checker) defaultPlace() []slurm.Partition {
	all := c.allPartitions()
	c.byDefault = c.DefaultPartition()
	switch i := slices.IndexFunc(all, func(p slurm.Partition) bool { return p.Name == c.byDefault }); {
	case i >= 0:
		return all[i : i+1]
	case c.hasNoDefault(): // sites without one mostly choose it in their job_submit plug-in, which may know better
		c.tell(sbatch.Warning, "--partition", "no partition is named, and none that Slurm lists is the default: Slurm refuses it, unless the site chooses one",
			pickLong("", c.partitionNames()))
	}
	c.checkAnywhere(all)
	return nil
}

// called is the name of a partition in a sentence, which says of the default one that it is: the job does not name it.
func (c *checker) called(p *slurm.Partition) string {
	if c.byDefault == p.Name {
		return "the default partition " + p.Name
	}
	return p.Name
}

// checkAnywhere looks whether the job could not run in any partition, as nobody knows in which it comes. If it could in
// some, it is told of those where it could not: the default one may be among them.
func (c *checker) checkAnywhere(all []slurm.Partition) {
	var against []verdict
	var ifs []string
	isRefused := true
	for i := range all {
		reasons := c.judge(&all[i])
		if v := c.leaseIn(&all[i]); v != nil {
			reasons = append(reasons, *v)
		}
		slices.SortStableFunc(reasons, func(a, b verdict) int { return cmp.Compare(rank(a.level), rank(b.level)) })
		if len(reasons) == 0 || !reasons[0].isFatal() {
			continue
		}
		isRefused = isRefused && reasons[0].level == sbatch.Error
		against = append(against, reasons[0])
		ifs = append(ifs, "if it is "+all[i].Name+", "+reasons[0].what)
	}
	switch first := 0; {
	case len(against) == 0:
	case len(against) == len(all):
		if !isRefused {
			first = max(slices.IndexFunc(against, func(v verdict) bool { return v.level == sbatch.Severe }), 0)
		}
		v := against[first]
		c.tell(v.level, v.option, "no partition can hold it: "+v.what, v.cure)
	case !c.hasNoDefault():
		const most = 2
		if more := len(ifs) - most; more > 0 {
			ifs = append(ifs[:most], "and so on for "+num(uint64(more))+" more")
		}
		c.tell(sbatch.Warning, "--partition", "no partition is named, and Slurm does not say which is the default: "+strings.Join(ifs, "; "), "name one")
	}
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

package submit

import (
	"cmp"
	"strconv"

	"flexq/client/slurm"
)

// otherwise says what counts where the script does not give an option, "" where that is not known: what an earlier part
// of the job hands on, what the context says, what the cluster does.
func (p *Pane) otherwise(option string) string {
	if v, part, ok := p.handedOn(option); ok {
		return cmp.Or(v, yes) + ", from part " + strconv.Itoa(part)
	}
	switch option {
	case "job-name":
		return p.jobName()
	case "account":
		if p.settings.Account != "" {
			return p.settings.Account
		}
		if list := p.accounts(); len(list) > 0 && p.hasDefault() {
			return list[0] + ", your default"
		}
	case "partition":
		if p.settings.Partition != "" {
			return p.settings.Partition
		}
		if d := p.partition(); d != nil {
			return d.Name + ", the cluster's default"
		}
	case "qos":
		return p.settings.QOS
	case "chdir":
		return p.settings.WorkDir
	case "time":
		if d := p.partition(); d != nil {
			return limitOf(d)
		}
	}
	return ""
}

// limitOf is the limit of a job in a partition that asks for none.
func limitOf(d *slurm.Partition) string {
	if _, ok := d.DefaultTime.Duration(); ok {
		return d.DefaultTime.String() + ", the default of " + d.Name
	}
	if _, ok := d.MaxTime.Duration(); ok {
		return d.MaxTime.String() + ", the longest of " + d.Name
	}
	return ""
}

// handedOn returns an option's value in the nearest part before the one that is shown, if sbatch hands it on.
func (p *Pane) handedOn(option string) (value string, part int, ok bool) {
	if !p.rows[option].Carries {
		return "", 0, false
	}
	for i := range p.sheet.raw.Lines {
		l := &p.sheet.raw.Lines[i]
		if l.Part >= p.part {
			break
		}
		for _, o := range l.Options {
			if o.Name == option {
				value, part, ok = o.Value, l.Part, true
			}
		}
	}
	return value, part, ok
}

// partition is the one that the part of the job goes to, nil if that is not known.
func (p *Pane) partition() *slurm.Partition {
	name := p.sheet.written["partition"].filled
	if name == "" {
		name = p.settings.Partition
	}
	if name == "" {
		name = p.world.DefaultPartition()
	}
	for i := range p.world.Partitions {
		if d := &p.world.Partitions[i]; d.Name == name {
			return d
		}
	}
	return nil
}

// hasDefault reports whether the user has an account by default. Of whom nobody knows, nobody knows that: the default of
// an association is its own user's.
func (p *Pane) hasDefault() bool {
	if p.world.User == "" {
		return false
	}
	for i := range p.world.Access.Associations {
		if a := &p.world.Access.Associations[i]; a.Default && a.User == p.world.User {
			return true
		}
	}
	return false
}

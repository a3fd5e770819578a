package submit

import (
	"slices"
	"strconv"

	"flexq/client/slurm"
)

// mostOffers bounds what is offered of the user's own jobs.
const mostOffers = 8

// offers are values that an option may well have here, from what is known of the cluster.
func (p *Pane) offers(option string) []string {
	switch option {
	case "partition":
		var out []string
		for i := range p.world.Partitions {
			out = append(out, p.world.Partitions[i].Name)
		}
		return out
	case "account":
		return p.accounts()
	case "qos":
		return p.qos()
	case "time":
		return p.limits()
	case "output", "error":
		return []string{"slurm-%j.out", "%x-%j.out", "%x-%A_%a.out"}
	case "dependency":
		return p.dependencies()
	}
	return nil
}

// accounts are those to which the user may charge jobs, the user's default first; all of the cluster where nobody knows
// who that is.
func (p *Pane) accounts() []string {
	if p.world.Access == nil {
		return nil
	}
	var out []string
	for i := range p.world.Access.Associations {
		a := &p.world.Access.Associations[i]
		switch {
		case p.world.User != "" && a.User != p.world.User, a.Account == "", slices.Contains(out, a.Account):
		case a.Default && p.world.User != "":
			out = append([]string{a.Account}, out...)
		default:
			out = append(out, a.Account)
		}
	}
	return out
}

// qos are those that the user's associations allow.
func (p *Pane) qos() []string {
	if p.world.Access == nil {
		return nil
	}
	var out []string
	for i := range p.world.Access.Associations {
		a := &p.world.Access.Associations[i]
		if p.world.User != "" && a.User != p.world.User {
			continue
		}
		for _, name := range a.QOS {
			if !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// limits are the partition's default and longest ones.
func (p *Pane) limits() []string {
	part := p.partition()
	if part == nil {
		return nil
	}
	var out []string
	for _, l := range []slurm.Limit{part.DefaultTime, part.MaxTime} {
		if _, ok := l.Duration(); ok && !slices.Contains(out, l.String()) {
			out = append(out, l.String())
		}
	}
	return out
}

// dependencies are the user's newest jobs, as one waits for them.
func (p *Pane) dependencies() []string {
	var out []string
	for i := range p.own {
		if len(out) == mostOffers {
			break
		}
		id := p.own[i].ID
		if p.own[i].Array.Job > 0 {
			id = p.own[i].Array.Job
		}
		if text := "afterok:" + strconv.FormatUint(id, 10); !p.own[i].State.IsFinal() && !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out
}

package main

import (
	"cmp"
	"slices"
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// warnings are what a look has to say beside its answer. What several kinds of data, or a source of leases too, lack
// for one reason is said together.
func (k *look) warnings() []slurm.Problem {
	groups := lackGroups(k.lacks)
	notes := sourceNotes(k.pools)
	var rest []reasoned
	for _, n := range notes {
		i := slices.IndexFunc(groups, func(g reasoned) bool { return n.why == g.root || strings.HasPrefix(n.why, g.root+"; ") })
		if i < 0 {
			rest = append(rest, n)
		} else {
			groups[i].names = append(groups[i].names, n.names...)
		}
	}
	out := slices.Clip(k.missing)
	for _, g := range groups {
		out = append(out, ownWarning(listWords(g.names)+" are not known: "+g.why))
	}
	for _, n := range rest {
		out = append(out, ownWarning(strings.Join(n.names, ", ")+": "+n.why))
	}
	return out
}

// reasoned are things that have one reason in common.
type reasoned struct {
	names     []string
	why, root string
}

func byReason(all []reasoned, name, why, root string) []reasoned {
	i := slices.IndexFunc(all, func(r reasoned) bool { return r.why == why })
	if i < 0 {
		return append(all, reasoned{[]string{name}, why, root})
	}
	all[i].names = append(all[i].names, name)
	return all
}

func lackGroups(lacks []lack) []reasoned {
	var out []reasoned
	for _, l := range lacks {
		out = byReason(out, l.what, l.why, l.root)
	}
	return out
}

// sourceNotes say which sources of knowledge about nodes do not answer, and why; those with one reason together.
func sourceNotes(p flex.Pools) []reasoned {
	const standIn = "partitions stand in for pools"
	var out []reasoned
	for _, s := range p.Sources {
		name, note := s.Name, s.Note
		if p.Origin == flex.FromPartitions && name == flex.SourceNameResource {
			name, note = standIn, cmp.Or(note, p.Note)
		}
		if note != "" {
			out = byReason(out, name, note, note)
		}
	}
	if p.Note != "" && len(p.Sources) == 0 {
		out = byReason(out, standIn, p.Note, p.Note)
	}
	return out
}

// listWords joins names as a sentence does: "a, b and c".
func listWords(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

package flex

import (
	"slices"
	"strings"
)

// names lists the words that stand for a node in the platform's messages: names of nodes and machines, and the ids of
// machines. They are gathered once, when they are first asked for.
func (o *observer) names() map[string]string {
	if o.words != nil {
		return o.words
	}
	names := make(map[string]string, len(o.s.Nodes)+len(o.s.Pools.Instances)+len(o.ev.Marks))
	for name, mk := range o.ev.Marks {
		names[name] = name
		if isLong(mk.Machine) {
			names[mk.Machine] = name
		}
	}
	for i := range o.s.Nodes {
		names[o.s.Nodes[i].Name] = o.s.Nodes[i].Name
	}
	for name, in := range o.s.Pools.Instances {
		names[name] = name
		if isLong(in.ID) {
			names[in.ID] = name
		}
	}
	o.nameByRule(names)
	o.words = names
	return names
}

// nameByRule adds the nodes that the records name as the platform names nodes: one that is off is listed by Slurm alone,
// and Slurm may not answer.
func (o *observer) nameByRule(names map[string]string) {
	p := &o.s.Pools
	if p.Origin != FromResource || p.Cluster == "" {
		return
	}
	for _, r := range p.Events {
		for _, word := range strings.FieldsFunc(r.Message, splitsName) {
			label, _, _ := strings.Cut(word, ".")
			id, _, ok := SplitName(p.Cluster, label)
			if !ok {
				continue
			}
			if _, isPool := p.Pool(id); isPool {
				names[label] = label
			}
		}
	}
}

// isLong reports whether an id is so long that no other number of a message is taken for it.
func isLong(id string) bool { return len(id) >= 10 }

// mostNamed bounds for how many nodes one record counts.
const mostNamed = 32

// nodesIn returns the nodes that a message names, in its order. The form of the messages is not public: only whole
// words that are known names count, also as the first label of a host name.
func nodesIn(message string, names map[string]string) []string {
	var out []string
	for _, word := range strings.FieldsFunc(message, splitsName) {
		node, ok := names[word]
		if !ok {
			label, _, _ := strings.Cut(word, ".")
			node, ok = names[label]
		}
		if ok && len(out) < mostNamed && !slices.Contains(out, node) {
			out = append(out, node)
		}
	}
	return out
}

func splitsName(r rune) bool {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
		return false
	}
	return true
}

package preflight

import (
	"maps"
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// features is a --constraint.
type features struct {
	names []string // all that it names
	// all says that each node must have all of them, any that one is enough; in any other form ([a*2&b*4]) only the
	// names are read.
	all, any bool
}

func readFeatures(text string) features {
	f := features{all: !strings.ContainsAny(text, "|[]()*"), any: strings.Contains(text, "|") && !strings.ContainsAny(text, "&,[]()*")}
	seen := make(map[string]bool)
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("&|,[]()", r) }) {
		if name, _, _ = strings.Cut(strings.TrimSpace(name), "*"); name != "" && !seen[name] {
			seen[name] = true
			f.names = append(f.names, name)
		}
	}
	return f
}

// on reports whether a node has what is asked for, as far as that is read.
func (f features) on(n *slurm.Node) bool {
	if f.any {
		return slices.ContainsFunc(f.names, func(name string) bool { return hasFeature(n, name) })
	}
	return !f.all || !slices.ContainsFunc(f.names, func(name string) bool { return !hasFeature(n, name) })
}

func hasFeature(n *slurm.Node, name string) bool {
	return slices.Contains(n.Features, name) || slices.Contains(n.Active, name)
}

// checkFeatures finds features that no node has, which Slurm refuses even as an alternative.
func (c *checker) checkFeatures() {
	if len(c.Nodes) == 0 {
		return
	}
	level := sbatch.Warning
	if c.knowsAll {
		level = sbatch.Error
	}
	look := func(option string, f features) (isStrange bool) {
		told := 0
		for _, name := range f.names {
			if told < mostTold && !c.allFeatures()[name] {
				told++
				c.tell(level, option, "no node has the feature "+quoted(name), c.featureCure())
			}
		}
		return told > 0
	}
	c.strangeFeature = look("--constraint", c.ask.features)
	look("--prefer", readFeatures(c.job.Prefer))
}

// mostTold is how many names of one list are told of.
const mostTold = 10

// allFeatures are those that the nodes have.
func (k *known) allFeatures() map[string]bool {
	if k.ofNodes == nil {
		k.ofNodes = make(map[string]bool)
		for i := range k.Nodes {
			for _, list := range [][]string{k.Nodes[i].Features, k.Nodes[i].Active} {
				for _, f := range list {
					k.ofNodes[f] = true
				}
			}
		}
	}
	return k.ofNodes
}

func (c *checker) featureCure() string {
	names := slices.Sorted(maps.Keys(c.allFeatures()))
	return choose(names, "leave it out: the nodes have no features")
}

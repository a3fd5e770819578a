package preflight

import (
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
	for _, name := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("&|,[]()", r) }) {
		if name, _, _ = strings.Cut(strings.TrimSpace(name), "*"); name != "" {
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
		for _, name := range f.names {
			if !slices.ContainsFunc(c.Nodes, func(n slurm.Node) bool { return hasFeature(&n, name) }) {
				isStrange = true
				c.tell(level, option, "no node has the feature "+quoted(name), c.featureCure())
			}
		}
		return isStrange
	}
	c.strangeFeature = look("--constraint", c.ask.features)
	look("--prefer", readFeatures(c.job.Prefer))
}

func (c *checker) featureCure() string {
	var names []string
	for i := range c.Nodes {
		for _, f := range c.Nodes[i].Features {
			if !slices.Contains(names, f) {
				names = append(names, f)
			}
		}
	}
	slices.Sort(names)
	return choose(names, "leave it out: the nodes have no features")
}

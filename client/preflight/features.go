package preflight

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// features is a --constraint.
type features struct {
	names []string // all that it names
	text  string   // as it is told
	// on reports whether a node has what is asked for; nil if only the names are read.
	on func(*slurm.Node) bool
	// counts are how many nodes must have each of the names; nil unless it says so, as in [a*2&b*4].
	counts []int
}

func readFeatures(text string) features {
	f := features{text: text}
	seen := make(map[string]bool)
	for _, item := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("&|,[]()", r) }) {
		name, count, hasCount := strings.Cut(strings.TrimSpace(item), "*")
		if name == "" || seen[name] {
			continue
		}
		seen[name] = true
		f.names = append(f.names, name)
		n, err := strconv.Atoi(count)
		if !hasCount || err != nil || n < 1 {
			n = 1
		}
		f.counts = append(f.counts, n)
	}
	switch isCounted := strings.Contains(text, "*"); {
	case isCounted && !strings.ContainsAny(text, "|()"):
		return f
	case !isCounted && (!strings.Contains(text, "[") || !strings.ContainsAny(text, "&,")):
		r := featureReader{rest: text}
		if on := r.read(); !r.isStrange && r.rest == "" {
			f.on = on
		}
	}
	f.counts = nil
	return f
}

// tests are what it asks of the nodes, as far as that is read.
func (f *features) tests() []test {
	none := func(*slurm.Node) uint64 { return 0 }
	if f.on != nil && len(f.names) > 0 {
		return []test{{option: "--constraint", what: "the feature " + f.text, fits: f.on, size: none, isEarly: true}}
	}
	var out []test
	for i, n := range f.counts {
		out = append(out, test{
			option: "--constraint", what: "the feature " + f.names[i], nodes: n, size: none,
			fits: func(node *slurm.Node) bool { return hasFeature(node, f.names[i]) },
		})
	}
	return out
}

// featureReader reads names joined by & and |, in parentheses where both are. Alternatives in brackets, of which all
// nodes must have the same one, are read as if each could have another: that much every node must have.
type featureReader struct {
	rest      string
	isStrange bool // it cannot be read
	depth     int
}

// mostDeep bounds the parentheses in parentheses.
const mostDeep = 20

func (r *featureReader) read() func(*slurm.Node) bool {
	var all []func(*slurm.Node) bool
	sign := byte(0)
	for !r.isStrange {
		if on := r.readOne(); on != nil {
			all = append(all, on)
		}
		if r.rest == "" || strings.IndexByte(")]", r.rest[0]) >= 0 {
			break
		}
		next := r.rest[0]
		if next == ',' {
			next = '&'
		}
		r.isStrange = sign != 0 && sign != next || next != '&' && next != '|'
		sign, r.rest = next, r.rest[1:]
	}
	if sign == '|' {
		return func(n *slurm.Node) bool {
			return slices.ContainsFunc(all, func(on func(*slurm.Node) bool) bool { return on(n) })
		}
	}
	return func(n *slurm.Node) bool {
		return !slices.ContainsFunc(all, func(on func(*slurm.Node) bool) bool { return !on(n) })
	}
}

// readOne reads a name or what is in parentheses; nil is nothing, as behind a sign too many.
func (r *featureReader) readOne() func(*slurm.Node) bool {
	if strings.HasPrefix(r.rest, "(") || strings.HasPrefix(r.rest, "[") {
		if r.depth++; r.depth > mostDeep {
			r.isStrange = true
			return nil
		}
		r.rest = r.rest[1:]
		on := r.read()
		if r.isStrange = r.isStrange || r.rest == ""; !r.isStrange {
			r.rest = r.rest[1:]
		}
		return on
	}
	end := strings.IndexAny(r.rest, "&|,[]()")
	if end < 0 {
		end = len(r.rest)
	}
	name := strings.TrimSpace(r.rest[:end])
	r.rest = r.rest[end:]
	if name == "" {
		return nil
	}
	return func(n *slurm.Node) bool { return hasFeature(n, name) }
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
				c.tell(level, option, "no node has the feature "+quoted(name), c.featureCure(name))
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

func (c *checker) featureCure(name string) string {
	names := slices.Sorted(maps.Keys(c.allFeatures()))
	return pick(name, names, "leave it out: the nodes have no features")
}

package preflight

import (
	"slices"
	"strconv"
	"strings"

	"flexq/client/sbatch"
)

// gres is a count of one generic resource; kind is "" for any.
type gres struct {
	name, kind string
	count      uint64
}

func (g gres) String() string {
	name := g.name
	if g.name == "gpu" {
		name = "GPU"
		if g.count != 1 {
			name = "GPUs"
		}
	}
	if g.kind != "" {
		name = g.kind + " " + name
	}
	return strconv.FormatUint(g.count, 10) + " " + name
}

// readGRES reads a list of a job: "gres/gpu:nvidia_h200:8", "gpu:8,nvme:1", "gres/gpu=8". TRES that are no GRES are left
// out, and of one that is named twice the larger number.
func readGRES(list string) []gres {
	var out []gres
	for _, g := range itemsOf(list) {
		if i := slices.IndexFunc(out, func(h gres) bool { return h.name == g.name && h.kind == g.kind }); i >= 0 {
			out[i].count = min(out[i].count, g.count) // Slurm takes one of the two
			continue
		}
		out = append(out, g)
	}
	return out
}

// itemsOf reads each item of a list of a job or of a node, as in "gpu:nvidia_h200:8(S:0-1)".
func itemsOf(list string) []gres {
	var out []gres
	for _, item := range splitGRES(list) {
		item, _, _ = strings.Cut(strings.TrimSpace(item), "(")
		rest, isGRES := strings.CutPrefix(item, "gres/")
		if !isGRES {
			rest, _ = strings.CutPrefix(item, "gres:")
		}
		rest = strings.ReplaceAll(rest, "=", ":")
		words := strings.Split(rest, ":")
		g := gres{name: words[0], count: 1}
		if g.name == "" || strings.EqualFold(g.name, "none") || isTRES(g.name) && !isGRES {
			continue
		}
		if last := words[len(words)-1]; len(words) > 1 {
			if n, ok := gresCount(last); ok {
				g.count, words = n, words[:len(words)-1]
			}
		}
		if len(words) > 1 {
			g.kind = words[1]
		}
		out = append(out, g)
	}
	return out
}

// splitGRES splits at commas outside parentheses.
func splitGRES(list string) []string {
	depth := 0
	return strings.FieldsFunc(list, func(r rune) bool {
		switch r {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		}
		return r == ',' && depth <= 0
	})
}

// isTRES reports whether the name is one of Slurm's own resources, which are not generic.
func isTRES(name string) bool {
	switch strings.ToLower(name) {
	case "cpu", "mem", "node", "billing", "energy", "vmem", "pages", "bb", "license", "fs", "ic":
		return true
	}
	return strings.Contains(name, "/")
}

func gresCount(s string) (uint64, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	factor := uint64(1)
	if i := strings.IndexByte("KMGT", s[len(s)-1]&^0x20); i >= 0 && s[len(s)-1] > '9' {
		for range i + 1 {
			factor *= 1024
		}
		s = s[:len(s)-1]
	}
	n, err := strconv.ParseUint(s, 10, 32)
	return n * factor, err == nil
}

func times(list []gres, n uint64) []gres {
	out := make([]gres, len(list))
	for i, g := range list {
		g.count *= n
		out[i] = g
	}
	return out
}

// gpusOf counts the GPUs of a list.
func gpusOf(list []gres) uint64 {
	var n uint64
	for _, g := range list {
		if g.name == "gpu" {
			n += g.count
		}
	}
	return n
}

// checkGRES finds counts that contradict each other, which Slurm refuses whatever the partition.
func (c *checker) checkGRES() {
	a := &c.ask
	for _, list := range [][]gres{a.gres, a.gresOfJob, a.gresOfTask} {
		if mixes(list) {
			c.tell(sbatch.Error, a.gresOption, "it counts GPUs both with a type and without", "give each a type, or none")
			break
		}
	}
	all := gpusOf(a.gresOfJob)
	switch least := gpusOf(a.gres) * a.leastNodes; {
	case all == 0:
	case all < a.leastNodes:
		c.tell(sbatch.Error, "--gpus", plural(all, "GPU")+" cannot be shared out among "+nodes(a.leastNodes)+", each of which needs one", "ask for more GPUs, or fewer nodes")
	case all < least:
		c.tell(sbatch.Error, "--gpus", "less than "+num(gpusOf(a.gres))+" on each of "+nodes(a.leastNodes), "ask for "+num(least)+", or leave it out")
	}
}

// mixes reports whether one resource is counted both with a type and without.
func mixes(list []gres) bool {
	return slices.ContainsFunc(list, func(g gres) bool {
		return g.kind == "" && slices.ContainsFunc(list, func(h gres) bool { return h.name == g.name && h.kind != "" })
	})
}

package preflight

import (
	"slices"
	"strconv"
	"strings"
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

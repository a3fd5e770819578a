package slurm

import (
	"math"
	"strings"
)

// GPUsOf counts the GPUs of a GRES string in any of Slurm's forms: "gpu:nvidia_h200:8(IDX:0-7)", "gres/gpu:8",
// "gres/gpu=8", "gpu:2(S:0),nvme:1". A GPU without a number is one.
func GPUsOf(gres string) int {
	total, _ := sumGPUs(gres)
	return total
}

// GPUTypeOf names the kinds of GPU in a GRES string, joined by commas: "nvidia_h200"; "" if it names none.
func GPUTypeOf(gres string) string {
	_, kinds := sumGPUs(gres)
	return kinds
}

func sumGPUs(gres string) (total int, kinds string) {
	var sum, plain int64
	for rest := gres; rest != ""; {
		var item string
		item, rest = cutGRES(rest)
		name, kind, count, ok := parseGRES(item)
		if !ok || name != "gpu" {
			continue
		}
		if kind == "" && strings.Contains(item, "=") {
			plain = count // a TRES list has the sum beside the kinds
			continue
		}
		sum = addCapped(sum, count)
		if kind != "" && !hasWord(kinds, kind) {
			kinds = joinWord(kinds, kind)
		}
	}
	if plain > 0 {
		sum = plain
	}
	return int(min(sum, math.MaxInt32)), kinds
}

// cutGRES cuts at the first comma outside parentheses: "gpu:2(IDX:0,3),nvme:1".
func cutGRES(s string) (item, rest string) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				return s[:i], s[i+1:]
			}
		}
	}
	return s, ""
}

// parseGRES reads NAME[:TYPE][:COUNT] or NAME[:TYPE]=COUNT, behind an optional "gres/" or "gres:".
func parseGRES(s string) (name, kind string, count int64, ok bool) {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "(")
	if strings.HasPrefix(s, "gres/") || strings.HasPrefix(s, "gres:") {
		s = s[len("gres/"):]
	}
	s, value, hasValue := strings.Cut(s, "=")
	name, rest, _ := strings.Cut(s, ":")
	switch {
	case name == "":
		return "", "", 0, false
	case hasValue:
		return name, rest, parseCount(value), true
	}
	kind, number, both := strings.Cut(rest, ":")
	switch {
	case both:
		return name, kind, parseCount(number), true
	case kind == "":
		return name, "", 1, true
	case isDigit(kind[0]) && isCount(kind):
		return name, "", parseCount(kind), true
	}
	return name, kind, 1, true
}

func isCount(s string) bool {
	if strings.IndexByte("KMGTP", s[len(s)-1]) >= 0 {
		s = s[:len(s)-1]
	}
	_, ok := parseDigits(s)
	return ok
}

func hasWord(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

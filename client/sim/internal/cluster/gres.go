package cluster

import (
	"strconv"
	"strings"
)

// splitGres reads one generic resource: "gres/gpu:8", "gres/gpu:nvidia_h200:8", "gpu:2", "gres/gpu=8", "gres/gpu".
func splitGres(s string) (name, kind string, count uint32, ok bool) {
	s = strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(s, "gres/"), "gres:"), "=", ":")
	parts := strings.Split(s, ":")
	name, count = parts[0], 1
	rest := parts[1:]
	if len(rest) > 0 {
		if n, err := strconv.ParseUint(rest[len(rest)-1], 10, 16); err == nil {
			count = uint32(n)
			rest = rest[:len(rest)-1]
		}
	}
	switch len(rest) {
	case 0:
		return name, "", count, true
	case 1:
		return name, rest[0], count, true
	default:
		return name, "", 0, false
	}
}

func gpusOf(s string) uint32 {
	sum := uint32(0)
	for _, part := range strings.Split(s, ",") {
		if part == "" {
			continue
		}
		if name, _, n, ok := splitGres(part); ok && name == "gpu" {
			sum += n
		}
	}
	return sum
}

// gpuType returns the type that a GRES string insists on, or "".
func gpuType(s string) string {
	for _, part := range strings.Split(s, ",") {
		if name, kind, _, ok := splitGres(part); ok && name == "gpu" && kind != "" {
			return kind
		}
	}
	return ""
}

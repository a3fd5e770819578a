package slurm

import (
	"strconv"
	"strings"
)

// TRES is what a job or a node has of each trackable resource.
type TRES struct {
	CPUs, Nodes, GPUs, Billing int64
	MemMiB                     int64
	GPUType                    string
}

// ParseTRES reads Slurm's list "cpu=224,mem=2000G,node=1,billing=224,gres/gpu=8,gres/gpu:nvidia_h200=8". What it
// cannot read it leaves out.
func ParseTRES(s string) TRES {
	var t TRES
	for part := range strings.SplitSeq(s, ",") {
		key, val, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			continue
		}
		if key == "mem" {
			t.MemMiB = parseMem(val)
			continue
		}
		n, err := strconv.ParseInt(val, 10, 64)
		if err != nil {
			continue
		}
		switch {
		case key == "cpu":
			t.CPUs = n
		case key == "node":
			t.Nodes = n
		case key == "billing":
			t.Billing = n
		case key == "gres/gpu":
			t.GPUs = n
		case strings.HasPrefix(key, "gres/gpu:"):
			t.GPUType = strings.TrimPrefix(key, "gres/gpu:")
			t.GPUs = max(t.GPUs, n)
		}
	}
	return t
}

func parseMem(s string) int64 {
	unit := int64(1)
	if s == "" {
		return 0
	}
	div := int64(1)
	switch s[len(s)-1] {
	case 'K':
		div = 1024
	case 'M':
	case 'G':
		unit = 1024
	case 'T':
		unit = 1024 * 1024
	case 'P':
		unit = 1024 * 1024 * 1024
	}
	n, err := strconv.ParseFloat(strings.TrimRight(s, "KMGTP"), 64)
	if err != nil {
		return 0
	}
	return int64(n*float64(unit)) / div
}

// GPUsOf counts the GPUs of a GRES string: "gpu:nvidia_h200:8(IDX:0-7)", "gres/gpu:8", "gpu:2(S:0)".
func GPUsOf(gres string) int {
	total := 0
	depth := 0
	fields := strings.FieldsFunc(gres, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		}
		return r == ',' && depth == 0
	})
	for _, f := range fields {
		f, _, _ = strings.Cut(f, "(")
		f = strings.TrimPrefix(f, "gres/")
		p := strings.FieldsFunc(f, func(r rune) bool { return r == ':' || r == '=' })
		if len(p) == 0 || p[0] != "gpu" {
			continue
		}
		n, err := strconv.Atoi(p[len(p)-1])
		if err != nil || n < 0 {
			n = 1
		}
		total += n
	}
	return total
}

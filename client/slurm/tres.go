package slurm

import (
	"math"
	"strconv"
	"strings"
)

// TRES is what a job or a node has of the trackable resources that matter here. Zero means none, or that Slurm
// does not say.
type TRES struct {
	CPUs, Nodes, GPUs, Billing int64
	MemMiB                     int64
	GPUType                    string // as in nvidia_h200; several are joined by commas; "" if Slurm names none
}

// IsZero reports whether nothing is known.
func (t TRES) IsZero() bool { return t == TRES{} }

// ParseTRES reads a list as Slurm writes it: "cpu=224,mem=2000G,node=1,billing=224,gres/gpu=8,gres/gpu:h200=8".
// What it does not know or cannot read it leaves out.
func ParseTRES(s string) TRES {
	var t TRES
	var typed int64
	for part := range strings.SplitSeq(s, ",") {
		key, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			continue
		}
		switch key {
		case "cpu":
			t.CPUs = parseCount(value)
		case "node":
			t.Nodes = parseCount(value)
		case "billing":
			t.Billing = parseCount(value)
		case "mem":
			t.MemMiB = ParseMem(value)
		case "gres/gpu":
			t.GPUs = parseCount(value)
		default:
			if kind, ok := strings.CutPrefix(key, "gres/gpu:"); ok {
				typed = addCapped(typed, parseCount(value))
				t.GPUType = joinWord(t.GPUType, kind)
			}
		}
	}
	if t.GPUs == 0 { // a cluster may track the types and not their sum
		t.GPUs = typed
	}
	return t
}

// parseCount reads a whole number, with the suffixes K, M, G, T, P that Slurm allows (of 1024). What is none, and
// what is negative, counts as 0.
func parseCount(s string) int64 {
	return scaled(s, 1)
}

// ParseMem reads an amount of memory as Slurm writes it ("2900000M", "1.50T", "4G", "1024") and returns MiB,
// rounded down. Without a suffix it is MiB. What is no amount gives 0.
func ParseMem(s string) int64 {
	if s != "" && isDigit(s[len(s)-1]) {
		return scaled(s, 1)
	}
	return scaled(s, 1.0/(1<<20))
}

// scaled reads a number with an optional suffix and multiplies it; the suffix K means 1024.
func scaled(s string, factor float64) int64 {
	if s == "" {
		return 0
	}
	power := strings.IndexByte("KMGTPE", s[len(s)-1]&^0x20)
	if !isDigit(s[len(s)-1]) {
		if power < 0 {
			return 0
		}
		s = s[:len(s)-1]
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil || !(n >= 0) || s[0] == '+' {
		return 0
	}
	n *= factor * math.Pow(1024, float64(power+1))
	if n >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(n)
}

func addCapped(a, b int64) int64 {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

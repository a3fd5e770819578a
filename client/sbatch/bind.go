package sbatch

import (
	"fmt"
	"strconv"
	"strings"
)

// bindTRES takes --tres-bind: SORT/NAME:HOW, several with a plus between.
func (b *builder) bindTRES(v string) error {
	for item := range strings.SplitSeq(v, "+") {
		name, how, ok := strings.Cut(item, ":")
		name, gres := strings.CutPrefix(name, "gres/")
		shared := name == "shard" || name == "mps"
		if v != "" && (!ok || !gres || !bindsWell(how, shared)) {
			return fmt.Errorf("%q is not a way to bind resources; write gres/gpu:closest, gres/gpu:single:N, gres/gpu:per_task:N or gres/gpu:map:LIST", item)
		}
	}
	b.tresBind = v
	return nil
}

// bindGPUs takes --gpu-bind. It is --tres-bind for GPUs, so the one that comes later counts.
func (b *builder) bindGPUs(v string) error {
	if !bindsWell(v, false) {
		return fmt.Errorf("%q is not a way to bind GPUs; write closest, single:N, per_task:N, map_gpu:LIST, mask_gpu:LIST or none", v)
	}
	b.tresBind = "gres/gpu:" + v
	return nil
}

// bindsWell reports whether Slurm knows how to bind so. Resources that tasks share know only some of it.
func bindsWell(how string, shared bool) bool {
	if len(how) >= 8 && strings.EqualFold(how[:8], "verbose,") {
		how = how[8:]
	}
	for _, known := range []struct {
		word    string
		numbers string // the digits that may stand behind it; "" for anything
		shared  bool
	}{
		{"none", "", true},
		{"per_task:", "", true},
		{"closest", "", false},
		{"single:", "", false},
		{"map_gpu:", "0123456789*,", false},
		{"map:", "0123456789*,", false},
		{"mask_gpu:", "0123456789abcdefABCDEFx*,", false},
		{"mask:", "0123456789abcdefABCDEFx*,", false},
	} {
		n := len(known.word)
		if shared && !known.shared || len(how) < n || !strings.EqualFold(how[:n], known.word) {
			continue
		}
		return known.numbers == "" || strings.Trim(how[n:], known.numbers) == ""
	}
	return false
}

// binding is what --tres-bind says. Resources of each task are bound to it unless it says otherwise.
func (b *builder) binding() string {
	bind := b.tresBind
	g := gresCheck{b: b}
	g.read(b.job.TRESPerTask, func(a *gresAsk, n uint64) {
		if strings.Contains(bind, a.name) {
			return
		}
		if bind != "" {
			bind += "+"
		}
		bind += "gres/" + a.name + ":per_task:" + strconv.FormatUint(n, 10)
	})
	return bind
}

// gpuFrequency takes --gpu-freq: a frequency, that of the memory, and verbose.
func (b *builder) gpuFrequency(v string) error {
	for item := range strings.SplitSeq(v, ",") {
		value := strings.TrimPrefix(item, "memory=")
		_, err := strconv.ParseUint(value, 10, 31)
		switch {
		case err == nil, value == "low", value == "medium", value == "high", value == "highm1", item == "verbose":
		default:
			return fmt.Errorf("%q is not a frequency; write MHz or low, medium, high or highm1, and memory=VALUE behind a comma", v)
		}
	}
	b.gpuFreq = v
	return nil
}

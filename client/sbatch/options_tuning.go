package sbatch

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// tuningOptions bind tasks and measure them.
func tuningOptions() []spec {
	return []spec{
		{name: "cpu-freq", value: "P1[-P2][:GOVERNOR]", words: "frequency of the CPUs", take: (*builder).cpuFreq},
		{name: "gpu-freq", value: "FREQUENCY", words: "frequency of the GPUs", take: (*builder).gpuFrequency},
		{name: "gpu-bind", value: "HOW", words: "which GPUs each task sees, as in closest or single:1", take: (*builder).bindGPUs},
		{name: "tres-bind", value: "LIST", words: "which resources each task sees, as in gres/gpu:closest", take: (*builder).bindTRES},
		{name: "mem-bind", value: "HOW", words: "which memory each task uses, as in local", take: (*builder).takeMemBind},
		{name: "acctg-freq", value: "SECONDS|TYPE=SECONDS,...", words: "how often usage is sampled", take: (*builder).acctFreq},
		{name: "profile", value: "TYPES", words: "all, none, or some of energy,task,lustre,network", take: (*builder).profile},
		{name: "oom-kill-step", arg: mayHaveValue, value: "0|1", words: "end the whole step when one of its tasks runs out of memory", take: (*builder).oomKillStep},
		{name: "stepmgr", arg: noValue, words: "let the first node manage the job's steps", take: flag("STEPMGR_ENABLED", "")},
		{name: "priority", value: "N", words: "priority; more than an administrator's is refused", take: (*builder).priority},
		{name: "reboot", arg: noValue, words: "reboot the nodes first; only for administrators", take: func(b *builder, _ string) error { b.job.Tuning.Reboot = true; return nil }},
	}
}

// siteOptions need something that not every site has.
func siteOptions() []spec {
	return []spec{
		{name: "batch", value: "FEATURES", words: "features of the node that runs the script", take: text(func(j *slurm.Submission) *string { return &j.Tuning.BatchFeatures })},
		{name: "cluster-constraint", value: "FEATURES", words: "features of the cluster of a federation", take: text(func(j *slurm.Submission) *string { return &j.Tuning.ClusterFeatures })},
		{name: "mcs-label", value: "LABEL", words: "label of multi-category security", take: text(func(j *slurm.Submission) *string { return &j.Tuning.MCSLabel })},
		{name: "context", value: "CONTEXT", words: "SELinux context", take: text(func(j *slurm.Submission) *string { return &j.Tuning.SELinux })},
		{name: "container", value: "PATH", words: "OCI bundle on the cluster in which the script runs", take: text(func(j *slurm.Submission) *string { return &j.Tuning.Container })},
		{name: "container-id", value: "NAME", words: "OCI container of the cluster", take: text(func(j *slurm.Submission) *string { return &j.Tuning.ContainerID })},
		{name: "bb", value: "SPEC", words: "burst buffer", take: text(func(j *slurm.Submission) *string { return &j.Tuning.BurstBuffer })},
		{name: "nodefile", short: "F", value: "FILE", words: "file of this machine with the nodes that must be among the job's", take: (*builder).nodefile},
		{name: "export-file", value: "FILE", words: "file of this machine with the environment, NUL after each NAME=value", take: (*builder).exportFile},
	}
}

// acctFreq looks at the words and whether a number is there, as sbatch does, and not at what stands behind that.
func (b *builder) acctFreq(v string) error {
	for item := range strings.SplitSeq(v, ",") {
		kind, number, named := strings.Cut(item, "=")
		if !named {
			number = item
		}
		known := !named || slices.Contains([]string{"task", "energy", "network", "filesystem"}, strings.ToLower(kind))
		number = unsigned(number)
		if item != "" && (!known || number == "" || number[0] < '0' || number[0] > '9') {
			return fmt.Errorf("%q is not how often to sample; write seconds, or task=, energy=, network= or filesystem= before them", item)
		}
	}
	b.job.Tuning.AcctFreq = v
	return nil
}

// takeMemBind reads words with commas between; a map or a mask takes the rest.
func (b *builder) takeMemBind(v string) error {
	var types []string
	list, said := "", []string{}
	bad := func(word string) error {
		return fmt.Errorf("%q is not a way to bind memory; write local, rank, none, prefer, sort, verbose, map_mem:LIST or mask_mem:LIST", word)
	}
	for rest, more := v, true; more; {
		var word string
		whole := rest
		word, rest, more = strings.Cut(rest, ",")
		switch w := strings.ToLower(word); w {
		case "q", "quiet", "nosort":
		case "v", "verbose":
			types, said = append(types, "VERBOSE"), append(said, "verbose")
		case "prefer", "sort", "local", "rank":
			types, said = append(types, strings.ToUpper(w)), append(said, w)
		case "no", "none":
			types, said = append(types, "NONE"), append(said, "none")
		default:
			kind, ids, ok := memoryList(whole)
			if !ok {
				return bad(word)
			}
			types, list, said = append(types, kind), ids, append(said, strings.ToLower(whole))
			more = false
		}
	}
	b.job.Tuning.MemBind, b.job.Tuning.MemBindType = list, types
	order := []string{"verbose", "prefer", "sort"}
	slices.SortStableFunc(said, func(a, c string) int { return rank(order, a) - rank(order, c) })
	b.memBind = strings.Join(said, ",")
	return nil
}

// memoryList reads map_mem:0,1 and mask_mem:0x3, each item of it as many times as stands behind a star.
func memoryList(v string) (kind, ids string, ok bool) {
	kind, ids, ok = strings.Cut(v, ":")
	kind = strings.ToLower(kind)
	if !ok || kind != "map_mem" && kind != "mask_mem" {
		return "", "", false
	}
	for item := range strings.SplitSeq(ids, ",") {
		id, times, starred := strings.Cut(item, "*")
		base := 10
		if kind == "mask_mem" {
			id, base = strings.TrimPrefix(strings.ToLower(id), "0x"), 16
		}
		if _, err := strconv.ParseUint(id, base, 64); err != nil {
			return "", "", false
		}
		if _, err := strconv.ParseUint(times, 10, 32); starred && err != nil {
			return "", "", false
		}
	}
	return strings.ToUpper(strings.TrimSuffix(kind, "_mem")), ids, true
}

func rank(order []string, word string) int {
	if i := slices.Index(order, word); i >= 0 {
		return i
	}
	return len(order)
}

func (b *builder) profile(v string) error {
	var out []string
	words := strings.FieldsFunc(strings.ToUpper(v), func(r rune) bool { return r == ',' || strings.ContainsRune(blanks, r) })
	if slices.Contains(words, "NONE") {
		words = []string{"NONE"} // sbatch does not look at the others
	}
	if len(words) == 0 {
		return errors.New("what to measure is missing; write all, none, or some of energy, task, lustre and network")
	}
	for _, w := range words {
		switch w {
		case "ALL":
			out = append(out, "ENERGY", "LUSTRE", "NETWORK", "TASK")
		case "NONE", "ENERGY", "LUSTRE", "NETWORK", "TASK":
			out = append(out, w)
		default:
			return fmt.Errorf("%q cannot be profiled; write all, none, or some of energy, task, lustre and network", w)
		}
	}
	b.job.Tuning.Profile = out
	return nil
}

func (b *builder) oomKillStep(v string) error {
	if v == "" {
		v = "1"
	}
	return number(func(j *slurm.Submission) *slurm.Num { return &j.Tuning.OOMKillStep }, 0, 1)(b, v)
}

func (b *builder) priority(v string) error {
	if strings.EqualFold(v, "top") {
		return fmt.Errorf("%q cannot be sent over REST; write a number, or leave it out", v)
	}
	n, err := b.looseNumber(v)
	if err != nil || n < 0 || n > math.MaxUint32-2 {
		return fmt.Errorf("%q is not a priority; write a whole number up to %d", v, uint32(math.MaxUint32-2))
	}
	b.job.Tuning.Priority = slurm.Num{}
	if n > 0 { // 0 is no word to sbatch
		b.job.Tuning.Priority = slurm.NumOf(uint64(n))
	}
	return nil
}

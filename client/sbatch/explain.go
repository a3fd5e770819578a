package sbatch

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"flexq/client/slurm"
)

// Explain says in plain words what an option with a value asks for: "1-12" as a time is "1 day 12 hours". The name is
// the long one without dashes. An option that has no words for its value has those of the option. The error is what
// Parse would say of the value, in the form "what; cure". now is for --begin and --deadline.
func Explain(name, value string, now time.Time) (string, error) {
	table := newTable()
	k := table.byName[name]
	if k == nil || k.name != name {
		return "", fmt.Errorf("sbatch has no option --%s", name)
	}
	b := builder{now: now, known: table, own: &Own{}, set: make(map[string]use)}
	b.take(0, Option{Name: name, Value: value, HasValue: value != "", Written: "--" + name})
	for _, p := range b.problems {
		if p.Level == Error {
			p.Option = ""
			return "", errors.New(p.String())
		}
	}
	if k.class == Sent {
		b.finish()
	}
	for _, say := range []func(string, *builder, time.Time) string{explainTime, explainSize, explainGPUs, explainWords} {
		if words := say(name, &b, now); words != "" {
			return words, nil
		}
	}
	return k.words, nil
}

func explainTime(name string, b *builder, now time.Time) string {
	j := &b.job
	switch name {
	case "time":
		return limitWords(j.Limit)
	case "time-min":
		return "at least " + limitWords(j.MinLimit)
	case "begin":
		return "not before " + momentWords(j.Begin, now)
	case "deadline":
		return "ended by " + momentWords(j.Deadline, now)
	case "delay-boot":
		switch n := j.Tuning.DelayBoot.Or(0); {
		case n == noEnd:
			return "without end"
		case n > 0:
			return slurm.Limit(n).Words()
		}
		return "no delay"
	case "switches":
		words := "at most " + count64(j.Tuning.Switches, "switch", "switches") + " between the nodes"
		if j.Tuning.SwitchWait > 0 {
			words += ", or any number after waiting " + slurm.Limit(j.Tuning.SwitchWait).Words()
		}
		return words
	}
	return ""
}

// limitWords names a limit as Slurm keeps it, in whole minutes.
func limitWords(l slurm.Limit) string {
	words := l.Words()
	if l > 0 && l%60 != 0 {
		words += ", which Slurm rounds up to " + slurm.LimitOf(uint64(l.Minutes())).Words()
	}
	return words
}

func momentWords(t slurm.Time, now time.Time) string {
	at := t.Std().In(now.Location())
	words := at.Format("Mon 2006-01-02 15:04")
	if now.IsZero() {
		return words
	}
	switch d := slurm.Limit(at.Sub(now).Round(time.Minute) / time.Second); {
	case d > 0:
		return words + " (in " + d.Words() + ")"
	case d < 0:
		return words + " (" + (-d).Words() + " ago)"
	}
	return words + " (now)"
}

func explainSize(name string, b *builder, _ time.Time) string {
	j := &b.job
	switch name {
	case "nodes":
		return nodesWords(j.Nodes)
	case "ntasks":
		return count64(j.Tasks, "task", "tasks")
	case "ntasks-per-node":
		return count64(j.TasksPerNode, "task", "tasks") + " on each node"
	case "cpus-per-task":
		return count64(j.CPUsPerTask, "CPU", "CPUs") + " for each task"
	case "cpus-per-gpu":
		return count64(j.CPUsPerGPU, "CPU", "CPUs") + " for each GPU"
	case "mem":
		return memoryWords(j.MemPerNode, "on each node")
	case "mem-per-cpu":
		return memoryWords(j.MemPerCPU, "for each CPU")
	case "mem-per-gpu":
		return memoryWords(j.MemPerGPU, "for each GPU")
	case "tmp":
		return sizeWords(j.TmpDisk) + " of local disk on each node"
	case "array":
		return arrayWords(j.Array)
	}
	return ""
}

func count64(n uint32, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.FormatUint(uint64(n), 10) + " " + many
}

// memoryWords says an amount of memory; zero asks for all of it.
func memoryWords(mib uint64, whose string) string {
	if mib == 0 {
		return "all memory of each node"
	}
	return sizeWords(mib) + " of memory " + whose
}

// sizeWords gives MiB in the unit that fits.
func sizeWords(mib uint64) string {
	switch {
	case mib == 0:
		return "0 MiB"
	case mib%(1<<20) == 0:
		return strconv.FormatUint(mib>>20, 10) + " TiB"
	case mib%(1<<10) == 0:
		return strconv.FormatUint(mib>>10, 10) + " GiB"
	}
	return strconv.FormatUint(mib, 10) + " MiB"
}

func nodesWords(v string) string {
	if strings.ContainsAny(v, ",:") {
		return "one of these numbers of nodes: " + v
	}
	first, last, ranged := strings.Cut(v, "-")
	lo, _ := nodeCount(first)
	hi, _ := nodeCount(last)
	switch {
	case ranged && hi > lo:
		return fmt.Sprintf("%d to %d nodes", lo, hi)
	case lo == 1:
		return "1 node"
	}
	return strconv.FormatUint(lo, 10) + " nodes"
}

func arrayWords(v string) string {
	tasks, most, count, err := slurm.ParseArray(v)
	if err != nil {
		return ""
	}
	words := slurm.Plural(int64(count), "task") + ": " + strings.ReplaceAll(tasks, ",", ", ")
	if most > 0 {
		words += ", at most " + strconv.FormatUint(uint64(most), 10) + " at once"
	}
	return words
}

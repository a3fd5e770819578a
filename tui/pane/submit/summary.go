package submit

import (
	"cmp"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// summary says in a few words how much the job asks for: "4 nodes, 32 GPUs, 1 day 12 hours in a3u", of a het job each of
// its parts.
func (p *Pane) summary() string {
	var out []string
	for _, j := range append([]slurm.Submission{p.sheet.job}, p.sheet.job.Parts...) {
		if j.Partition == "" {
			j.Partition = p.usualPartition()
		}
		text := Size(&j)
		out = append(out, p.ofArray(j.Array, text))
	}
	return strings.Join(out, " + ")
}

// ofArray says a size as that of each task of an array. A partition alone is no size.
func (p *Pane) ofArray(array, size string) string {
	isPlace := size == "" || strings.HasPrefix(size, "in ")
	tasks, _, _ := strings.Cut(p.explain("array", array), ":")
	switch tasks = strings.TrimSpace(tasks); {
	case array != "" && tasks != "" && isPlace:
		return strings.TrimSpace(tasks + " " + size)
	case array != "" && tasks != "":
		return tasks + " of " + size
	case isPlace && p.sheet.parts < 2:
		return ""
	}
	return size
}

// shortSummary is that of a het job where there is no room for all of its parts.
func (p *Pane) shortSummary() string {
	if p.sheet.parts < 2 {
		return ""
	}
	var nodes, gpus int64
	for _, j := range append([]slurm.Submission{p.sheet.job}, p.sheet.job.Parts...) {
		n, known := nodesOf(cmp.Or(j.Nodes, "1"))
		if !known {
			return slurm.Plural(int64(p.sheet.parts), "part")
		}
		nodes, gpus = nodes+n, gpus+gpusOf(&j, n, true)
	}
	text := slurm.Plural(int64(p.sheet.parts), "part") + ", " + slurm.Plural(nodes, "node")
	if gpus > 0 {
		text += ", " + slurm.Plural(gpus, "GPU")
	}
	return text
}

// usualPartition is that of a job which names none, "" while it is not known.
func (p *Pane) usualPartition() string {
	for i := range p.world.Partitions {
		if p.world.Partitions[i].Default {
			return p.world.Partitions[i].Name
		}
	}
	return ""
}

// Size says how much one part of a job asks for: "4 nodes, 32 GPUs, 1 day in a3u". What it does not say is left out;
// that is one node, as a rule.
func Size(j *slurm.Submission) string {
	var out []string
	nodes, known := nodesOf(j.Nodes)
	switch {
	case known:
		out = append(out, slurm.Plural(nodes, "node"))
	case j.Nodes != "":
		out = append(out, j.Nodes+" nodes")
	}
	if gpus := gpusOf(j, nodes, known || j.Nodes == ""); gpus > 0 {
		out = append(out, slurm.Plural(gpus, "GPU"))
	} else if gpus := gpusIn(j.TRESPerNode); gpus > 0 {
		out = append(out, slurm.Plural(gpus, "GPU")+" a node")
	} else if gpus := gpusIn(j.TRESPerTask); gpus > 0 {
		out = append(out, slurm.Plural(gpus, "GPU")+" a task")
	}
	if words := j.Limit.Words(); words != "" {
		out = append(out, words)
	}
	text := strings.Join(out, ", ")
	if j.Partition != "" {
		text = strings.TrimPrefix(text+" in "+j.Partition, " ")
	}
	return text
}

func nodesOf(count string) (int64, bool) {
	n, err := strconv.ParseInt(count, 10, 32)
	return n, err == nil
}

// gpusOf counts the GPUs of the whole job, 0 where that cannot be known.
func gpusOf(j *slurm.Submission, nodes int64, fixed bool) int64 {
	if n := gpusIn(j.TRESPerJob); n > 0 {
		return n
	}
	if n := gpusIn(j.TRESPerNode); n > 0 && fixed {
		return n * max(1, nodes)
	}
	return 0
}

// gpusIn counts the GPUs of a TRES string: gres/gpu:8, gres/gpu:h200:8, gres/gpu=8.
func gpusIn(tres string) int64 {
	var sum int64
	for part := range strings.SplitSeq(tres, ",") {
		rest, ok := strings.CutPrefix(strings.TrimPrefix(strings.TrimPrefix(part, "gres/"), "gres:"), "gpu")
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(rest[strings.LastIndexAny(rest, ":=")+1:], 10, 32)
		if err != nil {
			n = 1
		}
		sum += n
	}
	return sum
}

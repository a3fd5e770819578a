package submit

import (
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// summary says in a few words how much the job asks for: "4 nodes, 32 GPUs, 1 day 12 hours in a3u".
func (p *Pane) summary() string {
	j := &p.sheet.job
	var out []string
	nodes, known := nodesOf(j.Nodes)
	if j.Array != "" {
		tasks, _, _ := strings.Cut(p.explain("array", j.Array), ":")
		out = append(out, strings.TrimSpace(tasks)+" of")
	}
	switch {
	case known:
		out = append(out, slurm.Plural(nodes, "node"))
	case j.Nodes != "":
		out = append(out, j.Nodes+" nodes")
	}
	if gpus := gpusOf(j, nodes, known || j.Nodes == ""); gpus > 0 {
		out = append(out, slurm.Plural(gpus, "GPU"))
	}
	if words := j.Limit.Words(); words != "" {
		out = append(out, words)
	}
	text := strings.Replace(strings.Join(out, ", "), " of, ", " of ", 1)
	if text == "" {
		return ""
	}
	if j.Partition != "" {
		text += " in " + j.Partition
	} else if d := p.partition(); d != nil && p.part == 0 {
		text += " in " + d.Name
	}
	if n := len(j.Parts); n > 0 {
		text += ", and " + slurm.Plural(int64(n), "part") + " more"
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

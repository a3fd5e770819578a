package sbatch

import (
	"strconv"
	"strings"
	"time"

	"flexq/client/slurm"
)

func explainGPUs(name string, b *builder, _ time.Time) string {
	switch name {
	case "gpus":
		return b.gpus.words() + " for the whole job"
	case "gpus-per-node":
		return b.gpusPerNode.words() + " on each node"
	case "gpus-per-socket":
		return b.gpusPerSocket.words() + " for each socket"
	case "gpus-per-task":
		return b.perTask.words() + " for each task"
	case "gres":
		return gresWords(b.gres)
	}
	return ""
}

// words counts GPUs: "8 GPUs", "8 GPUs of type h200 and 1 GPU".
func (l gpuList) words() string {
	var out []string
	for _, g := range l {
		words := strconv.FormatUint(g.n, 10) + " GPUs"
		if g.n == 1 {
			words = "1 GPU"
		}
		if g.kind != "" {
			words += " of type " + g.kind
		}
		out = append(out, words)
	}
	return strings.Join(out, " and ")
}

func gresWords(list string) string {
	if list == "" {
		return "no generic resources"
	}
	var out []string
	for item := range strings.SplitSeq(list, ",") {
		name, kind, n := "", "", "1"
		fields := strings.FieldsFunc(strings.TrimPrefix(item, "gres/"), func(r rune) bool { return r == ':' || r == '=' })
		switch len(fields) {
		case 0:
			return ""
		case 1:
			name = fields[0]
		case 2:
			name = fields[0]
			if _, ok := nodeCount(fields[1]); ok {
				n = fields[1]
			} else {
				kind = fields[1]
			}
		default:
			name, kind, n = fields[0], fields[1], fields[2]
		}
		if name == "gpu" {
			name = "GPUs"
			if n == "1" {
				name = "GPU"
			}
		}
		words := n + " " + name
		if kind != "" {
			words += " of type " + kind
		}
		out = append(out, words)
	}
	return strings.Join(out, " and ") + " on each node"
}

func explainWords(name string, b *builder, _ time.Time) string {
	j := &b.job
	switch name {
	case "dependency":
		return dependencyWords(j.Dependency)
	case "signal":
		return warningWords(j.Warning)
	case "mail-type":
		return mailWords(j.MailType)
	case "nice":
		switch {
		case j.Nice > 0:
			return "priority lower by " + strconv.FormatInt(j.Nice, 10)
		case j.Nice < 0:
			return "priority higher by " + strconv.FormatInt(-j.Nice, 10) + ", which only administrators may ask for"
		}
		return "priority as it is"
	case "exclusive":
		return map[string]string{
			"": "the nodes for this job alone", "user": "the nodes for this user's jobs alone",
			"mcs": "the nodes for jobs of the same security label alone", "topo": "its part of the network for this job alone",
		}[j.Sharing]
	case "no-kill":
		if j.KillOnNodeFail != nil && *j.KillOnNodeFail {
			return "end it when one of its nodes fails"
		}
		return "go on when one of its nodes fails"
	}
	return ""
}

// dependencyWords says when a job may start: all items parted by commas must be met, one of those parted by ?.
func dependencyWords(v string) string {
	between := " and "
	if strings.Contains(v, "?") {
		between = " or "
	}
	var out []string
	for item := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == ',' || r == '?' }) {
		kind, jobs, _ := strings.Cut(item, ":")
		out = append(out, dependencyItem(strings.ToLower(kind), jobs))
	}
	return "starts when " + strings.Join(out, between)
}

func dependencyItem(kind, list string) string {
	ids := strings.Split(list, ":")
	noun, has := "job ", " has "
	if len(ids) > 1 {
		noun, has = "jobs ", " have "
	}
	jobs := noun + strings.Join(ids, ", ")
	switch kind {
	case "singleton":
		return "no other job of this name and user is there"
	case "after":
		return afterWords(ids)
	case "afterany":
		return jobs + has + "ended"
	case "afterok":
		return jobs + has + "ended well"
	case "afternotok":
		return jobs + has + "failed"
	case "aftercorr":
		return "the task of the same number in " + jobs + " has ended well"
	case "afterburstbuffer":
		return jobs + has + "ended and moved its data out"
	}
	return jobs + " lets it grow"
}

// afterWords reads JOB or JOB+MINUTES.
func afterWords(ids []string) string {
	var out []string
	for _, id := range ids {
		job, minutes, later := strings.Cut(id, "+")
		words := "job " + job + " has started or was cancelled"
		if n, err := strconv.ParseInt(minutes, 10, 32); later && err == nil {
			words += ", " + slurm.Plural(n, "minute") + " later"
		}
		out = append(out, words)
	}
	return strings.Join(out, " and ")
}

func warningWords(w slurm.Warning) string {
	name := "signal " + w.Signal
	for _, s := range slurm.Signals() {
		if strconv.Itoa(s.Number) == w.Signal {
			name = "SIG" + s.Name
		}
	}
	before := int64(w.Before)
	if before == 0 {
		before = 60 // what Slurm takes
	}
	whom := " to the job's steps, not to the script, "
	if w.Batch {
		whom = " to the script alone "
	}
	words := name + whom + slurm.Limit(before).Words() + " before the time is over"
	if w.Resv {
		words += " or a reservation begins"
	}
	return words
}

func mailWords(list string) string {
	if list == "" {
		return "no mail"
	}
	known := map[string]string{
		"BEGIN": "it begins", "END": "it ends", "FAIL": "it fails", "REQUEUE": "it is queued again",
		"STAGE_OUT": "its data is moved out", "INVALID_DEPENDENCY": "its dependency can never be met",
		"TIME=100%": "its time is over", "TIME=90%": "90 % of its time are over", "TIME=80%": "80 % of its time are over",
		"TIME=50%": "half of its time is over",
	}
	var out []string
	each := ""
	for w := range strings.SplitSeq(list, ",") {
		if w == "ARRAY_TASKS" {
			each = ", for each task of an array"
		} else {
			out = append(out, known[w])
		}
	}
	if len(out) == 0 {
		return "no mail: ARRAY_TASKS alone names no event"
	}
	return "mail when " + strings.Join(out, ", ") + each
}

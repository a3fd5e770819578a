package submit

import (
	"strconv"
	"strings"

	"flexq/client/slurm"
	"flexq/tui/widget/form"
)

// The fields, by the names under which the form keeps them.
const (
	fieldName      = "name"
	fieldPartition = "partition"
	fieldNodes     = "nodes"
	fieldGPUs      = "gpus"
	fieldTime      = "time"
	fieldDir       = "dir"
)

func fieldIDs() []string {
	return []string{fieldName, fieldPartition, fieldNodes, fieldGPUs, fieldTime, fieldDir}
}

func fields() []form.Field {
	return []form.Field{
		{ID: fieldName, Label: "name", Placeholder: "sbatch"},
		{ID: fieldPartition, Label: "partition", Placeholder: "the cluster's default"},
		{ID: fieldNodes, Label: "nodes", Placeholder: "1, or 2-4"},
		{ID: fieldGPUs, Label: "GPUs/node", Placeholder: "none"},
		{ID: fieldTime, Label: "time", Placeholder: "the partition's default"},
		{ID: fieldDir, Label: "directory", Placeholder: "on the cluster: /home/NAME"},
	}
}

// fromScript gives the fields' values as a script's #SBATCH lines say them.
func fromScript(s *slurm.Submission) map[string]string {
	return map[string]string{
		fieldName: s.Name, fieldPartition: s.Partition, fieldNodes: s.Nodes, fieldTime: s.Limit.String(),
		fieldDir: s.WorkDir, fieldGPUs: gpusIn(s.TRESPerNode),
	}
}

// gpusIn gives the GPUs of a per-node TRES string as one types them: "gres/gpu:8" is "8", with a type "h200:8".
func gpusIn(tres string) string {
	for _, part := range strings.Split(tres, ",") {
		if rest, ok := strings.CutPrefix(strings.TrimPrefix(part, "gres/"), "gpu"); ok {
			return strings.TrimLeft(rest, ":=")
		}
	}
	return ""
}

func countText(n slurm.Num) string {
	if v := n.Or(0); v > 0 {
		return strconv.FormatUint(v, 10)
	}
	return ""
}

// perNode works out the GPUs on each node of a job.
func perNode(j *slurm.Job) string {
	nodes := int64(j.NodeCount.Or(0))
	if g := j.GPUs(); nodes > 0 && g > 0 && g%nodes == 0 {
		return strconv.FormatInt(g/nodes, 10)
	}
	return ""
}

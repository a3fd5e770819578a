package tui

import (
	"cmp"
	"fmt"
	"strings"

	"flexq/client/slurm"
	"flexq/tui/pane/submit"
)

// facts are what one looks at last before a job is sent: of a het job what each of its parts asks for.
func facts(job *slurm.Submission) [][2]string {
	list := [][2]string{{"name", cmp.Or(job.Name, "(no name)")}}
	if len(job.Parts) == 0 {
		list = append(list, [2]string{"partition", job.Partition})
	}
	list = append(list, [2]string{"account", job.Account}, [2]string{"qos", job.QOS})
	if len(job.Parts) == 0 {
		list = append(list,
			[2]string{"nodes", job.Nodes},
			[2]string{"per node", plainTRES(job.TRESPerNode)},
			[2]string{"per task", plainTRES(job.TRESPerTask)},
			[2]string{"in all", plainTRES(job.TRESPerJob)},
			[2]string{"time", job.Limit.Words()},
			[2]string{"array", job.Array})
	}
	list = append(list, partFacts(job)...)
	list = append(list, [2]string{"after", job.Dependency}, [2]string{"directory", job.WorkDir}, [2]string{"env", setNames(job.Env)})
	var out [][2]string
	for _, f := range list {
		if f[1] != "" {
			out = append(out, f)
		}
	}
	return out
}

// setNames are the names of the variables that a job is given, without the path that every job has, and those by which
// sbatch tells a script what it asked for. Their values may be secret.
func setNames(env []string) string {
	var out []string
	for _, entry := range env {
		if name, _, _ := strings.Cut(entry, "="); name != "PATH" && !strings.HasPrefix(name, "SLURM_") {
			out = append(out, name)
		}
	}
	return strings.Join(out, ", ")
}

// partFacts are a line for each part of a het job.
func partFacts(job *slurm.Submission) [][2]string {
	if len(job.Parts) == 0 {
		return nil
	}
	first := *job
	first.Parts = nil
	var out [][2]string
	for i, part := range append([]slurm.Submission{first}, job.Parts...) {
		out = append(out, [2]string{fmt.Sprintf("part %d", i), cmp.Or(submit.Size(&part), "no size is said")})
	}
	return out
}

// plainTRES is a list such as gres/gpu:8 without the word that all of it begins with.
func plainTRES(list string) string { return strings.ReplaceAll(list, "gres/", "") }

package preflight

import (
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// maxRequest is what a whole request must stay under, in bytes: the platform's documented 1 MB.
const maxRequest = 1_000_000

// checkScript looks at what concerns the job as a whole.
func checkScript(job slurm.Submission) sbatch.Problems {
	var out sbatch.Problems
	if strings.TrimSpace(job.Script) != "" && runsNothing(job.Script) {
		out = append(out, sbatch.Problem{
			Level: sbatch.Severe, What: "the script runs nothing: it has no line but comments",
			Cure: "write the commands that the job is to run below the #SBATCH lines",
		})
	}
	if size := sizeOf(job); size >= maxRequest {
		out = append(out, sbatch.Problem{
			Level: sbatch.Error, What: "the request would have " + kilobytes(size) + ", and the platform takes less than 1 MB",
			Cure: "put the script on shared storage, and submit a short one that runs it",
		})
	}
	return out
}

// runsNothing reports whether all lines are blank or comments. Shells, Python, Perl and R all begin those with a #.
func runsNothing(script string) bool {
	for line := range strings.Lines(script) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			return false
		}
	}
	return true
}

// sizeOf counts the bytes of a request's texts as JSON; the rest of a request is small.
func sizeOf(job slurm.Submission) int {
	n := jsonSize(job.Script)
	parts := append([]slurm.Submission{job}, job.Parts...)
	for i := range parts {
		for _, list := range [][]string{parts[i].Env, parts[i].Args} {
			for _, s := range list {
				n += jsonSize(s) + 1
			}
		}
	}
	return n
}

// jsonSize is how long a text is as a JSON string.
func jsonSize(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\\', c == '\n', c == '\r', c == '\t', c == '\b', c == '\f':
			n++
		case c < ' ':
			n += 5
		}
	}
	return n
}

func kilobytes(n int) string { return num(uint64(n)/1000) + " kB" }

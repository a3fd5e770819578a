package sbatch

import (
	"math"
	"time"

	"flexq/client/slurm"
)

// builder folds options into a submission, later ones over earlier ones.
type builder struct {
	now      time.Time
	known    []spec
	job      slurm.Submission
	problems Problems
	line     int
	option   string

	// These make up the TRES fields of the submission only when all options are known, and are told to the job.
	gres, tresPerTask                         string
	gpus, gpusPerNode, gpusPerSocket, perTask gpuList

	env      []string
	exported string // the value of --export
	noLogin  bool   // the login environment is not to be loaded
}

// take applies one option. Names that nobody knows were reported when they were scanned.
func (b *builder) take(line int, o Option) {
	k := find(o.Name, b.known)
	if k == nil {
		return
	}
	b.line, b.option = line, o.Written
	switch k.class {
	case sent:
		if err := k.take(b, o.Value); err != nil {
			b.add(Error, err.Error())
		}
	case local:
		if k.take != nil {
			_ = k.take(b, o.Value) // says what it has to say by itself
			return
		}
		b.add(Note, k.words)
	case refused:
		b.add(Error, k.words)
	}
}

// add reports a problem with the option at hand. The text is "what; cure".
func (b *builder) add(level Level, text string) {
	what, cure := splitCure(text)
	b.problems = append(b.problems, Problem{Level: level, Line: b.line, Option: b.option, What: what, Cure: cure})
}

// finish puts together what depends on several options, and fills in what sbatch would.
func (b *builder) finish() {
	j := &b.job
	j.TRESPerNode = joinComma(b.gres, b.gpusPerNode.tres(":"))
	j.TRESPerJob = b.gpus.tres(":")
	j.TRESPerSocket = b.gpusPerSocket.tres(":")
	j.TRESPerTask = joinComma(b.tresPerTask, b.perTask.tres("="))
	if j.Tasks == 0 {
		j.Tasks = b.impliedTasks()
	}
	j.Env = b.environment()
}

// impliedTasks works out the number of tasks as sbatch does: Slurm itself does not, and would let srun start one
// task a node.
func (b *builder) impliedTasks() uint32 {
	nodes := leastNodes(b.job.Nodes)
	n := uint64(0)
	switch {
	case b.job.TasksPerNode > 0:
		n = nodes * uint64(b.job.TasksPerNode)
	case b.job.TasksPerGPU > 0 && b.gpus.total() > 0:
		n = uint64(b.job.TasksPerGPU) * b.gpus.total()
	case b.job.TasksPerGPU > 0:
		n = uint64(b.job.TasksPerGPU) * b.gpusPerNode.total() * nodes
	}
	return uint32(min(n, math.MaxInt32))
}

func joinComma(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "," + b
}

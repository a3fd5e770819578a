package sbatch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// gresAsk is what a job asks of one resource of one type, in all the ways in which it can.
type gresAsk struct {
	name, kind                          string
	perJob, perNode, perSocket, perTask uint64
	total                               uint64 // of the whole job, as far as that is known
}

// gresCheck goes through the resources as sbatch does before it sends a job (gres_job_state_validate of 24.11): it
// works out tasks and nodes from them, and refuses what does not go together.
type gresCheck struct {
	*counts
	b    *builder
	asks []gresAsk
}

// checkGRES works out the tasks and the nodes that follow from GPUs, and reports what sbatch refuses.
func (b *builder) checkGRES(c *counts) {
	g := gresCheck{counts: c, b: b}
	j := &b.job
	if (j.TRESPerTask != "" || c.perTRES > 0) && c.tasks == 0 && c.most > 0 && c.least == c.most {
		switch {
		case c.perTRES > 0:
			c.tasks = c.least * c.perTRES
		case c.perNode > 0:
			c.tasks = c.least * c.perNode
		case j.CPUsPerTask == 0:
			c.tasks = c.least
		}
	}
	g.read(j.TRESPerJob, func(a *gresAsk, n uint64) { a.perJob, a.total = n, max(a.total, n) })
	g.read(j.TRESPerNode, func(a *gresAsk, n uint64) { a.perNode, a.total = n, max(a.total, n*c.least) })
	g.read(j.TRESPerSocket, func(a *gresAsk, n uint64) {
		a.perSocket, a.total = n, max(a.total, n*uint64(max(j.Tuning.SocketsPerNode, 1))*c.least)
	})
	g.read(j.TRESPerTask, func(a *gresAsk, n uint64) { a.perTask, a.total = n, max(a.total, n*max(c.tasks, 1)) })
	if !g.tasksPerGPU() {
		return
	}
	g.perGPU("cpus-per-gpu")
	g.perGPU("mem-per-gpu")
	for i := range g.asks {
		g.check(&g.asks[i])
	}
}

// read takes a list of Slurm's, as in gres/gpu:h200:8,gres/shard=2.
func (g *gresCheck) read(list string, note func(*gresAsk, uint64)) {
	for item := range strings.SplitSeq(list, ",") {
		item, ok := strings.CutPrefix(item, "gres/")
		if !ok {
			continue
		}
		n := uint64(1)
		if i := strings.LastIndexAny(item, ":="); i >= 0 {
			if v, ok := gresCount(item[i+1:]); ok {
				item, n = item[:i], v
			}
		}
		name, kind, _ := strings.Cut(item, ":")
		note(g.ask(name, kind), n)
	}
}

// gresCount reads a number of a resource, which may end in k, m or g.
func gresCount(s string) (uint64, bool) {
	digits := strings.TrimRight(s, "kKmMgGtTpPbB")
	n, err := strconv.ParseUint(digits, 10, 31)
	if err != nil {
		return 0, false
	}
	switch strings.ToLower(s[len(digits):]) {
	case "":
		return n, true
	case "k", "kb":
		return n << 10, true
	case "m", "mb":
		return n << 20, true
	case "g", "gb":
		return n << 30, true
	}
	return 0, false
}

func (g *gresCheck) ask(name, kind string) *gresAsk {
	for i := range g.asks {
		if a := &g.asks[i]; a.name == name && a.kind == kind {
			return a
		}
	}
	g.asks = append(g.asks, gresAsk{name: name, kind: kind})
	return &g.asks[len(g.asks)-1]
}

// gpus counts the GPUs of the job, 0 if none are asked for.
func (g *gresCheck) gpus() uint64 {
	n := uint64(0)
	for _, a := range g.asks {
		if a.name == "gpu" {
			n += a.total
		}
	}
	return n
}

// tasksPerGPU takes the number of tasks from that of the GPUs, or the other way round. It reports whether all is well.
func (g *gresCheck) tasksPerGPU() bool {
	if g.perTRES == 0 {
		return true
	}
	g.at("ntasks-per-gpu", "ntasks-per-tres")
	switch n := g.gpus(); {
	case n > 0:
		if g.tasks > 0 && g.asked && g.tasks != n*g.perTRES {
			g.asked = false // it is the GPUs that count
		}
		g.tasks = n * g.perTRES
	case g.tasks > 0:
		g.ask("gpu", "").perJob = g.tasks / g.perTRES
	default:
		g.fail("neither the number of GPUs nor that of tasks is given; add --gpus=N or --ntasks=N")
		return false
	}
	return true
}

// perGPU refuses what counts GPUs where there are none.
func (g *gresCheck) perGPU(option string) {
	if _, ok := g.b.set[option]; ok && g.gpus() == 0 && g.ask("gpu", "").perJob == 0 {
		g.at(option)
		g.fail("the job asks for no GPU; add --gpus-per-node=N, or leave it out")
	}
}

// at makes the first of the options that was given the one at hand.
func (g *gresCheck) at(options ...string) {
	for _, o := range options {
		if u, ok := g.b.set[o]; ok {
			g.b.at(u)
			return
		}
	}
}

// fail reports an error of the option at hand, unless it has one already.
func (g *gresCheck) fail(format string, args ...any) {
	b := g.b
	told := slices.ContainsFunc(b.problems, func(p Problem) bool {
		return p.Level == Error && p.Line == b.line && p.Option == b.option
	})
	if !told {
		b.add(Error, fmt.Sprintf(format, args...))
	}
}

// check takes one resource.
func (g *gresCheck) check(a *gresAsk) {
	ok := g.inOrder(a) && g.checkNodes(a) && g.checkSockets(a) && g.checkTasks(a) && g.checkTasksPerNode(a)
	if !ok || a.perJob == 0 {
		return
	}
	g.at("gpus")
	switch {
	case g.nodes && a.perJob < g.least:
		g.fail("%d GPUs are fewer than the %d nodes; change one of the two", a.perJob, g.least)
	case g.most > 0 && a.perJob < g.most:
		g.most, g.changed = a.perJob, true
	}
}

// inOrder wants no more of a part than of the whole.
func (g *gresCheck) inOrder(a *gresAsk) bool {
	g.at("gpus-per-node", "gres", "gpus-per-task", "tres-per-task", "gpus-per-socket")
	switch {
	case a.perJob > 0 && max(a.perNode, a.perTask, a.perSocket) > a.perJob:
		g.fail("more than the %d GPUs of the whole job; change one of the two", a.perJob)
	case a.perNode > 0 && max(a.perTask, a.perSocket) > a.perNode:
		g.fail("fewer GPUs on each node than for each task or socket; change one of them")
	default:
		return true
	}
	return false
}

// checkNodes takes the number of nodes from the GPUs of the job and those of each node.
func (g *gresCheck) checkNodes(a *gresAsk) bool {
	if a.perJob == 0 || a.perNode == 0 {
		return true
	}
	g.at("gpus")
	nodes := a.perJob / a.perNode
	switch {
	case a.perJob%a.perNode > 0:
		g.fail("%d GPUs are not a multiple of the %d of each node; change one of the two", a.perJob, a.perNode)
	case g.nodes && (nodes < g.least || g.most > 0 && nodes > g.most):
		g.fail("%d GPUs with %d on each node make %d nodes, and --nodes asks for others; change one of them", a.perJob, a.perNode, nodes)
	default:
		g.changed = g.changed || g.least != nodes || g.most != nodes
		g.least, g.most = nodes, nodes
		return true
	}
	return false
}

func (g *gresCheck) checkSockets(a *gresAsk) bool {
	if a.perSocket == 0 {
		return true
	}
	g.at("gpus-per-socket")
	sockets := uint64(g.b.job.Tuning.SocketsPerNode)
	switch {
	case sockets == 0:
		g.fail("it needs the number of sockets too; add --sockets-per-node=N")
	case a.perNode > 0 && a.perNode%a.perSocket > 0:
		g.fail("%d GPUs of each node are not a multiple of %d for each socket; change one of the two", a.perNode, a.perSocket)
	case a.perNode > 0 && a.perNode/a.perSocket != sockets:
		g.fail("%d GPUs of each node with %d for each socket make %d sockets, and there are %d; change one of them",
			a.perNode, a.perSocket, a.perNode/a.perSocket, sockets)
	default:
		return true
	}
	return false
}

// checkTasks wants the number of tasks to go with the GPUs of each, or takes it from them.
func (g *gresCheck) checkTasks(a *gresAsk) bool {
	if a.perTask == 0 {
		return true
	}
	g.at("gpus-per-task", "tres-per-task")
	switch {
	case a.perJob == 0 && g.tasks == 0 && a.name == "gpu":
		g.fail("neither the number of tasks nor that of GPUs is given; add --ntasks=N")
	case a.perJob == 0 && g.tasks == 0:
		g.fail("the number of tasks is not given; add --ntasks=N")
	case a.perJob == 0:
		a.perJob = g.tasks * a.perTask
		return true
	case a.perJob%a.perTask > 0:
		g.fail("%d GPUs are not a multiple of %d for each task; change one of the two", a.perJob, a.perTask)
	case g.tasks > 0 && g.tasks != a.perJob/a.perTask:
		g.fail("%d GPUs with %d for each task make %d tasks, and there are %d; change one of them", a.perJob, a.perTask, a.perJob/a.perTask, g.tasks)
	default:
		g.tasks = a.perJob / a.perTask
		return true
	}
	return false
}

func (g *gresCheck) checkTasksPerNode(a *gresAsk) bool {
	if a.perNode == 0 || a.perTask == 0 {
		return true
	}
	g.at("gpus-per-task", "tres-per-task")
	each := a.perNode / a.perTask
	switch {
	case a.perNode%a.perTask > 0:
		g.fail("%d GPUs of each node are not a multiple of %d for each task; change one of the two", a.perNode, a.perTask)
	case g.perNode > 0 && g.perNode != each:
		g.fail("%d GPUs of each node with %d for each task make %d tasks, and --ntasks-per-node says %d; change one of them",
			a.perNode, a.perTask, each, g.perNode)
	default:
		return true // Slurm takes the number from the two
	}
	return false
}

// listedTasks counts the nodes of a list that says where each task goes.
func (b *builder) listedTasks() uint64 {
	if !strings.HasPrefix(b.job.Tuning.Distribution, "arbitrary") || b.job.RequiredNodes == "" {
		return 0
	}
	return uint64(slurm.Hostlist(b.job.RequiredNodes).Count())
}

package preflight

import (
	"slices"

	"flexq/client/sbatch"
)

// checkGRES finds counts that contradict each other, which Slurm refuses whatever the partition, and of a job that is held
// too.
func (c *checker) checkGRES() {
	a, j := &c.ask, c.job
	node, socket := readGRES(j.TRESPerNode), readGRES(j.TRESPerSocket)
	for _, list := range [][]gres{node, socket, a.gresOfJob, a.gresOfTask, slices.Concat(node, a.gresOfJob, a.gresOfTask)} {
		if mixes(list) {
			c.tell(sbatch.Error, a.gresOption, "it counts GPUs both with a type and without", "give each a type, or none")
			return
		}
	}
	if gpusOf(socket) > 0 && j.Tuning.SocketsPerNode == 0 {
		c.tell(sbatch.Error, "--gpus-per-socket", "it needs the number of sockets too", "add --sockets-per-node")
	}
	if !c.checkWhole() {
		c.checkNodeShares(node)
		c.checkTaskShares(node)
	}
}

// checkWhole holds the GPUs of the job against the number of its nodes, and reports whether they are too few.
func (c *checker) checkWhole() bool {
	a := &c.ask
	option, all := "--gpus", gpusOf(a.gresOfJob)
	if all == 0 {
		option, all = "--gpus-per-task", gpusOf(a.gresOfTask)*a.tasks
	}
	least := gpusOf(a.gres) * a.leastNodes
	switch {
	case all == 0:
		return false
	case all < a.leastNodes:
		c.tell(sbatch.Error, option, plural(all, "GPU")+" cannot be shared out among "+nodes(a.leastNodes)+", each of which needs one", "ask for more GPUs, or fewer nodes")
	case option == "--gpus" && all < least:
		c.tell(sbatch.Error, option, "less than "+num(gpusOf(a.gres))+" on each of "+nodes(a.leastNodes), "ask for "+num(least)+", or leave it out")
	default:
		return false
	}
	return true
}

// checkNodeShares holds what the whole job wants against what it wants of each node: so many nodes it gets.
func (c *checker) checkNodeShares(node []gres) {
	a := &c.ask
	for _, g := range a.gresOfJob {
		each := countIn(node, g)
		if each == 0 {
			continue
		}
		switch make := g.count / each; {
		case g.count%each > 0:
			c.tell(sbatch.Error, "--gpus", g.String()+" are not a multiple of the "+num(each)+" of each node", "change one of the two, or leave it out")
		case make > a.mostNodes:
			c.tell(sbatch.Error, "--gpus", g.String()+" with "+num(each)+" on each node need "+nodes(make)+", and the job asks for "+num(a.mostNodes)+" at most", "ask for more nodes, or fewer GPUs")
		}
	}
}

// checkTaskShares holds what each task wants against what the whole job and each node have.
func (c *checker) checkTaskShares(node []gres) {
	a := &c.ask
	for _, g := range a.gresOfTask {
		if g.count == 0 {
			continue
		}
		if all := countIn(a.gresOfJob, g); all%g.count > 0 {
			c.tell(sbatch.Error, "--gpus", num(all)+" are not a multiple of the "+num(g.count)+" of each task", "change one of the two")
		}
		each := countIn(node, g)
		switch tasks := each / g.count; {
		case each%g.count > 0:
			c.tell(sbatch.Error, "--gpus-per-task", num(each)+" on each node are not a multiple of the "+num(g.count)+" of each task", "change one of the two")
		case each > 0 && a.perNode > 0 && a.perNode != tasks:
			c.tell(sbatch.Error, "--ntasks-per-node", num(each)+" GPUs on each node with "+num(g.count)+" for each task make "+plural(tasks, "task"), "ask for "+num(tasks)+", or leave it out")
		}
	}
}

// countIn is how many of the same kind a list has.
func countIn(list []gres, of gres) uint64 {
	i := slices.IndexFunc(list, func(g gres) bool { return g.name == of.name && g.kind == of.kind })
	if i < 0 {
		return 0
	}
	return list[i].count
}

// mixes reports whether one resource is counted both with a type and without.
func mixes(list []gres) bool {
	return slices.ContainsFunc(list, func(g gres) bool {
		return g.kind == "" && slices.ContainsFunc(list, func(h gres) bool { return h.name == g.name && h.kind != "" })
	})
}

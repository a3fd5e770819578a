package preflight

import (
	"strings"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// crowd is one of the limits that a QOS sets to several jobs together.
type crowd struct {
	of  string // as in "a user"
	get func(*slurm.QOS) *slurm.Crowd
	has func(c *checker, j *slurm.Job) bool // whether it counts a job of the QOS too
}

func crowds() []crowd {
	return []crowd{
		{"all users", func(q *slurm.QOS) *slurm.Crowd { return &q.Group }, func(*checker, *slurm.Job) bool { return true }},
		{"a user", func(q *slurm.QOS) *slurm.Crowd { return &q.PerUser }, func(c *checker, j *slurm.Job) bool { return j.User == c.user() }},
		{"an account", func(q *slurm.QOS) *slurm.Crowd { return &q.PerAccount }, func(c *checker, j *slurm.Job) bool {
			return strings.EqualFold(j.Account, c.account())
		}},
	}
}

// checkCrowds holds the job alone against what several may have together, and with the others those in the queue. What
// runs ends some time: only a job that is too large without any other never starts.
func (c *checker) checkCrowds(bounds []bound) {
	isBound, mayRun := false, true
	for _, k := range crowds() {
		c.checkAmounts(bounds, k.of, func(b bound) string {
			if b.ofQOS == nil {
				return ""
			}
			return k.get(b.ofQOS).TRES
		})
		if b, most, ok := firstOf(bounds, k, func(w *slurm.Crowd) slurm.Num { return w.Submit }); ok {
			isBound = isBound || k.of != "all users"
			c.checkSubmits(b, k.of, most, func(j *slurm.Job) bool { return strings.EqualFold(j.QOS, b.ofQOS.Name) && k.has(c, j) })
		}
		if b, most, ok := firstOf(bounds, k, func(w *slurm.Crowd) slurm.Num { return w.Jobs }); ok {
			mayRun = mayRun && most > 0
			c.checkJobs(b, k.of, most)
		}
	}
	a, ok := c.association()
	if names, _ := c.qosNames(); !ok || len(names) > 1 {
		return
	}
	b := bound{of: "the account " + a.Account, option: "--account"}
	if most := a.MaxSubmit; most.Set && !isBound { // a QOS that says so counts before it
		c.checkSubmits(b, "a user", most.Value, func(j *slurm.Job) bool {
			return j.User == c.user() && strings.EqualFold(j.Account, a.Account) && (a.Partition == "" || a.Partition == j.Partition)
		})
	}
	if most := a.MaxJobs; most.Set && mayRun && !limitsRuns(bounds) {
		c.checkJobs(b, "a user", most.Value)
	}
}

// firstOf returns the first bound that sets a number.
func firstOf(bounds []bound, k crowd, number func(*slurm.Crowd) slurm.Num) (b bound, most uint64, ok bool) {
	for _, b := range bounds {
		if b.ofQOS == nil {
			continue
		}
		if n := number(k.get(b.ofQOS)); n.Set {
			return b, n.Value, true
		}
	}
	return bound{}, 0, false
}

// limitsRuns reports whether a QOS says how many jobs of a user or an account may run, which counts before the account's.
func limitsRuns(bounds []bound) bool {
	for _, k := range crowds()[1:] {
		if _, _, ok := firstOf(bounds, k, func(w *slurm.Crowd) slurm.Num { return w.Jobs }); ok {
			return true
		}
	}
	return false
}

// checkJobs tells of a limit of running jobs that lets none run.
func (c *checker) checkJobs(b bound, of string, most uint64) {
	if most == 0 {
		c.tellBound(b, b.option, b.of+" lets no job of "+of+" run", "choose another one")
	}
}

// checkSubmits holds the job, or the tasks of its array, against how many may be in the queue. Slurm refuses more than
// that, with the flag to refuse or without. Those in the queue may have ended when the job comes: they are a doubt.
func (c *checker) checkSubmits(b bound, of string, most uint64, counts func(*slurm.Job) bool) {
	tasks := tasksIn(c.job.Array)
	b.isRefusing = true
	switch {
	case most == 0:
		c.tellBound(b, b.option, b.of+" takes no jobs of "+of, "choose another one")
		return
	case tasks > most:
		c.tellBound(b, "--array", plural(tasks, "task")+" are more than "+b.of+" lets "+of+" have in the queue, "+num(most), "submit "+num(most)+" or fewer at once")
		return
	case c.user() == "":
		return
	}
	var there uint64
	for i := range c.Queue {
		if j := &c.Queue[i]; (j.State.IsPending() || j.State.IsActive()) && counts(j) {
			there += tasksIn(j.Array.Tasks)
		}
	}
	if there+tasks > most {
		what := "the queue has " + num(there) + " of the " + num(most) + " jobs that " + b.of + " lets " + of + " have in it"
		if !c.Enforces {
			what += ": refused where the cluster enforces that"
		}
		c.tell(sbatch.Warning, b.option, what, "wait until some end, or choose another one")
	}
}

// tasksIn counts the tasks of an array as far as they can be read, and one job where there is none.
func tasksIn(array string) uint64 {
	set, err := slurm.ParseTaskSet(array)
	if array == "" || err != nil {
		return 1
	}
	return uint64(max(1, set.Count()))
}

// checkMinutes holds what the job asks for times its limit against limits of that.
func (c *checker) checkMinutes(bounds []bound, limit slurm.Limit) {
	time, ok := limit.Duration()
	if !ok {
		return
	}
	minutes := uint64(time.Minutes())
	for _, k := range c.amounts(false) {
		for _, b := range bounds {
			most, ok := amount(b.minutes, k.tres)
			if !ok {
				continue
			}
			if want := min(k.want, 1<<31) * min(minutes, 1<<31); want > most && k.want > 0 {
				c.tellBound(
					b, "--time", k.say(k.want)+" for "+limit.Clock()+" are more than "+b.of+" allows a job, "+k.say(most)+" for a minute",
					"ask for "+slurm.LimitOf(most/k.want).Clock()+" or less, or for fewer",
				)
			}
			break
		}
	}
}

// checkLeast finds jobs that are too small for their QOS. What Slurm may add to a job is left aside: it gives whole cores,
// and CPUs and memory for GPUs and each other.
func (c *checker) checkLeast(bounds []bound, p *slurm.Partition) {
	a := &c.ask
	for _, b := range bounds {
		if least, ok := amount(b.least, "gres/gpu"); ok && least > 0 && c.asksNoGPU() {
			c.tellBound(b, "--gpus", b.of+" is for jobs of "+gpus(least)+" or more", "ask for GPUs, or choose another QOS")
		}
		if least, ok := amount(b.least, "node"); ok && a.mostNodes < least {
			c.tellBound(b, "--nodes", b.of+" is for jobs of "+nodes(least)+" or more", "ask for more, or choose another QOS")
		}
		if least, ok := amount(b.least, "cpu"); ok && c.asksNoGPU() && !c.job.Exclusive && p.MaxMemPerCPU.Or(0) == 0 && c.cpusAtMost(b.isRefusing) < least {
			c.tellBound(b, c.totalCPUOption(), b.of+" is for jobs of "+cpus(least)+" or more", "ask for more, or choose another QOS")
		}
	}
}

func (c *checker) asksNoGPU() bool {
	j := c.job
	return j.TRESPerJob+j.TRESPerNode+j.TRESPerTask+j.TRESPerSocket == ""
}

// cpusAtMost is what Slurm counts as the job's CPUs when it comes, or when it is to start: then with whole cores.
func (c *checker) cpusAtMost(whenItComes bool) uint64 {
	a := &c.ask
	threads := uint64(1)
	for i := range c.Nodes {
		if !whenItComes {
			threads = max(threads, uint64(c.Nodes[i].Threads))
		}
	}
	whole := func(n uint64) uint64 { return (n + threads - 1) / threads * threads }
	return max(max(a.tasks, 1)*whole(a.cpusPerTask), whole(a.cpus)*a.leastNodes, max(a.perNode, 1)*whole(a.cpusPerTask)*a.leastNodes,
		uint64(c.job.MinCPUs)*a.leastNodes, uint64(c.job.LeastCPUs))
}

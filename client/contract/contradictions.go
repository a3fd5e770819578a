package contract

import (
	"slices"
	"testing"
	"time"

	"flexq/client/slurm"
)

// contradictions ask for what is not there, or for what does not go together; Slurm refuses that of a job that is held too.
func contradictions(now time.Time) []asked {
	return slices.Concat(bookings(), times(now), shares(), tasksOfNodes())
}

// alsoHeld are the jobs, and each of them once more, held.
func alsoHeld(jobs ...asked) []asked {
	out := jobs
	for _, k := range jobs {
		out = append(out, asked{k.name + ", held", func(s *slurm.Submission) { s.Hold = true; k.change(s) }, k.level, k.option})
	}
	return out
}

// bookings are of licences and reservations.
func bookings() []asked {
	type sub = slurm.Submission
	licences := func(list string) func(*sub) { return func(s *sub) { s.Licenses, s.Hold = list, true } }
	return append(
		alsoHeld(
			refused("no such licence", "--licenses", func(s *sub) { s.Licenses = "nosuch" }),
			refused("more of a licence than there are", "--licenses", func(s *sub) { s.Licenses = "solver:2" }),
			refused("a licence twice", "--licenses", func(s *sub) { s.Licenses = "solver,solver=1" }),
			refused("one of two licences", "--licenses", func(s *sub) { s.Licenses = "solver:1,nosuch:1" }),
			refused("a licence in capitals", "--licenses", func(s *sub) { s.Licenses = "SOLVER" }),
			refused("no number of licences", "--licenses", func(s *sub) { s.Licenses = "solver:x" }),
			refused("no such reservation", "--reservation", func(s *sub) { s.Reservation = "nosuch" }),
			refused("one of two reservations", "--reservation", func(s *sub) { s.Reservation = "nosuch,nosuch" }),
		),
		fine("a licence", licences("solver")), fine("one licence", licences("solver:1")), fine("one licence, with a sign", licences("solver=+1")),
		fine("none of a licence", licences("solver:0")), fine("no licence but commas", licences(",")),
	)
}

// times are of the job's own times.
func times(now time.Time) []asked {
	type sub = slurm.Submission
	in := func(d time.Duration) slurm.Time { return slurm.Time(now.Add(d).Unix()) }
	return append(
		alsoHeld(
			refused("a deadline that is past", "--deadline", func(s *sub) { s.Deadline = 1000 }),
			refused("a deadline before the end", "--deadline", func(s *sub) { s.Deadline, s.Limit = in(10*time.Minute), slurm.LimitOf(60) }),
			refused("a deadline before the end by default", "--deadline", func(s *sub) { s.Deadline = in(10 * time.Minute) }),
			refused("a deadline before the beginning", "--deadline", func(s *sub) {
				s.Deadline, s.Begin, s.Limit = in(time.Hour), in(2*time.Hour), slurm.LimitOf(1)
			}),
			refused("a shortest limit above the longest", "--time-min", func(s *sub) { s.Limit, s.MinLimit = slurm.LimitOf(30), slurm.LimitOf(60) }),
			refused("a shortest limit above the default one", "--time-min", func(s *sub) { s.MinLimit = slurm.LimitOf(120) }),
			refused("a shortest limit above the default one of the first partition", "--time-min", func(s *sub) {
				s.Partition, s.MinLimit = "cpu,a3u", slurm.LimitOf(120)
			}),
		),
		fine("a shortest limit where the first partition has no default one", func(s *sub) { s.Partition, s.MinLimit = "a3u,cpu", slurm.LimitOf(120) }),
		fine("a deadline after the end", func(s *sub) { s.Deadline, s.Limit = in(2*time.Hour), slurm.LimitOf(60) }),
		fine("a deadline after the shortest end", func(s *sub) {
			s.Deadline, s.Limit, s.MinLimit = in(30*time.Minute), slurm.LimitOf(60), slurm.LimitOf(5)
		}),
		fine("a deadline where there is no limit", func(s *sub) { s.Partition, s.Deadline = "a3u", in(30*time.Minute) }),
		fine("a beginning in the past", func(s *sub) { s.Begin = 1000 }),
	)
}

// shares are of GPUs that are counted in several ways.
func shares() []asked {
	type sub = slurm.Submission
	gpus := func(node, all, task string, change func(*sub)) func(*sub) {
		return func(s *sub) {
			s.Partition, s.TRESPerNode, s.TRESPerJob, s.TRESPerTask = "a3u", node, all, task
			if change != nil {
				change(s)
			}
		}
	}
	return append(
		alsoHeld(
			refused("GPUs of a node with a type, and of the job without", "--gpus-per-node", gpus("gres/gpu:nvidia_h200:4", "gres/gpu:8", "", nil)),
			refused("GPUs of a node without a type, and of the job with", "--gpus-per-node", gpus("gres/gpu:4", "gres/gpu:nvidia_h200:8", "", nil)),
			refused("GPUs of a task with a type, and of the job without", "--gpus-per-task", gpus("", "gres/gpu:4", "gres/gpu:nvidia_h200:1", func(s *sub) { s.Tasks = 4 })),
			refused("no multiple of the GPUs of a node", "--gpus", gpus("gres/gpu:8", "gres/gpu:12", "", nil)),
			refused("more GPUs than so many on each node", "--gpus", gpus("gres/gpu:4", "gres/gpu:8", "", func(s *sub) { s.Nodes = "1" })),
			refused("fewer GPUs than so many on each node", "--gpus", gpus("gres/gpu:4", "gres/gpu:8", "", func(s *sub) { s.Nodes = "3" })),
			refused("no multiple of the GPUs of a task", "--gpus", gpus("", "gres/gpu:8", "gres/gpu:3", nil)),
			refused("GPUs of a node that are no multiple of those of a task", "--gpus-per-task", gpus("gres/gpu:7", "", "gres/gpu:2", func(s *sub) { s.Nodes, s.Tasks = "1", 3 })),
			refused("fewer GPUs of tasks than nodes", "--gpus-per-task", gpus("", "", "gres/gpu:1", func(s *sub) { s.Nodes, s.Tasks = "3", 2 })),
		),
		fine("GPUs of the job and of each node", gpus("gres/gpu:8", "gres/gpu:16", "", nil)),
		fine("GPUs of the job and of each node, in a range", gpus("gres/gpu:8", "gres/gpu:16", "", func(s *sub) { s.Nodes = "1-3" })),
		fine("GPUs of the job and of each task", gpus("", "gres/gpu:8", "gres/gpu:2", func(s *sub) { s.Tasks = 4 })),
		fine("fewer GPUs than nodes that it may have", gpus("", "gres/gpu:2", "", func(s *sub) { s.Nodes = "1-4" })),
	)
}

// tasksOfNodes are of tasks on each node, and of nodes that are named.
func tasksOfNodes() []asked {
	type sub = slurm.Submission
	return []asked{
		refused("tasks of a node that no node holds, of a job with fewer", "--ntasks-per-node", func(s *sub) { s.Tasks, s.TasksPerNode = 1, 33 }),
		refused("tasks of large CPUs of a node, of a job with fewer", "--ntasks-per-node", func(s *sub) { s.Tasks, s.TasksPerNode, s.CPUsPerTask = 1, 17, 2 }),
		refused("more tasks than so many on each node", "--ntasks", func(s *sub) { s.Tasks, s.TasksPerNode = 3, 1 }),
		refused("more tasks than so many on each node, that share CPUs", "--ntasks", func(s *sub) { s.Tasks, s.TasksPerNode, s.Overcommit = 3, 1, true }),
		refused("more CPUs of a node than its tasks may have", "--mincpus", func(s *sub) { s.Tasks, s.TasksPerNode, s.MinCPUs = 4, 4, 8 }),
		refused("none of the named nodes", "--nodelist", func(s *sub) { s.RequiredNodes, s.Nodes = "hcsdemo-a3unodeset-[0-1]", "1" }),
		refused("too few of the named nodes", "--nodelist", func(s *sub) {
			s.RequiredNodes, s.Nodes = "hcsdemo-a3unodeset-[0-1],hcsdemo-cpunodeset-0", "2"
		}),
		refused("nodes of a feature, counted, of other nodes", "--constraint", func(s *sub) { s.Features = "[flexstart*2]" }),
		refused("a feature or another, in parentheses", "--constraint", func(s *sub) { s.Features = "(flexstart|cloud)" }),
		refused("both features of two", "--constraint", func(s *sub) { s.Partition, s.Features = "a3u", "flexstart,cloud" }),
		fine("a feature and one of two", func(s *sub) { s.Partition, s.Features = "a3u", "flexstart&(cloud|flexstart)" }),
		fine("CPUs of a node that its tasks may have", func(s *sub) { s.Tasks, s.TasksPerNode, s.CPUsPerTask, s.MinCPUs = 4, 4, 2, 8 }),
		fine("CPUs of a node for any number of its tasks", func(s *sub) { s.Tasks, s.MinCPUs = 4, 8 }),
		fine("more tasks of a node than the job has", func(s *sub) { s.Tasks, s.TasksPerNode = 1, 16 }),
	}
}

// licenceWaits holds that a licence is one that somebody has: more of them are waited for, and not refused.
func licenceWaits(t *testing.T, c *cluster) {
	licensed := func(script string) slurm.Submission {
		s := job("alice", script)
		s.Licenses = "solver"
		return s
	}
	first := c.submit(t, "alice", licensed("sleep 600"))
	c.wait(t, first, "RUNNING")
	second := c.submit(t, "alice", licensed("true"))
	c.until(t, "the second waits for the licence", func() bool { return c.get(t, second).Reason == "Licenses" })
	got, err := c.Client(t, "alice").Access(t.Context(), "alice")
	if err != nil || len(got.Licenses) != 1 || got.Licenses[0].Free != 0 || got.Licenses[0].Total != 1 {
		t.Errorf("got %v, %v", got.Licenses, err)
	}
	if _, err := c.Client(t, "alice").Cancel(t.Context(), ref(first), ""); err != nil {
		t.Fatal(err)
	}
	c.wait(t, second, "COMPLETED")
}

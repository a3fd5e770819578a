package contract

import (
	"slices"
	"testing"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

func checkCases() []testCase {
	return []testCase{
		{name: "accounting says what a user may do", run: accessOfUser},
		{name: "the checks say of a job what Slurm does with it", run: checksHold},
		{name: "the checks say of a job that contradicts itself what Slurm does with it", run: contradictionsHold},
		{name: "a licence that another job has is waited for", alone: true, run: licenceWaits},
	}
}

func accessOfUser(t *testing.T, c *cluster) {
	got, err := c.Client(t, "bob").Access(t.Context(), "bob")
	if err != nil {
		t.Fatal(err)
	}
	if !got.Complete || got.User != "bob" || len(got.Associations) != 1 {
		t.Fatalf("got %+v", got)
	}
	a := got.Associations[0]
	if a.User != "bob" || a.Account != "research" || a.Cluster != "hcsdemo" || !a.Default || !slices.Contains(a.QOS, "normal") || !slices.Contains(a.QOS, "high") {
		t.Errorf("got %+v", a)
	}
	for _, name := range []string{"normal", "high"} {
		if !slices.ContainsFunc(got.QOS, func(q slurm.QOS) bool { return q.Name == name && q.MaxTime <= 0 }) {
			t.Errorf("QOS %s is not among %+v", name, got.QOS)
		}
	}
	if len(got.Licenses) != 1 || got.Licenses[0].Name != "solver" || got.Licenses[0].Total != 1 || got.Reservations == nil || got.AsOf.IsZero() {
		t.Errorf("got licences %v, reservations %v as of %v", got.Licenses, got.Reservations, got.AsOf)
	}
	for _, name := range []string{"a3u", "cpu", "flex"} {
		if !slices.ContainsFunc(got.Partitions, func(p slurm.Partition) bool { return p.Name == name }) {
			t.Errorf("partition %s is not among %d", name, len(got.Partitions))
		}
	}
	all, err := c.Client(t, "carol").Access(t.Context(), "")
	if err != nil || len(all.Associations) < 4 || all.Complete {
		t.Errorf("everybody's: got %+v, %v", all, err)
	}
}

// asked is a job with what the checks are to find: no finding that is severe or an error if the option is "".
type asked struct {
	name   string
	change func(*slurm.Submission)
	level  sbatch.Level
	option string
}

func fine(name string, change func(*slurm.Submission)) asked {
	return asked{name, change, sbatch.Note, ""}
}

func refused(name, option string, change func(*slurm.Submission)) asked {
	return asked{name, change, sbatch.Error, option}
}

func waits(name, option string, change func(*slurm.Submission)) asked {
	return asked{name, change, sbatch.Severe, option}
}

// held is a job for which Slurm looks for nodes only when it is released.
func held(name, option string, change func(*slurm.Submission)) asked {
	return asked{"held: " + name, func(s *slurm.Submission) { s.Hold = true; change(s) }, sbatch.Severe, option}
}

// suspect is what the checks warn of, as they cannot know that the cluster refuses it.
func suspect(name, option string, change func(*slurm.Submission)) asked {
	return asked{name, change, sbatch.Warning, option}
}

// askedJobs ask for partition cpu, two nodes of 32 CPUs and 128000 MiB, unless they say otherwise.
func askedJobs() []asked {
	type sub = slurm.Submission
	gpus := func(change func(*sub)) func(*sub) {
		return func(s *sub) { s.Partition = "a3u"; change(s) }
	}
	return []asked{
		fine("nothing", func(*sub) {}),
		fine("both nodes", func(s *sub) { s.Nodes = "2" }),
		fine("a range that begins within", func(s *sub) { s.Nodes = "2-3" }),
		fine("all CPUs", func(s *sub) { s.CPUsPerTask = 32 }),
		fine("all memory", func(s *sub) { s.MemPerNode = 128000 }),
		fine("as many tasks as CPUs", func(s *sub) { s.Tasks = 64 }),
		fine("all GPUs of a node", gpus(func(s *sub) { s.TRESPerNode = "gres/gpu:8" })),
		fine("GPUs of the type", gpus(func(s *sub) { s.TRESPerNode = "gres/gpu:nvidia_h200:1" })),
		fine("all GPUs", gpus(func(s *sub) { s.TRESPerJob = "gres/gpu:32" })),
		fine("a feature", gpus(func(s *sub) { s.Features = "flexstart" })),
		fine("several partitions, one of which will do", func(s *sub) { s.Partition, s.Nodes = "cpu,a3u", "3" }),
		fine("a node of one's own", func(s *sub) { s.RequiredNodes = "hcsdemo-cpunodeset-1" }),
		fine("all but one node", func(s *sub) { s.ExcludedNodes = "hcsdemo-cpunodeset-0" }),
		fine("the longest limit", func(s *sub) { s.Limit = slurm.LimitOf(7 * 1440) }),
		fine("no limit where there is none", gpus(func(s *sub) { s.Limit = slurm.LimitInfinite })),
		fine("a QOS", func(s *sub) { s.QOS = "high" }),
		fine("nodes that are powered down", func(s *sub) { s.Partition, s.Nodes, s.TRESPerNode = "flex", "4", "gres/gpu:8"; s.Hold = true }),
		refused("no such partition", "--partition", func(s *sub) { s.Partition = "nosuch" }),
		refused("one of several partitions", "--partition", func(s *sub) { s.Partition = "cpu,nosuch" }),
		refused("more nodes than there are", "--nodes", func(s *sub) { s.Nodes = "3" }),
		refused("more nodes than can be powered up", "--nodes", func(s *sub) { s.Partition, s.Nodes = "flex", "5" }),
		refused("more CPUs than a node has", "--cpus-per-task", func(s *sub) { s.CPUsPerTask = 33 }),
		refused("more tasks than CPUs", "--ntasks", func(s *sub) { s.Tasks = 65 }),
		refused("more tasks on a node than CPUs", "--ntasks-per-node", func(s *sub) { s.TasksPerNode, s.Nodes = 33, "1" }),
		refused("tasks that fill a node", "--ntasks-per-node", func(s *sub) { s.TasksPerNode, s.CPUsPerTask, s.Nodes = 16, 3, "1" }),
		refused("more tasks than fit on one node", "--ntasks", func(s *sub) { s.Tasks, s.Nodes = 33, "1" }),
		refused("more memory than a node has", "--mem", func(s *sub) { s.MemPerNode = 128001 }),
		refused("GPUs where there are none", "--gpus-per-node", func(s *sub) { s.TRESPerNode = "gres/gpu:1" }),
		refused("more GPUs than a node has", "--gpus-per-node", gpus(func(s *sub) { s.TRESPerNode = "gres/gpu:9" })),
		refused("GPUs of another type", "--gpus-per-node", gpus(func(s *sub) { s.TRESPerNode = "gres/gpu:a100:1" })),
		refused("more GPUs than there are", "--gpus", gpus(func(s *sub) { s.TRESPerJob = "gres/gpu:33" })),
		refused("more GPUs than one node has", "--gpus", gpus(func(s *sub) { s.TRESPerJob, s.Nodes = "gres/gpu:9", "1" })),
		refused("a resource that is not there", "--gres", func(s *sub) { s.TRESPerNode = "gres/nvme:1" }),
		refused("no such feature", "--constraint", func(s *sub) { s.Features = "nosuch" }),
		refused("no such feature as an alternative", "--constraint", gpus(func(s *sub) { s.Features = "nosuch|flexstart" })),
		refused("a feature of other nodes", "--constraint", func(s *sub) { s.Features = "flexstart" }),
		refused("no such node", "--nodelist", func(s *sub) { s.RequiredNodes = "nosuch" }),
		refused("a node of another partition", "--nodelist", func(s *sub) { s.RequiredNodes = "hcsdemo-a3unodeset-0" }),
		refused("no such node to leave out", "--exclude", func(s *sub) { s.ExcludedNodes = "nosuch" }),
		refused("all nodes left out", "--exclude", func(s *sub) { s.ExcludedNodes = "hcsdemo-cpunodeset-[0-1]" }),
		waits("longer than the partition allows", "--time", func(s *sub) { s.Limit = slurm.LimitOf(8 * 1440) }),
		waits("without a limit where there is one", "--time", func(s *sub) { s.Limit = slurm.LimitInfinite }),
	}
}

package preflight_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/preflight"
	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// What contradicts itself Slurm refuses of a job that is held too; what no node has it takes until then.
func TestShares(t *testing.T) {
	t.Parallel()
	type sub = slurm.Submission
	gpus := func(node, all, task, nodes string, tasks uint32) func(*sub) {
		return func(s *sub) {
			s.Partition, s.TRESPerNode, s.TRESPerJob, s.TRESPerTask, s.Nodes, s.Tasks = "a3u", node, all, task, nodes, tasks
		}
	}
	for _, k := range []struct {
		name   string
		change func(*sub)
		want   []brief
	}{
		{"with a type and without", gpus("gres/gpu:nvidia_h200:4", "gres/gpu:8", "", "", 0), []brief{{sbatch.Error, "--gpus-per-node"}}},
		{"of tasks with a type and without", gpus("", "gres/gpu:8", "gres/gpu:nvidia_h200:2", "", 4), []brief{{sbatch.Error, "--gpus-per-task"}}},
		{"of the job and of each node", gpus("gres/gpu:8", "gres/gpu:16", "", "", 0), nil},
		{"no multiple of a node's", gpus("gres/gpu:8", "gres/gpu:12", "", "", 0), []brief{{sbatch.Error, "--gpus"}}},
		{"more than the nodes'", gpus("gres/gpu:4", "gres/gpu:12", "", "1-2", 0), []brief{{sbatch.Error, "--gpus"}}},
		{"fewer than the nodes'", gpus("gres/gpu:8", "gres/gpu:16", "", "3", 0), []brief{{sbatch.Error, "--gpus"}}},
		{"no multiple of a task's", gpus("", "gres/gpu:8", "gres/gpu:3", "", 0), []brief{{sbatch.Error, "--gpus"}}},
		{"a node's no multiple of a task's", gpus("gres/gpu:7", "", "gres/gpu:2", "1", 3), []brief{{sbatch.Error, "--gpus-per-task"}}},
		{"fewer of tasks than nodes", gpus("", "", "gres/gpu:1", "3", 2), []brief{{sbatch.Error, "--gpus-per-task"}}},
		{"of sockets, whose number is not said", func(s *sub) { s.Partition, s.TRESPerSocket = "a3u", "gres/gpu:1" }, []brief{{sbatch.Error, "--gpus-per-socket"}}},
	} {
		for _, hold := range []bool{false, true} {
			s := job(k.change)
			s.Hold = hold
			if diff := cmp.Diff(k.want, briefs(preflight.Check(s, world()))); diff != "" {
				t.Errorf("%s, held %v: %s", k.name, hold, diff)
			}
		}
	}
}

func TestTasksOfNodes(t *testing.T) {
	t.Parallel()
	type sub = slurm.Submission
	few := func(w *preflight.World) { w.Partitions[1].MaxCPUsPerNode = slurm.NumOf(8) }
	for _, k := range []struct {
		name   string
		change func(*sub)
		world  func(*preflight.World)
		want   []brief
	}{
		{"as many as a node holds", func(s *sub) { s.Tasks, s.TasksPerNode = 1, 32 }, nil, nil},
		{"more than a node holds", func(s *sub) { s.Tasks, s.TasksPerNode = 1, 33 }, nil, []brief{{sbatch.Error, "--ntasks-per-node"}}},
		{"more than a node holds, that share CPUs", func(s *sub) { s.TasksPerNode, s.Overcommit = 33, true }, nil, []brief{{sbatch.Error, "--ntasks-per-node"}}},
		{"more nodes than there are", func(s *sub) { s.Tasks, s.TasksPerNode, s.Overcommit = 3, 1, true }, nil, []brief{{sbatch.Error, "--ntasks"}}},
		{"many that share CPUs", func(s *sub) { s.Tasks, s.Overcommit = 300, true }, nil, nil},
		{"more CPUs than the tasks of a node have", func(s *sub) { s.TasksPerNode, s.MinCPUs = 4, 8 }, nil, []brief{{sbatch.Error, "--mincpus"}}},
		{"whole nodes with more CPUs than their tasks", func(s *sub) { s.TasksPerNode, s.MinCPUs, s.Exclusive = 4, 8, true }, nil, nil},
		{"whole nodes where few CPUs may be had", func(s *sub) { s.Exclusive = true }, few, []brief{{sbatch.Error, "--exclusive"}}},
		{"more with GPUs than there are", func(s *sub) { s.Partition, s.Tasks, s.TasksPerNode, s.TRESPerTask = "a3u", 4, 8, "gres/gpu:1" }, nil, []brief{{sbatch.Error, "--ntasks-per-node"}}},
		{"none of the named nodes", func(s *sub) { s.RequiredNodes, s.Nodes = "c1-a3u-[0-1]", "1" }, nil, []brief{{sbatch.Error, "--nodelist"}}},
		{"one of the named nodes", func(s *sub) { s.RequiredNodes, s.Nodes = "c1-a3u-0,c1-cpu-0", "1" }, nil, nil},
		{
			"fewer than the partition's least are left", func(s *sub) { s.ExcludedNodes = "c1-cpu-0" },
			func(w *preflight.World) { w.Partitions[1].MinNodes = 2 },
			[]brief{{sbatch.Error, "--exclude"}},
		},
		{
			"beyond the partition's most, with what no node has", func(s *sub) { s.Nodes, s.CPUsPerTask = "2", 33 },
			func(w *preflight.World) { w.Partitions[1].MaxNodes = slurm.NumOf(1) },
			[]brief{{sbatch.Error, "--cpus-per-task"}, {sbatch.Severe, "--nodes"}},
		},
		{
			"beyond the partition's most, with GPUs that no node has", func(s *sub) { s.Nodes, s.TRESPerNode = "2", "gres/gpu:1" },
			func(w *preflight.World) { w.Partitions[1].MaxNodes = slurm.NumOf(1) },
			[]brief{{sbatch.Severe, "--nodes"}, {sbatch.Severe, "--gpus-per-node"}},
		},
		{
			"memory of whole cores", func(s *sub) { s.MemPerCPU = 128000 },
			func(w *preflight.World) { w.Nodes[0].AllocMemory = 1 },
			[]brief{{sbatch.Warning, "--mem-per-cpu"}},
		},
		{"a shortest limit above the first default one", func(s *sub) { s.Partition, s.MinLimit = "cpu,a3u", slurm.LimitOf(61) }, nil, []brief{{sbatch.Error, "--time-min"}}},
		{"a shortest limit above the second default one", func(s *sub) { s.Partition, s.MinLimit = "a3u,cpu", slurm.LimitOf(61) }, nil, nil},
		{"a deadline before the default end", func(s *sub) { s.Deadline = slurm.Time(world().Now.Unix() + 600) }, nil, []brief{{sbatch.Error, "--deadline"}}},
		{"a deadline where there is no default", func(s *sub) { s.Partition, s.Deadline = "a3u", slurm.Time(world().Now.Unix()+600) }, nil, nil},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			w := world()
			w.Access.Reservations = []slurm.Reservation{}
			if k.world != nil {
				k.world(&w)
			}
			if diff := cmp.Diff(k.want, briefs(preflight.Check(job(k.change), w))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A constraint is read as far as each node, or a number of nodes, must have what it names.
func TestConstraints(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		text, partition string
		isFine          bool
	}{
		{"flexstart", "a3u", true},
		{"flexstart&cloud", "a3u", false},
		{"flexstart,cloud", "a3u", false},
		{"flexstart,cloud", "flex", true},
		{"flexstart|cloud", "a3u", true},
		{"(flexstart|cloud)", "cpu", false},
		{"flexstart&(cloud|flexstart)", "a3u", true},
		{"cloud&(cloud|flexstart)", "a3u", false},
		{"[flexstart|cloud]", "a3u", true},
		{"[flexstart|cloud]", "cpu", false},
		{"[flexstart*2]", "a3u", true},
		{"[flexstart*5]", "a3u", false},
		{"flexstart*2", "cpu", false},
		{"[flexstart*2&cloud*1]", "a3u", false},
		{"[flexstart*2&cloud*1]", "flex", true},
		{"flexstart&", "a3u", true},
		{"flexstart&cloud|cloud", "cpu", true}, // not read
		{"(flexstart", "cpu", true},            // nor this
		{"((((((((((((((((((((((flexstart))))))))))))))))))))))", "cpu", true},
	} {
		got := preflight.Check(job(func(s *slurm.Submission) { s.Features, s.Partition = k.text, k.partition }), world())
		if isFine := len(got.Of(sbatch.Error)) == 0; isFine != k.isFine {
			t.Errorf("%s in %s: got %v", k.text, k.partition, got)
		}
	}
}

package contract

import (
	"slices"
	"strings"
	"testing"

	"flexq/client"
	"flexq/client/preflight"
	"flexq/client/slurm"
)

// Admin is an administrator's hand on the cluster: Root runs a command of Slurm's as root, and fails the test if it
// fails.
type Admin interface {
	Root(tb testing.TB, argv ...string) string
}

// Limits holds the checks against a cluster that has partitions with limits, and then against one that enforces
// accounts and QOS too. It changes the cluster, and undoes that.
func Limits(t *testing.T, open func(t *testing.T) Target, admin Admin) {
	t.Helper()
	c := newCluster(t, open)
	api := c.Client(t, "alice")
	addPartitions(t, admin)
	t.Run("partitions", func(t *testing.T) {
		c.countMemory(t, api)
		c.hold(t, api, worldOf(t, api, "alice"), jobsOfLimits())
	})
	t.Run("reservations", func(t *testing.T) {
		addReservations(t, admin)
		c.hold(t, api, worldOf(t, api, "alice"), jobsOfReservations())
	})
	t.Run("nodes that are not to be had", func(t *testing.T) {
		admin.Root(t, "scontrol", "update", "nodename=hcsdemo-cpunodeset-0", "state=drain", "reason=test")
		t.Cleanup(func() { admin.Root(t, "scontrol", "update", "nodename=hcsdemo-cpunodeset-0", "state=resume") })
		c.hold(t, api, worldOf(t, api, "alice"), jobsOfDrained())
	})
	t.Run("several jobs", func(t *testing.T) {
		addCrowds(t, admin)
		addPartitions(t, admin)
		c.hold(t, api, c.enforcing(t, api), jobsOfCrowds())
	})
	t.Run("accounts", func(t *testing.T) {
		addAccounts(t, admin)
		addPartitions(t, admin) // reading slurm.conf anew has taken them away
		c.hold(t, api, c.enforcing(t, api), jobsOfAccounts())
	})
	t.Run("limits alone", func(t *testing.T) {
		setEnforce(t, admin, "limits")
		t.Cleanup(func() { setEnforce(t, admin, "") })
		c.hold(t, api, c.enforcing(t, api), []asked{
			fine("no such QOS", func(s *slurm.Submission) { s.QOS = "nosuch" }),
			fine("a QOS that the account does not have", func(s *slurm.Submission) { s.QOS, s.Account = "high", "research" }),
			refused("no such account", "--account", func(s *slurm.Submission) { s.Account = "nosuch" }),
		})
	})
}

// countMemory runs a job: that shows that memory is counted.
func (c *cluster) countMemory(t *testing.T, api *client.Client) {
	t.Helper()
	c.wait(t, c.submit(t, "alice", job("alice", "sleep 600")), "RUNNING")
	c.until(t, "memory is counted", func() bool {
		return slices.ContainsFunc(worldOf(t, api, "alice").Nodes, func(n slurm.Node) bool { return n.AllocMemory > 0 })
	})
}

// enforcing is what is known of a cluster that enforces accounts, once it answers.
func (c *cluster) enforcing(t *testing.T, api *client.Client) preflight.World {
	t.Helper()
	c.until(t, "slurmctld answers", func() bool {
		_, err := api.Diag(t.Context())
		return err == nil
	})
	w := worldOf(t, api, "alice")
	w.Enforces = true
	return w
}

// limited are partitions of the nodes of partition cpu.
func limited() map[string]string {
	return map[string]string{
		"down": "state=DOWN", "drained": "state=DRAIN", "inactive": "state=INACTIVE", "for-high": "allowqos=high", "not-normal": "denyqos=normal",
		"for-ops": "allowaccounts=ops", "not-research": "denyaccounts=research", "few-cpus": "maxcpuspernode=8", "little-memory": "maxmempernode=3000",
		"memory-by-cpu": "maxmempercpu=2000", "one-node": "maxnodes=1", "two-nodes": "minnodes=2", "short": "maxtime=10 defaulttime=5",
		"hidden": "hidden=yes", "of-high": "qos=high",
	}
}

func addPartitions(t *testing.T, admin Admin) {
	t.Helper()
	for name, options := range limited() {
		argv := []string{"scontrol", "create", "partitionname=" + name, "nodes=hcsdemo-cpunodeset-[0-1]"}
		admin.Root(t, append(argv, strings.Fields(options)...)...)
	}
	t.Cleanup(func() { admin.Root(t, "scontrol", "reconfigure") })
}

// addAccounts makes QOS with limits, an account of alice's for partition cpu alone, and has slurmctld enforce all that.
func addAccounts(t *testing.T, admin Admin) {
	t.Helper()
	sacctmgr := func(argv ...string) { admin.Root(t, append([]string{"sacctmgr", "-i"}, argv...)...) }
	sacctmgr("add", "qos", "deny", "flags=DenyOnLimit", "maxwall=10", "maxtresperjob=cpu=2")
	sacctmgr("add", "qos", "bound", "maxwall=10", "maxtresperjob=cpu=4", "maxtrespernode=cpu=2")
	sacctmgr("add", "qos", "above", "flags=PartitionTimeLimit,PartitionMaxNodes,PartitionMinNodes")
	sacctmgr("add", "qos", "others")
	sacctmgr("modify", "user", "alice", "set", "qos+=deny,bound,above")
	sacctmgr("add", "account", "short", "maxwall=20", "maxtresperjob=cpu=4")
	sacctmgr("add", "user", "alice", "account=short", "partition=cpu")
	setEnforce(t, admin, "associations,limits,qos")
	t.Cleanup(func() {
		setEnforce(t, admin, "")
		sacctmgr("remove", "user", "alice", "where", "account=short")
		sacctmgr("remove", "account", "short")
		sacctmgr("remove", "qos", "deny,bound,above,others")
	})
}

func setEnforce(t *testing.T, admin Admin, what string) {
	t.Helper()
	const conf = "/etc/slurm/slurm.conf"
	admin.Root(t, "sed", "-i", "/^AccountingStorageEnforce=/d", conf)
	if what != "" {
		admin.Root(t, "sed", "-i", "$ a AccountingStorageEnforce="+what, conf)
	}
	admin.Root(t, "scontrol", "reconfigure")
}

func in(partition string, change func(*slurm.Submission)) func(*slurm.Submission) {
	return func(s *slurm.Submission) {
		s.Partition = partition
		if change != nil {
			change(s)
		}
	}
}

func jobsOfLimits() []asked {
	return slices.Concat(withinLimits(), beyondLimits(), beyondMachines(), waitingForLimits())
}

// withinLimits are jobs that run.
func withinLimits() []asked {
	type sub = slurm.Submission
	return []asked{
		fine("a partition that is down", in("down", nil)),
		fine("whole nodes of one user", in("few-cpus", func(s *sub) { s.Sharing, s.MemPerNode = "user", 100 })),
		fine("whole nodes of one of several", in("few-cpus,cpu", func(s *sub) { s.Exclusive = true })),
		fine("several, one of which is drained", in("drained,cpu", nil)),
		fine("its QOS", in("for-high", func(s *sub) { s.QOS = "high" })),
		fine("several QOS, one of which is its own", in("for-high", func(s *sub) { s.QOS = "normal,high" })),
		fine("a QOS that it lets", in("not-normal", func(s *sub) { s.QOS = "high" })),
		fine("an account that is not enforced", in("for-ops", nil)),
		fine("all CPUs of a node", in("few-cpus", func(s *sub) { s.CPUsPerTask, s.MemPerNode = 8, 100 })),
		fine("all CPUs", in("few-cpus", func(s *sub) { s.Tasks, s.MemPerNode = 16, 100 })),
		fine("more CPUs than it allows, as the least of a node", in("few-cpus", func(s *sub) { s.MinCPUs, s.MemPerNode = 32, 100 })),
		fine("all memory", in("little-memory", func(s *sub) { s.MemPerNode = 3000 })),
		fine("more memory by CPU than it allows", in("memory-by-cpu", func(s *sub) { s.MemPerCPU = 4000 })),
		fine("a node or more", in("one-node", func(s *sub) { s.Nodes = "1-1" })),
		fine("no number of nodes", in("two-nodes", nil)),
		fine("its longest", in("short", func(s *sub) { s.Limit = slurm.LimitOf(10) })),
		fine("no limit of one's own", in("short", nil)),
		fine("a hidden one", in("hidden", nil)),
		fine("one with a QOS", in("of-high", nil)),
		fine("nodes for which the whole is the limit", func(s *sub) { s.Tasks, s.CPUsPerTask = 2, 20 }),
		fine("cores of one thread", func(s *sub) { s.Tasks, s.ThreadsPerCore = 32, 1 }),
		fine("tasks that share CPUs", func(s *sub) { s.Tasks, s.Overcommit = 65, true }),
		fine("fewer nodes than are named", func(s *sub) { s.RequiredNodes, s.Nodes = "hcsdemo-cpunodeset-[0-1]", "1" }),
		fine("a resource twice", in("a3u", func(s *sub) { s.TRESPerNode = "gres/gpu:4,gres/gpu:5" })),
		fine("no resource", func(s *sub) { s.TRESPerNode = "none" }),
		fine("nodes of features, counted", in("a3u", func(s *sub) { s.Features, s.Nodes = "[flexstart*2]", "2" })),
		fine("a feature or another", in("a3u", func(s *sub) { s.Features = "flexstart|cloud" })),
		fine("some of the numbers of a list", func(s *sub) { s.Nodes = "2,4" }),
		fine("numbers in steps", func(s *sub) { s.Nodes = "1-5:2" }),
		fine("sockets that one of several has", in("cpu,a3u", func(s *sub) { s.Tuning.SocketsPerNode = 2 })),
		fine("memory by CPU", func(s *sub) { s.MemPerCPU, s.CPUsPerTask = 4000, 32 }),
		fine("too long, with a shortest that is not", in("short", func(s *sub) { s.Limit, s.MinLimit = slurm.LimitOf(11), slurm.LimitOf(5) })),
	}
}

// beyondLimits are refused, for how much they ask for.
func beyondLimits() []asked {
	type sub = slurm.Submission
	return []asked{
		refused("none of the numbers of a list", "--nodes", func(s *sub) { s.Nodes = "3,4" }),
		refused("a drained one", "--partition", in("drained", nil)),
		refused("an inactive one", "--partition", in("inactive", nil)),
		refused("too many CPUs of a node", "--cpus-per-task", in("few-cpus", func(s *sub) { s.CPUsPerTask = 9 })),
		refused("too many CPUs", "--ntasks", in("few-cpus", func(s *sub) { s.Tasks, s.MemPerNode = 17, 100 })),
		refused("too many tasks for its one node", "--ntasks", in("one-node", func(s *sub) { s.Tasks = 33 })),
		refused("whole nodes", "--exclusive", in("few-cpus", func(s *sub) { s.Exclusive, s.MemPerNode = true, 100 })),
		refused("too many CPUs of a node for its tasks", "--ntasks-per-node", in("few-cpus", func(s *sub) { s.Tasks, s.TasksPerNode = 2, 9 })),
		refused("too few nodes left for its least", "--exclude", in("two-nodes", func(s *sub) { s.ExcludedNodes = "hcsdemo-cpunodeset-0" })),
		refused("GPUs of sockets without their number", "--gpus-per-socket", in("a3u", func(s *sub) { s.TRESPerSocket = "gres/gpu:1" })),
		refused("more memory than its CPUs bring", "--mem", in("memory-by-cpu", func(s *sub) { s.MemPerNode = 100000 })),
		refused("memory by CPU", "--mem-per-cpu", func(s *sub) { s.MemPerCPU, s.CPUsPerTask = 4001, 32 }),
		refused("memory by CPU of a whole node", "--mem-per-cpu", func(s *sub) { s.MemPerCPU, s.Exclusive = 4001, true }),
		refused("CPUs that are shared still", "--cpus-per-task", func(s *sub) { s.CPUsPerTask, s.Overcommit = 33, true }),
		refused("more CPUs on a node", "--mincpus", func(s *sub) { s.MinCPUs = 33 }),
		refused("tasks of large CPUs", "--ntasks", func(s *sub) { s.Tasks, s.CPUsPerTask = 3, 20 }),
		refused("one task on a core, too many", "--ntasks", func(s *sub) { s.Tasks, s.Tuning.TasksPerCore = 33, 1 }),
		refused("more tasks than so many on each node", "--ntasks", func(s *sub) { s.Tasks, s.TasksPerNode, s.Nodes = 10, 2, "2" }),
		refused("a node that is left out too", "--exclude", func(s *sub) { s.RequiredNodes, s.ExcludedNodes = "hcsdemo-cpunodeset-0", "hcsdemo-cpunodeset-0" }),
		refused("nodes that are left out", "--exclude", func(s *sub) { s.ExcludedNodes, s.Nodes = "hcsdemo-cpunodeset-0", "2" }),
		refused("a shortest limit above the longest", "--time-min", func(s *sub) { s.Limit, s.MinLimit = slurm.LimitOf(30), slurm.LimitOf(60) }),
		refused("a shortest limit above the partition's", "--time-min", in("short", func(s *sub) { s.Limit, s.MinLimit = slurm.LimitOf(20), slurm.LimitOf(11) })),
		refused("a shortest limit above the default one", "--time-min", func(s *sub) { s.MinLimit = slurm.LimitOf(120) }),
		refused("a deadline that is past", "--deadline", func(s *sub) { s.Deadline = 1000 }),
	}
}

// beyondMachines are refused, for what they ask for.
func beyondMachines() []asked {
	type sub = slurm.Submission
	return []asked{
		refused("more sockets", "--sockets-per-node", func(s *sub) { s.Tuning.SocketsPerNode = 2 }),
		refused("more threads of a core", "--threads-per-core", func(s *sub) { s.ThreadsPerCore = 3 }),
		refused("no such feature to prefer", "--prefer", func(s *sub) { s.Prefer = "nosuch" }),
		refused("no alternative", "--constraint", func(s *sub) { s.Features = "flexstart|cloud" }),
		refused("only some of the features", "--constraint", in("a3u", func(s *sub) { s.Features = "flexstart&cloud" })),
		refused("GPUs of several types", "--gpus", in("a3u", func(s *sub) { s.TRESPerJob = "gres/gpu:nvidia_h200:4,gres/gpu:a100:2" })),
		refused("cores of one thread, too many", "--ntasks", func(s *sub) { s.Tasks, s.ThreadsPerCore = 33, 1 }),
		refused("fewer GPUs than nodes", "--gpus", in("a3u", func(s *sub) { s.TRESPerJob, s.Nodes = "gres/gpu:2", "4" })),
		refused("fewer GPUs than on each node", "--gpus", in("a3u", func(s *sub) { s.TRESPerJob, s.TRESPerNode, s.Nodes = "gres/gpu:8", "gres/gpu:8", "2" })),
		refused("GPUs with a type and without", "--gpus-per-node", in("a3u", func(s *sub) { s.TRESPerNode = "gres/gpu:nvidia_h200:4,gres/gpu:4" })),
		refused("GPUs of the tasks of a node", "--gpus-per-task", in("a3u", func(s *sub) { s.TRESPerTask, s.TasksPerNode, s.Nodes = "gres/gpu:4", 3, "1" })),
		refused("GPUs of all tasks", "--ntasks", in("a3u", func(s *sub) { s.TRESPerTask, s.Tasks = "gres/gpu:4", 9 })),
		refused("memory by GPU", "--mem-per-gpu", in("a3u", func(s *sub) { s.TRESPerNode, s.MemPerGPU = "gres/gpu:8", 400000 })),
		refused("CPUs by GPU", "--cpus-per-gpu", in("a3u", func(s *sub) { s.TRESPerNode, s.CPUsPerGPU = "gres/gpu:8", 29 })),
	}
}

// waitingForLimits are taken, and wait for ever.
func waitingForLimits() []asked {
	type sub = slurm.Submission
	return []asked{
		held("more nodes than there are", "--nodes", func(s *sub) { s.Nodes = "3" }),
		held("GPUs where there are none", "--gpus-per-node", func(s *sub) { s.TRESPerNode = "gres/gpu:1" }),
		waits("another QOS", "--qos", in("for-high", func(s *sub) { s.QOS = "normal" })),
		waits("a QOS that it does not let", "--qos", in("not-normal", func(s *sub) { s.QOS = "normal" })),
		waits("too much memory", "--mem", in("little-memory", func(s *sub) { s.MemPerNode = 3001 })),
		waits("too much memory by CPU", "--mem-per-cpu", in("little-memory", func(s *sub) { s.MemPerCPU, s.CPUsPerTask = 1600, 2 })),
		waits("too many nodes", "--nodes", in("one-node", func(s *sub) { s.Nodes = "2" })),
		waits("too few nodes", "--nodes", in("two-nodes", func(s *sub) { s.Nodes = "1" })),
		waits("more nodes than it has, where it is down", "--nodes", in("down", func(s *sub) { s.Nodes = "3" })),
		waits("CPUs that no node has, where it is down", "--cpus-per-task", in("down", func(s *sub) { s.CPUsPerTask = 33 })),
		waits("GPUs where there are none, where it is down", "--gpus-per-node", in("down", func(s *sub) { s.TRESPerNode = "gres/gpu:1" })),
		waits("too long", "--time", in("short", func(s *sub) { s.Limit = slurm.LimitOf(11) })),
	}
}

func jobsOfAccounts() []asked {
	type sub = slurm.Submission
	account := func(name string) func(*sub) { return func(s *sub) { s.Account, s.Limit = name, slurm.LimitOf(5) } }
	qos := func(name string, minutes uint64, cpus uint32) func(*sub) {
		return func(s *sub) { s.QOS, s.Limit, s.CPUsPerTask = name, slurm.LimitOf(minutes), cpus }
	}
	return []asked{
		fine("the default account", func(*sub) {}),
		fine("its own account, in capitals", account("RESEARCH")),
		fine("the account of one partition", account("short")),
		fine("within the limits", qos("deny", 10, 2)),
		fine("within the limits of a node", qos("bound", 10, 2)),
		fine("a QOS above the partition's time", in("short", qos("above", 11, 1))),
		fine("a QOS above the partition's most nodes", in("one-node", func(s *sub) { s.QOS, s.Nodes = "above", "2" })),
		fine("a QOS above the partition's least nodes", in("two-nodes", func(s *sub) { s.QOS, s.Nodes = "above", "1" })),
		fine("several partitions, one of which is for others", in("for-ops,cpu", nil)),
		refused("no such account", "--account", account("nosuch")),
		refused("another's account", "--account", account("ops")),
		refused("an account of another partition", "--account", in("a3u", account("short"))),
		suspect("no such QOS", "--qos", qos("nosuch", 5, 1)),
		suspect("another's QOS", "--qos", qos("others", 5, 1)),
		suspect("one of several QOS", "--qos", qos("normal,nosuch", 5, 1)),
		refused("longer than a QOS that refuses", "--time", qos("deny", 11, 1)),
		refused("the partition's limit, in a QOS that refuses", "--time", func(s *sub) { s.QOS = "deny" }),
		refused("larger than a QOS that refuses", "--cpus-per-task", qos("deny", 5, 3)),
		waits("longer than a QOS allows", "--time", qos("bound", 11, 2)),
		waits("larger than a QOS allows on a node", "--cpus-per-task", qos("bound", 5, 3)),
		waits("longer than an account allows", "--time", func(s *sub) { s.Account, s.Limit = "short", slurm.LimitOf(21) }),
		waits("larger than an account allows", "--ntasks", func(s *sub) { s.Account, s.Limit, s.Tasks = "short", slurm.LimitOf(5), 5 }),
		waits("a partition for other accounts", "--account", in("for-ops", nil)),
		waits("a partition that is not for the account", "--account", in("not-research", nil)),
		waits("beyond what a QOS may set aside", "--qos", in("for-high", qos("above", 5, 1))),
	}
}

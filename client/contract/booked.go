package contract

import (
	"testing"

	"flexq/client/sbatch"
	"flexq/client/slurm"
)

// addReservations makes reservations of the nodes of partition cpu: for alice and for bob, now and later.
func addReservations(t *testing.T, admin Admin) {
	t.Helper()
	for _, r := range [][]string{
		{"reservation=of-alice", "users=alice", "start=now", "duration=60", "nodes=hcsdemo-cpunodeset-1", "flags=ignore_jobs"},
		{"reservation=of-bob", "users=bob", "start=now+5hours", "duration=60", "nodes=hcsdemo-cpunodeset-0"},
		{"reservation=later", "users=alice", "start=now+10hours", "duration=60", "nodes=hcsdemo-cpunodeset-1"},
		{"reservation=of-ops", "accounts=ops", "start=now+15hours", "duration=60", "nodes=hcsdemo-cpunodeset-1"},
		{"reservation=of-research", "accounts=research", "start=now+20hours", "duration=60", "nodes=hcsdemo-cpunodeset-1"},
		{"reservation=not-alice", "users=-alice", "start=now+25hours", "duration=60", "nodes=hcsdemo-cpunodeset-1"},
	} {
		admin.Root(t, append([]string{"scontrol", "create"}, r...)...)
		t.Cleanup(func() { admin.Root(t, "scontrol", "delete", "reservationname="+r[0][len("reservation="):]) })
	}
}

func jobsOfReservations() []asked {
	type sub = slurm.Submission
	within := func(name string, change func(*sub)) func(*sub) {
		return func(s *sub) {
			s.Reservation, s.Limit = name, slurm.LimitOf(5)
			if change != nil {
				change(s)
			}
		}
	}
	jobs := append(
		alsoHeld(
			refused("a slip", "--reservation", within("of-alcie", nil)),
			refused("another's", "--reservation", within("of-bob", nil)),
			refused("everybody else's", "--reservation", within("not-alice", nil)),
			refused("one's own and another's", "--reservation", within("of-alice,of-bob", nil)),
			suspect("another account's", "--reservation", within("of-ops", nil)),
		),
		fine("one's own", within("of-alice", nil)),
		fine("several of one's own", within("of-alice,later", func(s *sub) { s.Hold = true })),
		refused("more nodes than it has", "--nodes", within("of-alice", func(s *sub) { s.Nodes = "2" })),
		refused("nodes of another partition", "--reservation", within("of-alice", func(s *sub) { s.Partition = "a3u" })),
		refused("a node that it does not have", "--nodelist", within("of-alice", func(s *sub) { s.RequiredNodes = "hcsdemo-cpunodeset-0" })),
		refused("more CPUs than a node has", "--cpus-per-task", within("of-alice", func(s *sub) { s.CPUsPerTask = 33 })),
		refused("another's node, in time", "--cpus-per-task", func(s *sub) { s.RequiredNodes, s.CPUsPerTask = "hcsdemo-cpunodeset-0", 33 }),
	)
	return append(jobs, comes(
		asked{"one that is to come", within("later", nil), sbatch.Note, ""},
		asked{"one of one's account", within("of-research", nil), sbatch.Note, ""},
		asked{"more nodes than it will have", within("later", func(s *sub) { s.Nodes = "2" }), sbatch.Severe, "--nodes"},
		asked{"more CPUs than a node will have", within("later", func(s *sub) { s.CPUsPerTask = 33 }), sbatch.Severe, "--cpus-per-task"},
		asked{"longer than it will last", within("later", func(s *sub) { s.Limit = slurm.LimitOf(90) }), sbatch.Severe, "--time"},
		asked{"longer than it lasts", within("of-alice", func(s *sub) { s.Limit = slurm.LimitOf(90) }), sbatch.Severe, "--time"},
	)...)
}

// comes are jobs that Slurm takes for a time to come: what they wait for until then is no matter.
func comes(jobs ...asked) []asked {
	for i := range jobs {
		change := jobs[i].change
		jobs[i].change = func(s *slurm.Submission) { s.Hold = true; change(s) }
	}
	return jobs
}

// jobsOfDrained ask for a node that takes no work: Slurm looks then at what no node has, and at no more.
func jobsOfDrained() []asked {
	type sub = slurm.Submission
	drained := func(change func(*sub)) func(*sub) {
		return func(s *sub) { s.RequiredNodes = "hcsdemo-cpunodeset-0"; change(s) }
	}
	return []asked{
		refused("CPUs that no node has", "--cpus-per-task", drained(func(s *sub) { s.CPUsPerTask = 33 })),
		refused("a feature that no node of the partition has", "--constraint", drained(func(s *sub) { s.Features = "flexstart" })),
		refused("another partition", "--nodelist", drained(func(s *sub) { s.Partition = "a3u" })),
		refused("more nodes, none of which is named", "--nodes", func(s *sub) { s.Nodes = "3" }),
		unlooked("more nodes than there are", "--nodes", drained(func(s *sub) { s.Nodes = "3" })),
		unlooked("GPUs where there are none", "--gpus-per-node", drained(func(s *sub) { s.TRESPerNode = "gres/gpu:1" })),
	}
}

// unlooked is what Slurm takes without a look at it.
func unlooked(name, option string, change func(*slurm.Submission)) asked {
	return asked{name, func(s *slurm.Submission) { s.Hold = true; change(s) }, sbatch.Severe, option}
}

// addCrowds makes QOS and accounts of alice's that limit several jobs together, and has slurmctld enforce them.
func addCrowds(t *testing.T, admin Admin) {
	t.Helper()
	sacctmgr := func(argv ...string) { admin.Root(t, append([]string{"sacctmgr", "-i"}, argv...)...) }
	names := ""
	for _, q := range [][]string{
		{"one-each", "maxsubmitjobsperuser=1"},
		{"none-each", "maxsubmitjobsperuser=0"},
		{"one-account", "maxsubmitjobsperaccount=1"},
		{"one-all", "grpsubmitjobs=1"},
		{"runs-none", "maxjobsperuser=0"},
		{"all-run-none", "grpjobs=0"},
		{"account-none", "maxjobsperaccount=0"},
		{"four-all", "grptres=cpu=4"},
		{"four-all-deny", "grptres=cpu=4", "flags=DenyOnLimit"},
		{"four-each", "maxtresperuser=cpu=4"},
		{"four-each-deny", "maxtresperuser=cpu=4", "flags=DenyOnLimit"},
		{"four-account", "maxtresperaccount=cpu=4"},
		{"node-all", "grptres=node=1"},
		{"hour", "maxtresminsperjob=cpu=60"},
		{"hour-deny", "maxtresminsperjob=cpu=60", "flags=DenyOnLimit"},
		{"gpus", "mintresperjob=gres/gpu=1"},
		{"nodes", "mintresperjob=node=2"},
		{"cpus", "mintresperjob=cpu=4"},
		{"cpus-deny", "mintresperjob=cpu=4", "flags=DenyOnLimit"},
	} {
		sacctmgr(append([]string{"add", "qos"}, q...)...)
		names += "," + q[0]
	}
	sacctmgr("modify", "user", "alice", "set", "qos+="+names[1:])
	for _, a := range [][]string{{"one", "maxsubmitjobs=1"}, {"idle", "maxjobs=0"}, {"brief", "maxtresminsperjob=cpu=60"}} {
		sacctmgr(append([]string{"add", "account"}, a...)...)
		sacctmgr("add", "user", "alice", "account="+a[0])
	}
	setEnforce(t, admin, "associations,limits,qos")
	t.Cleanup(func() {
		setEnforce(t, admin, "")
		sacctmgr("remove", "user", "alice", "where", "account=one,idle,brief")
		sacctmgr("remove", "account", "one,idle,brief")
		sacctmgr("remove", "qos", names[1:])
	})
}

func jobsOfCrowds() []asked {
	type sub = slurm.Submission
	qos := func(name string, change func(*sub)) func(*sub) {
		return func(s *sub) {
			s.QOS, s.Limit = name, slurm.LimitOf(5)
			if change != nil {
				change(s)
			}
		}
	}
	account := func(name string, change func(*sub)) func(*sub) {
		return func(s *sub) { qos("", change)(s); s.Account = name }
	}
	array := func(s *sub) { s.Array, s.Hold = "1-2", true }
	six := func(s *sub) { s.CPUsPerTask = 6 }
	four := func(s *sub) { s.CPUsPerTask = 4 }
	long := func(s *sub) { s.CPUsPerTask, s.Limit = 2, slurm.LimitOf(31) }
	brief := func(s *sub) { s.CPUsPerTask, s.Limit = 2, slurm.LimitOf(30) }
	return []asked{
		fine("one job where one may be", qos("one-each", nil)), fine("one job of an account", qos("one-account", nil)),
		fine("one job of all", qos("one-all", nil)), fine("one job of the account", account("one", nil)),
		fine("what all may have", qos("four-all", four)), fine("what one may have", qos("four-each-deny", four)),
		fine("an hour of one CPU", qos("hour", brief)), fine("an hour of one CPU, or refused", qos("hour-deny", brief)),
		fine("nodes enough", qos("nodes", func(s *sub) { s.Nodes = "2" })), fine("CPUs enough", qos("cpus", four)),
		fine("CPUs enough, or refused", qos("cpus-deny", four)), fine("tasks enough", qos("cpus-deny", func(s *sub) { s.Tasks = 4 })),
		fine("GPUs enough", qos("gpus", func(s *sub) { s.Partition, s.TRESPerNode = "a3u", "gres/gpu:1" })),
		refused("no job at all", "--qos", qos("none-each", nil)),
		refused("two tasks where one job may be", "--array", qos("one-each", array)),
		refused("two tasks of an account", "--array", qos("one-account", array)),
		refused("two tasks of all", "--array", qos("one-all", array)),
		refused("two tasks of the account", "--array", account("one", array)),
		refused("more than all may have, or refused", "--cpus-per-task", qos("four-all-deny", six)),
		refused("more than one may have, or refused", "--cpus-per-task", qos("four-each-deny", six)),
		refused("more than an hour of one CPU, or refused", "--time", qos("hour-deny", long)),
		refused("too few CPUs, or refused", "--cpus-per-task", qos("cpus-deny", func(s *sub) { s.CPUsPerTask = 3 })),
		waits("none that runs", "--qos", qos("runs-none", nil)), waits("none of all that runs", "--qos", qos("all-run-none", nil)),
		waits("none of an account that runs", "--qos", qos("account-none", nil)), waits("none of the account that runs", "--account", account("idle", nil)),
		waits("more than all may have", "--cpus-per-task", qos("four-all", six)), waits("more than one may have", "--cpus-per-task", qos("four-each", six)),
		waits("more than an account may have", "--cpus-per-task", qos("four-account", six)),
		waits("more nodes than all may have", "--nodes", qos("node-all", func(s *sub) { s.Nodes = "2" })),
		waits("more than an hour of one CPU", "--time", qos("hour", long)), waits("more than the account's hour of one CPU", "--time", account("brief", long)),
		waits("no GPUs", "--gpus", qos("gpus", nil)), waits("too few nodes", "--nodes", qos("nodes", func(s *sub) { s.Nodes = "1" })),
		waits("too few CPUs", "--cpus-per-task", qos("cpus", func(s *sub) { s.CPUsPerTask = 2 })),
	}
}

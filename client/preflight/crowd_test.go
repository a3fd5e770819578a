package preflight_test

import (
	"testing"

	"flexq/client/preflight"
	"flexq/client/slurm"
)

// crowded is a cluster that enforces one limit of the QOS that alice has by default, or of her association.
func crowded(change func(*slurm.QOS, *slurm.Association)) preflight.World {
	w := world()
	w.Enforces = true
	change(&w.Access.QOS[0], &w.Access.Associations[0])
	return w
}

func TestLimitsOfSeveralJobs(t *testing.T) {
	t.Parallel()
	type (
		qos   = *slurm.QOS
		assoc = *slurm.Association
		sub   = *slurm.Submission
	)
	array := func(s sub) { s.Array = "0-9%2" }
	six := func(s sub) { s.CPUsPerTask = 6 }
	for _, k := range []struct {
		limit func(qos, assoc)
		job   func(sub)
		want  string
	}{
		{func(q qos, _ assoc) { q.PerUser.Submit = slurm.NumOf(10) }, array, ""},
		{
			func(q qos, _ assoc) { q.PerUser.Submit = slurm.NumOf(9) }, array,
			"error --array: 10 tasks are more than the QOS normal lets a user have in the queue, 9; submit 9 or fewer at once",
		},
		{
			func(q qos, _ assoc) { q.PerAccount.Submit = slurm.NumOf(9) }, array,
			"error --array: 10 tasks are more than the QOS normal lets an account have in the queue, 9; submit 9 or fewer at once",
		},
		{
			func(q qos, _ assoc) { q.Group.Submit = slurm.NumOf(9) }, array,
			"error --array: 10 tasks are more than the QOS normal lets all users have in the queue, 9; submit 9 or fewer at once",
		},
		{
			func(_ qos, a assoc) { a.MaxSubmit = slurm.NumOf(9) }, array,
			"error --array: 10 tasks are more than the account research lets a user have in the queue, 9; submit 9 or fewer at once",
		},
		{func(q qos, a assoc) { q.PerUser.Submit, a.MaxSubmit = slurm.NumOf(10), slurm.NumOf(9) }, array, ""}, // the QOS's counts
		{func(q qos, _ assoc) { q.PerUser.Submit = slurm.NumOf(0) }, nil, "error --qos: the QOS normal takes no jobs of a user; choose another one"},
		{func(q qos, _ assoc) { q.PerUser.Jobs = slurm.NumOf(0) }, nil, "severe --qos: the QOS normal lets no job of a user run: it would wait for ever; choose another one"},
		{func(q qos, _ assoc) { q.Group.Jobs = slurm.NumOf(0) }, nil, "severe --qos: the QOS normal lets no job of all users run: it would wait for ever; choose another one"},
		{func(q qos, _ assoc) { q.PerUser.Jobs = slurm.NumOf(1) }, array, ""},
		{func(_ qos, a assoc) { a.MaxJobs = slurm.NumOf(0) }, nil, "severe --account: the account research lets no job of a user run: it would wait for ever; choose another one"},
		{func(q qos, a assoc) { q.PerUser.Jobs, a.MaxJobs = slurm.NumOf(1), slurm.NumOf(0) }, nil, ""},
		{
			func(q qos, _ assoc) { q.Group.TRES = "cpu=4" }, six,
			"severe --cpus-per-task: 6 CPUs are more than the QOS normal allows all users, 4 CPUs: it would wait for ever; ask for 4 CPUs or less",
		},
		{
			func(q qos, _ assoc) { q.PerUser.TRES, q.Flags = "cpu=4", []string{"DENY_LIMIT"} }, six,
			"error --cpus-per-task: 6 CPUs are more than the QOS normal allows a user, 4 CPUs; ask for 4 CPUs or less",
		},
		{
			func(q qos, _ assoc) { q.PerAccount.TRES = "node=1" }, func(s sub) { s.Nodes = "2" },
			"severe --nodes: 2 nodes are more than the QOS normal allows an account, 1 node: it would wait for ever; ask for 1 node or less",
		},
		{
			func(q qos, _ assoc) { q.MaxMinutes = "cpu=60" }, six,
			"severe --time: 6 CPUs for 00:30:00 are more than the QOS normal allows a job, 60 CPUs for a minute: it would wait for ever; ask for 00:10:00 or less, or for fewer",
		},
		{func(q qos, _ assoc) { q.MaxMinutes = "cpu=180,gres/gpu=1" }, six, ""},
		{
			func(_ qos, a assoc) { a.MaxMinutes = "cpu=60" }, six,
			"severe --time: 6 CPUs for 00:30:00 are more than the account research allows a job, 60 CPUs for a minute: it would wait for ever; ask for 00:10:00 or less, or for fewer",
		},
		{func(q qos, _ assoc) { q.MinPerJob = "gres/gpu=1" }, nil, "severe --gpus: the QOS normal is for jobs of 1 GPU or more: it would wait for ever; ask for GPUs, or choose another QOS"},
		{func(q qos, _ assoc) { q.MinPerJob = "gres/gpu=1" }, func(s sub) { s.Partition, s.TRESPerNode = "a3u", "gres/gpu:1" }, ""},
		{
			func(q qos, _ assoc) { q.MinPerJob = "node=2" }, func(s sub) { s.Nodes = "1" },
			"severe --nodes: the QOS normal is for jobs of 2 nodes or more: it would wait for ever; ask for more, or choose another QOS",
		},
		{func(q qos, _ assoc) { q.MinPerJob = "node=2" }, nil, ""}, // it may get two
		{
			func(q qos, _ assoc) { q.MinPerJob = "cpu=4" }, func(s sub) { s.CPUsPerTask = 2 },
			"severe --cpus-per-task: the QOS normal is for jobs of 4 CPUs or more: it would wait for ever; ask for more, or choose another QOS",
		},
		{func(q qos, _ assoc) { q.MinPerJob = "cpu=4" }, func(s sub) { s.CPUsPerTask = 3 }, ""}, // it gets whole cores
		{func(q qos, _ assoc) { q.MinPerJob = "cpu=4" }, func(s sub) { s.Exclusive = true }, ""},
		{
			func(q qos, _ assoc) { q.MinPerJob, q.Flags = "cpu=4", []string{"DENY_LIMIT"} }, func(s sub) { s.CPUsPerTask = 3 },
			"error --cpus-per-task: the QOS normal is for jobs of 4 CPUs or more; ask for more, or choose another QOS",
		},
		{func(q qos, _ assoc) { q.MinPerJob, q.Flags = "cpu=4", []string{"DENY_LIMIT"} }, func(s sub) { s.Tasks = 4 }, ""},
	} {
		s := job(func(s *slurm.Submission) { s.Limit = slurm.LimitOf(30) })
		if k.job != nil {
			k.job(&s)
		}
		var want []string
		if k.want != "" {
			want = []string{k.want}
		}
		wantTexts(t, preflight.Check(s, crowded(k.limit)), want...)
	}
}

// Whether a cluster enforces limits is not always known.
func TestLimitsThatMayNotBeEnforced(t *testing.T) {
	t.Parallel()
	w := crowded(func(q *slurm.QOS, _ *slurm.Association) { q.PerUser.Submit = slurm.NumOf(1) })
	w.Enforces = false
	wantTexts(t, preflight.Check(job(func(s *slurm.Submission) { s.Array = "1-2" }), w),
		"warning --array: 2 tasks are more than the QOS normal lets a user have in the queue, 1: where the cluster enforces that, it would not start; submit 1 or fewer at once")
}

// Those in the queue may have ended when the job comes.
func TestJobsInTheQueue(t *testing.T) {
	t.Parallel()
	queue := []slurm.Job{
		{ID: 1, User: "alice", Account: "research", QOS: "normal", State: slurm.ParseJobState("RUNNING")},
		{ID: 2, User: "alice", Account: "research", QOS: "normal", State: slurm.ParseJobState("PENDING"), Array: slurm.Array{Job: 2, Tasks: "1-3"}},
		{ID: 3, User: "alice", Account: "research", QOS: "normal", State: slurm.ParseJobState("COMPLETED")},
		{ID: 4, User: "bob", Account: "research", QOS: "normal", State: slurm.ParseJobState("PENDING")},
		{ID: 5, User: "alice", Account: "research", QOS: "high", State: slurm.ParseJobState("PENDING")},
	}
	for _, k := range []struct {
		limit func(*slurm.QOS, *slurm.Association)
		want  string
	}{
		{func(q *slurm.QOS, _ *slurm.Association) { q.PerUser.Submit = slurm.NumOf(5) }, ""},
		{
			func(q *slurm.QOS, _ *slurm.Association) { q.PerUser.Submit = slurm.NumOf(4) },
			"warning --qos: the queue has 4 of the 4 jobs that the QOS normal lets a user have in it; wait until some end, or choose another one",
		},
		{func(q *slurm.QOS, _ *slurm.Association) { q.Group.Submit = slurm.NumOf(6) }, ""},
		{
			func(q *slurm.QOS, _ *slurm.Association) { q.Group.Submit = slurm.NumOf(5) },
			"warning --qos: the queue has 5 of the 5 jobs that the QOS normal lets all users have in it; wait until some end, or choose another one",
		},
		{
			func(_ *slurm.QOS, a *slurm.Association) { a.MaxSubmit = slurm.NumOf(5) },
			"warning --account: the queue has 5 of the 5 jobs that the account research lets a user have in it; wait until some end, or choose another one",
		},
	} {
		w := crowded(k.limit)
		w.Queue = queue
		var want []string
		if k.want != "" {
			want = []string{k.want}
		}
		wantTexts(t, preflight.Check(job(nil), w), want...)
	}
}

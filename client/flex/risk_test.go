package flex_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/slurm"
)

func TestRiskOfJobsThatHoldNodes(t *testing.T) {
	t.Parallel()
	const h = time.Hour
	with := func(j slurm.Job, change func(*slurm.Job)) slurm.Job {
		change(&j)
		return j
	}
	for name, test := range map[string]struct {
		job  slurm.Job
		want string
	}{
		"past the end":       {runningJob("hcsdemo-a3u-0", 22*h), "killed hcsdemo-a3u-0/a3u static lost 2h0m0s"},
		"by a second":        {runningJob("hcsdemo-a3u-0", 20*h+time.Second), "killed hcsdemo-a3u-0/a3u static lost 1s"},
		"to the very end":    {runningJob("hcsdemo-a3u-0", 20*h), "tight hcsdemo-a3u-0/a3u static spare 0s"},
		"tight":              {runningJob("hcsdemo-a3u-0", 19*h+time.Second), "tight hcsdemo-a3u-0/a3u static spare 59m59s"},
		"just not tight":     {runningJob("hcsdemo-a3u-0", 19*h), "fits hcsdemo-a3u-0/a3u static spare 1h0m0s"},
		"the first of three": {runningJob("hcsdemo-a3u-[0-2]", 40*h), "killed hcsdemo-a3u-0/a3u static lost 20h0m0s"},
		"in any order":       {runningJob("hcsdemo-a3u-2,hcsdemo-a3u-1", 40*h), "killed hcsdemo-a3u-1/a3u dynamic lost 10h0m0s"},
		"on demand":          {runningJob("hcsdemo-cpu-0", 400*h), "no lease"},
		"on demand and flex": {runningJob("hcsdemo-cpu-0,hcsdemo-a3u-1", 12*h), "fits hcsdemo-a3u-1/a3u dynamic spare 18h0m0s"},
		"endless": {
			with(runningJob("hcsdemo-a3u-2", 400*24*h), func(j *slurm.Job) { j.Limit = slurm.LimitInfinite }),
			"killed hcsdemo-a3u-2/a3u dynamic endless",
		},
		"endless without a lease": {
			with(runningJob("hcsdemo-cpu-0", 400*24*h), func(j *slurm.Job) { j.Limit = slurm.LimitInfinite }), "no lease",
		},
		"one end is unknown, and it would fit the other": {
			runningJob("hcsdemo-a3u-0,stray", 12*h), "unknown stray/: the node is in no known pool",
		},
		"one end is unknown, and the other kills it": {
			runningJob("stray,hcsdemo-a3u-0", 21*h), "killed hcsdemo-a3u-0/a3u static lost 1h0m0s",
		},
		"on a node that Slurm does not list": {
			runningJob("gone-1,hcsdemo-cpu-0", 21*h), "unknown: Slurm does not list all of its nodes",
		},
		"a limit that is not told": {
			with(runningJob("hcsdemo-a3u-0", 12*h), func(j *slurm.Job) { j.Limit, j.End = slurm.LimitUnset, 0 }),
			"unknown hcsdemo-a3u-0/a3u static: ",
		},
		"no end but a start and a limit": {
			with(runningJob("hcsdemo-a3u-0", 22*h), func(j *slurm.Job) { j.End = 0 }), "killed hcsdemo-a3u-0/a3u static lost 2h0m0s",
		},
		"no start either": {
			with(runningJob("hcsdemo-a3u-0", 22*h), func(j *slurm.Job) { j.End, j.Start = 0, 0 }), "killed hcsdemo-a3u-0/a3u static lost 10h0m0s",
		},
		"over its limit, and about to be ended": {
			with(runningJob("hcsdemo-a3u-0", 9*h), func(j *slurm.Job) { j.Limit = hours(1) }), "fits hcsdemo-a3u-0/a3u static spare 10h0m0s",
		},
		"suspended: the rest of its limit is still before it": {
			with(runningJob("hcsdemo-a3u-0", 19*h), func(j *slurm.Job) {
				j.State = slurm.ParseJobState("SUSPENDED")
				j.Limit, j.PreSuspend = hours(17), 3600
			}), "killed hcsdemo-a3u-0/a3u static lost 6h0m0s",
		},
		"its nodes are not ready: the limit begins later": {
			with(runningJob("hcsdemo-a3u-1", 22*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("RUNNING", "CONFIGURING") }),
			"tight hcsdemo-a3u-1/a3u dynamic spare 0s", // 10h + 20h
		},
		"its machine is yet to come": {
			with(runningJob("hcsdemo-a3u-3", 22*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("CONFIGURING", "RUNNING") }),
			"fits /a3u dynamic spare 148h0m0s",
		},
		"its machine is yet to come and will not live long enough": {
			with(runningJob("hcsdemo-a3u-3", 200*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("CONFIGURING", "RUNNING") }),
			"cannot fit /a3u dynamic lost 30h0m0s",
		},
		"its machine is yet to come, and its limit is not told": {
			with(runningJob("hcsdemo-a3u-3", 22*h), func(j *slurm.Job) {
				j.State = slurm.ParseJobState("CONFIGURING", "RUNNING")
				j.Limit, j.End = slurm.LimitUnset, 0
			}), "unknown hcsdemo-a3u-3/a3u dynamic: it has no machine yet",
		},
		"one machine is there, and ends before the other would": {
			with(runningJob("hcsdemo-a3u-[0,3]", 11*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("CONFIGURING", "RUNNING") }),
			"fits hcsdemo-a3u-0/a3u static spare 1h0m0s",
		},
		"one machine is there, and lives longer than the other would": {
			with(runningJob("hcsdemo-a3u-2,hcsdemo-short-0", 22*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("CONFIGURING", "RUNNING") }),
			"fits /short dynamic spare 4h0m0s",
		},
		"completing":    {with(runningJob("hcsdemo-a3u-0", 22*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("COMPLETED", "COMPLETING") }), "no lease"},
		"ended":         {with(runningJob("hcsdemo-a3u-0", 22*h), func(j *slurm.Job) { j.State = slurm.ParseJobState("FAILED") }), "no lease"},
		"of no state":   {slurm.Job{ID: 1}, "no lease"},
		"without nodes": {runningJob("", 22*h), "no lease"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRisk(t, test.job, test.want)
		})
	}
}

func TestRiskOfJobsThatWait(t *testing.T) {
	t.Parallel()
	with := func(j slurm.Job, change func(*slurm.Job)) slurm.Job {
		change(&j)
		return j
	}
	gpus := func(n int64) func(*slurm.Job) { return func(j *slurm.Job) { j.TRESRequested.GPUs = n } }
	require := func(list slurm.Hostlist) func(*slurm.Job) { return func(j *slurm.Job) { j.RequiredNodes = list } }
	for name, test := range map[string]struct {
		job  slurm.Job
		want string
	}{
		"fits":                             {waitingJob("a3u", 2, hours(100)), "fits /a3u spare 68h0m0s"},
		"tight":                            {waitingJob("a3u", 2, hours(168)), "tight /a3u spare 0s"},
		"cannot fit":                       {waitingJob("a3u", 2, hours(192)), "cannot fit /a3u lost 24h0m0s"},
		"endless":                          {waitingJob("a3u", 1, slurm.LimitInfinite), "cannot fit /a3u endless"},
		"on demand":                        {waitingJob("cpu", 1, hours(9999)), "no lease"},
		"the longest of two pools":         {waitingJob("both", 4, hours(48)), "fits /a3u spare 120h0m0s"},
		"the longer pool is too small":     {waitingJob("both", 5, hours(48)), "cannot fit /short lost 24h0m0s"},
		"of two partitions":                {waitingJob("short,a3u", 1, hours(48)), "fits /a3u spare 120h0m0s"},
		"of a partition and one on demand": {waitingJob("short,cpu", 1, hours(48)), "no lease"},
		"a pool on demand would do":        {waitingJob("mixed", 2, hours(999)), "no lease"},
		"too small on demand":              {waitingJob("mixed", 3, hours(999)), "cannot fit /a3u lost 831h0m0s"},
		"GPUs, which the CPU pool has not": {with(waitingJob("mixed", 2, hours(999)), gpus(16)), "cannot fit /a3u lost 831h0m0s"},
		"more GPUs than any machine has": {
			with(waitingJob("mixed", 2, hours(9)), gpus(17)), "unknown: no known pool serves what it asks for",
		},
		"no such partition":    {waitingJob("nosuch", 1, hours(9)), "unknown: no known pool serves what it asks for"},
		"no limit told":        {waitingJob("a3u", 1, slurm.LimitUnset), "unknown /a3u: Slurm does not tell the job's limit"},
		"nodes of no pool":     {waitingJob("odd", 1, hours(9)), "unknown: the node is in no known pool"},
		"fits what is known":   {waitingJob("odd,a3u", 1, hours(9)), "fits /a3u spare 159h0m0s"},
		"no fit in the known":  {waitingJob("odd,a3u", 1, hours(200)), "unknown: the node is in no known pool"},
		"a node it requires":   {with(waitingJob("mixed", 1, hours(200)), require("hcsdemo-a3u-1")), "cannot fit /a3u lost 32h0m0s"},
		"and others":           {with(waitingJob("both", 2, hours(30)), require("hcsdemo-short-0")), "cannot fit /short lost 6h0m0s"},
		"on demand, required":  {with(waitingJob("mixed", 1, hours(200)), require("hcsdemo-cpu-0")), "no lease"},
		"all that it requires": {with(waitingJob("odd,a3u", 1, hours(200)), require("hcsdemo-a3u-1")), "cannot fit /a3u lost 32h0m0s"},
		"requires a stray":     {with(waitingJob("odd", 1, hours(200)), require("stray")), "unknown: the node is in no known pool"},
		"requires a stranger":  {with(waitingJob("a3u", 2, hours(20)), require("gone-7")), "unknown: Slurm does not list a node that it requires"},
		"more than there ever": {waitingJob("a3u", 9, hours(192)), "cannot fit /a3u lost 24h0m0s"},
		"requeued, and its former run is being cleaned up": {
			with(waitingJob("a3u", 2, hours(192)), func(j *slurm.Job) {
				j.State, j.Nodes = slurm.ParseJobState("PENDING", "COMPLETING"), "hcsdemo-a3u-0"
			}), "cannot fit /a3u lost 24h0m0s",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkRisk(t, test.job, test.want)
		})
	}
}

// checkRisk judges the job as one of the queue, and as one that is only planned.
func checkRisk(t *testing.T, job slurm.Job, want string) {
	t.Helper()
	s := riskWorld()
	planned := job
	planned.ID = 0
	alone := flex.NewOutlook(flex.Memory{}, s, flex.Settings{}).Risk(&planned)
	s.Jobs = []slurm.Job{job}
	o := flex.NewOutlook(flex.Memory{}, s, flex.Settings{})
	got := o.Risk(&job)
	if tellRisk(got) != want {
		t.Errorf("%s\nwant %s", tellRisk(got), want)
	}
	if diff := cmp.Diff(got, alone); diff != "" {
		t.Errorf("one that is only planned: %s", diff)
	}
	if isKilled := got.Kind == flex.WillBeKilled; isKilled != (o.AtRisk() == 1) {
		t.Errorf("%d at risk", o.AtRisk())
	}
}

// Jobs that wait alike share what is worked out for them, and nothing else.
func TestRiskIsEachJobsOwn(t *testing.T) {
	t.Parallel()
	s := riskWorld()
	for i, limit := range []int{100, 192, 100, 168} {
		j := waitingJob("a3u", 1+i, hours(limit))
		j.ID, j.Requeue, j.Restarts = uint64(i+1), i%2 == 1, uint32(i)
		s.Jobs = append(s.Jobs, j)
	}
	o := flex.NewOutlook(flex.Memory{}, s, flex.Settings{Margin: 70 * time.Hour})
	want := []string{"tight /a3u spare 68h0m0s", "cannot fit /a3u lost 24h0m0s", "tight /a3u spare 68h0m0s", "tight /a3u spare 0s"}
	for i := range s.Jobs {
		r := o.Risk(&s.Jobs[i])
		if tellRisk(r) != want[i] || r.Requeue != s.Jobs[i].Requeue || r.Restarts != s.Jobs[i].Restarts {
			t.Errorf("job %d: %s, %+v", i, tellRisk(r), r)
		}
	}
}

// A pool that has no nodes and does not say how many it may have is large enough.
func TestRiskOfAPoolWithoutBound(t *testing.T) {
	t.Parallel()
	s := riskWorld()
	s.Pools.Pools = append(s.Pools.Pools, flex.Pool{ID: "long", Model: flex.FlexStart, MaxDuration: 7 * day, Partitions: []string{"short"}})
	j := waitingJob("short", 5, hours(48))
	if got := tellRisk(flex.NewOutlook(flex.Memory{}, s, flex.Settings{}).Risk(&j)); got != "fits /long spare 120h0m0s" {
		t.Error(got)
	}
}

// Where only partitions are known, so is nothing of leases, and no job is called safe.
func TestRiskOfPartitions(t *testing.T) {
	t.Parallel()
	s := riskWorld()
	s.Pools = flex.OfPartitions([]slurm.Partition{{Name: "a3u", NodeCount: 4}, {Name: "cpu", NodeCount: 1}}, "no permission")
	o := flex.NewOutlook(flex.Memory{}, s, flex.Settings{})
	const why = "only the cluster resource or the config file tells whether its machine has an end"
	for _, test := range []struct {
		job  slurm.Job
		want string
	}{
		{runningJob("hcsdemo-a3u-0", 12*time.Hour), "unknown hcsdemo-a3u-0/a3u: " + why},
		{waitingJob("cpu", 1, hours(1)), "unknown /cpu: " + why},
	} {
		if got := tellRisk(o.Risk(&test.job)); got != test.want {
			t.Errorf("%s\nwant %s", got, test.want)
		}
	}
}

package preflight_test

import (
	"testing"

	"flexq/client/preflight"
	"flexq/client/slurm"
)

func TestRights(t *testing.T) {
	t.Parallel()
	for _, k := range []struct {
		name     string
		enforces bool
		change   func(*slurm.Submission)
		want     []string
	}{
		{"one's own", true, func(s *slurm.Submission) { s.Account, s.QOS = "Research", "HIGH" }, nil},
		{"an account", false, func(s *slurm.Submission) { s.Account = "ops" }, []string{
			`warning --account: alice may not charge the account "ops", if the cluster enforces accounts: else the default one is charged; the only one is research`,
		}},
		{"an account that is enforced", true, func(s *slurm.Submission) { s.Account = "ops" }, []string{
			`error --account: alice may not charge the account "ops"; the only one is research`,
		}},
		{"no such QOS", false, func(s *slurm.Submission) { s.QOS = "hihg" }, []string{
			`warning --qos: there is no QOS "hihg": refused where the cluster enforces QOS; did you mean high?`,
		}},
		{"a QOS of others", true, func(s *slurm.Submission) { s.QOS = "normal,boss" }, []string{
			`warning --qos: the account "research" does not have the QOS "boss": refused where the cluster enforces QOS; choose one of normal, high`,
		}},
		{"a partition for another QOS", false, func(s *slurm.Submission) { s.QOS, s.Partition = "normal", "a3u" }, []string{
			`severe --qos: a3u is not for the QOS normal: it would wait for ever; the only one is high`,
		}},
		{"a partition for another QOS than one gets", false, func(s *slurm.Submission) { s.Partition = "a3u" }, []string{
			`warning --qos: a3u is not for the QOS normal: it would wait for ever; the only one is high`,
		}},
		{"a partition for other accounts", false, func(s *slurm.Submission) { s.Partition = "flex" }, []string{
			`warning --account: flex is not for the account "research"; choose another account, or another partition`,
		}},
		{"a partition for other accounts, enforced", true, func(s *slurm.Submission) { s.Partition = "flex" }, []string{
			`severe --account: flex is not for the account "research": it would wait for ever; choose another account, or another partition`,
		}},
	} {
		t.Run(k.name, func(t *testing.T) {
			t.Parallel()
			w := world()
			w.Enforces = k.enforces
			w.Partitions[0].AllowQOS, w.Partitions[2].DenyAccts = "high", "research,ops"
			s := job(func(s *slurm.Submission) { s.Limit = slurm.LimitOf(5) })
			k.change(&s)
			wantTexts(t, preflight.Check(s, w), k.want...)
		})
	}
}

// With associations that may not be all, an account that is missing proves nothing.
func TestRightsThatAreNotKnown(t *testing.T) {
	t.Parallel()
	w := world()
	w.Access.Complete = false
	wantTexts(t, preflight.Check(job(func(s *slurm.Submission) { s.Account, s.QOS = "ops", "boss" }), w))
	w.Access.User = "" // everybody's: none of them is the user's default
	wantTexts(t, preflight.Check(job(nil), w))
}

// Of each limit the first that is set counts: the partition's QOS, the job's, the account's.
func TestLimitsOfAccounting(t *testing.T) {
	t.Parallel()
	ask := func(change func(*slurm.Submission)) slurm.Submission {
		return job(func(s *slurm.Submission) { s.Limit = slurm.LimitOf(60); change(s) })
	}
	bounded := func() preflight.World {
		w := world()
		w.Enforces = true
		w.Access.QOS[0].MaxPerJob, w.Access.QOS[0].MaxTime = "cpu=64,gres/gpu=8,mem=1024G", slurm.LimitOf(120)
		w.Access.Associations[0].MaxTime, w.Access.Associations[0].MaxPerNode = slurm.LimitOf(30), "gres/gpu=4"
		return w
	}
	wantTexts(t, preflight.Check(ask(func(s *slurm.Submission) { s.Tasks = 64 }), bounded()))
	wantTexts(t, preflight.Check(ask(func(s *slurm.Submission) { s.Limit = slurm.LimitOf(121) }), bounded()),
		"severe --time: longer than the QOS normal allows, 02:00:00: it would wait for ever; ask for 02:00:00 or less")
	wantTexts(t, preflight.Check(ask(func(s *slurm.Submission) { s.QOS = "high" }), bounded()),
		"severe --time: longer than the account research allows, 00:30:00: it would wait for ever; ask for 00:30:00 or less")
	a3u := func(s *slurm.Submission) { s.Partition, s.Nodes, s.TRESPerNode = "a3u", "3", "gres/gpu:4" }
	wantTexts(t, preflight.Check(ask(a3u), bounded()),
		"severe --gpus-per-node: 12 GPUs are more than the QOS normal allows a job, 8 GPUs: it would wait for ever; ask for 8 GPUs or less")
	w := bounded()
	w.Access.QOS[0].Flags = []string{"DENY_LIMIT"}
	wantTexts(t, preflight.Check(ask(a3u), w),
		"error --gpus-per-node: 12 GPUs are more than the QOS normal allows a job, 8 GPUs; ask for 8 GPUs or less")
	w.Enforces = false
	wantTexts(t, preflight.Check(ask(a3u), w),
		"warning --gpus-per-node: 12 GPUs are more than the QOS normal allows a job, 8 GPUs: where the cluster enforces that, it would not start; ask for 8 GPUs or less")
	w = bounded()
	w.Partitions[0].QOS = "boss"
	w.Access.QOS[2].MaxPerJob = "gres/gpu=32" // the partition's counts before the job's
	wantTexts(t, preflight.Check(ask(a3u), w))
	w.Access.QOS[0].Flags = []string{"OVERRIDE_PARTITION_QOS"}
	wantTexts(t, preflight.Check(ask(a3u), w),
		"severe --gpus-per-node: 12 GPUs are more than the QOS normal allows a job, 8 GPUs: it would wait for ever; ask for 8 GPUs or less")
	wantTexts(t, preflight.Check(ask(func(s *slurm.Submission) { s.Partition, s.TRESPerNode = "a3u", "gres/gpu:8" }), bounded()),
		"severe --gpus-per-node: 8 GPUs are more than the account research allows a node, 4 GPUs: it would wait for ever; ask for 4 GPUs or less")
	wantTexts(t, preflight.Check(ask(func(s *slurm.Submission) { s.Partition, s.Nodes, s.MemPerNode = "a3u", "2", 600<<10 }), bounded()),
		"severe --mem: 1200G are more than the QOS normal allows a job, 1024G: it would wait for ever; ask for 1024G or less")
}

func TestEnforces(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]bool{
		"": false, "Priority": false, "QOSNotAllowed": false, "AssocGrpCpuLimit": true, "QOSMaxJobsPerUserLimit": true, "Resources": false,
	} {
		if got := preflight.Enforces([]slurm.Job{{Reason: "None"}, {Reason: reason}}); got != want {
			t.Errorf("%s: got %v", reason, got)
		}
	}
	if preflight.Enforces(nil) {
		t.Error("an empty queue proves nothing")
	}
}

package wire_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/slurm"
	"flexq/client/wire"
)

func TestRecordedAssociations(t *testing.T) {
	t.Parallel()
	none := slurm.Num{Infinite: true}
	for _, version := range []string{"v0.0.40", "v0.0.42"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var reply wire.AssociationsReply
			p, _ := read(t, version+"/associations.json", reply.Fields(), func() string { return fmt.Sprint(reply.Associations) })
			want := []slurm.Association{
				{
					User: "alice", Account: "lim", Cluster: "hcsdemo", Partition: "cpu", QOS: []string{"normal"}, MaxTime: 20 * 60,
					MaxJobs: none, MaxSubmit: none, MaxPerJob: "cpu=4",
				},
				{
					User: "alice", Account: "research", Cluster: "hcsdemo", Default: true, MaxTime: slurm.LimitInfinite,
					QOS: []string{"normal", "high", "deny", "wait", "part", "mincpu"}, MaxJobs: none, MaxSubmit: none,
				},
			}
			if diff := cmp.Diff(want, reply.Associations); diff != "" {
				t.Error(diff)
			}
			if len(p.Skipped) > 0 {
				t.Errorf("skipped %q", p.Skipped)
			}
		})
	}
}

func TestRecordedQOS(t *testing.T) {
	t.Parallel()
	none := slurm.Num{Infinite: true}
	for _, version := range []string{"v0.0.40", "v0.0.42"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var reply wire.QOSReply
			free := slurm.Crowd{Jobs: none, Submit: none}
			group := free
			if version == "v0.0.40" { // it does not have the number of jobs in the queue
				group.Submit = slurm.Num{}
			}
			p, _ := read(t, version+"/qos.json", reply.Fields(), func() string { return fmt.Sprint(reply.QOS) })
			want := []slurm.QOS{
				{Name: "normal", MaxTime: slurm.LimitInfinite, UsageFactor: 1, Group: group, PerUser: free, PerAccount: free},
				{Name: "high", MaxTime: slurm.LimitInfinite, UsageFactor: 1, Group: group, PerUser: free, PerAccount: free},
				{Name: "deny", Flags: []string{"DENY_LIMIT"}, MaxTime: 600, MaxPerJob: "cpu=2", UsageFactor: 1, Group: group, PerUser: free, PerAccount: free},
				{Name: "wait", MaxTime: 600, MaxPerJob: "cpu=2", MaxPerNode: "cpu=2", MinPerJob: "cpu=2", UsageFactor: 1, Group: group, PerUser: free, PerAccount: free},
				{Name: "mincpu", MaxTime: slurm.LimitInfinite, MinPerJob: "cpu=2", UsageFactor: 1, Group: group, PerUser: free, PerAccount: free},
				{
					Name: "part", Flags: []string{"PARTITION_MINIMUM_NODE", "PARTITION_MAXIMUM_NODE", "PARTITION_TIME_LIMIT"},
					MaxTime: slurm.LimitInfinite, UsageFactor: 1, Group: group, PerUser: free, PerAccount: free,
				},
			}
			if diff := cmp.Diff(want, reply.QOS); diff != "" {
				t.Error(diff)
			}
			if len(p.Skipped) > 0 {
				t.Errorf("skipped %q", p.Skipped)
			}
		})
	}
}

// What Slurm 24.11 says of an account and of QOS that sacctmgr has given one limit each.
func TestRecordedLimits(t *testing.T) {
	t.Parallel()
	none, zero, one := slurm.Num{Infinite: true}, slurm.NumOf(0), slurm.NumOf(1)
	var assocs wire.AssociationsReply
	read(t, "v0.0.42/associations-limits.json", assocs.Fields(), func() string { return fmt.Sprint(assocs.Associations) })
	got := map[string]string{}
	for _, a := range assocs.Associations {
		got[a.Account] = fmt.Sprintf("%v %v %s", a.MaxJobs == zero, a.MaxSubmit == one, a.MaxMinutes)
	}
	want := map[string]string{"sublim": "false true ", "mjobs0": "true false ", "tminacc": "false false cpu=60"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	free := slurm.Crowd{Jobs: none, Submit: none}
	qos := map[string]slurm.QOS{}
	for name, change := range map[string]func(*slurm.QOS){
		"sub1":    func(q *slurm.QOS) { q.PerUser.Submit = one },
		"subpa":   func(q *slurm.QOS) { q.PerAccount.Submit = one },
		"grpsub":  func(q *slurm.QOS) { q.Group.Submit = one },
		"mj0":     func(q *slurm.QOS) { q.PerUser.Jobs = zero },
		"mjpa0":   func(q *slurm.QOS) { q.PerAccount.Jobs = zero },
		"grpjob0": func(q *slurm.QOS) { q.Group.Jobs = zero },
		"grpc":    func(q *slurm.QOS) { q.Group.TRES = "cpu=4" },
		"puc":     func(q *slurm.QOS) { q.PerUser.TRES = "cpu=4" },
		"pac":     func(q *slurm.QOS) { q.PerAccount.TRES = "cpu=4" },
		"tmin":    func(q *slurm.QOS) { q.MaxMinutes = "cpu=60" },
		"ming":    func(q *slurm.QOS) { q.MinPerJob = "gres/gpu=1" },
		"minnode": func(q *slurm.QOS) { q.MinPerJob = "node=2" },
	} {
		q := slurm.QOS{Name: name, MaxTime: slurm.LimitInfinite, UsageFactor: 1, Group: free, PerUser: free, PerAccount: free}
		change(&q)
		qos[name] = q
	}
	var reply wire.QOSReply
	read(t, "v0.0.42/qos-limits.json", reply.Fields(), func() string { return fmt.Sprint(reply.QOS) })
	told := map[string]slurm.QOS{}
	for _, q := range reply.QOS {
		told[q.Name] = q
	}
	if diff := cmp.Diff(qos, told); diff != "" {
		t.Error(diff)
	}
}

func TestRecordedLicenses(t *testing.T) {
	t.Parallel()
	var reply wire.LicensesReply
	read(t, "v0.0.42/licenses.json", reply.Fields(), func() string { return fmt.Sprint(reply.Licenses) })
	if diff := cmp.Diff([]slurm.License{{Name: "solver", Total: 1, Free: 1}}, reply.Licenses); diff != "" {
		t.Error(diff)
	}
}

// A list of TRES may be a text too, and amounts that nobody measures are below zero.
func TestTRESOfAccess(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`"cpu=4,mem=1G"`: "cpu=4,mem=1G",
		`[{"type":"mem","name":"","count":1024},{"type":"gres","name":"gpu","count":8},{"type":"energy","name":"","count":-2}]`: "mem=1024M,gres/gpu=8",
		`[]`: "", `7`: "", `null`: "",
	} {
		var reply wire.QOSReply
		body := `{"qos":[{"name":"q","limits":{"max":{"tres":{"per":{"job":` + text + `}}}}}]}`
		if _, err := wire.ReadPayload(strings.NewReader(body), reply.Fields()); err != nil {
			t.Fatal(err)
		}
		if len(reply.QOS) != 1 || reply.QOS[0].MaxPerJob != want {
			t.Errorf("%s: got %+v, want %q", text, reply.QOS, want)
		}
	}
}

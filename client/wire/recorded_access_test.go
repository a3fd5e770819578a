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
	for _, version := range []string{"v0.0.40", "v0.0.42"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			var reply wire.AssociationsReply
			p, _ := read(t, version+"/associations.json", reply.Fields(), func() string { return fmt.Sprint(reply.Associations) })
			want := []slurm.Association{
				{
					User: "alice", Account: "lim", Cluster: "hcsdemo", Partition: "cpu", QOS: []string{"normal"}, MaxTime: 20 * 60,
					MaxSubmit: slurm.Num{Infinite: true}, MaxPerJob: "cpu=4",
				},
				{
					User: "alice", Account: "research", Cluster: "hcsdemo", Default: true, MaxTime: slurm.LimitInfinite,
					QOS: []string{"normal", "high", "deny", "wait", "part", "mincpu"}, MaxSubmit: slurm.Num{Infinite: true},
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
			p, _ := read(t, version+"/qos.json", reply.Fields(), func() string { return fmt.Sprint(reply.QOS) })
			want := []slurm.QOS{
				{Name: "normal", MaxTime: slurm.LimitInfinite, MaxSubmit: none, UsageFactor: 1},
				{Name: "high", MaxTime: slurm.LimitInfinite, MaxSubmit: none, UsageFactor: 1},
				{Name: "deny", Flags: []string{"DENY_LIMIT"}, MaxTime: 600, MaxPerJob: "cpu=2", MaxSubmit: none, UsageFactor: 1},
				{Name: "wait", MaxTime: 600, MaxPerJob: "cpu=2", MaxPerNode: "cpu=2", MinPerJob: "cpu=2", MaxSubmit: none, UsageFactor: 1},
				{Name: "mincpu", MaxTime: slurm.LimitInfinite, MinPerJob: "cpu=2", MaxSubmit: none, UsageFactor: 1},
				{
					Name: "part", Flags: []string{"PARTITION_MINIMUM_NODE", "PARTITION_MAXIMUM_NODE", "PARTITION_TIME_LIMIT"},
					MaxTime: slurm.LimitInfinite, MaxSubmit: none, UsageFactor: 1,
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

package platform_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
	"flexq/client/platform"
	"flexq/client/slurm"
)

func TestMerge(t *testing.T) {
	t.Parallel()
	hour := func(h int) time.Time { return time.Date(2026, 11, 28, h, 0, 0, 0, time.UTC) }
	host := flex.PhysicalHost{Cluster: "c", Block: "b"}
	pools := flex.Pools{Cluster: "hcsdemo", Origin: flex.FromResource, Pools: []flex.Pool{{ID: "a3u"}, {ID: "login", Login: true}}}
	for _, test := range []struct {
		name        string
		node        string
		known, seen *flex.Instance
		want        flex.Instance
	}{
		{
			"the same machine", "n",
			&flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "1", Created: hour(2), Updated: hour(3), Detail: "d", Physical: host},
			&flex.Instance{Node: "n", ID: "1", Created: hour(1), Ends: hour(20), MaxRun: time.Hour, LastStart: hour(1), Status: "RUNNING", Zone: "z", FromCompute: true, Physical: flex.PhysicalHost{Cluster: "other"}},
			flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "1", Created: hour(1), Updated: hour(3), Detail: "d", Physical: host, Ends: hour(20), MaxRun: time.Hour, LastStart: hour(1), Status: "RUNNING", Zone: "z", FromCompute: true},
		},
		{
			"only the resource knows it", "n", &flex.Instance{Node: "n", PoolID: "a3u", State: "PREPARING"}, nil,
			flex.Instance{Node: "n", PoolID: "a3u", State: "PREPARING"},
		},
		{
			"only Compute Engine knows it", "hcsdemo-a3u-4", nil, &flex.Instance{Node: "hcsdemo-a3u-4", ID: "4", FromCompute: true},
			flex.Instance{Node: "hcsdemo-a3u-4", PoolID: "a3u", ID: "4", FromCompute: true},
		},
		{
			"a login node", "hcsdemo-login-001", nil, &flex.Instance{Node: "hcsdemo-login-001", FromCompute: true},
			flex.Instance{Node: "hcsdemo-login-001", PoolID: "login", Login: true, FromCompute: true},
		},
		{
			"a name of another form", "hcsdemo-x", nil, &flex.Instance{Node: "hcsdemo-x", FromCompute: true},
			flex.Instance{Node: "hcsdemo-x", FromCompute: true},
		},
		{
			"the resource is out of date", "n",
			&flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "1", Created: hour(1), Detail: "old", Physical: host},
			&flex.Instance{Node: "n", ID: "2", Created: hour(5), Ends: hour(20), Status: "RUNNING", FromCompute: true},
			flex.Instance{Node: "n", PoolID: "a3u", ID: "2", Created: hour(5), Ends: hour(20), Status: "RUNNING", FromCompute: true},
		},
		{
			"the resource is ahead", "n",
			&flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "2", Created: hour(5)},
			&flex.Instance{Node: "n", ID: "1", Created: hour(1), Ends: hour(20), FromCompute: true},
			flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "2", Created: hour(5)},
		},
		{
			"no id, another creation", "n", &flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", Created: hour(1)},
			&flex.Instance{Node: "n", ID: "2", Created: hour(5), FromCompute: true},
			flex.Instance{Node: "n", PoolID: "a3u", ID: "2", Created: hour(5), FromCompute: true},
		},
		{
			"no id, the same creation but for minutes", "n", &flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", Created: hour(1)},
			&flex.Instance{Node: "n", ID: "2", Created: hour(1).Add(-9 * time.Minute), Physical: host, FromCompute: true},
			flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "2", Created: hour(1).Add(-9 * time.Minute), Physical: host, FromCompute: true},
		},
		{
			"an id of another form", "n", &flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "projects/p/zones/z/instances/n", Created: hour(1)},
			&flex.Instance{Node: "n", ID: "2", Created: hour(1).Add(-time.Minute), Ends: hour(20), FromCompute: true},
			flex.Instance{Node: "n", PoolID: "a3u", State: "RUNNING", ID: "2", Created: hour(1).Add(-time.Minute), Ends: hour(20), FromCompute: true},
		},
		{
			"nothing but the name", "n", &flex.Instance{Node: "n", PoolID: "a3u", ID: "1", Created: hour(1)}, &flex.Instance{Node: "n", Status: "RUNNING", FromCompute: true},
			flex.Instance{Node: "n", PoolID: "a3u", ID: "1", Created: hour(1), Status: "RUNNING", FromCompute: true},
		},
	} {
		p := pools
		p.Instances = map[string]flex.Instance{}
		if test.known != nil {
			p.Instances[test.known.Node] = *test.known
		}
		var seen []flex.Instance
		if test.seen != nil {
			seen = append(seen, *test.seen)
		}
		got := platform.Merge(p, seen)
		if diff := cmp.Diff(map[string]flex.Instance{test.node: test.want}, got.Instances); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
		if test.known != nil && p.Instances[test.node] != *test.known || test.known == nil && len(p.Instances) != 0 {
			t.Errorf("%s: the snapshot was changed", test.name)
		}
	}
}

func TestPlanned(t *testing.T) {
	t.Parallel()
	got := platform.Planned([]slurm.Reservation{
		{Name: "dws-eol-hcsdemo-a3u-0", Start: 1796457600}, {Name: "dws-eol-"}, {Name: "dws-eol-x"}, {Name: "hcsdemo-a3u-0_maintenance", Start: 5},
	})
	if len(got) != 1 || got["hcsdemo-a3u-0"].Unix() != 1796457600 {
		t.Errorf("got %v", got)
	}
}

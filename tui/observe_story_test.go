package tui_test

import (
	"sync/atomic"
	"testing"
	"time"

	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// All moments of a snapshot are by the cluster's clock, though answers carry ours.
func TestSnapshotIsByTheClustersClock(t *testing.T) {
	t.Parallel()
	const ahead = 7 * time.Minute
	o := &told{}
	s := start(t, 100, 24, func(opt *tui.Options, _ *cluster.Cluster) {
		opt.Observer = o
		ours := opt.Now
		opt.ClusterNow = func() time.Time { return ours().Add(ahead) }
	})
	want := s.clock.Now().Add(ahead)
	for name, got := range map[string]time.Time{
		"Now": o.last.Now, "JobsAsOf": o.last.JobsAsOf, "NodesAsOf": o.last.NodesAsOf, "Pools.AsOf": o.last.Pools.AsOf,
	} {
		if !got.Equal(want) {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
}

// Data that did not come anew keeps its moment when it turns out that the clocks are further apart: to look newer would
// count one list as two.
func TestOldAnswersKeepTheirMoment(t *testing.T) {
	t.Parallel()
	var skew atomic.Int64
	o := &told{}
	s := start(t, 100, 24, func(opt *tui.Options, _ *cluster.Cluster) {
		opt.Observer = o
		opt.Poll.Nodes, opt.Poll.Pools = time.Hour, time.Hour
		ours := opt.Now
		opt.ClusterNow = func() time.Time { return ours().Add(time.Duration(skew.Load())) }
	})
	begin := s.clock.Now()
	skew.Store(int64(3 * time.Second))
	s.Advance(6 * time.Second)
	if len(o.looks) < 2 {
		t.Fatalf("%d snapshots were looked at, want another with the new list of jobs", len(o.looks))
	}
	if got := o.last; !got.NodesAsOf.Equal(begin) || !got.Pools.AsOf.Equal(begin) {
		t.Errorf("nodes are as of %v and pools of %v, want %v", got.NodesAsOf, got.Pools.AsOf, begin)
	}
	if got := o.last.JobsAsOf.Sub(begin); got < 8*time.Second {
		t.Errorf("the jobs are %v newer, want their own moment by the cluster's clock", got)
	}
}

// Every moment is shown in the zone of the user, whatever the zone of the cluster's clock.
func TestTimesAreInTheUsersZone(t *testing.T) {
	t.Parallel()
	const odd = 5*time.Hour + 45*time.Minute
	s := start(t, 120, 30, func(opt *tui.Options, c *cluster.Cluster) {
		news(opt, c)
		ours := opt.Now
		opt.ClusterNow = func() time.Time { return ours().In(time.FixedZone("odd", int(odd/time.Second))) }
	})
	s.Press("3")
	at := s.clock.Now().Add(-41 * time.Second).Local()
	s.See(at.Format("15:04:05")+"      41s", at.Format("Mon 2 Jan 15:04:05")+"  a3u7-a3u-20")
}

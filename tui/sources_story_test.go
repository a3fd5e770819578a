package tui_test

import (
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// With one source after the other forbidden the pane still serves, and says what it does not know and why.
func TestSourcesForbidden(t *testing.T) {
	t.Parallel()
	const why = "you may not list instances of project p: ask for roles/compute.viewer"
	s := start(t, 120, 40)
	s.Press("2")
	s.See("a3u7-a3u-20", "2h14m")
	s.NotSee(why)

	// Without Compute Engine ends are estimates, from the creation that the cluster resource tells.
	s.cluster.ChangePools(func(p *flex.Pools) {
		p.Sources = []flex.SourceState{{Name: flex.SourceNameResource, AsOf: p.AsOf}, {Name: flex.SourceNameCompute, Off: true, Note: why}}
		for name, in := range p.Instances {
			in.Ends, in.MaxRun, in.LastStart, in.Status, in.FromCompute = time.Time{}, 0, time.Time{}, "", false
			p.Instances[name] = in
		}
	})
	s.Press("r")
	s.Advance(2 * time.Second)
	s.See(why, "Compute Engine", "a3u7-a3u-20")

	// Without the cluster resource there are partitions, and nobody knows how long machines live.
	s.cluster.ChangePools(func(p *flex.Pools) { plain(p) })
	s.Press("r")
	s.Advance(2 * time.Second)
	s.See("the cluster resource is forbidden", "partition", "a3u7-a3u-20")
	s.Press("1")
	s.See("88214", "R running")
}

// A plain slurmrestd alone has no leases: nothing is claimed, and the rest serves.
func TestPlainSlurm(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(_ *tui.Options, c *cluster.Cluster) { c.ChangePools(func(p *flex.Pools) { plain(p) }) })
	s.See("88214")
	s.NotSee("LEASE", "at risk", "next lease end")
	s.ClickOn("88214")
	s.Press("o")
	s.See("a3u7-a3u-0", "88214")
}

func plain(p *flex.Pools) {
	partitions := flex.Pools{Origin: flex.FromPartitions, Note: "the cluster resource is forbidden: partitions stand in for pools", AsOf: p.AsOf}
	for _, name := range []string{"a3u", "cpu", "flex"} {
		partitions.Pools = append(partitions.Pools, flex.Pool{ID: name, Max: 28, Partitions: []string{name}, FromPartition: true})
	}
	partitions.Sources = []flex.SourceState{{Name: flex.SourceNameResource, Off: true, Note: "the cluster resource is forbidden"}}
	*p = partitions
}

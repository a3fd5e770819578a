package jobs_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/pane/jobs"
	"flexq/tui/theme"
)

// A filter that asks for pools shows what is known of them now: before, with and after news of nodes and pools.
func TestPoolFilterFollowsThePools(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	clock := func() time.Time { return time.Unix(2000, 0) }
	p := jobs.New(pane.Deps{Theme: &th, Now: clock, ClusterNow: clock}, jobs.Options{Ending: func(uint64, uint64) bool { return false }})
	p.Resize(200, 20)
	p.SetStatus(pane.Status{Has: true, AsOf: clock()})
	p.Apply(columns.NewQueue([]slurm.Job{
		{ID: 101, Name: "one", State: slurm.ParseJobState("RUNNING"), Nodes: "demo-a3u-[1-2]"},
		{ID: 102, Name: "two", State: slurm.ParseJobState("RUNNING"), Nodes: "demo-flex-1"},
		{ID: 103, Name: "three", State: slurm.ParseJobState("PENDING"), Partition: "cpu,train"},
	}))
	p.Handle(action.Filter)
	p.Paste("pool:a3u")
	p.Handle(action.Confirm)
	shows := func(when, want string) {
		t.Helper()
		if got := strings.Join(regexp.MustCompile(`\b10[1-3]\b`).FindAllString(ansi.Strip(p.View()), -1), " "); got != want {
			t.Errorf("%s it shows %q, want %q", when, got, want)
		}
	}
	pools := func(list ...flex.Pool) flex.Pools {
		return flex.Pools{Origin: flex.FromResource, Cluster: "demo", Pools: list}
	}
	shows("before anything is known", "")
	p.ApplyPools(pools(flex.Pool{ID: "a3u"}, flex.Pool{ID: "flex"}))
	shows("with pools and no nodes", "")
	p.ApplyNodes([]slurm.Node{{Name: "demo-a3u-2", Partitions: []string{"train"}}, {Name: "demo-flex-1"}})
	shows("with nodes", "101 103")
	p.ApplyPools(pools(flex.Pool{ID: "flex"}))
	shows("without the pool", "")
}

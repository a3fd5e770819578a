package contract_test

import (
	"context"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/watch"
)

const (
	cpuDies   = "hcsdemo-cpunodeset-0"
	cpuDrains = "hcsdemo-cpunodeset-1"
	cloudNode = "hcsdemo-flexnodeset-0"
)

// observed is what client/watch tells alice of a cluster that it looks at every second, with a journal on disk.
type observed struct {
	client  *client.Client
	watcher *watch.Watcher
	now     func() time.Time // the cluster's clock
}

func observe(t *testing.T, c *client.Client, now func() time.Time, dir string) *observed {
	t.Helper()
	j, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return &observed{c, watch.New(watch.Options{Journal: j, Settings: flex.Settings{User: "alice"}, Now: now}), now}
}

// look takes one snapshot.
func (o *observed) look(ctx context.Context, t *testing.T) {
	t.Helper()
	nodes, err := o.client.Nodes(ctx)
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := o.client.Jobs(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	pools, err := o.client.Pools(ctx)
	if err != nil {
		t.Fatal(err)
	}
	now := o.now()
	pools.AsOf = now
	if _, err := o.watcher.Observe(ctx, flex.Snapshot{
		Now: now, Pools: pools, Nodes: nodes.Items, NodesAsOf: now, Jobs: jobs.Items, JobsAsOf: now,
	}); err != nil {
		t.Fatal(err)
	}
}

// happening is one event as the test compares it.
type happening struct {
	Type flex.EventType
	Node string
	Jobs string
	Text string
}

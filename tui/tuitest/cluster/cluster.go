// Package cluster is a cluster in memory for tests of the screen: it answers at once with what the test put in,
// and fails when the test says so. It knows nothing of the wire; the simulated platform (client/sim) does.
package cluster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
)

// Cluster implements what the screen asks of a cluster. It is safe for concurrent use.
type Cluster struct {
	mu        sync.Mutex
	now       func() time.Time
	jobs      []slurm.Job
	ended     []slurm.Job // accounting
	nodes     []slurm.Node
	parts     []slurm.Partition
	pools     flex.Pools
	user      string
	nameless  bool // it does not say who the user is
	quiet     bool
	failing   map[string]error
	hold      map[string]Waiter
	calls     map[string]int
	next      uint64
	submitted []slurm.Submission
	scripts   map[uint64]string // in accounting
	lines     map[uint64]string // command lines in accounting
	warning   []slurm.Problem   // with every submit
	note      string            // likewise
	message   string            // to every submit
	delayed   bool              // submitted jobs are not in the list yet
	late      []slurm.Job
	lost      bool // submits make jobs and are not answered
	cancelled []slurm.Ref
	updated   []slurm.Ref

	nodeUpdates []string
	reports     []flex.FaultReport
	operations  map[string]flex.Operation
}

// New returns a cluster with the jobs and nodes of the example, as user alice, at a moment of the test's clock.
func New(now func() time.Time) *Cluster {
	c := &Cluster{
		now: now, user: "alice", failing: map[string]error{}, hold: map[string]Waiter{},
		calls: map[string]int{}, next: 88400, operations: map[string]flex.Operation{},
	}
	at := slurm.TimeOf(now())
	c.jobs, c.nodes, c.parts = exampleJobs(at), exampleNodes(at), examplePartitions()
	c.pools = examplePools(now())
	return c
}

// Fail makes every call of a method ("Jobs", "Cancel", ...) fail with err; nil mends it.
func (c *Cluster) Fail(method string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		delete(c.failing, method)
		return
	}
	c.failing[method] = err
}

// Waiter holds back a call until the test lets it through: a tuitest.Gate.
type Waiter interface {
	Wait(ctx context.Context) error
}

// Hold makes the calls of a method wait at w; nil lets them through again.
func (c *Cluster) Hold(method string, w Waiter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hold[method] = w
}

// Calls returns how often a method was called.
func (c *Cluster) Calls(method string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls[method]
}

// Change gives the test the list of jobs to change, under the lock.
func (c *Cluster) Change(f func(jobs *[]slurm.Job)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fresh := slices.Clone(c.jobs)
	f(&fresh)
	c.jobs = fresh
}

// ChangeNodes gives the test the nodes to change, under the lock.
func (c *Cluster) ChangeNodes(f func(nodes []slurm.Node)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fresh := slices.Clone(c.nodes)
	f(fresh)
	c.nodes = fresh
}

// ChangePools gives the test the pools to change, under the lock. Its machines are a copy; what else is behind a pointer
// must not be changed in place.
func (c *Cluster) ChangePools(f func(p *flex.Pools)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pools.Instances = maps.Clone(c.pools.Instances)
	f(&c.pools)
}

// Finish moves a job from the queue to accounting.
func (c *Cluster) Finish(id uint64, state string, exit slurm.Exit) {
	c.Change(func(jobs *[]slurm.Job) {
		for i, j := range *jobs {
			if j.ID == id {
				j.State, j.Exit, j.Source, j.End = slurm.ParseJobState(state), exit, slurm.Accounting, slurm.TimeOf(c.now())
				c.ended = append(c.ended, j)
				*jobs = slices.Delete(*jobs, i, i+1)
				return
			}
		}
	})
}

// Submitted returns what was submitted.
func (c *Cluster) Submitted() []slurm.Submission {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.submitted)
}

// Cancelled returns which ids were cancelled, in order.
func (c *Cluster) Cancelled() []slurm.Ref {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.cancelled)
}

// Updated returns which ids were held or released, in order.
func (c *Cluster) Updated() []slurm.Ref {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.updated)
}

// enter counts a call, waits while the method is blocked, and returns the error that it is to fail with.
func (c *Cluster) enter(ctx context.Context, method string) error {
	c.mu.Lock()
	c.calls[method]++
	w := c.hold[method]
	c.mu.Unlock()
	if w != nil {
		if err := w.Wait(ctx); err != nil {
			return &fault.Fault{Kind: fault.Cancelled, Op: method, What: "given up", Err: err}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failing[method]
}

// Refresh counts that whole lists are wanted; these always are.
func (c *Cluster) Refresh() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls["Refresh"]++
}

// Cluster says what the cluster is.
func (c *Cluster) Cluster(ctx context.Context) (slurm.Cluster, error) {
	if err := c.enter(ctx, "Cluster"); err != nil {
		return slurm.Cluster{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	user := c.user
	if c.nameless {
		user = ""
	}
	return slurm.Cluster{
		Name: "a3u7", Release: "25.05.4", DataVersion: "v0.0.43", Accounting: true, Responding: true, User: user,
	}, nil
}

// Nameless keeps the cluster from saying who the user is.
func (c *Cluster) Nameless(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.nameless = on
}

// Quiet makes the cluster say that nothing changed in the queue, to whoever has seen it.
func (c *Cluster) Quiet(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.quiet = on
}

// Jobs lists the queue.
func (c *Cluster) Jobs(ctx context.Context, since slurm.Time) (slurm.List[slurm.Job], error) {
	if err := c.enter(ctx, "Jobs"); err != nil {
		return slurm.List[slurm.Job]{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.quiet && since != 0 {
		return slurm.List[slurm.Job]{Unchanged: true, LastUpdate: since, AsOf: c.now()}, nil
	}
	return slurm.List[slurm.Job]{Items: c.jobs, LastUpdate: slurm.TimeOf(c.now()), AsOf: c.now()}, nil
}

// Job finds a job in the queue, then in accounting.
func (c *Cluster) Job(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error) {
	if err := c.enter(ctx, "Job"); err != nil {
		return slurm.JobDetail{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	d := slurm.JobDetail{AsOf: c.now()}
	for _, list := range [][]slurm.Job{c.jobs, c.late, c.ended} {
		for i := range list {
			if concerns(&list[i], ref) {
				d.Jobs = append(d.Jobs, list[i])
			}
		}
		if len(d.Jobs) > 0 {
			d.Source = d.Jobs[0].Source
			return d, nil
		}
	}
	return d, &fault.Fault{
		Kind: fault.JobUnknown, Op: "show job", What: fmt.Sprintf("Slurm knows no job %s", ref),
		Cure: "check the id; accounting may not reach back so far",
	}
}

func concerns(j *slurm.Job, ref slurm.Ref) bool {
	if ref.Task != "" || ref.Het >= 0 {
		return j.Ref() == ref
	}
	return j.ID == ref.Job || j.Array.Job == ref.Job || j.Het.Job == ref.Job
}

// Nodes lists the nodes.
func (c *Cluster) Nodes(ctx context.Context) (slurm.List[slurm.Node], error) {
	if err := c.enter(ctx, "Nodes"); err != nil {
		return slurm.List[slurm.Node]{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slurm.List[slurm.Node]{Items: c.nodes, AsOf: c.now()}, nil
}

// Partitions lists the partitions.
func (c *Cluster) Partitions(ctx context.Context) (slurm.List[slurm.Partition], error) {
	if err := c.enter(ctx, "Partitions"); err != nil {
		return slurm.List[slurm.Partition]{}, err
	}
	return slurm.List[slurm.Partition]{Items: c.parts, AsOf: c.now()}, nil
}

// Pools returns the pools.
func (c *Cluster) Pools(ctx context.Context) (flex.Pools, error) {
	if err := c.enter(ctx, "Pools"); err != nil {
		return flex.Pools{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	p := c.pools
	p.AsOf = c.now()
	return p, nil
}

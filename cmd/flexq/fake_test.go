package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/config"
)

// fake is a service of functions; a call that a test does not expect fails the test.
type fake struct {
	t       *testing.T
	cluster func() (slurm.Cluster, error)
	jobs    func() (slurm.List[slurm.Job], error)
	job     func(slurm.Ref) (slurm.JobDetail, error)
	nodes   func() (slurm.List[slurm.Node], error)
	pools   func() (flex.Pools, error)
	cancel  func(slurm.Ref, string) (slurm.CancelOutcome, error)
	submit  func(slurm.Submission) (slurm.Submitted, error)
	update  func(slurm.Ref, slurm.JobUpdate) error
	node    func(string, slurm.NodeUpdate) error
	clock   func() time.Time
	report  func(flex.FaultReport) (flex.Operation, error)
	// operation looks at an operation.
	operation func(string) (flex.Operation, error)
	// resolve looks for lost submits.
	resolve func([]client.Lost) []client.Resolution
	// warnings is what a change is answered with.
	warnings []slurm.Problem
}

func (f *fake) unexpected(call string) error {
	f.t.Helper()
	f.t.Errorf("unexpected call of %s", call)
	return fault.New(fault.Other, "", "unexpected call of "+call)
}

func (f *fake) Cluster(context.Context) (slurm.Cluster, error) {
	if f.cluster == nil {
		return slurm.Cluster{}, f.unexpected("Cluster")
	}
	return f.cluster()
}

func (f *fake) Jobs(context.Context, slurm.Time) (slurm.List[slurm.Job], error) {
	if f.jobs == nil {
		return slurm.List[slurm.Job]{}, f.unexpected("Jobs")
	}
	return f.jobs()
}

func (f *fake) Job(_ context.Context, ref slurm.Ref) (slurm.JobDetail, error) {
	if f.job == nil {
		return slurm.JobDetail{}, f.unexpected("Job")
	}
	return f.job(ref)
}

func (f *fake) Nodes(context.Context) (slurm.List[slurm.Node], error) {
	if f.nodes == nil {
		return slurm.List[slurm.Node]{}, f.unexpected("Nodes")
	}
	return f.nodes()
}

func (f *fake) Partitions(context.Context) (slurm.List[slurm.Partition], error) {
	return slurm.List[slurm.Partition]{}, f.unexpected("Partitions")
}

func (f *fake) Pools(context.Context) (flex.Pools, error) {
	if f.pools == nil {
		return flex.Pools{}, f.unexpected("Pools")
	}
	return f.pools()
}

func (f *fake) Access(context.Context, string) (slurm.Access, error) {
	return slurm.Access{}, f.unexpected("Access")
}

func (f *fake) Cancel(_ context.Context, ref slurm.Ref, signal string) (slurm.CancelOutcome, error) {
	if f.cancel == nil {
		return slurm.CancelOutcome{}, f.unexpected("Cancel")
	}
	return f.cancel(ref, signal)
}

func (f *fake) Submit(_ context.Context, job slurm.Submission) (slurm.Submitted, error) {
	if f.submit == nil {
		return slurm.Submitted{}, f.unexpected("Submit")
	}
	return f.submit(job)
}

func (f *fake) Refresh() {}

func (f *fake) Update(_ context.Context, ref slurm.Ref, change slurm.JobUpdate) error {
	if f.update == nil {
		return f.unexpected("Update")
	}
	return f.update(ref, change)
}

func (f *fake) Change(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) ([]slurm.Problem, error) {
	return f.warnings, f.Update(ctx, ref, change)
}

func (f *fake) UpdateNode(_ context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error) {
	if f.node == nil {
		return nil, f.unexpected("UpdateNode")
	}
	return f.warnings, f.node(node, u)
}

func (f *fake) ResolveAll(_ context.Context, lost []client.Lost, _ map[uint64]bool) []client.Resolution {
	if f.resolve == nil {
		_ = f.unexpected("ResolveAll")
		return nil
	}
	return f.resolve(lost)
}

func (f *fake) ClusterNow() time.Time {
	if f.clock == nil {
		return time.Unix(1_800_000_000, 0)
	}
	return f.clock()
}

func (f *fake) Seen() client.Seen { return client.Seen{} }

func (f *fake) SeenNow(context.Context) client.Seen { return f.Seen() }

func (f *fake) ReportFaultyNode(_ context.Context, r flex.FaultReport) (flex.Operation, error) {
	if f.report == nil {
		return flex.Operation{}, f.unexpected("ReportFaultyNode")
	}
	return f.report(r)
}

func (f *fake) Operation(_ context.Context, name string) (flex.Operation, error) {
	if f.operation == nil {
		return flex.Operation{}, f.unexpected("Operation")
	}
	return f.operation(name)
}

// stage is what a command's run needs besides its flags: streams that remember, a clock that only sleeping moves,
// and a fake cluster.
type stage struct {
	out, err bytes.Buffer
	clock    time.Time
	settings config.Settings
	api      *fake
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{clock: time.Unix(1_800_000_000, 0), api: &fake{t: t}}
	s.settings.Context = "train"
	s.settings.Target = config.Target{Kind: config.SlurmrestdTarget, URL: "unix:/s"}
	s.settings.Screen.PollJobs = 5 * time.Second
	return s
}

func (s *stage) streams(input string, tty bool) streams {
	return streams{In: strings.NewReader(input), Out: &s.out, Err: &s.err, InTTY: tty, Width: func() int { return 0 }}
}

func (s *stage) now() time.Time { return s.clock }

func (s *stage) sleep(ctx context.Context, d time.Duration) error {
	s.clock = s.clock.Add(d)
	return ctx.Err()
}

func (s *stage) target() (config.Settings, error) { return s.settings, nil }

func (s *stage) service(context.Context) (service, error) { return s.api, nil }

// jobNow is a detail with one job in a state.
func jobNow(id uint64, states ...string) (slurm.JobDetail, error) {
	return slurm.JobDetail{Jobs: []slurm.Job{{ID: id, Name: "train", User: "alice", State: slurm.ParseJobState(states...)}}}, nil
}

// vars is an environment.
func vars(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

package main

import (
	"context"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// service is what the commands ask of a cluster. Errors are *fault.Fault.
type service interface {
	Cluster(ctx context.Context) (slurm.Cluster, error)
	Jobs(ctx context.Context, since slurm.Time) (slurm.List[slurm.Job], error)
	Job(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error)
	Nodes(ctx context.Context) (slurm.List[slurm.Node], error)
	Partitions(ctx context.Context) (slurm.List[slurm.Partition], error)
	Pools(ctx context.Context) (flex.Pools, error)
	Cancel(ctx context.Context, ref slurm.Ref, signal string) (slurm.CancelOutcome, error)
	Submit(ctx context.Context, job slurm.Submission) (slurm.Submitted, error)
	Update(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) error
}

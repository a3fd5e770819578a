package main

import (
	"context"
	"time"

	"flexq/client"
	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
)

// service is what the commands ask of a cluster: what the screen asks, and a little more. Errors are *fault.Fault.
type service interface {
	tui.Service
	tui.Access
	// Change is Update with what Slurm warns of.
	Change(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) ([]slurm.Problem, error)
	// ClusterNow is the cluster's clock, as far as its answers have shown it.
	ClusterNow() time.Time
	// Seen is what the cluster has shown of itself so far.
	Seen() client.Seen
	// SeenNow is the same before a change, with its clock as it is now.
	SeenNow(ctx context.Context) client.Seen
	ReportFaultyNode(ctx context.Context, r flex.FaultReport) (flex.Operation, error)
	Operation(ctx context.Context, name string) (flex.Operation, error)
	resolver
	UpdateNode(ctx context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error)
}

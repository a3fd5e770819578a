package main

import (
	"context"

	"flexq/client/slurm"
	"flexq/tui"
)

// service is what the commands ask of a cluster: what the screen asks, and a little more. Errors are *fault.Fault.
type service interface {
	tui.Service
	// Change is Update with what Slurm warns of.
	Change(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) ([]slurm.Problem, error)
	UpdateNode(ctx context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error)
}

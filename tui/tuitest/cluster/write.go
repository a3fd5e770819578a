package cluster

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/slurm"
)

// Cancel lets alice cancel her own jobs, which end when the test says so, and refuses those of others.
func (c *Cluster) Cancel(ctx context.Context, ref slurm.Ref, _ string) (slurm.CancelOutcome, error) {
	if err := c.enter(ctx, "Cancel"); err != nil {
		return slurm.CancelOutcome{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	out := slurm.CancelOutcome{Ref: ref, Result: slurm.CancelUnknown, Code: 2017, Message: "Invalid job id specified"}
	for i := range c.jobs {
		j := &c.jobs[i]
		if !concerns(j, ref) {
			continue
		}
		if j.User != c.user {
			out.Result, out.Code, out.Message = slurm.CancelRefused, 2002, "Access/permission denied"
			return out, nil
		}
		c.cancelled = append(c.cancelled, ref)
		return slurm.CancelOutcome{Ref: ref, Result: slurm.CancelAccepted}, nil
	}
	for i := range c.ended {
		if concerns(&c.ended[i], ref) {
			out.Result, out.Code, out.Message = slurm.CancelFinished, 2021, "Job/step already completing or completed"
		}
	}
	return out, nil
}

// Submit takes a job into the queue.
func (c *Cluster) Submit(ctx context.Context, job slurm.Submission) (slurm.Submitted, error) {
	if err := c.enter(ctx, "Submit"); err != nil {
		return slurm.Submitted{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next++
	c.submitted = append(c.submitted, job)
	at := slurm.TimeOf(c.now())
	made := slurm.Job{
		ID: c.next, Name: job.Name, User: c.user, Partition: job.Partition, State: slurm.ParseJobState("PENDING"),
		Reason: "Priority", Submit: at, Eligible: at, Limit: job.Limit, WorkDir: job.WorkDir, NodeCount: slurm.NumOf(1),
		Array: slurm.Array{}, Het: slurm.Het{}, Comment: strings.TrimSpace(job.Comment + " " + job.Key),
	}
	if c.delayed {
		c.late = append(c.late, made)
	} else {
		c.jobs = append(slices.Clone(c.jobs), made)
	}
	if c.lost {
		return slurm.Submitted{}, lostAnswer(job.Key)
	}
	return slurm.Submitted{ID: c.next, Key: job.Key, Warnings: c.warning, Note: c.note, Message: c.message}, nil
}

// Update holds or releases a job.
func (c *Cluster) Update(ctx context.Context, ref slurm.Ref, u slurm.JobUpdate) error {
	if err := c.enter(ctx, "Update"); err != nil {
		return err
	}
	c.mu.Lock()
	c.updated = append(c.updated, ref)
	c.mu.Unlock()
	c.Change(func(jobs *[]slurm.Job) {
		for i := range *jobs {
			if j := &(*jobs)[i]; concerns(j, ref) && u.Hold != nil {
				j.Hold, j.Reason = *u.Hold, "Priority"
				if *u.Hold {
					j.Reason = "JobHeldUser"
				}
			}
		}
	})
	return nil
}

// UpdateNode drains a node, or lets it take jobs again, and Slurm shows it so.
func (c *Cluster) UpdateNode(ctx context.Context, node string, u slurm.NodeUpdate) ([]slurm.Problem, error) {
	if err := c.enter(ctx, "UpdateNode"); err != nil {
		return nil, err
	}
	c.mu.Lock()
	c.nodeUpdates = append(c.nodeUpdates, node+" "+string(u.State)+" "+u.Reason)
	c.mu.Unlock()
	c.ChangeNodes(func(nodes []slurm.Node) {
		for i := range nodes {
			n := &nodes[i]
			if n.Name != node {
				continue
			}
			if u.State == slurm.OrderDrain {
				n.State.Flags |= slurm.NodeDrain
				n.Reason, n.ReasonUser, n.ReasonSince = u.Reason, c.user, slurm.TimeOf(c.now())
			} else {
				n.State.Flags &^= slurm.NodeDrain
				n.Reason, n.ReasonUser, n.ReasonSince = "", "", 0
			}
		}
	})
	return nil, nil
}

// ReportFaultyNode begins an operation that lasts until EndOperation.
func (c *Cluster) ReportFaultyNode(ctx context.Context, r flex.FaultReport) (flex.Operation, error) {
	if err := c.enter(ctx, "ReportFaultyNode"); err != nil {
		return flex.Operation{}, err
	}
	if (r.Behavior == "") != (r.Description == "") {
		return flex.Operation{}, &fault.Fault{Kind: fault.Usage, Op: "report node " + r.Node, What: "a report of the host needs a description, and no other does"}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.reports = append(c.reports, r)
	op := flex.Operation{Name: fmt.Sprintf("projects/1/locations/europe-west4/operations/%d", len(c.reports)), Created: c.now(), Updated: c.now()}
	c.operations[op.Name] = op
	return op, nil
}

// Operation tells how far an operation is.
func (c *Cluster) Operation(ctx context.Context, name string) (flex.Operation, error) {
	if err := c.enter(ctx, "Operation"); err != nil {
		return flex.Operation{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	op, ok := c.operations[name]
	if !ok {
		return op, &fault.Fault{Kind: fault.NotFound, Op: "get operation", What: "there is no operation " + name}
	}
	return op, nil
}

// EndOperation lets every operation end: well, or with an error.
func (c *Cluster) EndOperation(failure string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for name, op := range c.operations {
		op.Done, op.Error, op.Updated = true, failure, c.now()
		c.operations[name] = op
	}
}

// Reports returns which nodes were reported as faulty, in order.
func (c *Cluster) Reports() []flex.FaultReport {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.reports)
}

// NodeUpdates returns what was asked of nodes, in order: "NODE DRAIN reason".
func (c *Cluster) NodeUpdates() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.nodeUpdates)
}

package cluster

import (
	"context"

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
	c.jobs = append(append([]slurm.Job{}, c.jobs...), slurm.Job{
		ID: c.next, Name: job.Name, User: c.user, Partition: job.Partition, State: slurm.ParseJobState("PENDING"),
		Reason: "Priority", Submit: at, Eligible: at, Limit: job.Limit, WorkDir: job.WorkDir, NodeCount: slurm.NumOf(1),
		Array: slurm.Array{}, Het: slurm.Het{},
	})
	return slurm.Submitted{ID: c.next, Key: "flexq:test"}, nil
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

package client

import (
	"context"
	"net/url"
	"strconv"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opJob = "show job"

// Job returns all that is known of one id: the record of a job, the records of an array or of one of its tasks, the
// components of a het job or one of them. A task that has not started is found in the record that stands for it and
// its like. A job that has left the queue is looked for in accounting. When neither has it: fault.JobUnknown.
//
// GET /slurm/{v}/job/{id}, then GET /slurmdb/{v}/job/{id}. Needs clusters.run.
func (c *Client) Job(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error) {
	if ref.Job == 0 {
		return slurm.JobDetail{}, usage(opJob, "no job is named", "give the id of a job")
	}
	if _, err := readTaskList(ref.Task); ref.Task != "" && err != nil {
		return slurm.JobDetail{}, usage(opJob, err.Error(), "write 1234, 1234_7, 1234_[1-5] or 1234+1")
	}
	d, err := c.liveJob(ctx, ref)
	switch {
	case err == nil && len(d.Jobs) > 0:
		return d, nil
	case err != nil && fault.KindOf(err) != fault.JobUnknown:
		return slurm.JobDetail{}, err
	}
	past, err := c.pastJob(ctx, ref)
	switch {
	case fault.KindOf(err) == fault.JobUnknown:
		return slurm.JobDetail{}, unknownJob(opJob, ref)
	case err != nil:
		f := *fault.From(err)
		f.What = "job " + ref.String() + " is not in the queue, and " + f.What
		return slurm.JobDetail{}, &f
	case len(past.Jobs) == 0:
		return slurm.JobDetail{}, unknownJob(opJob, ref)
	}
	return past, nil
}

// liveJob asks the queue. The path names the whole job, as Slurm gives the whole array for one task too.
func (c *Client) liveJob(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error) {
	var reply wire.JobsReply
	r := gateway.Request{Op: opJob, Path: "/job/" + strconv.FormatUint(ref.Job, 10), Query: c.habits.query(0)}
	a, err := c.slurm(ctx, r, reply.Fields())
	if isRefusal(err) && len(r.Query) > 0 {
		r.Query = nil
		a, err = c.slurm(ctx, r, reply.Fields())
	}
	if err != nil {
		return slurm.JobDetail{}, err
	}
	return slurm.JobDetail{
		Jobs: pick(reply.Jobs, ref), Source: slurm.Live, AsOf: a.AsOf,
		Warnings: a.Payload.Warnings, Skipped: a.Payload.Skipped,
	}, nil
}

// pastJob asks accounting.
func (c *Client) pastJob(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error) {
	var reply wire.AccountingReply
	r := gateway.Request{Op: opJob, Path: "/job/" + strconv.FormatUint(ref.Job, 10), Query: url.Values{}}
	a, err := c.slurmdb(ctx, r, reply.Fields())
	if err != nil {
		return slurm.JobDetail{}, err
	}
	return slurm.JobDetail{
		Jobs: pick(latest(reply.Jobs), ref), Source: slurm.Accounting, AsOf: a.AsOf,
		Warnings: a.Payload.Warnings, Skipped: a.Payload.Skipped,
	}, nil
}

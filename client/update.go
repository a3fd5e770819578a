package client

import (
	"context"
	"net/http"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// Update changes a job: holds or releases it, changes its limit, partition, name, comment, priority, QOS or nice
// value. Several tasks of an array are changed one after the other, up to the first that Slurm refuses.
//
// POST /slurm/{v}/job/{id}. Needs clusters.run, and in Slurm that the job is one's own; only operators may raise
// a limit or a priority.
func (c *Client) Update(ctx context.Context, ref slurm.Ref, change slurm.JobUpdate) error {
	op := "change job " + ref.String()
	if change == (slurm.JobUpdate{}) {
		return usage(op, "there is nothing to change", "")
	}
	body, err := wire.EncodeUpdate(change)
	if err != nil {
		return usage(op, err.Error(), "")
	}
	refs, err := oneByOne(op, ref)
	if err != nil {
		return err
	}
	for _, one := range refs {
		if err := c.updateOne(ctx, op, one, body); err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) updateOne(ctx context.Context, op string, ref slurm.Ref, body []byte) error {
	var reply wire.UpdateReply
	r := gateway.Request{Op: op, Method: http.MethodPost, Path: "/job/" + ref.String(), Body: body}
	a, err := c.slurm(ctx, r, reply.Fields())
	if err != nil {
		return err
	}
	// An array can be changed in part: 200, and what went wrong is in the list.
	var problems []slurm.Problem
	for _, res := range reply.Results {
		if res.Code != 0 {
			problems = append(problems, slurm.Problem{Number: res.Code, Error: res.Message, Description: res.Why, Source: res.Step})
		}
	}
	if len(problems) == 0 {
		return nil
	}
	f := fault.New(fault.Refused, op, "Slurm refused a part: "+problems[0].Error)
	f.Cure, f.Problems, f.Warnings, f.Status = fault.SlurmCure(problems[0].Number), problems, a.Payload.Warnings, a.Status
	return f
}

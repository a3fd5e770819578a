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

const opScript = "get the script of a job"

// Script returns what accounting kept of how a job was submitted. Of a task of an array and a part of a het job that is
// what the whole was submitted with. What Slurm does not give is empty, without an error: it may not keep scripts, and
// shows one to its owner and to operators alone. It gives a script only when asked for an id by the parameter step.
//
// GET /slurmdb/{v}/jobs/. Needs clusters.run, and a cluster with accounting.
func (c *Client) Script(ctx context.Context, ref slurm.Ref) (slurm.JobScript, error) {
	if ref.Job == 0 {
		return slurm.JobScript{}, usage(opScript, "no job is named", "give the id of a job")
	}
	ids := []string{strconv.FormatUint(ref.Job, 10)}
	if n, err := strconv.ParseUint(ref.Task, 10, 32); err == nil {
		// A task that has not started is known to accounting by its array only, and asking for an array brings the script
		// once for each task that has.
		ids = []string{ids[0] + "_" + strconv.FormatUint(n, 10), ids[0]}
	}
	for _, id := range ids {
		script, err := c.scriptOf(ctx, id)
		if err != nil || script != (slurm.JobScript{}) {
			return script, err
		}
	}
	return slurm.JobScript{}, nil
}

// scriptOf asks for one id.
func (c *Client) scriptOf(ctx context.Context, id string) (slurm.JobScript, error) {
	var reply wire.ScriptReply
	q := url.Values{"step": {id}, "show_batch_script": {"true"}, "skip_steps": {"true"}}
	_, err := c.slurmdb(ctx, gateway.Request{Op: opScript, Path: "/jobs/", Query: q}, reply.Fields())
	switch {
	case fault.KindOf(err) == fault.JobUnknown:
		return slurm.JobScript{}, nil
	case err != nil:
		return slurm.JobScript{}, err
	case len(reply.Scripts) == 0:
		return slurm.JobScript{}, nil
	}
	return reply.Scripts[0], nil
}

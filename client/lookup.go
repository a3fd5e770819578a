package client

import (
	"context"
	"strings"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// looks returns the pauses before each look for a lost submit. A request that is still on its way when the connection
// breaks reaches slurmctld within seconds, and a job stays in the queue for a minute or more after its end, so that a
// queue without the key at the end of these is proof.
func looks() []time.Duration {
	return []time.Duration{time.Second, 3 * time.Second, 6 * time.Second, 12 * time.Second}
}

// clockSkew is how far the cluster's clock may be from ours in a search of accounting.
const clockSkew = 15 * time.Minute

// find looks for the job of a submit whose outcome is not known.
func (c *Client) find(ctx context.Context, lost *fault.Fault, began slurm.Time) (slurm.Submitted, error) {
	seen := 0 // looks at the queue that were answered
	for _, pause := range looks() {
		if err := c.opts.Sleep(ctx, pause); err != nil {
			return slurm.Submitted{}, lost
		}
		job, err := c.findLive(ctx, lost.Key)
		if err == nil {
			seen++
		}
		if job == 0 {
			job = c.findPast(ctx, lost.Key, began)
		}
		if job != 0 {
			return slurm.Submitted{ID: job, Key: lost.Key, Warnings: lost.Warnings}, nil
		}
	}
	if seen < len(looks())/2 || stillUnderWay(lost) {
		return slurm.Submitted{}, lost
	}
	return slurm.Submitted{}, notSubmitted(lost)
}

// stillUnderWay reports whether the request may reach slurmctld yet: somebody gave up waiting for it, and nothing says
// that the work on it has ended.
func stillUnderWay(lost *fault.Fault) bool {
	f := fault.From(lost.Err)
	if f == nil {
		return true
	}
	return f.Kind == fault.TimedOut || f.Kind == fault.Cancelled || f.Status == 504
}

// notSubmitted says what had gone wrong, now that it is known that no job came of it.
func notSubmitted(lost *fault.Fault) *fault.Fault {
	f := *fault.From(lost.Err)
	f.Op = opSubmit
	f.What += "; the job was looked for by its key and has not been submitted"
	f.Cure = "submit again"
	return &f
}

// findLive looks through the queue. The list is not kept: it can be very long.
func (c *Client) findLive(ctx context.Context, key string) (uint64, error) {
	reply := wire.JobsReply{Keep: hasKey(key)}
	_, err := c.listJobs(ctx, c.habits.query(0), &reply)
	return firstID(reply.Jobs), err
}

// findPast looks through accounting, where a cluster may or may not keep comments.
func (c *Client) findPast(ctx context.Context, key string, began slurm.Time) uint64 {
	version, err := c.dataVersion(ctx)
	if err != nil {
		return 0
	}
	q := between(began.Add(-clockSkew), began.Add(clockSkew+ahead), version)
	if c.opts.User != "" {
		q.Set("users", c.opts.User)
	}
	reply := wire.AccountingReply{Keep: hasKey(key)}
	if _, err := c.slurmdb(ctx, gateway.Request{Op: opSubmit, Path: "/jobs/", Query: q}, reply.Fields()); err != nil {
		return 0
	}
	return firstID(reply.Jobs)
}

func hasKey(key string) func(*slurm.Job) bool {
	return func(j *slurm.Job) bool { return strings.Contains(j.Comment, key) }
}

// firstID gives the number of a job; of an array or a het job that of the whole.
func firstID(jobs []slurm.Job) uint64 {
	if len(jobs) == 0 {
		return 0
	}
	return jobs[0].Ref().Job
}

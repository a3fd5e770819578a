package client

import (
	"context"
	"net/http"
	"net/url"

	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opJobs = "list jobs"

// Jobs lists the queue, which holds jobs for some minutes after their end. With since, the LastUpdate of an earlier
// list, it asks only for news: Unchanged says that there is none, else the list is whole again. Every ten minutes it asks
// for the whole list all the same, and the next time after Refresh; since 0 always does.
//
// GET /slurm/{v}/jobs/?flags=ALL[&update_time=]. Needs clusters.run. A cluster that does not take one of these is
// asked without it from then on.
func (c *Client) Jobs(ctx context.Context, since slurm.Time) (slurm.List[slurm.Job], error) {
	reply := wire.JobsReply{Expect: c.habits.expect()}
	if c.jobsWhole.due(c.opts.Now()) {
		since = 0
	}
	q := c.habits.query(since)
	a, err := c.listJobs(ctx, q, &reply)
	for _, param := range []string{paramNews, paramFlags} {
		if !isRefusal(err) || !q.Has(param) {
			continue
		}
		// Which of the two it dislikes is found out by leaving them out one after the other.
		plainer := cloneWithout(q, param)
		b, again := c.listJobs(ctx, plainer, &reply)
		switch {
		case isRefusal(again):
			q = plainer
			continue
		case again != nil:
			return slurm.List[slurm.Job]{}, again // it says more than the refusal of a parameter
		}
		c.habits.dislike(param)
		a, q, err = b, plainer, nil
	}
	if err != nil {
		return slurm.List[slurm.Job]{}, err
	}
	c.habits.learn(q, a.Payload.Warnings)
	out := slurm.List[slurm.Job]{
		Items: reply.Jobs, LastUpdate: reply.LastUpdate, AsOf: a.AsOf,
		Warnings: a.Payload.Warnings, Skipped: a.Payload.Skipped,
	}
	if q.Has(paramNews) && (a.Status == http.StatusNotModified || len(reply.Jobs) == 0 && reply.LastUpdate == 0) {
		return slurm.List[slurm.Job]{LastUpdate: since, AsOf: a.AsOf, Unchanged: true}, nil
	}
	c.jobsWhole.note(c.opts.Now(), q)
	c.habits.saw(len(reply.Jobs))
	return out, nil
}

func (c *Client) listJobs(ctx context.Context, q url.Values, reply *wire.JobsReply) (gateway.Answer, error) {
	return c.slurm(ctx, gateway.Request{Op: opJobs, Path: "/jobs/", Query: q}, reply.Fields())
}

func cloneWithout(q url.Values, param string) url.Values {
	out := url.Values{}
	for k, v := range q {
		if k != param {
			out[k] = v
		}
	}
	return out
}

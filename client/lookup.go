package client

import (
	"context"
	"strconv"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// looks returns the pauses before each look for a lost submit. A request that is still on its way when the connection
// breaks mostly reaches slurmctld within seconds.
func looks() []time.Duration {
	return []time.Duration{time.Second, 3 * time.Second, 6 * time.Second, 12 * time.Second}
}

// clockSkew is how far the cluster's clock may be from ours in a search for a job.
const clockSkew = 15 * time.Minute

// find looks for the job of a submit whose outcome is not known. That no job came of it is said only when Slurm itself
// has ended its work on the request, and the last look, at the queue and at accounting, saw everything and in it
// neither the key nor a job that may be this one without it. To be wrong about that makes a second job.
func (c *Client) find(ctx context.Context, lost *fault.Fault, w wanted) (slurm.Submitted, error) {
	var last sight
	for i, pause := range looks() {
		if err := c.opts.Sleep(ctx, pause); err != nil {
			return slurm.Submitted{}, doubt(lost, last)
		}
		c.opts.OnLookup(w.key, i+1)
		alike := last.alike
		last = c.look(ctx, w)
		if last.found != 0 {
			return slurm.Submitted{ID: last.found, Key: w.key, Warnings: lost.Warnings}, nil
		}
		if last.alike == 0 {
			last.alike = alike // it may have left the queue since
		}
	}
	if last.whole && last.alike == 0 && workEnded(lost) {
		return slurm.Submitted{}, notSubmitted(lost)
	}
	return slurm.Submitted{}, doubt(lost, last)
}

// sight is what a look saw.
type sight struct {
	found uint64 // the job with the key
	alike uint64 // a job without a key that may be it
	whole bool   // everything was seen, and could be read
}

// look looks through the queue, and through accounting if the job is not there: a job may be gone from the queue two
// seconds after its end (MinJobAge). Accounting may not keep comments; then it shows the job without its key.
func (c *Client) look(ctx context.Context, w wanted) sight {
	live := c.lookLive(ctx, w)
	if live.found != 0 {
		return live
	}
	past := c.lookPast(ctx, w)
	if past.alike == 0 {
		past.alike = live.alike
	}
	past.whole = past.whole && live.whole
	return past
}

// lookLive looks through the queue. The list is not kept: it can be very long.
func (c *Client) lookLive(ctx context.Context, w wanted) sight {
	reply := wire.JobsReply{Keep: w.mayBe}
	q := c.habits.query(0)
	a, err := c.listJobs(ctx, q, &reply)
	if isRefusal(err) && len(q) > 0 {
		a, err = c.listJobs(ctx, nil, &reply)
	}
	if err != nil {
		return sight{}
	}
	return w.sight(reply.Jobs, a)
}

// lookPast looks through accounting.
func (c *Client) lookPast(ctx context.Context, w wanted) sight {
	version, err := c.dataVersion(ctx)
	if err != nil {
		return sight{}
	}
	q := between(w.since, w.began.Add(clockSkew+ahead), version)
	if w.user != "" {
		q.Set("users", w.user)
	}
	reply := wire.AccountingReply{Keep: w.mayBe}
	a, err := c.slurmdb(ctx, gateway.Request{Op: opSubmit, Path: "/jobs/", Query: q}, reply.Fields())
	if err != nil {
		return sight{}
	}
	return w.sight(reply.Jobs, a)
}

// workEnded reports whether Slurm's own words say that its work on the request is over. Whoever else speaks (a gateway
// that lost patience, a broken connection) leaves it running: slurmctld has made the job minutes after slurmrestd had
// given up on it.
func workEnded(lost *fault.Fault) bool {
	return lost.Settled && len(lost.Problems) > 0 && lost.Err != nil
}

// notSubmitted says what had gone wrong, now that it is known that no job came of it.
func notSubmitted(lost *fault.Fault) *fault.Fault {
	f := *fault.From(lost.Err)
	f.Op = opSubmit
	f.What += "; the job was looked for by its key and has not been submitted"
	f.Cure = "submit again"
	return &f
}

// doubt names the job that may be the lost one.
func doubt(lost *fault.Fault, s sight) *fault.Fault {
	if s.alike == 0 {
		return lost
	}
	id := strconv.FormatUint(s.alike, 10)
	f := *lost
	f.What += "; job " + id + " has the same name and no key, and may be this one"
	f.Cure = "look at job " + id + " before you submit again"
	return &f
}

package client

import (
	"context"
	"errors"
	"time"

	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// clockSkew is how far the cluster's clock may be from what is known of it in a search for a job, and wrongClock how
// far it may be from a clock of which nothing is known: one that is set to another time zone is off by most of a day.
const (
	clockSkew  = 15 * time.Minute
	wrongClock = 25 * time.Hour
)

// A question to accounting is about a day, or if there would be more than mostSpans of them, about more: one for a
// long time can be too large for slurmrestd, and many sites refuse it (MaxQueryTimeRange of slurmdbd.conf).
const (
	spanOfPast = 24 * time.Hour
	mostSpans  = 40
)

// look looks through the queue, and then through accounting for those that are not there: a job may be gone from the
// queue two seconds after its end (MinJobAge), but accounting has it by then. Accounting may not keep comments; then it
// shows the job without its key. It has no job that was cancelled before it could start.
//
// If a look is to prove that a job is not there, slurmctld is asked between the two whether it has told accounting
// everything. After an outage of slurmdbd it takes a while, and a job that has left the queue meanwhile is in neither.
func (c *Client) look(ctx context.Context, s search, proves bool) []sight {
	out := c.lookLive(ctx, s)
	missing := s
	missing.wanted = nil
	var at []int
	for i, w := range s.wanted {
		if out[i].found == 0 {
			missing.wanted, at = append(missing.wanted, w), append(at, i)
		}
	}
	if len(at) == 0 {
		return out
	}
	var behind error
	if proves {
		behind = c.settled(ctx)
	}
	missing = newSearch(s.known, missing.wanted...)
	missing.others = s.others
	for k, past := range c.lookPast(ctx, missing, proves) {
		out[at[k]] = out[at[k]].with(past)
		out[at[k]].behind = behind
	}
	return out
}

// lookLive looks through the queue. The list is not kept: it can be very long.
func (c *Client) lookLive(ctx context.Context, s search) []sight {
	reply := wire.JobsReply{Keep: s.mayBe}
	q := c.habits.query(0)
	a, err := c.listJobs(ctx, q, &reply)
	if isRefusal(err) && len(q) > 0 {
		a, err = c.listJobs(ctx, nil, &reply)
	}
	if err != nil {
		return s.blind(err)
	}
	return s.sights(reply.Jobs, a)
}

// lookPast looks through accounting, from the first of the submits to now. A job shows there in each span of time in
// which it could have run, up to its end, so that all of them together have it, also one that had to wait for days.
//
// Where it knows no job of the user's at all, the user may have another name on the cluster than here. Then a look that
// is to prove something looks at everybody's jobs.
func (c *Client) lookPast(ctx context.Context, s search, proves bool) []sight {
	user := s.user()
	out, some := c.lookPastOf(ctx, s, user)
	if some || user == "" || !proves {
		return out
	}
	out, _ = c.lookPastOf(ctx, s.ofAnybody(), "")
	return out
}

// lookPastOf looks through a user's jobs, or everybody's, and says whether there was any.
func (c *Client) lookPastOf(ctx context.Context, s search, user string) (out []sight, some bool) {
	version, err := c.dataVersion(ctx)
	if err != nil {
		return s.blind(err), false
	}
	since := s.wanted[0].since
	for _, w := range s.wanted {
		since = min(since, w.since)
	}
	out = s.blind(nil)
	for i := range out {
		out[i].whole = true
	}
	keep := func(j *slurm.Job) bool {
		some = true
		return s.mayBe(j)
	}
	now, margin := c.sent(c.opts.Now())
	for _, span := range spans(since, slurm.TimeOf(now).Add(margin+ahead)) {
		q := between(span.from, span.to, version)
		// Without steps an answer is less than half as long. With one such flag, what holds without any must be said:
		// each run of a job that was requeued is a record of its own, and only the first is of the time of the submit.
		q.Set("skip_steps", "true")
		q.Set("show_duplicates", "true")
		if user != "" {
			q.Set("users", user)
		}
		reply := wire.AccountingReply{Keep: keep}
		a, err := c.slurmdb(ctx, gateway.Request{Op: opSubmit, Path: "/jobs/", Query: q}, reply.Fields())
		got := s.blind(err)
		if err == nil {
			got = s.sights(reply.Jobs, a)
		}
		for i := range out {
			out[i] = out[i].with(got[i])
		}
		if err != nil {
			return out, true // what there is, is not known
		}
	}
	return out, some
}

type span struct{ from, to slurm.Time }

// spans cuts a time into pieces. The first has the rest, so that a short time is one piece.
func spans(from, to slurm.Time) []span {
	whole := max(time.Duration(to-from)*time.Second, 0)
	n := min(max(int(whole/spanOfPast), 1), mostSpans)
	each := (to - from) / slurm.Time(n)
	out := make([]span, n)
	for i := range out {
		out[i] = span{to - each*slurm.Time(n-i), to - each*slurm.Time(n-i-1)}
	}
	out[0].from = from
	return out
}

// settled is an error unless slurmctld has told accounting everything.
func (c *Client) settled(ctx context.Context) error {
	d, err := c.Diag(ctx)
	switch {
	case err != nil:
		return err
	case d.AccountingQueue < 0:
		return errUnsaid
	case d.AccountingQueue > 0:
		return errBehind
	}
	return nil
}

var errUnsaid = errors.New("slurmctld does not say whether it has told accounting everything")

var errBehind = errors.New("accounting does not know yet all that slurmctld has to tell it")

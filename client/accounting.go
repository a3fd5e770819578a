package client

import (
	"cmp"
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opHistory = "list history"

// defaultPast is how far back a question without a start goes.
const defaultPast = 24 * time.Hour

// ahead is added to "now", so that a clock that is behind the cluster's hides nothing.
const ahead = time.Hour

// Accounting lists jobs as slurmdbd keeps them, the newest first. The question is always bounded in time, as
// accounting keeps everything: without Since it goes back a day. Of a job that was requeued there is its last run.
//
// GET /slurmdb/{v}/jobs/. Needs clusters.run, and a cluster with accounting.
func (c *Client) Accounting(ctx context.Context, ask slurm.AccountingQuery) (slurm.List[slurm.Job], error) {
	version, err := c.dataVersion(ctx)
	if err != nil {
		return slurm.List[slurm.Job]{}, fault.From(err).WithOp(opHistory)
	}
	q, err := c.pastQuery(ask, version)
	if err != nil {
		return slurm.List[slurm.Job]{}, err
	}
	var reply wire.AccountingReply
	a, err := c.slurmdb(ctx, gateway.Request{Op: opHistory, Path: "/jobs/", Query: q}, reply.Fields())
	if err != nil {
		return slurm.List[slurm.Job]{}, err
	}
	jobs := latest(reply.Jobs)
	slices.SortStableFunc(jobs, newestFirst)
	if ask.Limit > 0 && len(jobs) > ask.Limit {
		jobs = slices.Clone(jobs[:ask.Limit])
	}
	return slurm.List[slurm.Job]{Items: jobs, AsOf: a.AsOf, Warnings: a.Payload.Warnings, Skipped: a.Payload.Skipped}, nil
}

// pastQuery gives the parameters. Lists are the same name several times: Slurm takes no commas. Both ends are always
// given, since without them Slurm ignores the states.
func (c *Client) pastQuery(ask slurm.AccountingQuery, version string) (url.Values, error) {
	until := ask.Until
	if until == 0 {
		until = slurm.TimeOf(c.opts.Now().Add(ahead))
	}
	since := ask.Since
	if since == 0 {
		since = until.Add(-defaultPast - ahead)
	}
	if since > until {
		return nil, usage(opHistory, "the time asked for ends before it begins", "give a start before the end")
	}
	q := between(since, until, version)
	for _, word := range ask.States {
		name, ok := stateName(word)
		if !ok {
			// Slurm would fail and yet send everything.
			return nil, usage(opHistory, strconv.Quote(word)+" is not a state of a job", "write a state as in FAILED or TO")
		}
		q.Add("state", name)
	}
	for name, values := range map[string][]string{"users": ask.Users, "partition": ask.Partitions} {
		for _, v := range values {
			q.Add(name, v)
		}
	}
	if ask.Name != "" {
		q.Set("job_name", ask.Name)
	}
	return q, nil
}

// between gives the two ends of a time, as the data version takes them: v0.0.40 and v0.0.41 take no bare number of
// seconds, but Slurm's own uts form, which is older than they are.
func between(since, until slurm.Time, version string) url.Values {
	mark := ""
	if version == "v0.0.40" || version == "v0.0.41" {
		mark = "uts"
	}
	return url.Values{
		"start_time": {mark + strconv.FormatInt(int64(since), 10)},
		"end_time":   {mark + strconv.FormatInt(int64(until), 10)},
	}
}

// stateName gives the name of a state that accounting knows; it does not know codes.
func stateName(word string) (string, bool) {
	s := slurm.ParseJobState(word)
	name := s.String()
	one := !strings.ContainsAny(strings.TrimSpace(word), ", +|")
	return name, one && s.Other == "" && name != "?"
}

// latest keeps the last run of each job: accounting has a record for each time that a job was requeued.
func latest(jobs []slurm.Job) []slurm.Job {
	at := make(map[uint64]int, len(jobs))
	out := jobs[:0:0]
	for _, j := range jobs {
		i, seen := at[j.ID]
		switch {
		case !seen || j.ID == 0:
			at[j.ID] = len(out)
			out = append(out, j)
		case newestFirst(j, out[i]) < 0:
			out[i] = j
		}
	}
	return out
}

func newestFirst(a, b slurm.Job) int {
	return cmp.Or(
		cmp.Compare(b.Submit, a.Submit), cmp.Compare(b.Restarts, a.Restarts), cmp.Compare(b.ID, a.ID),
	)
}

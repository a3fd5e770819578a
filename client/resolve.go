package client

import (
	"context"
	"slices"
	"strconv"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// LateBy is after how long a submit that was lost on its way cannot make a job any more. Nobody between here and
// slurmctld keeps a request for longer: Linux gives up sending a piece of it again after 924.6 s (tcp_retries2,
// https://docs.kernel.org/networking/ip-sysctl.html), slurmrestd waits for a controller that takes over for one and a
// half SlurmctldTimeout, of 120 s by default (slurm_send_recv_controller_msg of Slurm's source;
// https://slurm.schedmd.com/slurm.conf.html), and slurmctld refuses what munge signed more than 300 s ago (munged --ttl,
// https://github.com/dun/munge/wiki/Man-8-munged). That is less than half an hour together. How long the platform keeps
// a request is not documented, and a token of Slurm's own lives as long as it says; an hour leaves as much again for
// both, and slurmctld itself has to answer by then, so that it does not stand still over what it was sent before.
const LateBy = time.Hour

// provable is after how long accounting is not trusted any more to have everything: sites have it forget old jobs
// (PurgeJobAfter, https://slurm.schedmd.com/slurmdbd.conf.html).
const provable = 30 * 24 * time.Hour

// Lost is a submit of which nobody knows what became of it.
type Lost struct {
	Key  string // needed
	Name string // of the job; "" if it is not known
	User string // as whom it was sent; "" if it is not known
	// Began is when it was sent, by the clock of this machine; zero means the time in the key.
	Began time.Time
	// Clock is the same moment by the cluster's clock; zero if it was not known then. Cluster is what the cluster called
	// itself; "" if it had not said so. See Seen.
	Clock   time.Time
	Cluster string
	// Foreign says that it was sent as another user than the one who asks now, who may not see the same jobs.
	Foreign bool
}

// Resolution is what is known of a lost submit.
type Resolution struct {
	Lost
	Job slurm.Submitted // if Err is nil
	// Err is a fault. Of kind JobUnknown it is proof that no job came of the submit: none that runs, will run or has
	// run. Of kind UnknownOutcome, nobody knows still; What says why, and Key is the key. Cancelled is the caller.
	Err error
}

// Resolve finds out what became of a submit whose outcome was not known when it was sent, by one look at the queue and
// at accounting; see Resolution for what the error says. Nothing is changed. A submit may arrive late, so that there
// is no proof of its absence in the first hour; nor is there after thirty days, where accounting is not kept or not
// complete, where another cluster answers now, or where who asks now is not who submitted, and may not see the same
// jobs.
//
// GET /slurm/{v}/jobs/, /slurmdb/{v}/jobs/ and /slurm/{v}/diag/. Needs clusters.run.
func (c *Client) Resolve(ctx context.Context, lost Lost) (slurm.Submitted, error) {
	r := c.ResolveAll(ctx, []Lost{lost}, nil)[0]
	return r.Job, r.Err
}

// ResolveAll is Resolve for several, at the cost of one. known are the ids of jobs that are known to be of other
// submits; it may be nil. The answers are in the order of lost.
func (c *Client) ResolveAll(ctx context.Context, lost []Lost, known map[uint64]bool) []Resolution {
	out := make([]Resolution, len(lost))
	var list []wanted
	var at []int
	for i := range lost {
		out[i].Lost = lost[i]
		if !isKey(lost[i].Key) {
			out[i].Err = usage(opSubmit, strconv.Quote(lost[i].Key)+" is not the key of a submit", "write it as it was shown: "+keyPrefix+"01J...")
			continue
		}
		if lost[i].Began.IsZero() {
			out[i].Began = KeyTime(lost[i].Key)
		}
		list, at = append(list, c.wantedOf(out[i].Lost)), append(at, i)
	}
	if len(list) == 0 {
		return out
	}
	isOld := func(r Resolution) bool { return c.age(r.Lost) >= LateBy }
	proves := slices.ContainsFunc(out, isOld) // the look itself may show a clock by which it does not
	seen := c.look(ctx, newSearch(known, list...), proves)
	for k, i := range at {
		out[i].Job, out[i].Err = c.verdict(ctx, out[i].Lost, seen[k], proves)
	}
	return out
}

func (c *Client) wantedOf(lost Lost) wanted {
	sent, margin := lost.Clock, clockSkew
	if sent.IsZero() { // this machine's clock may have been set since, or it was another machine's
		skew, _ := c.gw.Skew()
		sent, margin = lost.Began, wrongClock+skew.Abs()
	}
	w := c.wanted(lost.Key, lost.Name, sent, margin)
	if lost.User != "" {
		w.user = wire.Clean(lost.User)
	}
	return w
}

// age is how long ago a lost submit was sent: by the cluster's clock if that was known then and is known now.
func (c *Client) age(lost Lost) time.Duration {
	if skew, known := c.gw.Skew(); known && !lost.Clock.IsZero() {
		return c.opts.Now().Add(skew).Sub(lost.Clock)
	}
	return c.opts.Now().Sub(lost.Began)
}

// verdict says what a look at the whole cluster tells of a lost submit. proves says that the look was one to prove its
// absence.
func (c *Client) verdict(ctx context.Context, lost Lost, s sight, proves bool) (slurm.Submitted, error) {
	if s.found != 0 {
		return slurm.Submitted{ID: s.found, Key: lost.Key, Warnings: s.twice()}, nil
	}
	if ctx.Err() != nil {
		f := fault.New(fault.Cancelled, opSubmit, "")
		f.Key, f.Err = lost.Key, ctx.Err()
		return slurm.Submitted{}, f
	}
	unknown := fault.New(fault.UnknownOutcome, opSubmit, "")
	unknown.Key = lost.Key
	age := c.age(lost)
	because := func(why, cure string, err error) (slurm.Submitted, error) {
		unknown.What, unknown.Err = "it is still not known whether the job was submitted: "+why, err
		if unknown.Cure = cure; cure == "" {
			unknown.Cure = "look again later"
		}
		return slurm.Submitted{}, unknown
	}
	switch here := c.Seen().Name; {
	case lost.Cluster != "" && here != "" && here != lost.Cluster:
		return because("it was sent to cluster "+lost.Cluster+", and this is "+here, "look again at "+lost.Cluster, nil)
	case s.err != nil:
		return because(whatOf(s.err), "", s.err)
	case !s.whole:
		return because("a part of the lists of jobs cannot be read", "", nil)
	case s.alike != 0:
		id := strconv.FormatUint(s.alike, 10)
		return because("job "+id+" has "+ofSame(lost.Name)+"no key, and may be this one", "look at job "+id+" before you submit again", nil)
	case lost.Foreign || lost.User != "" && c.opts.User != "" && lost.User != c.opts.User:
		return because("it was sent as another user, "+lost.User+", who may see other jobs", "look again as "+lost.User, nil)
	case age < LateBy:
		return because("it is not there, and may be under way yet", "look again at "+c.opts.Now().Add(LateBy-age).Local().Format("15:04")+
			"; from then on it cannot come any more", nil)
	case age > provable:
		return because("it is not there, but accounting may have forgotten it by now", "look for what it was to write", nil)
	case !proves:
		return because("it is not there, and may be under way yet", "", nil)
	case s.behind != nil:
		return because(whatOf(s.behind), "", s.behind)
	}
	none := fault.New(fault.JobUnknown, opSubmit, "no job has its key: it was not submitted")
	none.Cure, none.Key, none.Settled = "submit again", lost.Key, true
	return slurm.Submitted{}, none
}

// whatOf is what an error says, without its cure.
func whatOf(err error) string {
	if f := fault.From(err); f != nil {
		return f.What
	}
	return err.Error()
}

// ofSame says that the name is the same, where it is known.
func ofSame(name string) string {
	if name == "" {
		return ""
	}
	return "the same name and "
}

package client

import (
	"context"
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

// LateByAnyClock is LateBy where the clock by which it was sent may be wrong by a time zone: where the cluster's was not
// known then.
const LateByAnyClock = LateBy + wrongClock

// provable is after how long accounting is not trusted any more to have everything: sites have it forget old jobs
// (PurgeJobAfter, https://slurm.schedmd.com/slurmdbd.conf.html).
const provable = 30 * 24 * time.Hour

// Lost is a submit of which nobody knows what became of it.
type Lost struct {
	Key  string // needed
	Name string // of the job; "" if it is not known
	User string // as whom it was sent; "" if it is not known
	// Began is when it was sent, by the clock of the machine that sent it; zero means the time in the key.
	Began time.Time
	// Clock is the cluster's clock when it was sent, and Until when its answer was given up, as far as either was known: a
	// machine that sleeps in between sends the request when it wakes up. Cluster is what the cluster called itself; "" if
	// it had not said so. See SeenNow.
	Clock, Until time.Time
	Cluster      string
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
// is no proof of its absence in the first hour, by a clock of the cluster's that was read before the look; where the
// cluster's clock was not known when it was sent, in the first 26 hours, as that of the machine that sent it may be wrong by
// as much as a time zone. Nor is there after thirty days, where accounting is not kept or not complete, where another
// cluster answers now, or where who asks now is not who submitted, and may not see the same jobs.
//
// GET /slurm/{v}/diag/, /slurm/{v}/jobs/ and /slurmdb/{v}/jobs/. Needs clusters.run.
func (c *Client) Resolve(ctx context.Context, lost Lost) (slurm.Submitted, error) {
	r := c.ResolveAll(ctx, []Lost{lost}, nil)[0]
	return r.Job, r.Err
}

// ResolveAll is Resolve for several, at the cost of one. known are the ids of jobs that are known to be of other
// submits; it may be nil. The answers are in the order of lost.
func (c *Client) ResolveAll(ctx context.Context, lost []Lost, known map[uint64]bool) []Resolution {
	out := make([]Resolution, len(lost))
	at := make([]int, 0, len(lost))
	for i := range lost {
		out[i].Lost = lost[i]
		if !isKey(lost[i].Key) {
			out[i].Err = usage(opSubmit, strconv.Quote(lost[i].Key)+" is not the key of a submit", "write it as it was shown: "+slurm.KeyPrefix+"01J...")
			continue
		}
		if lost[i].Began.IsZero() {
			out[i].Began = KeyTime(lost[i].Key)
		}
		at = append(at, i)
	}
	if len(at) == 0 {
		return out
	}
	// The time comes first: what is old enough by then was so when the queue was read.
	d, failed := c.Diag(ctx)
	now := c.dated(d)
	if failed != nil {
		now = time.Time{}
	}
	list, ages, proves := make([]wanted, len(at)), make([]age, len(at)), false
	for k, i := range at {
		list[k], ages[k] = c.wantedOf(out[i].Lost), c.ageOf(out[i].Lost, now)
		ages[k].err = failed
		proves = proves || ages[k].isOver()
	}
	seen := c.look(ctx, newSearch(known, list...), proves)
	for k, i := range at {
		out[i].Job, out[i].Err = c.verdict(ctx, out[i].Lost, seen[k], ages[k])
	}
	return out
}

// span returns between which moments of the cluster's clock a lost submit was sent, however wrong the clock may be by which
// that was noted.
func (l Lost) span(skew time.Duration) (from, to time.Time) {
	if from = l.Clock; from.IsZero() {
		wrong := wrongClock + skew.Abs() // ours may have been as wrong then, and it may have been another machine's
		from, to = l.Began.Add(-wrong), l.Began.Add(wrong)
	}
	switch {
	case !l.Until.IsZero() && l.Until.After(l.Clock):
		to = l.Until
	case !l.Clock.IsZero():
		to = l.Clock
	}
	return from, to
}

func (c *Client) wantedOf(lost Lost) wanted {
	skew, _ := c.gw.Skew()
	from, to := lost.span(skew)
	margin := clockSkew
	if lost.Clock.IsZero() { // it has a wider one
		margin = 0
	}
	w := c.wanted(lost.Key, lost.Name, from, to, margin)
	if lost.User != "" {
		w.user = wire.Clean(lost.User)
	}
	return w
}

// age is how old a lost submit is when the cluster is asked for its job.
type age struct {
	known bool // the cluster has shown its clock
	err   error
	least time.Duration // however wrong the clock may be by which it was sent
	most  time.Duration
}

// isOver reports whether it cannot make a job any more.
func (a age) isOver() bool { return a.known && a.least >= LateBy }

// ageOf is the age of a lost submit at a moment of the cluster's clock, zero if that is not known.
func (c *Client) ageOf(lost Lost, now time.Time) age {
	if now.IsZero() {
		return age{}
	}
	skew, _ := c.gw.Skew()
	from, to := lost.span(skew)
	return age{known: true, least: now.Sub(to), most: now.Sub(from)}
}

// verdict says what a look at the whole cluster tells of a lost submit.
func (c *Client) verdict(ctx context.Context, lost Lost, s sight, old age) (slurm.Submitted, error) {
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
	case old.err != nil:
		return because("it is not there, and may be under way yet; how old it is, is not known: "+whatOf(old.err), "", old.err)
	case !old.known:
		return because("it is not there, and may be under way yet: the cluster does not tell its time, by which it would be too old for that", "", nil)
	case old.most > provable:
		return because("it is not there, but accounting may have forgotten it by now", "look for what it was to write", nil)
	case !old.isOver():
		return because("it is not there, and may be under way yet", "look again at "+clockWords(c.opts.Now(), LateBy-old.least)+
			"; from then on it cannot come any more", nil)
	case s.behind != nil:
		return because(whatOf(s.behind), "", s.behind)
	}
	none := fault.New(fault.JobUnknown, opSubmit, "no job has its key: it was not submitted")
	none.Cure, none.Key, none.Settled = "submit again", lost.Key, true
	return slurm.Submitted{}, none
}

// clockWords say when a time from now is over, with the day where it is not soon.
func clockWords(now time.Time, in time.Duration) string {
	at := now.Add(in).Local()
	if in >= 12*time.Hour {
		return at.Format("2006-01-02 15:04")
	}
	return at.Format("15:04")
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

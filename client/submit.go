package client

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opSubmit = "submit"

// Submit submits one batch job, once. A key goes along in the job's comment, beside the user's own. When nobody knows
// what became of the request (no answer, a cut connection, 502...), the key is looked up in the queue and in
// accounting for some twenty seconds: the job is found, or it is proved not to be there, or the error is
// fault.UnknownOutcome with the Key to look for. It is never sent a second time. A job that was made in spite of errors
// is no error: they are among the Warnings.
//
// POST /slurm/{v}/job/submit. Needs clusters.run.
func (c *Client) Submit(ctx context.Context, s slurm.Submission) (slurm.Submitted, error) {
	asked, key := c.opts.Now(), s.Key
	if !isKey(key) {
		key = c.opts.NewKey()
	}
	// The version is found first, so that a fault in finding it is not taken for one of the submit.
	version, err := c.sureVersion(ctx)
	if err != nil {
		f := *fault.From(err).WithOp(opSubmit)
		f.Settled = true
		return slurm.Submitted{}, &f
	}
	body, err := SubmitBody(s, key, version)
	if err != nil {
		return slurm.Submitted{}, err
	}
	if slept := c.since(asked, s.Key); slept > FreshKey {
		f := fault.New(fault.TimedOut, opSubmit, "the submit was begun "+slept.Round(time.Minute).String()+
			" ago, and this machine or flexq has slept since: nothing was sent")
		f.Cure, f.Settled = "submit again", true
		return slurm.Submitted{}, f
	}
	began := c.opts.Now()
	by, margin := c.sent(began)
	var reply wire.SubmitReply
	a, err := c.slurm(ctx, gateway.Request{Op: opSubmit, Method: http.MethodPost, Path: "/job/submit", Body: body}, reply.Fields())
	failed := fault.From(err)
	if reply.JobID != 0 { // whatever else went wrong, the job is there
		return slurm.Submitted{
			ID: reply.JobID, Key: key, Message: reply.Message, Warnings: unasked(allWords(a, failed), s), Note: cutNote(failed),
		}, nil
	}
	if err == nil {
		failed = noJob(a, reply)
	}
	if sure := unread(reply, failed); sure != nil {
		return slurm.Submitted{}, sure
	}
	if failed.Kind != fault.UnknownOutcome {
		return slurm.Submitted{}, failed
	}
	lost := *failed
	lost.Key = key
	return c.find(ctx, &lost, c.justSent(key, s.Name, began, by, margin))
}

// FreshKey is how old a submit may be when it is sent. Whoever looks for its key counts on it that one which was begun
// long ago is not sent any more; one that is younger may yet be.
const FreshKey = 10 * time.Minute

// since is how long ago a submit was begun: when its key was made, if the caller made it. The machine may have slept
// meanwhile, which only the clock on the wall counts.
func (c *Client) since(asked time.Time, key string) time.Duration {
	now := c.opts.Now().Round(0)
	slept := now.Sub(asked.Round(0))
	if isKey(key) {
		slept = max(slept, now.Sub(KeyTime(key)))
	}
	return slept
}

// justSent describes the job of a submit whose answer has just been given up. It began at a moment of ours, which was one
// of the cluster's as far as that was known then. If what is known of its clock is another by now, one of the two was set,
// or this machine slept: it may have been sent at any time in between.
func (c *Client) justSent(key, name string, began, by time.Time, margin time.Duration) wanted {
	to, now := c.sent(c.opts.Now())
	from, _ := c.sent(began)
	if margin <= now && by.Before(from) {
		from = by
	}
	if margin <= now && by.After(to) {
		to = by
	}
	return c.wanted(key, name, from, to, now)
}

// unasked leaves out what Slurm warns of a job that was to be held: that it is. sbatch does not say so either.
func unasked(warnings []slurm.Problem, s slurm.Submission) []slurm.Problem {
	for _, part := range append([]slurm.Submission{s}, s.Parts...) {
		if part.Hold {
			return slices.DeleteFunc(slices.Clone(warnings), func(p slurm.Problem) bool {
				return strings.HasSuffix(cmp.Or(p.Description, p.Error), heldWords)
			})
		}
	}
	return warnings
}

// heldWords are those of Slurm's ESLURM_JOB_HELD, which comes as a warning without its number.
const heldWords = "Job is in held state, pending scheduler release"

// allWords gives what Slurm said beside the number of a job: its errors before its warnings.
func allWords(a gateway.Answer, failed *fault.Fault) []slurm.Problem {
	if failed == nil {
		return a.Payload.Warnings
	}
	return append(slices.Clone(failed.Problems), a.Payload.Warnings...)
}

// cutNote says that an answer had the number of the job and did not arrive whole, or not as Slurm gives it.
func cutNote(failed *fault.Fault) string {
	switch {
	case failed == nil, len(failed.Problems) > 0:
		return ""
	case fault.KindOf(failed.Err) == fault.Malformed:
		return "its answer is not all to be understood"
	}
	return "its answer was cut"
}

// noJob is the fault of an answer without the number of a job. With a word of Slurm's it is a refusal; an answer that
// says nothing at all proves nothing, nor does one with a number that cannot be read.
func noJob(a gateway.Answer, reply wire.SubmitReply) *fault.Fault {
	f := fault.New(fault.Refused, opSubmit, "Slurm made no job of it")
	f.Status, f.Warnings = a.Status, a.Payload.Warnings
	switch {
	case reply.Unread:
		f.Kind, f.What, f.Cure = fault.UnknownOutcome, "the answer names a job in a way that cannot be read", fault.UnknownOutcome.Cure()
	case len(f.Warnings) > 0:
		f.What += ": " + f.Warnings[0].Description
		f.Cure = "mend what Slurm names, and submit again"
	case reply.Message != "":
		f.What += ": " + reply.Message
	default:
		f.Kind, f.What, f.Cure = fault.UnknownOutcome, "the answer names no job", fault.UnknownOutcome.Cure()
	}
	return f
}

package client

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

const opSubmit = "submit"

// maxComment is how many bytes of comment Slurm takes.
const maxComment = 1024

// Submit submits one batch job, once. A key goes along in the job's comment, beside the user's own. When nobody knows
// what became of the request (no answer, a cut connection, 502...), the key is looked up in the queue and in
// accounting for some twenty seconds: the job is found, or it is proved not to be there, or the error is
// fault.UnknownOutcome with the Key to look for. It is never sent a second time. A job that was made in spite of errors
// is no error: they are among the Warnings.
//
// POST /slurm/{v}/job/submit. Needs clusters.run.
func (c *Client) Submit(ctx context.Context, s slurm.Submission) (slurm.Submitted, error) {
	key := s.Key
	if !isKey(key) {
		key = c.opts.NewKey()
	}
	s.Comment = withKey(s.Comment, key)
	if n := len(s.Comment); n > maxComment {
		return slurm.Submitted{}, usage(opSubmit,
			fmt.Sprintf("the comment has %d bytes with the key that flexq adds to it, and Slurm takes %d", n, maxComment),
			fmt.Sprintf("shorten the comment by %d bytes", n-maxComment))
	}
	// The version is found first, so that a fault in finding it is not taken for one of the submit.
	version, err := c.sureVersion(ctx)
	if err != nil {
		return slurm.Submitted{}, fault.From(err).WithOp(opSubmit)
	}
	body, err := wire.EncodeSubmitFor(s, version)
	if err != nil {
		return slurm.Submitted{}, usage(opSubmit, err.Error(), "")
	}
	began := c.opts.Now()
	var reply wire.SubmitReply
	a, err := c.slurm(ctx, gateway.Request{Op: opSubmit, Method: http.MethodPost, Path: "/job/submit", Body: body}, reply.Fields())
	failed := fault.From(err)
	if reply.JobID != 0 { // whatever else went wrong, the job is there
		return slurm.Submitted{ID: reply.JobID, Key: key, Message: reply.Message, Warnings: unasked(allWords(a, failed), s)}, nil
	}
	if err == nil {
		failed = noJob(a, reply)
	}
	if sure := unread(a, failed); sure != nil {
		return slurm.Submitted{}, sure
	}
	if failed.Kind != fault.UnknownOutcome {
		return slurm.Submitted{}, failed
	}
	lost := *failed
	lost.Key = key
	sent, margin := c.sent(began)
	return c.find(ctx, &lost, c.wanted(key, s.Name, sent, margin))
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

// allWords gives what was said beside the number of a job: Slurm's errors before its warnings, or that the answer
// broke off.
func allWords(a gateway.Answer, failed *fault.Fault) []slurm.Problem {
	switch {
	case failed == nil:
		return a.Payload.Warnings
	case len(failed.Problems) > 0:
		return append(slices.Clone(failed.Problems), a.Payload.Warnings...)
	}
	return append([]slurm.Problem{{Description: failed.What}}, a.Payload.Warnings...)
}

// noJob is the fault of an answer without the number of a job. With a word of Slurm's it is a refusal; an answer that
// says nothing at all proves nothing.
func noJob(a gateway.Answer, reply wire.SubmitReply) *fault.Fault {
	f := fault.New(fault.Refused, opSubmit, "Slurm made no job of it")
	f.Status, f.Warnings = a.Status, a.Payload.Warnings
	switch {
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

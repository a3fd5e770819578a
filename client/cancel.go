package client

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// Slurm's error numbers that say how a cancel ended.
const (
	numDenied   = 2002 // ESLURM_ACCESS_DENIED
	numNotOwner = 2010 // ESLURM_USER_ID_MISSING: "Invalid user id"
	numUnknown  = 2017 // ESLURM_INVALID_JOB_ID
	numDone     = 2021 // ESLURM_ALREADY_DONE
)

// errNotTold marks the fault of a cancel that was sent and of which Slurm does not say what became.
var errNotTold = errors.New("the answer does not tell")

// Cancel ends a job, some tasks of an array or a het job; with a signal, by name or number, it only sends that. Slurm
// takes a cancel at once and carries it out later: look at the state. A refusal is an outcome and no error; of several
// tasks the worst outcome counts, and its Message says how many were cancelled. A word that is no signal is refused
// here, since Slurm would cancel the job. Data versions before v0.0.42 do not tell the outcome; where a look at the job
// does not either, as after a signal, it is fault.UnknownOutcome.
//
// DELETE /slurm/{v}/job/{id}[?signal=], and GET /slurm/{v}/job/{id} where that does not say enough. Needs clusters.run,
// and in Slurm that the job is one's own.
func (c *Client) Cancel(ctx context.Context, ref slurm.Ref, signal string) (slurm.CancelOutcome, error) {
	op, verb := "cancel job "+ref.String(), "cancelled"
	q := url.Values{}
	if signal != "" {
		_, number, err := slurm.ParseSignal(signal)
		if err != nil {
			return slurm.CancelOutcome{}, usage(op, err.Error(), "nothing was sent")
		}
		q.Set("signal", strconv.Itoa(number))
		verb = "signalled"
	}
	refs, err := oneByOne(op, ref)
	if err != nil {
		return slurm.CancelOutcome{}, err
	}
	var all []slurm.CancelOutcome
	var untold error
	for i, one := range refs {
		out, err := c.cancelOne(ctx, op, one, q)
		switch {
		case errors.Is(err, errNotTold):
			untold = err // the others are sent all the same
			continue
		case err != nil:
			return slurm.CancelOutcome{}, partly(err, one, verb, ended(all), i+1, len(refs))
		}
		out.Ref = one
		all = append(all, out)
	}
	if untold != nil {
		return slurm.CancelOutcome{}, untold
	}
	return worst(ref, verb, all), nil
}

// ended counts the outcomes that are a success.
func ended(all []slurm.CancelOutcome) int {
	n := 0
	for _, o := range all {
		if o.Result == slurm.CancelAccepted || o.Result == slurm.CancelFinished {
			n++
		}
	}
	return n
}

// worst sums several outcomes up.
func worst(ref slurm.Ref, verb string, all []slurm.CancelOutcome) slurm.CancelOutcome {
	out := slices.MaxFunc(all, func(a, b slurm.CancelOutcome) int { return badness(a.Result) - badness(b.Result) })
	if good := ended(all); good < len(all) && len(all) > 1 {
		out.Message = progress(verb, good, len(all)) + "; " + out.Ref.String() + ": " + out.Message
	}
	out.Ref, out.Warnings = ref, nil
	for _, o := range all {
		for _, w := range o.Warnings {
			if !slices.Contains(out.Warnings, w) {
				out.Warnings = append(out.Warnings, w)
			}
		}
	}
	return out
}

// badness orders outcomes: what a user must know of most comes last.
func badness(r slurm.CancelResult) int {
	switch r {
	case slurm.CancelFinished:
		return 0
	case slurm.CancelAccepted:
		return 1
	case slurm.CancelUnknown:
		return 2
	case slurm.CancelRefused:
		return 3
	}
	return 3
}

func (c *Client) cancelOne(ctx context.Context, op string, ref slurm.Ref, q url.Values) (slurm.CancelOutcome, error) {
	var reply wire.CancelReply
	r := gateway.Request{Op: op, Method: http.MethodDelete, Path: "/job/" + ref.String(), Query: q}
	a, err := c.slurm(ctx, r, reply.Fields())
	var out slurm.CancelOutcome
	switch {
	case err != nil:
		return refusedCancel(err)
	case reply.Told:
		out = c.outcome(ctx, ref, reply.Status)
	case len(q) > 0:
		return out, c.notTold(op, "whether Slurm took the signal", errNotTold)
	default:
		out, err = c.proveCancel(ctx, op, ref)
	}
	out.Warnings = a.Payload.Warnings
	return out, err
}

// outcome reads the list of what went wrong. It is empty if nothing did.
func (c *Client) outcome(ctx context.Context, ref slurm.Ref, status []wire.KillStatus) slurm.CancelOutcome {
	out, first := slurm.CancelOutcome{Result: slurm.CancelAccepted}, true
	done := make(map[uint64]wire.KillStatus)
	for _, s := range status {
		result := resultOf(s.Code)
		if result == slurm.CancelFinished && s.Step != ref.String() && ref.Task == "" && ref.Het < 0 {
			done[s.Job] = s // a part that had ended says nothing of the others, which are not listed
			continue
		}
		if first || badness(result) > badness(out.Result) {
			out = slurm.CancelOutcome{Result: result, Code: s.Code, Message: s.Message}
		}
		first = false
	}
	if first && len(done) > 0 && c.onlyParts(ctx, ref, done) {
		return slurm.CancelOutcome{Result: slurm.CancelFinished, Code: numDone, Message: status[0].Message}
	}
	return out
}

// onlyParts reports whether a job has no other parts than these.
func (c *Client) onlyParts(ctx context.Context, ref slurm.Ref, parts map[uint64]wire.KillStatus) bool {
	d, err := c.liveJob(ctx, ref)
	if err != nil {
		return fault.KindOf(err) == fault.JobUnknown // all have left the queue since
	}
	return !slices.ContainsFunc(d.Jobs, func(j slurm.Job) bool {
		_, ok := parts[j.ID]
		return !ok
	})
}

func resultOf(code int) slurm.CancelResult {
	switch code {
	case 0:
		return slurm.CancelAccepted
	case numDone:
		return slurm.CancelFinished
	case numUnknown:
		return slurm.CancelUnknown
	}
	return slurm.CancelRefused
}

// refusedCancel turns an error of Slurm's that is an outcome into one.
func refusedCancel(err error) (slurm.CancelOutcome, error) {
	f := fault.From(err)
	if f.Kind != fault.Refused && f.Kind != fault.JobUnknown {
		return slurm.CancelOutcome{}, err
	}
	for _, p := range f.Problems {
		switch p.Number {
		case numDenied, numNotOwner, numUnknown, numDone:
			return slurm.CancelOutcome{Result: resultOf(p.Number), Code: p.Number, Message: p.Error}, nil
		}
	}
	if f.Kind == fault.JobUnknown {
		return slurm.CancelOutcome{Result: slurm.CancelUnknown, Code: numUnknown, Message: f.What}, nil
	}
	return slurm.CancelOutcome{}, err
}

// proveCancel looks what became of a cancel. Data versions before v0.0.42 answer the same whether Slurm took it,
// refused it or knows no such job.
func (c *Client) proveCancel(ctx context.Context, op string, ref slurm.Ref) (slurm.CancelOutcome, error) {
	d, err := c.liveJob(ctx, ref)
	switch {
	case err == nil && len(d.Jobs) == 0 && ref.Task != "":
		// The array is there and the task is not: a task that is cancelled before it starts leaves the queue.
		return slurm.CancelOutcome{Result: slurm.CancelAccepted}, nil
	case fault.KindOf(err) == fault.JobUnknown, err == nil && len(d.Jobs) == 0:
		return slurm.CancelOutcome{Result: slurm.CancelUnknown, Code: numUnknown, Message: "Slurm has no such job in its queue"}, nil
	case err != nil:
		return slurm.CancelOutcome{}, c.notTold(op, "what became of the cancel, and a look at the job failed: "+fault.From(err).What, err)
	}
	ends := func(j slurm.Job) bool { return j.State.IsFinal() || j.State.Has(slurm.JobCompleting) }
	at := slices.IndexFunc(d.Jobs, func(j slurm.Job) bool { return !ends(j) })
	if at < 0 {
		return slurm.CancelOutcome{Result: slurm.CancelAccepted}, nil
	}
	return slurm.CancelOutcome{
		Result:  slurm.CancelRefused,
		Message: "the job is still " + d.Jobs[at].State.Words() + ", and data version " + c.version.spoken().Version + " does not say why",
	}, nil
}

// notTold is the fault of a call whose answer does not say what came of it.
func (c *Client) notTold(op, what string, err error) *fault.Fault {
	f := fault.New(fault.UnknownOutcome, op, "data version "+c.version.spoken().Version+" does not say "+what)
	f.Cure, f.Err = "look at the job; from v0.0.42 on Slurm says it", err
	return f
}

package client

import (
	"context"
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

// Cancel ends a job, some tasks of an array or a het job; with a signal, by name or number, it only sends that. Slurm
// takes a cancel at once and carries it out later: look at the state. A refusal is an outcome and no error; of several
// tasks the worst outcome counts. A word that is no signal is refused here, since Slurm would cancel the job.
//
// DELETE /slurm/{v}/job/{id}[?signal=]. Needs clusters.run, and in Slurm that the job is one's own.
func (c *Client) Cancel(ctx context.Context, ref slurm.Ref, signal string) (slurm.CancelOutcome, error) {
	op := "cancel job " + ref.String()
	q := url.Values{}
	if signal != "" {
		_, number, err := slurm.ParseSignal(signal)
		if err != nil {
			return slurm.CancelOutcome{}, usage(op, err.Error(), "nothing was sent")
		}
		q.Set("signal", strconv.Itoa(number))
	}
	refs, err := oneByOne(op, ref)
	if err != nil {
		return slurm.CancelOutcome{}, err
	}
	var all []slurm.CancelOutcome
	for _, one := range refs {
		out, err := c.cancelOne(ctx, op, one, q)
		if err != nil {
			return slurm.CancelOutcome{}, err
		}
		all = append(all, out)
	}
	worst := slices.MaxFunc(all, func(a, b slurm.CancelOutcome) int { return badness(a.Result) - badness(b.Result) })
	worst.Ref = ref
	return worst, nil
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
	_, err := c.slurm(ctx, r, reply.Fields())
	if err != nil {
		return refusedCancel(err)
	}
	if !reply.Told && len(q) == 0 {
		return c.proveCancel(ctx, ref)
	}
	return outcome(ref, reply.Status), nil
}

// outcome reads the list of what went wrong. It is empty if nothing did.
func outcome(ref slurm.Ref, status []wire.KillStatus) slurm.CancelOutcome {
	out := slurm.CancelOutcome{Result: slurm.CancelAccepted}
	for i, s := range status {
		result := resultOf(s.Code)
		if result == slurm.CancelFinished && s.Step != ref.String() && ref.Task == "" && ref.Het < 0 {
			continue // a part that had ended says nothing of the others, which are not listed
		}
		if i == 0 || badness(result) > badness(out.Result) {
			out = slurm.CancelOutcome{Result: result, Code: s.Code, Message: s.Message}
		}
	}
	return out
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
func (c *Client) proveCancel(ctx context.Context, ref slurm.Ref) (slurm.CancelOutcome, error) {
	d, err := c.liveJob(ctx, ref)
	switch {
	case err == nil && len(d.Jobs) == 0 && ref.Task != "":
		// The array is there and the task is not: a task that is cancelled before it starts leaves the queue.
		return slurm.CancelOutcome{Result: slurm.CancelAccepted}, nil
	case fault.KindOf(err) == fault.JobUnknown, err == nil && len(d.Jobs) == 0:
		return slurm.CancelOutcome{Result: slurm.CancelUnknown, Code: numUnknown, Message: "Slurm has no such job in its queue"}, nil
	case err != nil:
		return slurm.CancelOutcome{Result: slurm.CancelAccepted}, nil //nolint:nilerr // the cancel was taken; only its effect is not known
	}
	ends := func(j slurm.Job) bool { return j.State.IsFinal() || j.State.Has(slurm.JobCompleting) }
	if !slices.ContainsFunc(d.Jobs, func(j slurm.Job) bool { return !ends(j) }) {
		return slurm.CancelOutcome{Result: slurm.CancelAccepted}, nil
	}
	return slurm.CancelOutcome{
		Result:  slurm.CancelRefused,
		Message: "the job is still " + d.Jobs[0].State.Words() + ", and data version " + c.version.known() + " does not say why",
	}, nil
}

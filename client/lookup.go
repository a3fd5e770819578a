package client

import (
	"context"
	"strconv"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// looks returns the pauses before each look for a lost submit. A request that is still on its way when the connection
// breaks mostly reaches slurmctld within seconds.
func looks() []time.Duration {
	return []time.Duration{time.Second, 3 * time.Second, 6 * time.Second, 12 * time.Second}
}

// lastLook is how long a look may take that is made when the caller does not want to wait any longer.
const lastLook = 3 * time.Second

// find looks for the job of a submit whose outcome is not known. That no job came of it is said only when Slurm itself
// has ended its work on the request, and the last look, at the queue and at accounting, saw everything and in it
// neither the key nor a job that may be this one without it. To be wrong about that makes a second job. A caller who gives
// up, be it while the request was under way, has it looked for once more.
func (c *Client) find(ctx context.Context, lost *fault.Fault, w wanted) (slurm.Submitted, error) {
	var last sight
	pauses, gaveUp := looks(), false
	for i, pause := range pauses {
		proves := i == len(pauses)-1
		if gaveUp = c.opts.Sleep(ctx, pause) != nil; gaveUp {
			var stop context.CancelFunc
			ctx, stop = context.WithTimeout(context.WithoutCancel(ctx), lastLook)
			defer stop()
			proves = false
		}
		c.opts.OnLookup(w.key, i+1)
		alike := last.alike
		last = c.look(ctx, newSearch(nil, w), proves)[0]
		if last.found != 0 {
			return slurm.Submitted{ID: last.found, Key: w.key, Warnings: append(last.twice(), lost.Warnings...), Note: foundNote(lost)}, nil
		}
		if last.alike == 0 {
			last.alike = alike // it may have left the queue since
		}
		if gaveUp {
			break
		}
	}
	if !gaveUp && last.whole && last.alike == 0 && last.behind == nil && workEnded(lost) {
		return slurm.Submitted{}, notSubmitted(lost)
	}
	return slurm.Submitted{}, doubt(lost, last)
}

// foundNote says what was wrong with the answer to a submit whose job was found all the same.
func foundNote(lost *fault.Fault) string {
	note := "no answer came"
	switch {
	case lost.Status != 0 && fault.KindOf(lost.Err) == fault.Cut:
		note = "its answer was cut"
	case lost.Status != 0:
		note = "its answer did not say so"
	}
	return note + "; found by its key"
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

// doubt says what to do about a submit of which nobody knows, and names the job that may be it.
func doubt(lost *fault.Fault, s sight) *fault.Fault {
	f := *lost
	if s.alike == 0 {
		f.Cure = "do not submit it again before `flexq ledger resolve` has found out what became of it"
		return &f
	}
	id := strconv.FormatUint(s.alike, 10)
	f.What += "; job " + id + " has the same name and no key, and may be this one"
	f.Cure = "look at job " + id + " before you submit again"
	return &f
}

// twice warns of a second job with the same key: something between here and Slurm has sent the request again.
func (s sight) twice() []slurm.Problem {
	if s.again == 0 {
		return nil
	}
	return []slurm.Problem{{Description: "job " + strconv.FormatUint(s.again, 10) + " has the same key: the request was sent a second time on its way, " +
		"and not by flexq; cancel one of them"}}
}

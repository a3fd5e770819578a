package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// lapse is how long a job that was seen may be known to neither queue nor accounting: slurmctld forgets a job
// before slurmdbd has stored its end.
const lapse = 2 * time.Minute

// waiter follows jobs to their ends.
type waiter struct {
	*waitOptions
	api service
	// unreachable is the last failure, while the cluster does not answer.
	unreachable error
}

// waitFor asks for each job until it has ended, and returns the last record of each.
func waitFor(ctx context.Context, o *waitOptions, api service, refs []slurm.Ref) ([]slurm.Job, error) {
	w := &waiter{waitOptions: o, api: api}
	limited := ctx
	if o.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	var ended []slurm.Job
	for _, ref := range refs {
		jobs, err := w.one(limited, ref)
		switch {
		case err == nil:
			ended = append(ended, jobs...)
		case ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded):
			return nil, w.timeUp(ref)
		default:
			return nil, err
		}
	}
	return ended, nil
}

// one waits for the end of one id: of the job, or of all the jobs that it stands for.
func (w *waiter) one(ctx context.Context, ref slurm.Ref) ([]slurm.Job, error) {
	var seen time.Time
	for {
		detail, err := w.api.Job(ctx, ref)
		switch kind := fault.KindOf(err); {
		case err == nil:
			w.reached()
			seen = w.now()
			if allFinal(detail.Jobs) {
				return detail.Jobs, nil
			}
		case ctx.Err() != nil:
			if seen.IsZero() && w.unreachable == nil {
				w.unreachable = err
			}
			return nil, err
		case kind == fault.JobUnknown && !seen.IsZero() && w.now().Sub(seen) < lapse:
		case kind.Transient():
			w.lost(err)
		default:
			return nil, err
		}
		if err := w.sleep(ctx, w.interval); err != nil {
			return nil, err
		}
	}
}

func allFinal(jobs []slurm.Job) bool {
	for i := range jobs {
		if !jobs[i].State.IsFinal() {
			return false
		}
	}
	return len(jobs) > 0
}

// lost says once that the cluster does not answer; reached says that it does again.
func (w *waiter) lost(err error) {
	if w.unreachable == nil {
		fmt.Fprintf(w.Err, "flexq: %v; still trying\n", err)
	}
	w.unreachable = err
}

func (w *waiter) reached() {
	if w.unreachable != nil {
		fmt.Fprintln(w.Err, "flexq: the cluster answers again")
	}
	w.unreachable = nil
}

// timeUp says what the time was not enough for: to reach the cluster, or for the job to end.
func (w *waiter) timeUp(ref slurm.Ref) error {
	if w.unreachable != nil {
		return &codeError{
			code: exitUnavailable,
			what: fmt.Sprintf("the cluster could not be reached within %s: %v", w.timeout, w.unreachable),
		}
	}
	return &codeError{
		code: exitFailed,
		what: fmt.Sprintf("%s has not ended after %s", ref, w.timeout),
		cure: "wait longer with --timeout",
	}
}

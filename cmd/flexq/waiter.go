package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
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
	// seen is when each id was last known to Slurm, and ended what became of it.
	seen  []time.Time
	ended [][]slurm.Job
	// unreachable is the last failure, while the cluster does not answer.
	unreachable error
}

// waitFor asks for each job until all have ended, and returns the last record of each. An id that Slurm does not
// know is found in the first round, not after the others have ended.
func waitFor(ctx context.Context, o *waitOptions, api service, refs []slurm.Ref) ([]slurm.Job, error) {
	w := &waiter{waitOptions: o, api: api, seen: make([]time.Time, len(refs)), ended: make([][]slurm.Job, len(refs))}
	limited := ctx
	if o.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	err := w.all(limited, refs)
	if err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return nil, w.timeUp(refs)
	}
	return slices.Concat(w.ended...), err
}

// all looks at every id that has not ended, round after round.
func (w *waiter) all(ctx context.Context, refs []slurm.Ref) error {
	for {
		left := 0
		for i, ref := range refs {
			if w.ended[i] != nil {
				continue
			}
			if err := w.look(ctx, i, ref); err != nil {
				return err
			}
			if w.ended[i] == nil {
				left++
			}
		}
		if left == 0 {
			return nil
		}
		if err := w.sleep(ctx, w.interval); err != nil {
			return err
		}
	}
}

// look asks once for the job of one id, or for the jobs that it stands for.
func (w *waiter) look(ctx context.Context, i int, ref slurm.Ref) error {
	detail, err := w.api.Job(ctx, ref)
	switch kind := fault.KindOf(err); {
	case err == nil:
		w.reached()
		w.seen[i] = w.now()
		if allFinal(detail.Jobs) {
			w.ended[i] = detail.Jobs
		}
	case ctx.Err() != nil:
		if w.seen[i].IsZero() && w.unreachable == nil {
			w.unreachable = err
		}
		return err
	case kind == fault.JobUnknown && !w.seen[i].IsZero() && w.now().Sub(w.seen[i]) < lapse:
	case kind.Transient():
		w.lost(err)
	default:
		return err
	}
	return nil
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

// timeUp says what the time was not enough for: to reach the cluster, or for the jobs to end.
func (w *waiter) timeUp(refs []slurm.Ref) error {
	if w.unreachable != nil {
		return &codeError{
			code: exitUnavailable,
			what: fmt.Sprintf("the cluster could not be reached within %s: %v", w.timeout, w.unreachable),
		}
	}
	var left []string
	for i, ref := range refs {
		if w.ended[i] == nil {
			left = append(left, ref.String())
		}
	}
	return &codeError{
		code: exitFailed,
		what: fmt.Sprintf("not ended after %s: %s", w.timeout, strings.Join(left, ", ")),
		cure: "wait longer with --timeout",
	}
}

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
	api  service
	jobs []waited
	// said are the failures that were told since everything was well for the last time.
	said []string
}

// waited is what is known of one id.
type waited struct {
	ref   slurm.Ref
	seen  time.Time   // when it was last known to Slurm
	ended []slurm.Job // what became of it
	lost  error       // why the last look told nothing
	told  bool        // that it is lost
}

// waitFor asks for each job until all have ended, and returns the last record of each. An id that Slurm does not
// know is found in the first round, not after the others have ended.
func waitFor(ctx context.Context, o *waitOptions, api service, refs []slurm.Ref) ([]slurm.Job, error) {
	w := &waiter{waitOptions: o, api: api, jobs: make([]waited, len(refs))}
	for i, ref := range refs {
		w.jobs[i].ref = ref
	}
	limited := ctx
	if o.timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	err := w.all(limited)
	if err != nil && ctx.Err() == nil && errors.Is(limited.Err(), context.DeadlineExceeded) {
		return nil, w.timeUp()
	}
	var ended []slurm.Job
	for i := range w.jobs {
		ended = append(ended, w.jobs[i].ended...)
	}
	return ended, err
}

// all looks at every id that has not ended, round after round.
func (w *waiter) all(ctx context.Context) error {
	for {
		left := 0
		for i := range w.jobs {
			j := &w.jobs[i]
			if j.ended != nil {
				continue
			}
			if err := w.look(ctx, j); err != nil {
				return err
			}
			if j.ended == nil {
				left++
			}
		}
		w.report()
		if left == 0 {
			return nil
		}
		if err := w.sleep(ctx, w.interval); err != nil {
			return err
		}
	}
}

// look asks once for the job of one id, or for the jobs that it stands for.
func (w *waiter) look(ctx context.Context, j *waited) error {
	detail, err := w.api.Job(ctx, j.ref)
	switch kind := fault.KindOf(err); {
	case err == nil:
		j.lost, j.seen = nil, w.now()
		if allFinal(detail.Jobs) {
			j.ended = detail.Jobs
		}
	case ctx.Err() != nil:
		if j.seen.IsZero() && j.lost == nil {
			j.lost = err
		}
		return err
	case kind == fault.JobUnknown && !j.seen.IsZero() && w.now().Sub(j.seen) < lapse:
		j.lost = nil
	case kind.Transient(), kind == fault.Malformed: // what stands between may answer something else for a while
		j.lost = err
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

// report says after a round which jobs it told nothing of, and why. The same reason is said once for all of them and
// not again until all is well.
func (w *waiter) report() {
	lost := 0
	for i := range w.jobs {
		j := &w.jobs[i]
		if j.lost == nil {
			j.told = false
			continue
		}
		lost++
		if why := j.lost.Error(); !j.told && !slices.Contains(w.said, why) {
			fmt.Fprintf(w.Err, "flexq: %s; still trying\n", why)
			w.said = append(w.said, why)
		}
		j.told = true
	}
	if lost == 0 && w.said != nil {
		fmt.Fprintln(w.Err, "flexq: the cluster answers again")
		w.said = nil
	}
}

// timeUp says what the time was not enough for: the jobs that are still there to end, or else the cluster to answer.
func (w *waiter) timeUp() error {
	var left, lost []string
	var why error
	for i := range w.jobs {
		switch j := &w.jobs[i]; {
		case j.ended != nil:
		case j.lost == nil && !j.seen.IsZero():
			left = append(left, j.ref.String())
		default: // lost, or never asked for because the one before took all the time
			lost = append(lost, j.ref.String())
			if j.lost != nil {
				why = j.lost
			}
		}
	}
	switch {
	case len(left) > 0:
		what := fmt.Sprintf("not ended after %s: %s", w.timeout, strings.Join(left, ", "))
		if len(lost) > 0 {
			what += fmt.Sprintf("; nothing is known of %s: %v", strings.Join(lost, ", "), why)
		}
		return &codeError{code: exitFailed, what: what, cure: "wait longer with --timeout"}
	case fault.KindOf(why).ConcernsOneJob():
		return &codeError{
			code: exitUnavailable,
			what: fmt.Sprintf("nothing is known of %s after %s: %v", strings.Join(lost, ", "), w.timeout, why),
		}
	}
	return &codeError{
		code: exitUnavailable,
		what: fmt.Sprintf("the cluster could not be reached within %s: %v", w.timeout, why),
	}
}

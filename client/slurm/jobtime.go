package slurm

import (
	"math"
	"time"
)

// Used returns for how long the job has run as squeue %M counts it: pauses left out, none while it waits. now is
// read only while the job runs. It is never below 0.
func (j *Job) Used(now Time) time.Duration {
	if j.Source == Accounting && (j.Elapsed > 0 || !j.State.IsActive()) {
		return max(0, seconds(j.Elapsed))
	}
	if j.Start == 0 || j.State.Base == JobPending {
		return 0
	}
	ran := max(0, seconds(j.PreSuspend))
	if j.State.Base == JobSuspended {
		return ran
	}
	end := now
	if j.State.hasEnded() && j.End != 0 {
		end = j.End
	}
	since := j.Start
	if j.Suspended != 0 { // since then it runs again; before, it ran for ran
		since = j.Suspended
	} else {
		ran = 0
	}
	again := max(0, end.Sub(since))
	return again + min(ran, math.MaxInt64-again)
}

// Left returns how much of its limit the job has left, negative when it is over it, and false if it has no limit.
// Before it starts that is the whole limit.
func (j *Job) Left(now Time) (time.Duration, bool) {
	limit, ok := j.Limit.Duration()
	if !ok {
		return 0, false
	}
	return limit - j.Used(now), true
}

// Waited returns how long the job stood in the queue before it started, or has stood by now.
func (j *Job) Waited(now Time) time.Duration {
	if j.State.Base == JobPending || j.Start == 0 {
		return max(0, now.Sub(j.Submit))
	}
	return max(0, j.Start.Sub(j.Submit))
}

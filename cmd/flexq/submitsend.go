package main

import (
	"context"
	"fmt"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// send submits the job, and waits for its end if that is wanted.
func (s *submitting) send(ctx context.Context) error {
	done, err := s.api.Submit(ctx, s.job)
	if err != nil {
		return s.placed(err)
	}
	s.result.submitted(done)
	if !s.quiet {
		warn(s.Err, done.Warnings)
	}
	if done.Message != "" && !s.quiet {
		fmt.Fprintf(s.Err, "flexq: Slurm says: %s\n", done.Message)
	}
	if done.Note != "" && !s.quiet {
		fmt.Fprintf(s.Err, "flexq: submitted as %d; %s\n", done.ID, done.Note)
	}
	s.say("the submission key is %s", done.Key)
	if !s.quiet && !s.asJSON {
		if _, err := fmt.Fprintln(s.Out, done.ID); err != nil {
			return fmt.Errorf("write the output: job %d was submitted: %w", done.ID, err)
		}
	}
	if !s.reading.Own.Wait {
		return nil
	}
	if s.asJSON {
		s.say("waiting for the end of job %d", done.ID)
	}
	err = s.waitFor(ctx, slurm.Ref{Job: done.ID, Het: -1})
	if err != nil && (ctx.Err() != nil || isUnseen(err)) {
		fmt.Fprintf(s.notes(), "flexq: job %d goes on; `flexq wait %d` waits for its end\n", done.ID, done.ID)
	}
	return err
}

// isUnseen reports whether the waiting ended while the job did not, as far as is known: the token may have expired.
func isUnseen(err error) bool {
	f := fault.From(err)
	return f != nil && f.Kind != fault.JobUnknown
}

// waitFor waits for the job that was submitted.
func (s *submitting) waitFor(ctx context.Context, ref slurm.Ref) error {
	w := &waitOptions{streams: s.streams, sleep: s.sleep, now: s.now, interval: s.config.Screen.PollJobs}
	jobs, err := waitFor(ctx, w, s.api, []slurm.Ref{ref})
	if err != nil {
		return err
	}
	s.result.ended(jobs)
	for i := range jobs {
		if !s.quiet {
			fmt.Fprintf(s.Err, "flexq: job %s: %s\n", jobs[i].DisplayID(), endWords(&jobs[i]))
		}
	}
	return unsuccessful(jobs)
}

// endWords says how a job ended.
func endWords(j *slurm.Job) string {
	words := []string{j.State.Words()}
	if j.Exit.Set && j.State.IsFailure() {
		words = append(words, j.Exit.Words())
	}
	return strings.Join(words, ", ")
}

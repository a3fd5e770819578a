package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/config"
)

type cancelOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	sleep    func(context.Context, time.Duration) error
	now      func() time.Time
	output   outputFlags
	ids      []string
	signal   string
	yes      bool
	wait     bool
}

func newCancelCmd(f *factory, runF func(context.Context, *cancelOptions) error) *cobra.Command {
	o := &cancelOptions{streams: f.streams, settings: f.target, service: f.service, sleep: f.sleep, now: f.now}
	cmd := &cobra.Command{
		Use:   "cancel ID...",
		Short: "Cancel or signal jobs",
		Long: "Cancel jobs, or send them a signal. An ID is 1234, or of an array 1234_7 or 1234_[1-5,9]. Slurm takes a\n" +
			"cancel at once and the job ends a little later: --wait waits for that. To cancel a job that has ended is\n" +
			"no error. Without --yes it asks, and the answer is no unless it is given.",
		Args: arguments(1, -1, "the id of a job"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.ids = args
			return orElse(runF, cancelRun)(cmd.Context(), o)
		},
	}
	addOutput(cmd, &o.output, cancelFields())
	cmd.Flags().StringVarP(&o.signal, "signal", "s", "", "send this signal instead, as in USR1 or 10; the job goes on unless it ends by it")
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	cmd.Flags().BoolVar(&o.wait, "wait", false, "wait until the jobs have ended")
	return cmd
}

func cancelRun(ctx context.Context, o *cancelOptions) error {
	l := listing[cancelRow]{kind: "cancel", fields: cancelFields(), empty: "nothing was cancelled", whole: true}
	if err := l.check(o.output); err != nil {
		return err
	}
	refs, err := wholeRefs(o.ids, "cancelled or signalled")
	if err != nil {
		return err
	}
	signal, err := signalName(o.signal)
	if err != nil {
		return err
	}
	if o.wait && signal != "" {
		return usagef("a job may well live on after a signal", "--wait does not go with --signal")
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	if settings.ReadOnly {
		return fault.New(fault.ReadOnly, "cancel", "")
	}
	if !o.yes && !o.InTTY {
		return usagef("add --yes to do it without being asked", "cannot ask whether to cancel: the input is not a terminal")
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	if !o.yes {
		if err := confirmCancel(ctx, o.streams, api, refs, signal); err != nil {
			return err
		}
	}
	rows, failure := cancelAll(ctx, api, refs, signal)
	l.context, l.asOf, l.items = settings.Name(), o.now(), rows
	if err := l.print(o.streams, o.output); err != nil {
		return err
	}
	if failure == nil && o.wait {
		w := &waitOptions{streams: o.streams, sleep: o.sleep, now: o.now, interval: settings.Screen.PollJobs}
		_, failure = waitFor(ctx, w, api, refs)
	}
	return failure
}

// wholeRefs reads ids of jobs, tasks of arrays and parts of het jobs; no steps. One that is given twice counts once.
// The verb is what is to be done with them, as in "cancelled".
func wholeRefs(ids []string, verb string) ([]slurm.Ref, error) {
	refs, err := parseRefs(ids)
	if err != nil {
		return nil, err
	}
	for _, ref := range refs {
		if ref.Step != "" {
			job := ref
			job.Step = ""
			return nil, usagef("give the id of the job: "+job.String(), "%s is a step: only whole jobs and tasks can be %s", ref, verb)
		}
	}
	return distinct(refs), nil
}

// distinct leaves out what came before.
func distinct[T comparable](all []T) []T {
	seen := make(map[T]bool, len(all))
	var out []T
	for _, one := range all {
		if !seen[one] {
			seen[one] = true
			out = append(out, one)
		}
	}
	return out
}

// signalName checks a signal before anything is sent: Slurm takes an unknown name for a plain cancel.
func signalName(s string) (string, error) {
	if s == "" { // not given: one that is given empty is refused, see checkFlag
		return "", nil
	}
	name, _, err := slurm.ParseSignal(s)
	if err != nil {
		return "", usagef("", "--signal: %v", err)
	}
	return name, nil
}

// What can become of an id; these words are a promise to scripts.
const (
	resultCancelling = "cancelling"
	resultSignalled  = "signalled"
	resultFinished   = "finished" // it had ended before: success
	resultUnknown    = "not found"
	resultRefused    = "refused"
	resultFailed     = "failed"
	resultUncertain  = "outcome unknown"
	resultNotSent    = "not sent"
	resultAccepted   = "accepted" // of changes of nodes
)

// cancelRow is what became of one id.
type cancelRow struct {
	ref     slurm.Ref
	result  string
	code    int // Slurm's error number
	message string
}

func cancelFields() []field[cancelRow] {
	return []field[cancelRow]{
		{key: "id", title: "ID", shown: inTable, value: func(r cancelRow) any { return r.ref.String() }},
		{key: "result", title: "RESULT", shown: inTable, value: func(r cancelRow) any { return r.result }},
		{key: "code", title: "CODE", value: func(r cancelRow) any { return r.code }},
		{key: "message", title: "MESSAGE", shown: inTable, value: func(r cancelRow) any { return r.message }},
	}
}

// cancelAll cancels one id after the other. A failure that is about one job lets the others go on; one that is
// about all of them (no connection, no permission) ends it. The error is the worst of what happened.
func cancelAll(ctx context.Context, api service, refs []slurm.Ref, signal string) ([]cancelRow, error) {
	var rows []cancelRow
	var worst error
	for i, ref := range refs {
		outcome, err := api.Cancel(ctx, ref, signal)
		row := cancelOutcome(ref, outcome, err, signal)
		if row.result == resultUnknown && hasEnded(ctx, api, ref) {
			row.result, row.message, err = resultFinished, "", nil
		}
		rows = append(rows, row)
		if err == nil {
			err = refusal(row)
		}
		if exitCode(err) > exitCode(worst) {
			worst = err
		}
		if err != nil && !concernsOneJob(err) {
			for _, rest := range refs[i+1:] {
				rows = append(rows, cancelRow{ref: rest, result: resultNotSent})
			}
			break
		}
	}
	return rows, worst
}

// hasEnded reports whether a job that the queue does not know is known to accounting, as one that has ended: then
// there was nothing to cancel, as with one that has just ended.
func hasEnded(ctx context.Context, api service, ref slurm.Ref) bool {
	detail, err := api.Job(ctx, ref)
	return err == nil && allFinal(detail.Jobs)
}

func cancelOutcome(ref slurm.Ref, o slurm.CancelOutcome, err error, signal string) cancelRow {
	row := cancelRow{ref: ref, code: o.Code, message: o.Message}
	if f := fault.From(err); f != nil {
		row.message, row.result = f.What, resultFailed
		switch f.Kind {
		case fault.JobUnknown:
			row.result = resultUnknown
		case fault.Refused:
			row.result = resultRefused
		case fault.UnknownOutcome:
			row.result = resultUncertain
		default:
		}
		return row
	}
	switch o.Result {
	case slurm.CancelAccepted:
		row.result = resultCancelling
		if signal != "" {
			row.result = resultSignalled
		}
	case slurm.CancelFinished:
		row.result = resultFinished
	case slurm.CancelUnknown:
		row.result = resultUnknown
	case slurm.CancelRefused:
		row.result = resultRefused
	}
	return row
}

// refusal is the error of an outcome that is no success. The row has said it; the error has only the code.
func refusal(row cancelRow) error {
	switch row.result {
	case resultUnknown:
		return &codeError{code: exitNotFound, what: fmt.Sprintf("Slurm knows no job %s", row.ref)}
	case resultRefused:
		return &codeError{code: exitRefused, what: fmt.Sprintf("Slurm refused to cancel %s: %s", row.ref, row.message)}
	}
	return nil
}

// concernsOneJob reports whether the jobs after the one that met the error may fare better.
func concernsOneJob(err error) bool {
	var own *codeError // an outcome that was no success, see refusal
	return errors.As(err, &own) || fault.KindOf(err).ConcernsOneJob()
}

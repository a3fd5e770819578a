package client

import (
	"slices"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// unread is the refusal of a submit whose request slurmrestd itself could not read; nil if the answer is another. Such
// errors name a place in the request ("#/job/cpu_frequency/") and may have the number -1, which alone proves nothing.
// slurmrestd also goes on in spite of some (an unknown flag, 9207; an unknown signal, 0), but then the answer has the
// number of the job, or beside them what came of asking slurmctld. So errors of the reader alone, in a whole answer
// that names no job, prove that slurmctld was never asked.
func unread(reply wire.SubmitReply, failed *fault.Fault) *fault.Fault {
	own := fault.From(failed.Err)
	switch {
	case failed.Kind != fault.UnknownOutcome, own == nil, own.Kind != fault.Refused, len(own.Problems) == 0, reply.Unread:
		return nil
	case slices.ContainsFunc(own.Problems, func(p slurm.Problem) bool { return !fault.SlurmUnread(p.Source) }):
		return nil
	}
	sure := *own
	sure.Op, sure.Warnings, sure.Settled = opSubmit, failed.Warnings, true
	return &sure
}

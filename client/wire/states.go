package wire

import "flexq/client/slurm"

// StatesReply is the answer of GET /slurm/{v}/jobs/state/, 80 bytes a job.
type StatesReply struct {
	States []JobStateLine
}

// JobStateLine is the state of one job. A started task of an array is named by the number of its own job, not of
// the array ("39_1" for the task that the queue calls 18_1), so match by that.
type JobStateLine struct {
	ID    string
	State slurm.JobState
}

// Fields fills the reply.
func (r *StatesReply) Fields() Fields {
	return Fields{
		Start:  reset(r),
		"jobs": listField(&r.States, stateFields, nil),
	}
}

func stateFields() fields[JobStateLine] {
	return fields[JobStateLine]{
		"job_id": func(r *reader, l *JobStateLine) { r.text(&l.ID) },
		"state":  func(r *reader, l *JobStateLine) { r.jobState(&l.State) },
	}
}

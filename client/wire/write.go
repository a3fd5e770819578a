package wire

import (
	"math"

	"github.com/go-json-experiment/json/jsontext"
)

// SubmitReply is the answer of POST /slurm/{v}/job/submit. A submit that made no job can be 200 too: JobID is then 0.
type SubmitReply struct {
	JobID   uint64
	StepID  string
	Message string // of the site's job_submit plug-in
	// Unread says that there is a number of a job, which cannot be read. Only null and 0 are none.
	Unread bool
}

// Fields fills the reply.
func (r *SubmitReply) Fields() Fields {
	return Fields{
		Start:                 reset(r),
		"job_id":              valueField(func(d *reader) { d.submitted(r) }),
		"step_id":             valueField(func(d *reader) { d.text(&r.StepID) }),
		"job_submit_user_msg": valueField(func(d *reader) { d.text(&r.Message) }),
		"result":              valueField(func(d *reader) { object(d, submitResult(), r) }),
	}
}

// submitted reads the number of the job that was made, and notes one that cannot be read.
func (r *reader) submitted(reply *SubmitReply) {
	if r.err != nil {
		return
	}
	kind := r.dec.PeekKind()
	if kind == 'n' {
		r.skip()
		return
	}
	n, ok := r.number()
	n, whole := n.unsigned()
	switch {
	case !ok: // which is noted
		reply.Unread = r.err == nil
	case !whole, !n.set, n.float != math.Trunc(n.float):
		r.bad("not the number of a job")
		reply.Unread = true
	case n.abs != 0:
		reply.JobID = n.abs
	}
}

// submitResult is the same once more, as v0.0.40 nests it.
func submitResult() fields[SubmitReply] {
	return fields[SubmitReply]{
		"job_id":              func(d *reader, r *SubmitReply) { d.submitted(r) },
		"step_id":             func(d *reader, r *SubmitReply) { d.text(&r.StepID) },
		"job_submit_user_msg": func(d *reader, r *SubmitReply) { d.text(&r.Message) },
	}
}

// CancelReply is the answer of DELETE /slurm/{v}/job/{id} and /slurm/{v}/jobs/. Status has only what went wrong. Before
// v0.0.42 there is none (Told is false): then the answer is the same for success and refusal.
type CancelReply struct {
	Status []KillStatus
	Told   bool
}

// KillStatus is why one job or task was not cancelled. Codes: 2002 refused, 2017 unknown, 2021 ended before.
type KillStatus struct {
	Job     uint64 // 0 for an unknown job: then Step is what was asked for
	Step    string // the id as it was asked for: 5, 18_4
	Code    int
	Message string
}

// Fields fills the reply.
func (r *CancelReply) Fields() Fields {
	return Fields{
		Start: reset(r),
		"status": func(dec *jsontext.Decoder) error {
			r.Told = dec.PeekKind() == '[' // null tells nothing
			return listField(&r.Status, killFields, nil)(dec)
		},
	}
}

func killFields() fields[KillStatus] {
	return fields[KillStatus]{
		"job_id":  func(d *reader, k *KillStatus) { d.id(&k.Job) },
		"step_id": func(d *reader, k *KillStatus) { d.text(&k.Step) },
		"error": nested(fields[KillStatus]{
			"code":    func(d *reader, k *KillStatus) { d.integer(&k.Code) },
			"message": func(d *reader, k *KillStatus) { d.text(&k.Message) },
			"string":  func(d *reader, k *KillStatus) { d.pathOnce(&k.Message) },
		}),
	}
}

// UpdateReply is the answer of POST /slurm/{v}/job/{id}. Results is empty unless the id stood for several tasks.
type UpdateReply struct {
	Results []UpdateResult
}

// UpdateResult is what became of an update for some tasks of an array.
type UpdateResult struct {
	Job     uint64
	Step    string // the tasks
	Code    int    // Slurm's error number, 0 if it went well
	Message string
	Why     string
}

// Fields fills the reply.
func (r *UpdateReply) Fields() Fields {
	return Fields{
		Start:     reset(r),
		"results": listField(&r.Results, updateFields, nil),
	}
}

func updateFields() fields[UpdateResult] {
	return fields[UpdateResult]{
		"job_id":     func(d *reader, u *UpdateResult) { d.id(&u.Job) },
		"step_id":    func(d *reader, u *UpdateResult) { d.text(&u.Step) },
		"error_code": func(d *reader, u *UpdateResult) { d.integer(&u.Code) },
		"error":      func(d *reader, u *UpdateResult) { d.text(&u.Message) },
		"why":        func(d *reader, u *UpdateResult) { d.text(&u.Why) },
	}
}

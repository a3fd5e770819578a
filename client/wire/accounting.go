package wire

import (
	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// AccountingReply is the answer of GET /slurmdb/{v}/jobs/ and /slurmdb/{v}/job/{id}.
type AccountingReply struct {
	Jobs []slurm.Job
	Keep func(*slurm.Job) bool // says which jobs to keep while the list is read; nil keeps all
}

// Fields fills the reply.
func (r *AccountingReply) Fields() Fields {
	return Fields{
		Start: func(*jsontext.Decoder) error {
			r.Jobs = nil
			return nil
		},
		"jobs": namedField(&r.Jobs, pastFields, hasID, finishing(finishPast, r.Keep)),
	}
}

// pastFields is the table of a job as slurmdbd keeps it, which has other names and shapes than the queue's.
func pastFields() fields[job] {
	return pastNames().with(pastTexts(), pastGroups())
}

func finishPast(j *job) {
	j.Source = slurm.Accounting
	if j.TRESAllocated.CPUs > 0 {
		j.CPUs = slurm.NumOf(uint64(j.TRESAllocated.CPUs))
	}
	hold := j.Hold
	finishJob(j)
	if j.NodeCount.Or(0) == 0 && j.TRESRequested.Nodes > 0 {
		j.NodeCount = slurm.NumOf(uint64(j.TRESRequested.Nodes)) // never started: what it asked for, as sacct shows
	}
	j.Hold = hold // the last priority of an ended job says nothing
}

func pastNames() fields[job] {
	return fields[job]{
		"job_id":            func(r *reader, j *job) { r.id(&j.ID) },
		"name":              func(r *reader, j *job) { r.text(&j.Name) },
		"user":              func(r *reader, j *job) { r.text(&j.User) },
		"group":             func(r *reader, j *job) { r.text(&j.Group) },
		"account":           func(r *reader, j *job) { r.text(&j.Account) },
		"partition":         func(r *reader, j *job) { r.text(&j.Partition) },
		"qos":               func(r *reader, j *job) { r.text(&j.QOS) },
		"cluster":           func(r *reader, j *job) { r.text(&j.Cluster) },
		"priority":          func(r *reader, j *job) { r.num(&j.Priority) },
		"hold":              func(r *reader, j *job) { r.boolean(&j.Hold) },
		"restart_cnt":       func(r *reader, j *job) { r.u32(&j.Restarts) },
		"exit_code":         func(r *reader, j *job) { r.exit(&j.Exit) },
		"derived_exit_code": func(r *reader, j *job) { r.exit(&j.DerivedExit) },
		"nodes":             func(r *reader, j *job) { r.hostlist(&j.Nodes) },
		"allocation_nodes":  func(r *reader, j *job) { r.num(&j.NodeCount) },
		"failed_node":       func(r *reader, j *job) { r.text(&j.FailedNode) },
		"exclusive":         readShared,
	}
}

func pastTexts() fields[job] {
	return fields[job]{
		"constraints":       func(r *reader, j *job) { r.text(&j.Features) },
		"container":         func(r *reader, j *job) { r.text(&j.Container) },
		"extra":             func(r *reader, j *job) { r.text(&j.Extra) },
		"licenses":          func(r *reader, j *job) { r.text(&j.Licenses) },
		"submit_line":       func(r *reader, j *job) { r.text(&j.SubmitLine) },
		"working_directory": func(r *reader, j *job) { r.text(&j.WorkDir) },
		"stdin":             func(r *reader, j *job) { r.pathOnce(&j.StdIn) },
		"stdout":            func(r *reader, j *job) { r.pathOnce(&j.StdOut) },
		"stderr":            func(r *reader, j *job) { r.pathOnce(&j.StdErr) },
		"stdin_expanded":    func(r *reader, j *job) { r.pathOver(&j.StdIn) },
		"stdout_expanded":   func(r *reader, j *job) { r.pathOver(&j.StdOut) },
		"stderr_expanded":   func(r *reader, j *job) { r.pathOver(&j.StdErr) },
	}
}

// pastGroups holds the members that are objects themselves.
func pastGroups() fields[job] {
	steps := stepFields()
	comment := fields[job]{
		"job":           func(r *reader, j *job) { r.text(&j.Comment) },
		"administrator": func(r *reader, j *job) { r.text(&j.AdminComment) },
		"system":        func(r *reader, j *job) { r.text(&j.SystemComment) },
	}
	return fields[job]{
		"array":       nested(pastArray()),
		"association": nested(pastAssociation()),
		"comment":     nestedOr(comment, func(r *reader, j *job) { r.text(&j.Comment) }),
		"het": nested(fields[job]{
			"job_id":     func(r *reader, j *job) { r.id(&j.Het.Job) },
			"job_offset": func(r *reader, j *job) { r.u32(&j.Het.Offset) },
		}),
		"required": nested(fields[job]{
			"CPUs":            func(r *reader, j *job) { r.num(&j.CPUs) },
			"memory_per_cpu":  func(r *reader, j *job) { r.num(&j.MemPerCPU) },
			"memory_per_node": func(r *reader, j *job) { r.num(&j.MemPerNode) },
		}),
		"reservation": nestedOr(fields[job]{
			"name": func(r *reader, j *job) { r.text(&j.Reservation) },
		}, func(r *reader, j *job) { r.text(&j.Reservation) }),
		"state": nestedOr(fields[job]{
			"current": func(r *reader, j *job) { r.jobState(&j.State) },
			"reason":  func(r *reader, j *job) { r.text(&j.Reason) },
		}, func(r *reader, j *job) { r.jobState(&j.State) }),
		"time": nested(pastTimes()),
		"tres": nested(fields[job]{
			"allocated": func(r *reader, j *job) { r.tresList(&j.TRESAllocated) },
			"requested": func(r *reader, j *job) { r.tresList(&j.TRESRequested) },
		}),
		"steps": func(r *reader, j *job) { list(r, steps, &j.Steps, finishStep) },
	}
}

func pastArray() fields[job] {
	running := nested(fields[job]{"tasks": func(r *reader, j *job) { r.u32(&j.Array.Max) }})
	limits := nested(fields[job]{"max": nested(fields[job]{"running": running})})
	return fields[job]{
		"job_id":  func(r *reader, j *job) { r.id(&j.Array.Job) },
		"task_id": readTask,
		"task":    readTasks,
		"limits":  limits,
	}
}

func pastAssociation() fields[job] {
	return fields[job]{
		"account": func(r *reader, j *job) { r.pathOnce(&j.Account) },
		"cluster": func(r *reader, j *job) { r.pathOnce(&j.Cluster) },
		"user":    func(r *reader, j *job) { r.pathOnce(&j.User) },
	}
}

func pastTimes() fields[job] {
	return fields[job]{
		"submission": func(r *reader, j *job) { r.moment(&j.Submit) },
		"eligible":   func(r *reader, j *job) { r.moment(&j.Eligible) },
		"start":      func(r *reader, j *job) { r.moment(&j.Start) },
		"end":        func(r *reader, j *job) { r.moment(&j.End) },
		"elapsed":    func(r *reader, j *job) { r.i64(&j.Elapsed) },
		"limit":      func(r *reader, j *job) { r.minutes(&j.Limit) },
	}
}

// nested reads an object whose members belong to the T around it.
func nested[T any](table fields[T]) func(*reader, *T) {
	return func(r *reader, t *T) { object(r, table, t) }
}

// nestedOr is nested for a member that some versions write as one plain value.
func nestedOr[T any](table fields[T], plain func(*reader, *T)) func(*reader, *T) {
	return func(r *reader, t *T) {
		if r.err == nil && r.dec.PeekKind() != '{' {
			plain(r, t)
			return
		}
		object(r, table, t)
	}
}

// tresItem is one entry of a TRES list: {"type": "gres", "name": "gpu", "count": 8}.
type tresItem struct {
	kind, name string
	count      number
}

func tresFields() fields[tresItem] {
	return fields[tresItem]{
		"type":  func(r *reader, t *tresItem) { r.text(&t.kind) },
		"name":  func(r *reader, t *tresItem) { r.text(&t.name) },
		"count": func(r *reader, t *tresItem) { t.count, _ = r.number() },
	}
}

// tresList reads a list of TRES entries, or the same as a string.
func (r *reader) tresList(dst *slurm.TRES) {
	if r.err != nil {
		return
	}
	if r.dec.PeekKind() == '"' {
		r.tresText(dst)
		return
	}
	var items []tresItem
	list(r, tresFields(), &items, nil)
	*dst = slurm.ParseTRES(tresText(items))
}

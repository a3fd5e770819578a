package wire

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// JobsReply is the answer of GET /slurm/{v}/jobs/ and /slurm/{v}/job/{id}.
type JobsReply struct {
	Jobs         []slurm.Job
	LastUpdate   slurm.Time // of the job list; 0 when nothing changed since the update_time that was asked for
	LastBackfill slurm.Time

	Expect int                   // how many jobs are expected, to make room for them when the first one is kept; 0 is fine
	Keep   func(*slurm.Job) bool // says which jobs to keep while the list is read; nil keeps all
}

// Fields fills the reply.
func (r *JobsReply) Fields() Fields {
	return Fields{
		Start: func(*jsontext.Decoder) error {
			*r = JobsReply{Expect: r.Expect, Keep: r.Keep}
			return nil
		},
		"jobs":          namedField(&r.Jobs, jobFields, hasID, r.keep),
		"last_update":   valueField(func(d *reader) { d.moment(&r.LastUpdate) }),
		"last_backfill": valueField(func(d *reader) { d.moment(&r.LastBackfill) }),
	}
}

// maxExpect bounds the room that is made when little is known of the answer.
const maxExpect = 200_000

// keep completes a job and says whether it is wanted. The first that is makes room for all: most polls of a quiet
// queue bring none, and a job takes more than a kilobyte.
func (r *JobsReply) keep(j *job) bool {
	finishJob(j)
	if r.Keep != nil && !r.Keep(j) {
		return false
	}
	if room := min(r.Expect, maxExpect) - len(r.Jobs); len(r.Jobs) == 1 && room > 0 {
		r.Jobs = slices.Grow(r.Jobs, room)
	}
	return true
}

// job is slurm.Job while it is read.
type job = slurm.Job

func jobFields() fields[job] {
	return jobNames().with(jobTimes(), jobNodes(), jobResources(), jobTexts())
}

// finishing completes each job and keeps those that are wanted.
func finishing(finish func(*job), keep func(*job) bool) func(*job) bool {
	return func(j *job) bool {
		finish(j)
		return keep == nil || keep(j)
	}
}

// finishJob does what needs more than one field.
func finishJob(j *job) {
	if j.Reason == "None" {
		j.Reason = ""
	}
	if j.State.Base == slurm.JobPending && j.Priority.Set && j.Priority.Value == 0 {
		j.Hold = true // data versions before v0.0.41 say it by the priority alone
	}
	if j.Limit == slurm.LimitInfinite && !j.State.IsFinal() && !j.State.Has(slurm.JobCompleting) {
		j.End = 0 // Slurm puts a moment a year or more ahead where there is no end; its own tools print none
	}
	if j.Array.Job == 0 {
		j.Array = slurm.Array{}
	} else {
		restoreTask(j)
	}
	if j.Het.Job == 0 {
		j.Het = slurm.Het{}
	}
	j.Exit.Set = ended(j.State, j.Exit)
	j.DerivedExit.Set = ended(j.State, j.DerivedExit)
}

// ended reports whether an exit says anything: while something waits or runs, Slurm gives it as 0.
func ended(s slurm.JobState, e slurm.Exit) bool {
	over := s.IsFinal() || s.Has(slurm.JobCompleting)
	return e.Set && (over || e.Code != 0 || e.Signal != 0)
}

// jobNames says what the job is.
func jobNames() fields[job] {
	return fields[job]{
		"job_id":            func(r *reader, j *job) { r.id(&j.ID) },
		"array_job_id":      func(r *reader, j *job) { r.id(&j.Array.Job) },
		"array_task_id":     readTask,
		"array_task_string": readTasks,
		"array_max_tasks":   func(r *reader, j *job) { r.u32(&j.Array.Max) },
		"het_job_id":        func(r *reader, j *job) { r.id(&j.Het.Job) },
		"het_job_offset":    func(r *reader, j *job) { r.u32(&j.Het.Offset) },
		"het_job_id_set":    func(r *reader, j *job) { r.hostlist(&j.Het.Set) },
		"name":              func(r *reader, j *job) { r.text(&j.Name) },
		"user_name":         func(r *reader, j *job) { r.text(&j.User) },
		"user_id":           func(r *reader, j *job) { r.u32(&j.UserID) },
		"group_name":        func(r *reader, j *job) { r.text(&j.Group) },
		"account":           func(r *reader, j *job) { r.text(&j.Account) },
		"partition":         func(r *reader, j *job) { r.text(&j.Partition) },
		"qos":               func(r *reader, j *job) { r.text(&j.QOS) },
		"cluster":           func(r *reader, j *job) { r.text(&j.Cluster) },
		"job_state":         func(r *reader, j *job) { r.jobState(&j.State) },
		"state_reason":      func(r *reader, j *job) { r.text(&j.Reason) },
		"state_description": func(r *reader, j *job) { r.text(&j.StateDescription) },
		"priority":          func(r *reader, j *job) { r.num(&j.Priority) },
		"hold":              func(r *reader, j *job) { r.boolean(&j.Hold) },
		"nice":              func(r *reader, j *job) { r.i64(&j.Nice) },
		"batch_flag":        func(r *reader, j *job) { r.boolean(&j.Batch) },
		"requeue":           func(r *reader, j *job) { r.boolean(&j.Requeue) },
		"restart_cnt":       func(r *reader, j *job) { r.u32(&j.Restarts) },
		"exit_code":         func(r *reader, j *job) { r.exit(&j.Exit) },
		"derived_exit_code": func(r *reader, j *job) { r.exit(&j.DerivedExit) },
	}
}

func jobTimes() fields[job] {
	return fields[job]{
		"submit_time":           func(r *reader, j *job) { r.moment(&j.Submit) },
		"eligible_time":         func(r *reader, j *job) { r.moment(&j.Eligible) },
		"accrue_time":           func(r *reader, j *job) { r.moment(&j.Accrue) },
		"start_time":            func(r *reader, j *job) { r.moment(&j.Start) },
		"end_time":              func(r *reader, j *job) { r.moment(&j.End) },
		"deadline":              func(r *reader, j *job) { r.moment(&j.Deadline) },
		"suspend_time":          func(r *reader, j *job) { r.moment(&j.Suspended) },
		"pre_sus_time":          func(r *reader, j *job) { r.seconds(&j.PreSuspend) },
		"last_sched_evaluation": func(r *reader, j *job) { r.moment(&j.LastSchedEval) },
		"preempt_time":          func(r *reader, j *job) { r.moment(&j.Preempt) },
		"resize_time":           func(r *reader, j *job) { r.moment(&j.Resize) },
		"time_limit":            func(r *reader, j *job) { r.minutes(&j.Limit) },
		"time_minimum":          func(r *reader, j *job) { r.minutes(&j.MinLimit) },
	}
}

func jobNodes() fields[job] {
	return fields[job]{
		"nodes":           func(r *reader, j *job) { r.hostlist(&j.Nodes) },
		"node_count":      func(r *reader, j *job) { r.num(&j.NodeCount) },
		"max_nodes":       func(r *reader, j *job) { r.num(&j.MaxNodes) },
		"batch_host":      func(r *reader, j *job) { r.text(&j.BatchHost) },
		"required_nodes":  func(r *reader, j *job) { r.hostlist(&j.RequiredNodes) },
		"excluded_nodes":  func(r *reader, j *job) { r.hostlist(&j.ExcludedNodes) },
		"scheduled_nodes": func(r *reader, j *job) { r.hostlist(&j.ScheduledNodes) },
		"failed_node":     func(r *reader, j *job) { r.text(&j.FailedNode) },
	}
}

func jobResources() fields[job] {
	return fields[job]{
		"cpus":            func(r *reader, j *job) { r.num(&j.CPUs) },
		"tasks":           func(r *reader, j *job) { r.num(&j.Tasks) },
		"cpus_per_task":   func(r *reader, j *job) { r.num(&j.CPUsPerTask) },
		"tasks_per_node":  func(r *reader, j *job) { r.num(&j.TasksPerNode) },
		"memory_per_node": func(r *reader, j *job) { r.num(&j.MemPerNode) },
		"memory_per_cpu":  func(r *reader, j *job) { r.num(&j.MemPerCPU) },
		"tres_req_str":    func(r *reader, j *job) { r.tresText(&j.TRESRequested) },
		"tres_alloc_str":  func(r *reader, j *job) { r.tresText(&j.TRESAllocated) },
		"tres_per_node":   func(r *reader, j *job) { r.text(&j.TRESPerNode) },
		"tres_per_job":    func(r *reader, j *job) { r.text(&j.TRESPerJob) },
		"tres_per_task":   func(r *reader, j *job) { r.text(&j.TRESPerTask) },
		"tres_per_socket": func(r *reader, j *job) { r.text(&j.TRESPerSocket) },
		"gres_detail":     func(r *reader, j *job) { r.words(&j.GRESDetail) },
		"features":        func(r *reader, j *job) { r.text(&j.Features) },
		"licenses":        func(r *reader, j *job) { r.text(&j.Licenses) },
		"resv_name":       func(r *reader, j *job) { r.text(&j.Reservation) },
		"network":         func(r *reader, j *job) { r.text(&j.Network) },
		"shared":          readShared,
		"exclusive":       readShared,
		"contiguous":      func(r *reader, j *job) { r.boolean(&j.Contiguous) },
	}
}

func jobTexts() fields[job] {
	return fields[job]{
		"dependency":                func(r *reader, j *job) { r.text(&j.Dependency) },
		"comment":                   func(r *reader, j *job) { r.text(&j.Comment) },
		"admin_comment":             func(r *reader, j *job) { r.text(&j.AdminComment) },
		"system_comment":            func(r *reader, j *job) { r.text(&j.SystemComment) },
		"extra":                     func(r *reader, j *job) { r.text(&j.Extra) },
		"mail_user":                 func(r *reader, j *job) { r.text(&j.MailUser) },
		"current_working_directory": func(r *reader, j *job) { r.text(&j.WorkDir) },
		"standard_input":            func(r *reader, j *job) { r.pathOnce(&j.StdIn) },
		"standard_output":           func(r *reader, j *job) { r.pathOnce(&j.StdOut) },
		"standard_error":            func(r *reader, j *job) { r.pathOnce(&j.StdErr) },
		"stdin_expanded":            func(r *reader, j *job) { r.pathOver(&j.StdIn) },
		"stdout_expanded":           func(r *reader, j *job) { r.pathOver(&j.StdOut) },
		"stderr_expanded":           func(r *reader, j *job) { r.pathOver(&j.StdErr) },
		"command":                   func(r *reader, j *job) { r.text(&j.Command) },
		"submit_line":               func(r *reader, j *job) { r.text(&j.SubmitLine) },
		"container":                 func(r *reader, j *job) { r.text(&j.Container) },
	}
}

// readShared reads how a job shares its nodes. "Not at all" is none in the queue, true in its member exclusive of
// versions before v0.0.42, and NODE in accounting. v0.0.45 does not say it for a job of the queue.
func readShared(r *reader, j *job) {
	var words []string
	if r.err == nil && (r.dec.PeekKind() == 't' || r.dec.PeekKind() == 'f') {
		r.boolean(&j.Exclusive)
		return
	}
	r.words(&words)
	for _, w := range words {
		switch strings.ToLower(w) {
		case "none", "true", "node":
			j.Exclusive = true
		}
	}
}

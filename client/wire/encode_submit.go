package wire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"flexq/client/slurm"
)

// defaultEnv is sent when a submission has no environment: Slurm refuses a batch job without one.
const defaultEnv = "PATH=/usr/local/bin:/usr/bin:/bin"

// submitBody is the body of POST /slurm/{v}/job/submit. The script stands beside the job, not in it.
type submitBody struct {
	Script string      `json:"script"`
	Job    *submitJob  `json:"job,omitempty"`
	Jobs   []submitJob `json:"jobs,omitempty"` // instead of Job: the parts of a het job
}

type submitJob struct {
	Name          *string  `json:"name,omitzero"`
	Partition     string   `json:"partition,omitzero"`
	Account       *string  `json:"account,omitzero"`
	QOS           *string  `json:"qos,omitzero"`
	WorkDir       string   `json:"current_working_directory,omitzero"`
	Env           []string `json:"environment"`
	Nodes         string   `json:"nodes,omitzero"`
	Tasks         uint32   `json:"tasks,omitzero"`
	TasksPerNode  uint32   `json:"tasks_per_node,omitzero"`
	CPUsPerTask   uint32   `json:"cpus_per_task,omitzero"`
	MemPerNode    setNum   `json:"memory_per_node,omitzero"`
	MemPerCPU     setNum   `json:"memory_per_cpu,omitzero"`
	TRESPerNode   string   `json:"tres_per_node,omitzero"`
	TRESPerJob    string   `json:"tres_per_job,omitzero"`
	TRESPerTask   *string  `json:"tres_per_task,omitzero"`
	TRESPerSocket string   `json:"tres_per_socket,omitzero"`
	Limit         setNum   `json:"time_limit,omitzero"`
	MinLimit      setNum   `json:"time_minimum,omitzero"`
	Array         string   `json:"array,omitzero"`
	Dependency    string   `json:"dependency,omitzero"`
	Constraints   *string  `json:"constraints,omitzero"`
	RequiredNodes []string `json:"required_nodes,omitempty"`
	ExcludedNodes []string `json:"excluded_nodes,omitempty"`
	Reservation   string   `json:"reservation,omitzero"`
	StdIn         string   `json:"standard_input,omitzero"`
	StdOut        string   `json:"standard_output,omitzero"`
	StdErr        string   `json:"standard_error,omitzero"`
	Comment       string   `json:"comment,omitzero"`
	Extra         *string  `json:"extra,omitzero"`
	Hold          bool     `json:"hold,omitzero"`
	Shared        []string `json:"shared,omitempty"`
	Requeue       *bool    `json:"requeue,omitempty"`
	Begin         setNum   `json:"begin_time,omitzero"`
	Deadline      int64    `json:"deadline,omitzero"`
	Nice          int64    `json:"nice,omitzero"`
	MailType      []string `json:"mail_type,omitempty"`
	MailUser      string   `json:"mail_user,omitzero"`
	Licenses      string   `json:"licenses,omitzero"`
	Args          []string `json:"argv,omitempty"`

	TasksPerSocket uint32   `json:"tasks_per_socket,omitzero"`
	TasksPerGPU    uint32   `json:"ntasks_per_tres,omitzero"`
	CPUsPerGPU     string   `json:"cpus_per_tres,omitzero"`
	MemPerGPU      string   `json:"memory_per_tres,omitzero"`
	MinCPUs        uint32   `json:"minimum_cpus_per_node,omitzero"`
	LeastCPUs      uint32   `json:"minimum_cpus,omitzero"`
	LeastNodes     uint32   `json:"minimum_nodes,omitzero"`
	ThreadsPerCore uint32   `json:"threads_per_core,omitzero"`
	TmpDisk        uint64   `json:"temporary_disk_per_node,omitzero"`
	Contiguous     bool     `json:"contiguous,omitzero"`
	Overcommit     bool     `json:"overcommit,omitzero"`
	Prefer         *string  `json:"prefer,omitzero"`
	Network        *string  `json:"network,omitzero"`
	KillOnNodeFail *bool    `json:"kill_on_node_fail,omitempty"`
	Flags          []string `json:"flags,omitempty"`
	OpenMode       []string `json:"open_mode,omitempty"`
	WCKey          *string  `json:"wckey,omitzero"`
	WarnSignal     string   `json:"kill_warning_signal,omitzero"`
	WarnBefore     setNum   `json:"kill_warning_delay,omitzero"`
	WarnFlags      []string `json:"kill_warning_flags,omitempty"`

	submitTuning
}

// setNum is Slurm's number with its mark that it is meant.
type setNum struct {
	Set      bool   `json:"set"`
	Infinite bool   `json:"infinite,omitzero"`
	Number   uint64 `json:"number"`
}

func setOf(v uint64) setNum {
	if v == 0 {
		return setNum{}
	}
	return setNum{Set: true, Number: v}
}

// setLimit gives a limit in minutes, rounded up as sbatch does.
func setLimit(l slurm.Limit) setNum {
	if l == slurm.LimitInfinite {
		return setNum{Set: true, Infinite: true}
	}
	return setOf(uint64(l.Minutes()))
}

// EncodeSubmit gives the body that submits one batch job, or a het job of several parts, for a REST interface of any data
// version. Fields that are not set are left out, so that the cluster's defaults hold. It fails on an empty script, on times
// before 1970 and limits below none, and on text that is not UTF-8, which JSON cannot carry.
func EncodeSubmit(s slurm.Submission) ([]byte, error) { return EncodeSubmitFor(s, "") }

// EncodeSubmitFor is EncodeSubmit for one data version, as in v0.0.42: it adds what that version needs to be told so that
// the cluster's defaults hold.
func EncodeSubmitFor(s slurm.Submission, version string) ([]byte, error) {
	if strings.TrimSpace(s.Script) == "" {
		return nil, errors.New("the script is empty")
	}
	body := submitBody{Script: s.Script}
	for i, part := range append([]slurm.Submission{s}, s.Parts...) {
		job, err := encodePart(part)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			job.Args = nil
		}
		job.defaults(version)
		body.Jobs = append(body.Jobs, job)
	}
	if len(body.Jobs) == 1 {
		body.Job, body.Jobs = &body.Jobs[0], nil
	}
	b, err := json.Marshal(body)
	if err != nil {
		return nil, fmt.Errorf("encode the submission: %w", err)
	}
	return b, nil
}

func encodePart(s slurm.Submission) (submitJob, error) {
	switch {
	case s.Begin < 0, s.Deadline < 0:
		return submitJob{}, errors.New("the begin or the deadline lies before 1970")
	case s.Limit < slurm.LimitInfinite, s.MinLimit < slurm.LimitInfinite:
		return submitJob{}, errors.New("the time limit is below zero")
	}
	env := s.Env
	if len(env) == 0 {
		env = []string{defaultEnv}
	}
	text := texts(s.Empty)
	job := submitJob{
		Name: text("name", s.Name), Partition: s.Partition, Account: text("account", s.Account), QOS: text("qos", s.QOS), WorkDir: s.WorkDir, Env: env,
		Nodes: s.Nodes, Tasks: s.Tasks, TasksPerNode: s.TasksPerNode, CPUsPerTask: s.CPUsPerTask,
		MemPerNode: setOf(s.MemPerNode), MemPerCPU: setOf(s.MemPerCPU),
		TRESPerNode: s.TRESPerNode, TRESPerJob: s.TRESPerJob, TRESPerTask: text("tres_per_task", s.TRESPerTask), TRESPerSocket: s.TRESPerSocket,
		Limit: setLimit(s.Limit), MinLimit: setLimit(s.MinLimit), Array: s.Array, Dependency: s.Dependency,
		Constraints: text("constraints", s.Features), RequiredNodes: one(s.RequiredNodes), ExcludedNodes: one(s.ExcludedNodes),
		Reservation: s.Reservation, StdIn: s.StdIn, StdOut: s.StdOut, StdErr: s.StdErr,
		Comment: s.Comment, Extra: text("extra", s.Extra), Hold: s.Hold, Requeue: s.Requeue,
		Begin: setOf(uint64(s.Begin)), Deadline: int64(s.Deadline), Nice: s.Nice,
		MailUser: s.MailUser, Licenses: s.Licenses, Args: s.Args, submitTuning: tuning(s.Tuning, text),
	}
	encodeRare(&job, s)
	for t := range strings.SplitSeq(s.MailType, ",") {
		if t = strings.TrimSpace(t); t != "" {
			job.MailType = append(job.MailType, strings.ToUpper(t))
		}
	}
	return job, nil
}

// encodeRare adds what few jobs ask for.
func encodeRare(job *submitJob, s slurm.Submission) {
	job.TasksPerSocket, job.TasksPerGPU, job.MinCPUs = s.TasksPerSocket, s.TasksPerGPU, s.MinCPUs
	job.ThreadsPerCore, job.TmpDisk = s.ThreadsPerCore, s.TmpDisk
	job.LeastCPUs, job.LeastNodes = s.LeastCPUs, s.LeastNodes
	job.CPUsPerGPU, job.MemPerGPU = perGPU(uint64(s.CPUsPerGPU)), perGPU(s.MemPerGPU)
	job.Contiguous, job.Overcommit, job.KillOnNodeFail = s.Contiguous, s.Overcommit, s.KillOnNodeFail
	text := texts(s.Empty)
	job.Prefer, job.Network, job.WCKey = text("prefer", s.Prefer), text("network", s.Network), text("wckey", s.WCKey)
	job.Flags = s.Flags
	if s.ExcludedNodes == "" && slices.Contains(s.Empty, "excluded_nodes") {
		job.ExcludedNodes = []string{""}
	}
	if s.RequiredNodes == "" && slices.Contains(s.Empty, "required_nodes") {
		job.RequiredNodes = []string{""}
	}
	if s.MemPerGPU == 0 && slices.Contains(s.Empty, "memory_per_tres") {
		job.MemPerGPU = "gres/gpu:0"
	}
	if s.MemAll {
		job.MemPerNode = setNum{Set: true} // 0 is Slurm's word for all of it
	}
	switch {
	case s.Exclusive:
		job.Shared = []string{"none"} // Slurm's word for a job that shares its nodes with none
	case s.Sharing != "":
		job.Shared = []string{s.Sharing}
	}
	if s.OpenMode != "" {
		job.OpenMode = []string{strings.ToUpper(s.OpenMode)}
	}
	if w := s.Warning; w.Signal != "" {
		job.WarnSignal, job.WarnBefore = w.Signal, setOf(uint64(w.Before))
		if w.Batch {
			job.WarnFlags = append(job.WarnFlags, "BATCH_JOB")
		}
		if w.Resv {
			job.WarnFlags = append(job.WarnFlags, "RESERVATION_JOB")
		}
	}
}

// texts returns what gives a text to a field by its name: nil where nothing is to be sent. Empty ones are sent only in
// the fields that are named.
func texts(empty []string) func(field, text string) *string {
	return func(field, text string) *string {
		if text == "" && !slices.Contains(empty, field) {
			return nil
		}
		return &text
	}
}

// perGPU gives an amount per GPU in Slurm's form.
func perGPU(n uint64) string {
	if n == 0 {
		return ""
	}
	return "gres/gpu:" + strconv.FormatUint(n, 10)
}

// one gives a host list as the list of one expression; Slurm expands it.
func one(hosts string) []string {
	if hosts == "" {
		return nil
	}
	return []string{hosts}
}

package columns

import (
	"strings"

	"flexq/client/slurm"
	"flexq/tui/theme"
)

// StateWord says a job's state in one or two words for the list: "waiting", "running", "ending".
func StateWord(j *slurm.Job) string {
	if IsHeld(j) && j.State.Code() == "PD" {
		return "held"
	}
	code := j.State.Code()
	for _, e := range [...][2]string{
		{"PD", "waiting"},
		{"R", "running"},
		{"CF", "starting"},
		{"CG", "ending"},
		{"CD", "done"},
		{"CA", "cancelled"},
		{"F", "failed"},
		{"TO", "timed out"},
		{"NF", "node failed"},
		{"OOM", "out of memory"},
		{"DL", "deadline"},
		{"BF", "boot failed"},
		{"PR", "preempted"},
		{"S", "suspended"},
		{"ST", "stopped"},
		{"RQ", "requeued"},
		{"RH", "requeued, held"},
		{"SE", "special exit"},
	} {
		if e[0] == code {
			return e[1]
		}
	}
	return strings.ToLower(j.State.String())
}

// IsHeld reports whether a pending job waits only because a person or the site holds it.
func IsHeld(j *slurm.Job) bool {
	if !j.State.IsPending() {
		return false
	}
	switch j.Reason {
	case "JobHeldUser", "JobHeldAdmin":
		return true
	}
	return j.Hold
}

// JobTone is the tone of a job's state.
func JobTone(j *slurm.Job) theme.Tone {
	switch s := j.State; {
	case s.IsFailure():
		return theme.Bad
	case s.Has(slurm.JobCompleting), s.Has(slurm.JobConfiguring):
		return theme.Busy
	case s.Base == slurm.JobSuspended, s.Has(slurm.JobRequeued), s.Has(slurm.JobRequeueHold):
		return theme.Warn
	case s.IsPending():
		if IsHeld(j) {
			return theme.Dim
		}
		return theme.Normal
	case s.IsActive():
		return theme.Good
	default:
		return theme.Dim
	}
}

// NodeTone is the tone of a node's state: bad for what is lost, warn for what is going, good for what works.
func NodeTone(s slurm.NodeState) theme.Tone {
	switch word := strings.ToLower(s.String()); {
	case strings.HasPrefix(word, "down"), strings.HasPrefix(word, "fail"), strings.HasPrefix(word, "error"),
		strings.HasPrefix(word, "inval"), strings.HasSuffix(word, "*"):
		return theme.Bad
	case strings.HasPrefix(word, "drain"), strings.HasPrefix(word, "maint"), strings.HasPrefix(word, "resv"),
		strings.HasPrefix(word, "reserved"), strings.HasPrefix(word, "reboot"):
		return theme.Warn
	case strings.HasSuffix(word, "~"):
		return theme.Dim
	case strings.HasSuffix(word, "#"), strings.HasSuffix(word, "%"), strings.HasPrefix(word, "powering"):
		return theme.Busy
	case strings.HasPrefix(word, "alloc"), strings.HasPrefix(word, "mix"), strings.HasPrefix(word, "comp"):
		return theme.Good
	default:
		return theme.Normal
	}
}

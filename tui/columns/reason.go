package columns

import (
	"fmt"
	"strings"

	"flexq/client/slurm"
)

// Reason says in words why a job waits, as https://slurm.schedmd.com/job_reason_codes.html means it. A reason
// that is not in the table is shown as Slurm names it.
func Reason(j *slurm.Job) string {
	if j.Reason == "" {
		return ""
	}
	name, detail, _ := strings.Cut(j.Reason, ",")
	words, known := reasonWords(name)
	if !known {
		return j.Reason
	}
	if name == "JobArrayTaskLimit" && j.Array.Max > 0 {
		words = fmt.Sprintf("%d tasks may run at once", j.Array.Max)
	}
	if name == "BeginTime" && !j.Eligible.IsZero() {
		words = "not before " + Clock(j.Eligible)
	}
	if detail != "" {
		words += "," + detail
	}
	return words
}

// reasonWords is a function so that nothing can change the table.
func reasonWords(name string) (string, bool) {
	for _, e := range [...][2]string{
		{"Priority", "jobs of higher priority come first"},
		{"Resources", "not enough free resources"},
		{"Dependency", "waits for another job"},
		{"DependencyNeverSatisfied", "its dependency can never be met"},
		{"JobHeldUser", "held by its user"},
		{"JobHeldAdmin", "held by an administrator"},
		{"BeginTime", "its begin time is not reached"},
		{"JobArrayTaskLimit", "enough tasks of the array run"},
		{"PartitionTimeLimit", "asks for more time than the partition allows"},
		{"PartitionNodeLimit", "asks for more nodes than the partition allows"},
		{"PartitionDown", "the partition takes no jobs now"},
		{"PartitionInactive", "the partition takes no jobs now"},
		{"ReqNodeNotAvail", "a node that it needs is not available"},
		{"Reservation", "its reservation has not begun"},
		{"Licenses", "no licence is free"},
		{"BadConstraints", "no node can ever meet what it asks for"},
		{"NodeDown", "a node that it needs is down"},
		{"AssociationJobLimit", "the account runs as many jobs as it may"},
		{"AssocMaxJobsLimit", "the account runs as many jobs as it may"},
		{"AssocGrpJobsLimit", "the account runs as many jobs as it may"},
		{"AssocGrpNodeLimit", "the account uses as many nodes as it may"},
		{"AssocMaxNodePerJobLimit", "the account uses as many nodes as it may"},
		{"QOSMaxNodePerJobLimit", "more nodes than the QOS allows"},
		{"QOSMaxNodePerUserLimit", "more nodes than the QOS allows"},
		{"QOSMaxJobsPerUserLimit", "as many jobs as the QOS allows"},
		{"QOSJobLimit", "as many jobs as the QOS allows"},
		{"QOSMaxGRESPerUser", "more GPUs than the QOS allows"},
		{"QOSMaxGRESPerJob", "more GPUs than the QOS allows"},
		{"QOSGrpGRES", "more GPUs than the QOS allows"},
		{"Cleaning", "its last run is being cleaned up"},
		{"Prolog", "the prolog runs on its nodes"},
		{"JobLaunchFailure", "could not be launched"},
		{"launch_failed_requeued_held", "could not be launched"},
		{"InvalidAccount", "its account is not valid"},
		{"InvalidQOS", "its QOS is not valid"},
		{"NonZeroExitCode", "exit code not zero"},
		{"RaisedSignal", "killed by a signal"},
		{"TimeLimit", "reached its time limit"},
	} {
		if e[0] == name {
			return e[1], true
		}
	}
	return "", false
}

// Where says for the list's last column why a job waits, where it runs, or how it ended.
func Where(j *slurm.Job) string {
	switch {
	case j.State.IsPending():
		if w := Reason(j); w != "" {
			return w
		}
		if j.State.Has(slurm.JobRequeued) {
			return "requeued"
		}
		return j.StateDescription
	case j.State.Has(slurm.JobConfiguring):
		return "nodes boot: " + string(j.Nodes)
	case j.State.IsActive():
		return string(j.Nodes)
	default:
		return ended(j)
	}
}

func ended(j *slurm.Job) string {
	if j.State.Base == slurm.JobFailed || j.State.Base == slurm.JobTimeout {
		if j.State.Base == slurm.JobTimeout {
			return "reached its time limit"
		}
		if words := j.Exit.Words(); words != "" && j.Exit.Set && (j.Exit.Code != 0 || j.Exit.Signal != 0) {
			if j.Reason != "" && j.Reason != "NonZeroExitCode" && j.Reason != "RaisedSignal" {
				return words + ": " + Reason(j)
			}
			return words
		}
	}
	if j.FailedNode != "" {
		return "node " + j.FailedNode
	}
	if j.State.IsFailure() {
		return Reason(j)
	}
	return ""
}

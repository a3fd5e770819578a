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
		words = fmt.Sprintf("%d tasks of the array may run at once", j.Array.Max)
	}
	if name == "BeginTime" && !j.Eligible.IsZero() {
		words = "not before " + Clock(j.Eligible)
	}
	if detail != "" {
		words += "," + detail
	}
	return words
}

func reasonWords(name string) (string, bool) {
	switch name {
	case "Priority":
		return "jobs of higher priority come first", true
	case "Resources":
		return "not enough free nodes, CPUs, GPUs or memory", true
	case "Dependency":
		return "waits for another job", true
	case "DependencyNeverSatisfied":
		return "its dependency can never be met", true
	case "JobHeldUser":
		return "held by its user", true
	case "JobHeldAdmin":
		return "held by an administrator", true
	case "BeginTime":
		return "its begin time is not reached", true
	case "JobArrayTaskLimit":
		return "enough tasks of the array run", true
	case "PartitionTimeLimit":
		return "asks for more time than the partition allows", true
	case "PartitionNodeLimit":
		return "asks for more nodes than the partition allows", true
	case "PartitionDown", "PartitionInactive":
		return "the partition takes no jobs now", true
	case "ReqNodeNotAvail":
		return "a node that it needs is not available", true
	case "Reservation":
		return "its reservation has not begun", true
	case "Licenses":
		return "no licence is free", true
	case "BadConstraints":
		return "no node can ever meet what it asks for", true
	case "NodeDown":
		return "a node that it needs is down", true
	case "AssociationJobLimit", "AssocMaxJobsLimit", "AssocGrpJobsLimit":
		return "the account runs as many jobs as it may", true
	case "AssocGrpNodeLimit", "AssocMaxNodePerJobLimit":
		return "the account uses as many nodes as it may", true
	case "QOSMaxNodePerJobLimit", "QOSMaxNodePerUserLimit":
		return "more nodes than the QOS allows", true
	case "QOSMaxJobsPerUserLimit", "QOSJobLimit":
		return "as many jobs as the QOS allows", true
	case "QOSMaxGRESPerUser", "QOSMaxGRESPerJob", "QOSGrpGRES":
		return "more GPUs than the QOS allows", true
	case "Cleaning":
		return "its last run is being cleaned up", true
	case "Prolog":
		return "the prolog runs on its nodes", true
	case "JobLaunchFailure", "launch_failed_requeued_held":
		return "could not be launched", true
	case "InvalidAccount":
		return "its account is not valid", true
	case "InvalidQOS":
		return "its QOS is not valid", true
	case "NonZeroExitCode":
		return "exit code not zero", true
	case "RaisedSignal":
		return "killed by a signal", true
	case "TimeLimit":
		return "reached its time limit", true
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

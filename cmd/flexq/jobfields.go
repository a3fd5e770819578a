package main

import (
	"strconv"
	"strings"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// jobRow is a job at a moment of the cluster's clock.
type jobRow struct {
	*slurm.Job
	now slurm.Time
	// risk is what leases mean for it, if they were judged.
	risk   flex.Risk
	judged bool
	// pools tells the pools of jobs; nil while they were not asked for.
	pools *columns.PoolBook
}

// jobRows pairs jobs with the moment at which they were seen.
func jobRows(jobs []slurm.Job, now slurm.Time) []jobRow {
	rows := make([]jobRow, len(jobs))
	for i := range jobs {
		rows[i] = jobRow{Job: &jobs[i], now: now}
	}
	return rows
}

// jobFields are the properties of a job. The keys are a promise to scripts: they stay.
func jobFields() []field[jobRow] {
	return concat(jobIDFields(), jobNameFields(), jobStateFields(), jobTimeFields(), jobPlaceFields(),
		jobAskFields(), jobLeaseFields(), jobFileFields(), jobNoteFields())
}

func concat[T any](lists ...[]T) []T {
	var out []T
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

func jobIDFields() []field[jobRow] {
	return []field[jobRow]{
		{key: "id", title: "ID", value: func(j jobRow) any { return j.ID }},
		// As squeue prints it: 18_0, 18_[2-5%2], 21+1.
		{key: "displayId", title: "ID", shown: inTable, value: func(j jobRow) any { return j.DisplayID() }},
		{key: "arrayJobId", title: "ARRAYJOB", shown: inSheet, value: func(j jobRow) any { return id(j.Array.Job) }},
		{key: "arrayTaskId", title: "ARRAYTASK", shown: inSheet, value: func(j jobRow) any {
			if !j.Array.HasTask {
				return nil
			}
			return uint64(j.Array.Task)
		}},
		// The tasks that have not started, of which this one record tells.
		{key: "arrayTasks", title: "ARRAYTASKS", shown: inSheet, value: func(j jobRow) any { return textOrNil(j.Array.Tasks) }},
		{key: "hetJobId", title: "HETJOB", shown: inSheet, value: func(j jobRow) any { return id(j.Het.Job) }},
		{key: "hetOffset", title: "HETOFFSET", shown: inSheet, value: func(j jobRow) any {
			if j.Het.Job == 0 {
				return nil
			}
			return uint64(j.Het.Offset)
		}},
	}
}

func jobNameFields() []field[jobRow] {
	return []field[jobRow]{
		{key: "name", title: "NAME", shown: inTable, value: func(j jobRow) any { return j.Name }},
		{key: "user", title: "USER", shown: inTable, value: func(j jobRow) any { return j.User }},
		{key: "account", title: "ACCOUNT", shown: inWide, value: func(j jobRow) any { return j.Account }},
		{key: "partition", title: "PARTITION", shown: inTable, value: func(j jobRow) any { return j.Partition }},
		{key: "qos", title: "QOS", shown: inWide, value: func(j jobRow) any { return j.QOS }},
	}
}

func jobStateFields() []field[jobRow] {
	return []field[jobRow]{
		// As scontrol's JobState; stateCode as squeue's %t.
		{key: "state", title: "STATE", shown: inTable, value: func(j jobRow) any { return j.State.String() }},
		{key: "stateCode", title: "ST", value: func(j jobRow) any { return j.State.Code() }},
		{key: "stateBase", title: "BASE", value: func(j jobRow) any { return string(j.State.Base) }},
		{key: "stateFlags", title: "FLAGS", shown: inSheet, value: func(j jobRow) any { return flagNames(j.State) }},
		{key: "reason", title: "REASON", shown: inSheet, value: func(j jobRow) any { return j.Reason }},
		{key: "stateDescription", title: "DESCRIPTION", shown: inSheet, value: func(j jobRow) any { return j.StateDescription }},
		{key: "priority", title: "PRIORITY", shown: inWide, right: true, value: func(j jobRow) any { return number(j.Priority) }},
		{key: "held", title: "HELD", shown: inSheet, value: func(j jobRow) any { return j.Hold }},
	}
}

// flagNames lists the flags of a state, in Slurm's order of precedence.
func flagNames(s slurm.JobState) []string {
	out := []string{}
	for f := slurm.JobCompleting; f <= slurm.JobSignaling; f <<= 1 {
		if s.Has(f) {
			out = append(out, slurm.JobState{Flags: f}.String())
		}
	}
	for _, f := range []struct {
		flag slurm.JobFlags
		name string
	}{
		{slurm.JobPowerUpNode, "POWER_UP_NODE"},
		{slurm.JobReconfigFail, "RECONFIG_FAIL"},
		{slurm.JobLaunchFailed, "LAUNCH_FAILED"},
		{slurm.JobUpdateDB, "UPDATE_DB"},
	} {
		if s.Has(f.flag) {
			out = append(out, f.name)
		}
	}
	return out
}

func textOrNil(s string) any {
	if s == "" {
		return nil
	}
	return s
}

func jobNoteFields() []field[jobRow] {
	return []field[jobRow]{
		{key: "exitCode", title: "EXIT", shown: inSheet, value: func(j jobRow) any {
			if !j.Exit.Set {
				return nil
			}
			return j.Exit.String()
		}},
		{key: "comment", title: "COMMENT", shown: inSheet, value: func(j jobRow) any { return j.Comment }},
		{key: "adminComment", title: "ADMINCOMMENT", shown: inSheet, value: func(j jobRow) any { return j.AdminComment }},
		{key: "dependency", title: "DEPENDENCY", shown: inSheet, value: func(j jobRow) any { return j.Dependency }},
		{key: "restarts", title: "RESTARTS", shown: inSheet, right: true, value: func(j jobRow) any { return uint64(j.Restarts) }},
		{key: "requeue", title: "REQUEUE", shown: inSheet, value: requeue},
		{key: "reservation", title: "RESERVATION", shown: inSheet, value: func(j jobRow) any { return j.Reservation }},
		{key: "failedNode", title: "FAILEDNODE", shown: inSheet, value: func(j jobRow) any { return j.FailedNode }},
		// "queue", or "accounting" when the queue no longer has it.
		{key: "source", title: "SOURCE", shown: inSheet, value: func(j jobRow) any { return sourceName(j.Source) }},
		{key: "where", title: "WHERE/WHY", shown: inTable, value: func(j jobRow) any { return whereOrWhy(j) }},
	}
}

// requeue is not known of a job that only accounting has: it keeps no such thing.
func requeue(j jobRow) any {
	if j.Source == slurm.Accounting {
		return nil
	}
	return j.Requeue
}

func sourceName(s slurm.Source) string {
	if s == slurm.Accounting {
		return "accounting"
	}
	return "queue"
}

// whereOrWhy is what squeue shows last: the nodes of a job that has some, in parentheses the reason of one that
// waits, and how it ended of one that has ended.
func whereOrWhy(j jobRow) string {
	switch {
	case j.State.IsPending() && j.Reason != "":
		return "(" + j.Reason + ")"
	case j.State.IsFinal() && j.State.IsFailure():
		return howItEnded(j)
	}
	return string(j.Nodes)
}

// howItEnded names Slurm's reason where that says more than the exit code does.
func howItEnded(j jobRow) string {
	var words []string
	if j.Reason != "" && j.Reason != "NonZeroExitCode" {
		words = append(words, j.Reason)
	}
	if j.Exit.Set {
		words = append(words, j.Exit.Words())
	}
	return strings.Join(words, ", ")
}

func count(n slurm.Num) string {
	switch {
	case !n.Set:
		return ""
	case n.Infinite:
		return "unlimited"
	}
	return strconv.FormatUint(n.Value, 10)
}

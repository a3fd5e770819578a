package main

import (
	"strconv"
	"time"

	"flexq/client/slurm"
)

func jobTimeFields() []field[jobRow] {
	moment := func(key, title string, shown show, at func(jobRow) slurm.Time) field[jobRow] {
		return field[jobRow]{
			key: key, title: title, shown: shown,
			value: func(j jobRow) any { return stamp(at(j)) },
			text:  func(j jobRow) string { return local(at(j)) },
		}
	}
	return []field[jobRow]{
		moment("submitTime", "SUBMITTED", inWide, func(j jobRow) slurm.Time { return j.Submit }),
		moment("eligibleTime", "ELIGIBLE", inSheet, func(j jobRow) slurm.Time { return j.Eligible }),
		// Of a job that waits: when Slurm expects it to start, if it says so.
		moment("startTime", "START", inWide, func(j jobRow) slurm.Time { return j.Start }),
		// Of a job that runs: when its limit ends.
		moment("endTime", "END", inWide, func(j jobRow) slurm.Time { return j.End }),
		{key: "timeLimit", title: "LIMIT", shown: inWide, right: true, value: func(j jobRow) any { return textOrNil(j.Limit.Clock()) }},
		{key: "timeLimitMinutes", title: "MINUTES", right: true, value: func(j jobRow) any {
			if _, bounded := j.Limit.Duration(); !bounded {
				return nil
			}
			return uint64(j.Limit.Minutes())
		}},
		{
			key: "elapsedSeconds", title: "USED", shown: inTable, right: true,
			value: func(j jobRow) any { return seconds(j.Used(j.now)) },
			text:  func(j jobRow) string { return slurm.FormatElapsed(seconds(j.Used(j.now))) },
		},
		{
			key: "timeLeftSeconds", title: "LEFT", shown: inTable, right: true,
			value: func(j jobRow) any {
				left, bounded := j.Left(j.now)
				if !bounded || j.State.IsFinal() {
					return nil
				}
				return seconds(left)
			},
			text: leftWords,
		},
	}
}

func seconds(d time.Duration) int64 { return int64(d / time.Second) }

func leftWords(j jobRow) string {
	left, bounded := j.Left(j.now)
	switch {
	case j.State.IsFinal():
		return ""
	case !bounded:
		return j.Limit.String()
	case left < 0:
		return "-" + slurm.FormatElapsed(-seconds(left))
	}
	return slurm.FormatElapsed(seconds(left))
}

func jobPlaceFields() []field[jobRow] {
	return []field[jobRow]{
		// In Slurm's compressed form; "" while the job has none.
		{key: "nodes", title: "NODELIST", shown: inSheet, value: func(j jobRow) any { return string(j.Nodes) }},
		{key: "nodeCount", title: "NODES", shown: inTable, right: true, value: func(j jobRow) any { return number(j.NodeCount) }},
		{key: "batchHost", title: "BATCHHOST", shown: inSheet, value: func(j jobRow) any { return j.BatchHost }},
	}
}

func jobAskFields() []field[jobRow] {
	return []field[jobRow]{
		{
			key: "cpus", title: "CPUS", shown: inWide, right: true,
			value: func(j jobRow) any { return number(j.CPUs) },
			text:  func(j jobRow) string { return count(j.CPUs) },
		},
		{key: "tasks", title: "TASKS", shown: inSheet, right: true, value: func(j jobRow) any { return number(j.Tasks) }},
		{key: "gpus", title: "GPUS", shown: inTable, right: true, value: func(j jobRow) any { return j.GPUs() }},
		{
			key: "memoryMiB", title: "MEMORY", shown: inWide, right: true,
			value: func(j jobRow) any { return memoryOf(j.Job) },
			text:  func(j jobRow) string { return memoryWords(memoryOf(j.Job)) },
		},
		{key: "features", title: "FEATURES", shown: inSheet, value: func(j jobRow) any { return j.Features }},
		{key: "tresPerNode", title: "TRESPERNODE", shown: inSheet, value: func(j jobRow) any { return j.TRESPerNode }},
		{key: "licenses", title: "LICENSES", shown: inSheet, value: func(j jobRow) any { return j.Licenses }},
	}
}

// memoryOf is the memory of the whole job: what it has, or what it asks for.
func memoryOf(j *slurm.Job) int64 {
	if j.TRESAllocated.MemMiB > 0 {
		return j.TRESAllocated.MemMiB
	}
	return j.TRESRequested.MemMiB
}

// memoryWords writes MiB as Slurm does: "500M", "1.50T".
func memoryWords(mib int64) string {
	if mib <= 0 {
		return ""
	}
	value, unit := float64(mib), 0
	for value >= 1024 && unit < 3 {
		value, unit = value/1024, unit+1
	}
	digits := 2
	if value == float64(int64(value)) {
		digits = 0
	}
	return strconv.FormatFloat(value, 'f', digits, 64) + string("MGTP"[unit])
}

func jobFileFields() []field[jobRow] {
	return []field[jobRow]{
		{key: "workDir", title: "WORKDIR", shown: inSheet, value: func(j jobRow) any { return j.WorkDir }},
		{key: "stdIn", title: "STDIN", shown: inSheet, value: func(j jobRow) any { return j.StdIn }},
		{key: "stdOut", title: "STDOUT", shown: inSheet, value: func(j jobRow) any { return j.StdOut }},
		{key: "stdErr", title: "STDERR", shown: inSheet, value: func(j jobRow) any { return j.StdErr }},
		{key: "command", title: "COMMAND", shown: inSheet, value: func(j jobRow) any { return j.Command }},
	}
}

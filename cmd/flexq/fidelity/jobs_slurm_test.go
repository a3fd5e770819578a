//go:build slurm

package fidelity_test

import (
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

func queueRules() []rule {
	none := orNothing("(null)", "N/A", "n/a")
	return []rule{
		{key: "id", column: "%A"},
		{key: "displayId", column: "%i"},
		{key: "name", column: "%j"},
		{key: "user", column: "%u"},
		{key: "account", column: "%a", same: none},
		{key: "partition", column: "%P"},
		{key: "qos", column: "%q", same: none},
		{key: "state", column: "%T"},
		{key: "stateCode", column: "%t"},
		{key: "priority", column: "%Q"},
		{key: "submitTime", column: "%V", same: moment},
		{key: "startTime", column: "%S", same: moment},
		{key: "endTime", column: "%e", same: moment},
		{key: "nodes", column: "%N"},
		{key: "nodeCount", column: "%D"},
		{key: "cpus", column: "%C"},
		{key: "arrayTaskId", column: "%K", same: taskID},
		{key: "batchHost", column: "%B", same: none},
		{key: "reservation", column: "%v", same: none},
		{key: "comment", column: "%k", same: none},
		{key: "dependency", column: "%E", same: none},
		{key: "workDir", column: "%Z"},
		{key: "command", column: "%o", same: none},
		{key: "features", column: "%f", same: none},
		{key: "licenses", column: "%W", same: none},
	}
}

// taskID: of tasks that have not started squeue prints the list, which flexq has in arrayTasks.
func taskID(flexq, tool string) bool {
	_, isList := clockSeconds("0:" + tool)
	return flexq == tool || flexq == "" && (tool == "N/A" || !isList)
}

func controlRules() []rule {
	return []rule{
		{key: "state", column: "JobState"},
		{key: "priority", column: "Priority"},
		{key: "timeLimit", column: "TimeLimit"},
		{key: "restarts", column: "Restarts"},
		{key: "requeue", column: "Requeue", same: func(a, b string) bool { return (a == "true") == (b == "1") }},
		{key: "nodes", column: "NodeList", same: orNothing("(null)")},
		{key: "cpus", column: "NumCPUs"},
		{key: "startTime", column: "StartTime", same: moment},
		{key: "endTime", column: "EndTime", same: moment},
		{key: "submitTime", column: "SubmitTime", same: moment},
		{key: "eligibleTime", column: "EligibleTime", same: moment},
		{key: "stdOut", column: "StdOut", same: logPath},
		{key: "stdErr", column: "StdErr", same: logPath},
		{key: "stdIn", column: "StdIn"},
	}
}

// logPath: of tasks that have not started scontrol puts the number that means "no task" into the path, where flexq
// leaves the %a.
func logPath(flexq, tool string) bool {
	return flexq == strings.ReplaceAll(tool, "4294967294", "%a")
}

// snapshot is the queue as flexq sees it and as squeue printed it before and after, with nothing changed between.
type snapshot struct {
	before, after map[string]map[string]string
	control       map[string]map[string]string
	items         []map[string]any
}

func take(t *testing.T, b *bed.Bed, p *program) snapshot {
	t.Helper()
	var s snapshot
	b.Until(t, "the queue stands still while it is looked at", func() bool {
		s.before = squeue(t, b)
		s.control = scontrol(t, b, "job", "JobId")
		s.items = p.items(t, "jobs")
		s.after = squeue(t, b)
		return equalBut(s.before, s.after, "%M", "%L")
	})
	return s
}

func compareJobs(t *testing.T, s snapshot) {
	t.Helper()
	if len(s.items) != len(s.before) {
		t.Errorf("flexq lists %d records, squeue %d", len(s.items), len(s.before))
	}
	for _, item := range s.items {
		id := text(item["id"])
		what := text(item["displayId"]) + " " + text(item["name"])
		before, ok := s.before[id]
		if !ok {
			t.Errorf("%s: squeue has no job %s", what, id)
			continue
		}
		compare(t, what, item, "squeue", before, queueRules())
		if used := text(item["elapsedSeconds"]); !between(used, before["%M"], s.after[id]["%M"]) {
			t.Errorf("%s: used %s s in flexq, %s to %s in squeue", what, used, before["%M"], s.after[id]["%M"])
		}
		if why, words := text(item["reason"]), text(item["stateDescription"]); !sameReason(why, words, before["%r"]) {
			t.Errorf("%s: reason is %q (%q) in flexq, %q in squeue", what, why, words, before["%r"])
		}
		compareLeft(t, what, text(item["timeLeftSeconds"]), before, s.after[id])
		control := s.control[id]
		compare(t, what, item, "scontrol", control, controlRules())
		// Of a job that has not ended flexq gives no exit code, where scontrol prints 0:0.
		if exit := text(item["exitCode"]); exit != control["ExitCode"] && (exit != "" || control["ExitCode"] != "0:0" || ended(control["JobState"])) {
			t.Errorf("%s: exit code is %q in flexq, %q in scontrol", what, exit, control["ExitCode"])
		}
		tres := control["AllocTRES"]
		if tres == "(null)" || tres == "" {
			tres = control["ReqTRES"]
		}
		if gpus := text(item["gpus"]); gpus != gpusOf(tres) {
			t.Errorf("%s: %s GPUs in flexq, %q in scontrol", what, gpus, tres)
		}
	}
}

// compareLeft: squeue prints what is left of the limit of ended jobs too, where flexq says nothing.
func compareLeft(t *testing.T, what, left string, before, after map[string]string) {
	t.Helper()
	switch {
	case left == "" && (before["%l"] == "UNLIMITED" || ended(before["%T"])):
	case between(left, before["%L"], after["%L"]):
	default:
		t.Errorf("%s: left %q s in flexq, %s to %s in squeue", what, left, before["%L"], after["%L"])
	}
}

func ended(state string) bool {
	switch state {
	case "COMPLETED", "CANCELLED", "FAILED", "TIMEOUT", "NODE_FAIL", "PREEMPTED", "BOOT_FAIL", "DEADLINE", "OUT_OF_MEMORY":
		return true
	}
	return false
}

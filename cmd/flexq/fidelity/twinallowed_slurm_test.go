//go:build slurm

package fidelity_test

import (
	"regexp"
	"strings"
)

// notTheJob is the whole list of what may differ between a job of sbatch and its twin, with the reason. All else
// must be the same. (The ids of the jobs are taken out of every field before.)
func notTheJob() map[string]string {
	return map[string]string{
		"JobId":         "an id",
		"SubmitTime":    "a time: the twins are submitted one after the other",
		"LastSchedEval": "a time: when the scheduler last looked",
		"AccrueTime":    "a time: from when the age counts",
		"AllocNode:Sid": "the host of submission and its session",
		"Command":       "the host of submission: the path of the file there",

		"SLURM_SUBMIT_HOST":  "the host of submission",
		"SLURM_PRIO_PROCESS": "the environment: the nice value of the shell of submission",
		"SLURM_UMASK":        "the environment: the umask of the shell of submission",
		"SLURM_CONF":         "the environment: the configuration file of the host of submission",
		"SLURM_GET_USER_ENV": "the environment: flexq has that of a login on the node",
	}
}

// minuteFields are moments that are counted from the submit: the twins may be some seconds apart in them.
var minuteFields = []string{"StartTime", "EligibleTime", "EndTime", "Deadline"}

var keyPattern = regexp.MustCompile(`^(.*?) ?flexq:[0-9A-HJKMNP-TV-Z]{26}$`)

// allowed reports whether a field may differ so.
func allowed(field, sbatch, flexq string) bool {
	switch {
	case notTheJob()[field] != "", strings.HasPrefix(field, "SLURM_RLIMIT_"):
		return true
	case field == "Reason" && (sbatch == "None" || flexq == "None"):
		return true // a time: the scheduler has not looked at one of the two yet
	case field == "Dependency" && sbatch == "(null)" && flexq == "singleton(unfulfilled)":
		return true // a time: the first one was alone of its name when the scheduler looked; the environment tells of the option
	case field == "Comment":
		m := keyPattern.FindStringSubmatch(flexq) // the submission key, behind the user's own comment
		return m != nil && m[1] == sbatch
	}
	for _, f := range minuteFields {
		a, b := number(sbatch), number(flexq)
		if f == field && a > 0 && b > 0 && max(a-b, b-a) <= 120 {
			return true
		}
	}
	return false
}

// onlyInJSON are the fields that scontrol knows and shows in no other form.
func onlyInJSON() []string {
	return []string{
		"flags", "shared", "profile", "prefer", "container", "container_id", "cpu_frequency_minimum", "cpu_frequency_maximum",
		"cpu_frequency_governor", "thread_spec", "core_spec", "required_switches", "maximum_switch_wait_time", "tasks_per_core", "tasks_per_socket", "tasks_per_tres",
		"tasks_per_board", "threads_per_core", "max_cpus", "max_nodes", "minimum_switches", "selinux_context", "cpus_per_task",
		"minimum_cpus_per_node", "sockets_per_node", "cores_per_socket", "burst_buffer", "priority_by_partition", "stepmgr", "oom_kill_step", "segment_size",
	}
}

package sbatch

// markOf gives the mark of an option by its name. Which ones carry over to the next part of a het job was tried out with
// sbatch.
func markOf(name string) mark {
	for _, of := range []func(string) (mark, bool){markOfName, markOfPlace, markOfSize, markOfGPUs, markOfTime, markOfSharing, markOfTuning} {
		if m, ok := of(name); ok {
			return m
		}
	}
	return mark{}
}

func to(fields ...string) mark { return mark{fields: fields} }

func all(fields ...string) mark { return mark{fields: fields, carries: true} }

// since marks an option that older data versions than this one cannot express.
func since(version string, m mark) mark { m.since = version; return m }

// empty marks an option that is sent with nothing in it too.
func empty(m mark) mark { m.empty = true; return m }

func markOfName(name string) (mark, bool) {
	switch name {
	case "job-name":
		return empty(all("name")), true
	case "partition":
		return to("partition"), true
	case "account":
		return empty(all("account")), true
	case "qos":
		return empty(all("qos")), true
	case "comment":
		return all("comment"), true
	case "extra":
		return empty(all("extra")), true
	case "reservation":
		return all("reservation"), true
	case "constraint":
		return empty(to("constraints")), true
	case "prefer":
		return empty(all("prefer")), true
	case "licenses":
		return to("licenses"), true
	case "mail-user":
		return to("mail_user"), true
	case "mail-type":
		return to("mail_type"), true
	case "wckey":
		return empty(all("wckey")), true
	case "network":
		return empty(to("network")), true
	}
	return mark{}, false
}

func markOfPlace(name string) (mark, bool) {
	switch name {
	case "output":
		return all("standard_output"), true
	case "error":
		return all("standard_error"), true
	case "input":
		return all("standard_input"), true
	case "open-mode":
		return all("open_mode"), true
	case "chdir":
		return all("current_working_directory"), true
	case "export", "export-file", "get-user-env":
		return all("environment"), true
	case "nodelist":
		return empty(to("required_nodes")), true
	case "nodefile":
		return to("required_nodes"), true
	case "exclude":
		return empty(all("excluded_nodes")), true
	}
	return mark{}, false
}

func markOfSize(name string) (mark, bool) {
	switch name {
	case "nodes":
		return to("nodes"), true
	case "ntasks":
		return to("tasks"), true
	case "ntasks-per-node":
		return to("tasks_per_node"), true
	case "ntasks-per-socket":
		return to("tasks_per_socket"), true
	case "ntasks-per-core":
		return to("tasks_per_core"), true
	case "ntasks-per-gpu", "ntasks-per-tres":
		return to("ntasks_per_tres"), true
	case "cpus-per-task":
		return to("cpus_per_task", "flags", "tres_per_task"), true
	case "cpus-per-gpu":
		return to("cpus_per_tres"), true
	case "mincpus":
		return to("minimum_cpus_per_node"), true
	case "threads-per-core":
		return to("threads_per_core"), true
	case "mem":
		return all("memory_per_node"), true
	case "mem-per-cpu":
		return to("memory_per_cpu"), true
	case "mem-per-gpu":
		return to("memory_per_tres"), true
	case "tmp":
		return to("temporary_disk_per_node"), true
	}
	return mark{}, false
}

func markOfGPUs(name string) (mark, bool) {
	switch name {
	case "gres", "gpus-per-node":
		return to("tres_per_node"), true
	case "gpus":
		return to("tres_per_job"), true
	case "gpus-per-socket":
		return to("tres_per_socket"), true
	case "gpus-per-task":
		return to("tres_per_task", "tres_bind"), true
	case "tres-per-task":
		return empty(to("tres_per_task")), true
	case "sockets-per-node":
		return to("sockets_per_node"), true
	case "extra-node-info":
		return to("sockets_per_node", "threads_per_core"), true
	case "hint":
		return all("threads_per_core"), true
	}
	return mark{}, false
}

func markOfTime(name string) (mark, bool) {
	switch name {
	case "time":
		return all("time_limit"), true
	case "time-min":
		return all("time_minimum"), true
	case "begin":
		return all("begin_time"), true
	case "deadline":
		return all("deadline"), true
	case "array":
		return all("array"), true
	case "dependency":
		return all("dependency"), true
	case "hold":
		return all("hold"), true
	case "requeue", "no-requeue":
		return all("requeue"), true
	case "nice":
		return all("nice"), true
	case "priority":
		return all("priority"), true
	case "signal":
		return all("kill_warning_signal", "kill_warning_delay", "kill_warning_flags"), true
	case "exclusive", "oversubscribe":
		return to("shared"), true
	case "overcommit":
		return to("overcommit"), true
	case "contiguous":
		return to("contiguous"), true
	case "no-kill":
		return all("kill_on_node_fail"), true
	case "spread-job", "use-min-nodes", "gres-flags":
		return to("flags"), true
	case "kill-on-invalid-dep":
		return all("flags"), true
	case "stepmgr":
		return since("v0.0.41", all("flags")), true
	}
	return mark{}, false
}

func markOfSharing(name string) (mark, bool) {
	switch name {
	case "core-spec":
		return to("core_specification"), true
	case "thread-spec":
		return to("thread_specification"), true
	case "distribution":
		return since("v0.0.41", to("distribution", "distribution_plane_size")), true
	case "cpu-freq":
		return to("cpu_frequency"), true
	case "gpu-freq":
		return to("tres_freq"), true
	case "gpu-bind":
		return to("tres_bind"), true
	case "tres-bind":
		return empty(to("tres_bind")), true
	case "mem-bind":
		return to("memory_binding", "memory_binding_type"), true
	case "acctg-freq":
		return all("account_gather_frequency"), true
	case "profile":
		return all("profile"), true
	case "delay-boot":
		return all("delay_boot"), true
	case "switches":
		return to("required_switches", "wait_for_switch"), true
	}
	return mark{}, false
}

func markOfTuning(name string) (mark, bool) {
	switch name {
	case "segment":
		return since("v0.0.41", to("segment_size")), true
	case "batch":
		return empty(all("batch_features")), true
	case "cluster-constraint":
		return empty(all("cluster_constraint")), true
	case "mcs-label":
		return empty(all("mcs_label")), true
	case "context":
		return all("selinux_context"), true
	case "container":
		return empty(all("container")), true
	case "container-id":
		return empty(all("container_id")), true
	case "bb":
		return empty(to("burst_buffer")), true
	case "oom-kill-step":
		return since("v0.0.42", all("oom_kill_step")), true
	case "wait-all-nodes":
		return all("wait_all_nodes"), true
	case "reboot":
		return all("reboot"), true
	}
	return mark{}, false
}

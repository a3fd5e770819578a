package sbatch

// Row says of one option of sbatch 24.11 what becomes of it.
type Row struct {
	Name, Short string // without dashes; Short is "" or one letter
	Alias       string // another long name
	Value       string // what its value is, "" if it takes none
	Optional    bool   // the value may be left out
	Class       Class
	Words       string   // what it does; of a refused one what to do instead
	Fields      []string // of the REST job description, v0.0.42
	Since       string   // the first data version that can express it; "" for v0.0.40
	Carries     bool     // in a het job it holds for the parts after it too
}

// Table lists every option of sbatch 24.11.
func Table() []Row {
	var out []Row
	for _, k := range known() {
		out = append(out, Row{
			Name: k.name, Short: k.short, Alias: k.alias, Value: k.value, Optional: k.arg == mayHaveValue, Class: k.class,
			Words: k.words, Fields: k.fields, Since: k.since, Carries: k.carries,
		})
	}
	return out
}

// mark is what Table tells beyond the reading of an option.
type mark struct {
	fields  []string
	carries bool
	since   string
	empty   bool // an empty value is sent too
}

// marks gives the marks of the options, by name. Which ones carry over to the next part of a het job was tried out
// with sbatch.
func marks() map[string]mark {
	to := func(fields ...string) mark { return mark{fields: fields} }
	all := func(fields ...string) mark { return mark{fields: fields, carries: true} }
	since := func(version string, m mark) mark { m.since = version; return m }
	empty := func(m mark) mark { m.empty = true; return m }
	return map[string]mark{
		"job-name": empty(all("name")), "partition": to("partition"), "account": empty(all("account")), "qos": empty(all("qos")),
		"comment": all("comment"), "extra": empty(all("extra")), "reservation": all("reservation"), "constraint": empty(to("constraints")),
		"prefer": empty(all("prefer")), "licenses": to("licenses"), "mail-user": to("mail_user"), "mail-type": to("mail_type"),
		"wckey": empty(all("wckey")), "network": empty(to("network")), "output": all("standard_output"), "error": all("standard_error"),
		"input": all("standard_input"), "open-mode": all("open_mode"), "chdir": all("current_working_directory"),
		"export": all("environment"), "export-file": all("environment"), "get-user-env": all("environment"),
		"nodelist": to("required_nodes"), "nodefile": to("required_nodes"), "exclude": empty(all("excluded_nodes")),

		"nodes": to("nodes"), "ntasks": to("tasks"), "ntasks-per-node": to("tasks_per_node"),
		"ntasks-per-socket": to("tasks_per_socket"), "ntasks-per-core": to("tasks_per_core"),
		"ntasks-per-gpu": to("ntasks_per_tres"), "ntasks-per-tres": to("ntasks_per_tres"),
		"cpus-per-task": to("cpus_per_task", "flags", "tres_per_task"), "cpus-per-gpu": to("cpus_per_tres"), "mincpus": to("minimum_cpus_per_node"),
		"threads-per-core": to("threads_per_core"), "mem": {fields: []string{"memory_per_node"}, carries: true},
		"mem-per-cpu": to("memory_per_cpu"), "mem-per-gpu": to("memory_per_tres"), "tmp": to("temporary_disk_per_node"),
		"gres": to("tres_per_node"), "gpus": to("tres_per_job"), "gpus-per-node": to("tres_per_node"),
		"gpus-per-socket": to("tres_per_socket"), "gpus-per-task": to("tres_per_task", "tres_bind"), "tres-per-task": to("tres_per_task"),
		"sockets-per-node": to("sockets_per_node"), "extra-node-info": to("sockets_per_node", "threads_per_core"),
		"hint": all("threads_per_core"),

		"time": all("time_limit"), "time-min": all("time_minimum"), "begin": all("begin_time"), "deadline": all("deadline"),
		"array": all("array"), "dependency": all("dependency"), "hold": all("hold"), "requeue": all("requeue"),
		"no-requeue": all("requeue"), "nice": all("nice"), "priority": all("priority"),
		"signal": all("kill_warning_signal", "kill_warning_delay", "kill_warning_flags"),

		"exclusive": to("shared"), "oversubscribe": to("shared"), "overcommit": to("overcommit"), "contiguous": to("contiguous"),
		"no-kill": all("kill_on_node_fail"), "spread-job": to("flags"), "use-min-nodes": to("flags"),
		"kill-on-invalid-dep": all("flags"), "gres-flags": to("flags"), "stepmgr": since("v0.0.41", all("flags")),

		"core-spec": to("core_specification"), "thread-spec": to("thread_specification"),
		"distribution": since("v0.0.41", to("distribution", "distribution_plane_size")), "cpu-freq": to("cpu_frequency"), "gpu-freq": to("tres_freq"),
		"gpu-bind": to("tres_bind"), "tres-bind": empty(to("tres_bind")), "mem-bind": to("memory_binding", "memory_binding_type"),
		"acctg-freq": all("account_gather_frequency"), "profile": all("profile"), "delay-boot": all("delay_boot"),
		"switches": to("required_switches", "wait_for_switch"), "segment": since("v0.0.41", to("segment_size")),
		"batch": all("batch_features"), "cluster-constraint": empty(all("cluster_constraint")), "mcs-label": empty(all("mcs_label")),
		"context": all("selinux_context"), "container": empty(all("container")), "container-id": empty(all("container_id")),
		"bb": empty(to("burst_buffer")), "oom-kill-step": since("v0.0.42", all("oom_kill_step")),
		"wait-all-nodes": all("wait_all_nodes"), "reboot": all("reboot"),
	}
}

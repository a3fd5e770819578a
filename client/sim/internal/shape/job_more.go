package shape

import (
	"flexq/client/sim/internal/cluster"
)

func jobShape(p *builder) {
	p.zeros("max_cpus")
	p.num("max_nodes", func(v *cluster.View) int64 {
		if v.State != cluster.Pending && len(v.Alloc) > 0 {
			return 0
		}
		if v.Hold && v.MaxNodes == 0 {
			return 1
		}
		return int64(v.MaxNodes)
	})
	p.empty("mcs_label", "memory_per_tres")
	p.str("name", func(v *cluster.View) string { return v.Name })
	p.str("network", func(v *cluster.View) string { return v.Network })
	p.put("nodes", func(e *Encoder, b []byte, v *cluster.View) []byte {
		return AppendString(b, e.c.HostList(cluster.NodesOf(v.Alloc)))
	})
	p.int("nice", func(v *cluster.View) int64 { return int64(v.Nice) })
	p.raw("tasks_per_core", infinite)
	p.zeros("tasks_per_tres")
	p.num("tasks_per_node", func(v *cluster.View) int64 { return int64(v.TasksPerNode) })
	p.raw("tasks_per_socket", infinite)
	p.zeros("tasks_per_board")
	p.num("cpus", func(v *cluster.View) int64 {
		if len(v.Alloc) > 0 {
			return got(v.Alloc).cpus
		}
		return int64(v.CPUsAsked())
	})
	p.num("node_count", func(v *cluster.View) int64 {
		if len(v.Alloc) > 0 {
			return int64(len(v.Alloc))
		}
		return int64(max(v.MinNodes, 1))
	})
	p.num("tasks", func(v *cluster.View) int64 { return int64(v.TaskCount()) })
	p.str("partition", func(v *cluster.View) string { return v.Partition })
	p.empty("prefer")
	p.put("memory_per_cpu", func(_ *Encoder, b []byte, v *cluster.View) []byte {
		if v.MemPerCPU == 0 {
			return append(b, unset...)
		}
		return AppendNum(b, int64(v.MemPerCPU))
	})
	p.put("memory_per_node", func(_ *Encoder, b []byte, v *cluster.View) []byte {
		if v.MemPerCPU != 0 || v.MemPerNode == 0 && !v.MemSet {
			return append(b, unset...)
		}
		return AppendNum(b, int64(v.MemPerNode))
	})
	p.num("minimum_cpus_per_node", func(v *cluster.View) int64 {
		return int64(max(v.CPUsPerTask, 1) * max(v.TasksPerNode, 1))
	})
}

func jobQueue(p *builder) {
	if p.version < 42 {
		p.raw("minimum_switches", "0")
	}
	p.zeros("minimum_tmp_disk_per_node")
	if p.version < 42 {
		p.raw("oversubscribe", "true")
	}
	p.raw("power", `{"flags":[]}`)
	p.zeros("preempt_time", "preemptable_time")
	p.num("pre_sus_time", func(v *cluster.View) int64 { return v.PreSuspend })
	p.bool("hold", func(v *cluster.View) bool { return v.Priority == 0 })
	p.num("priority", func(v *cluster.View) int64 { return int64(v.Priority) })
	if p.version >= 42 {
		p.raw("priority_by_partition", "[]")
	}
	p.raw("profile", `["NOT_SET"]`)
	p.str("qos", func(v *cluster.View) string { return v.QOS })
	p.raw("reboot", "false")
	p.str("required_nodes", func(v *cluster.View) string { return v.ReqNodes })
	if p.version >= 42 {
		p.raw("required_switches", "0")
	}
	p.bool("requeue", func(v *cluster.View) bool { return v.Requeue })
	p.zeros("resize_time")
	p.int("restart_cnt", func(v *cluster.View) int64 { return int64(v.Restarts) })
	p.str("resv_name", func(v *cluster.View) string { return v.Reservation })
	p.put("scheduled_nodes", func(e *Encoder, b []byte, v *cluster.View) []byte {
		return AppendString(b, e.c.HostList(v.Planned))
	})
	if p.version >= 43 {
		p.raw("segment_size", "0")
	}
	p.empty("selinux_context")
	p.list("shared", func(v *cluster.View) []string {
		if v.Exclusive {
			return []string{"none"}
		}
		return nil
	})
	if p.version < 42 {
		p.raw("show_flags", "[]")
	}
	p.raw("sockets_per_board", "0")
	p.none("sockets_per_node")
	p.put("start_time", func(e *Encoder, b []byte, v *cluster.View) []byte { return AppendNum(b, e.startTime(v)) })
	p.str("state_description", func(v *cluster.View) string { return v.Detail })
	p.str("state_reason", func(v *cluster.View) string { return v.Reason.String() })
}

func jobPaths(p *builder) {
	path := func(key string, pattern func(v *cluster.View) string, expand func(e *Encoder) bool) {
		p.put(key, func(e *Encoder, b []byte, v *cluster.View) []byte {
			s := pattern(v)
			if expand(e) {
				s = e.expand(v, s)
			}
			return AppendString(b, s)
		})
	}
	standard := func(e *Encoder) bool { return !e.raw }
	always := func(*Encoder) bool { return true }
	errOrOut := func(v *cluster.View) string {
		if s := errPattern(v); s != "" {
			return s
		}
		return outPattern(v)
	}
	path("standard_error", errOrOut, standard)
	path("standard_input", inPath, standard)
	path("standard_output", outPattern, standard)
	if p.version >= 43 {
		path("stdin_expanded", inPath, always)
		path("stdout_expanded", outPattern, always)
		path("stderr_expanded", errOrOut, always)
	}
}

func jobLimits(p *builder) {
	p.num("submit_time", func(v *cluster.View) int64 { return v.Submit })
	p.num("suspend_time", func(v *cluster.View) int64 { return v.Suspend })
	p.empty("system_comment")
	p.put("time_limit", func(e *Encoder, b []byte, v *cluster.View) []byte {
		return appendNum32(b, v.ShownLimit(e.c.Partition(v.Partition)))
	})
	p.num("time_minimum", func(v *cluster.View) int64 { return int64(v.LimitMin) })
	p.none("threads_per_core")
	p.empty("tres_bind", "tres_freq")
	p.str("tres_per_job", func(v *cluster.View) string { return v.TRESPerJob })
	p.str("tres_per_node", func(v *cluster.View) string { return v.TRESPerNode })
	p.str("tres_per_socket", func(v *cluster.View) string { return v.TRESPerSocket })
	p.str("tres_per_task", func(v *cluster.View) string { return v.TRESPerTask })
	p.put("tres_req_str", func(e *Encoder, b []byte, v *cluster.View) []byte {
		b = e.asked(v).append(append(b, '"'))
		return append(b, '"')
	})
	p.put("tres_alloc_str", func(_ *Encoder, b []byte, v *cluster.View) []byte {
		alloc := v.Alloc
		if len(alloc) == 0 && v.Flags&cluster.SpecialExit == 0 {
			alloc = v.LastTRES
		}
		b = append(b, '"')
		if len(alloc) > 0 {
			b = got(alloc).append(b)
		}
		return append(b, '"')
	})
	p.int("user_id", func(v *cluster.View) int64 { return int64(v.User.UID) })
	p.str("user_name", func(v *cluster.View) string { return v.User.Name })
	p.raw("maximum_switch_wait_time", "0")
	p.str("wckey", func(v *cluster.View) string { return v.WCKey })
	p.str("current_working_directory", func(v *cluster.View) string { return v.WorkDir })
}

func appendGresDetail(e *Encoder, b []byte, v *cluster.View) []byte {
	b = append(b, '[')
	if v.State.Final() && v.Flags&cluster.Completing == 0 {
		return append(b, ']')
	}
	for _, a := range v.Alloc {
		if a.GPUs == 0 {
			continue
		}
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = append(b, '"')
		b = appendGPUs(b, e.c.Nodes()[a.Node].Shape.GPUType, a.GPUs)
		b = append(b, '"')
	}
	return append(b, ']')
}

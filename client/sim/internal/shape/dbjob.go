package shape

import "flexq/client/sim/internal/cluster"

// never is the start of a job that ended without one, as accounting has it.
const never = 0xfffffffe

// AppendDBJob writes a record of accounting as of a moment.
func (e *Encoder) AppendDBJob(b []byte, v *cluster.View, now int64, steps bool) []byte {
	o := open(b)
	o.str("account", v.Account)
	o.with("comment", func(b []byte) []byte {
		c := open(b)
		c.str("administrator", v.AdminComment)
		c.str("job", v.Comment)
		c.str("system", "")
		return c.close()
	})
	o.int("allocation_nodes", int64(len(v.Alloc)))
	o.with("array", func(b []byte) []byte { return e.appendDBArray(b, v) })
	o.with("association", func(b []byte) []byte {
		a := open(b)
		a.str("account", v.Account)
		a.str("cluster", e.c.Name())
		a.str("partition", "")
		a.str("user", v.User.Name)
		a.int("id", int64(v.User.Assoc))
		return a.close()
	})
	o.str("block", "")
	o.str("cluster", e.c.Name())
	o.str("constraints", v.Features)
	o.str("container", v.Container)
	o.with("derived_exit_code", func(b []byte) []byte { return appendDBExit(b, v, true) })
	o.with("time", func(b []byte) []byte { return e.appendDBTime(b, v, now) })
	o.with("exit_code", func(b []byte) []byte { return appendDBExit(b, v, false) })
	o.str("extra", v.Extra)
	o.str("failed_node", e.node(v.FailedNode))
	o.list("flags", dbFlags(v))
	o.str("group", v.User.Name)
	e.dbName(o, v)
	e.dbPaths(o, v)
	e.dbTail(o, v, now, steps)
	return o.close()
}

func dbFlags(v *cluster.View) []string {
	switch {
	case v.Backfilled:
		return []string{"STARTED_ON_BACKFILL", "START_RECEIVED"}
	case len(v.Alloc) > 0:
		return []string{"STARTED_ON_SCHEDULE", "START_RECEIVED"}
	default:
		return []string{"START_RECEIVED"}
	}
}

func (e *Encoder) appendDBArray(b []byte, v *cluster.View) []byte {
	o := open(b)
	id, task, list, most := int64(0), cluster.NoVal, "", int64(0)
	if v.Array != nil {
		id, task, list = int64(v.Array.ID), v.Task, v.Hex
		if v.Tasks != "" {
			most = int64(v.Throttle)
		}
	}
	o.int("job_id", id)
	o.with("limits", func(b []byte) []byte {
		b = append(b, `{"max":{"running":{"tasks":`...)
		b = appendInt(b, most)
		return append(b, "}}}"...)
	})
	o.num32("task_id", task)
	o.str("task", list)
	return o.close()
}

// appendDBExit writes the exit code as accounting keeps it: a job that Slurm ended counts as ended well.
func appendDBExit(b []byte, v *cluster.View, derived bool) []byte {
	x := v.Exit
	if derived {
		x = v.Derived
		if v.State == cluster.NodeFail {
			return append(b, `{"status":["PENDING"],"return_code":`+unset+`,"signal":{"id":`+unset+`,"name":""}}`...)
		}
		return appendExit(b, x)
	}
	switch v.State {
	case cluster.Timeout, cluster.Cancelled:
		x = cluster.Exit{}
	case cluster.NodeFail, cluster.Deadline:
		x = cluster.Exit{Code: 1}
	case cluster.Failed:
		if v.Reason == cluster.FailConstraints {
			x = cluster.Exit{Code: 1}
		}
	case cluster.Pending, cluster.Running, cluster.Suspended, cluster.Completed, cluster.Preempted, cluster.BootFail,
		cluster.OutOfMemory:
	}
	return appendExit(b, x)
}

func (e *Encoder) appendDBTime(b []byte, v *cluster.View, now int64) []byte {
	start, end, eligible := v.Start, int64(0), v.Eligible
	if v.State == cluster.Pending {
		start = 0
	}
	if v.State.Final() {
		end = v.End
		if len(v.Alloc) == 0 {
			start = never
		}
	}
	if v.Remainder() {
		eligible = 0xffffffff
	}
	cpu := cpuSeconds(v, now)
	o := open(b)
	o.int("elapsed", elapsed(v, now))
	o.int("eligible", eligible)
	o.int("end", end)
	if e.version >= 41 {
		o.num("planned", planned(v, now))
	}
	o.int("start", start)
	o.int("submission", v.Submit)
	o.int("suspended", 0)
	o.with("system", func(b []byte) []byte { return appendCPU(b, cpu/20) })
	o.with("limit", func(b []byte) []byte {
		l := v.Limit
		if l == cluster.NoVal {
			if p := e.c.Partition(v.Partition); p != nil && p.DefTime != cluster.NoVal {
				l = p.DefTime
			} else if v.State != cluster.Pending && len(v.Alloc) > 0 {
				l = v.ShownLimit(p)
			}
		}
		return appendNum32(b, l)
	})
	o.with("total", func(b []byte) []byte { return appendCPU(b, cpu) })
	o.with("user", func(b []byte) []byte { return appendCPU(b, cpu-cpu/20) })
	return o.close()
}

func elapsed(v *cluster.View, now int64) int64 {
	if len(v.Alloc) == 0 {
		return 0
	}
	return v.RunSeconds(now)
}

func planned(v *cluster.View, now int64) int64 {
	if v.Remainder() || v.Eligible == 0 {
		return 0
	}
	switch {
	case len(v.Alloc) > 0:
		return v.Start - v.Eligible
	case v.State.Final():
		return v.End - v.Eligible
	default:
		return now - v.Eligible
	}
}

// cpuSeconds is the processor time that an ended job has used: most of what it had. Jobs that only sleep, as those
// with a script of a few seconds, use none; a running job's is not known yet.
func cpuSeconds(v *cluster.View, now int64) int64 {
	if !v.State.Final() || v.RunSeconds(now) < 60 || v.Plan == nil {
		return 0
	}
	share := 35 + int64(v.ID*2654435761%60) // per cent, different from job to job
	return v.RunSeconds(now) * got(v.Alloc).cpus * share / 100
}

func appendCPU(b []byte, seconds int64) []byte {
	b = append(b, `{"seconds":`...)
	b = appendInt(b, seconds)
	return append(b, `,"microseconds":0}`...)
}

func (e *Encoder) dbName(o *object, v *cluster.View) {
	o.with("het", func(b []byte) []byte {
		if v.Het == nil {
			return append(b, `{"job_id":0,"job_offset":`+unset+`}`...)
		}
		b = append(b, `{"job_id":`...)
		b = appendInt(b, int64(v.Het.ID))
		b = append(b, `,"job_offset":`...)
		b = AppendNum(b, int64(v.HetOffset))
		return append(b, '}')
	})
	o.int("job_id", int64(v.ID))
	o.str("name", v.Name)
	o.str("licenses", v.Licenses)
	o.raw("mcs", `{"label":""}`)
	nodes := "None assigned"
	if len(v.Alloc) > 0 {
		nodes = e.c.HostList(cluster.NodesOf(v.Alloc))
	}
	o.str("nodes", nodes)
	o.str("partition", v.Partition)
	o.bool("hold", v.Priority == 0)
	o.num("priority", int64(v.Priority))
	o.str("qos", v.QOS)
	if e.version >= 42 {
		o.str("qosreq", "")
	}
	o.with("required", func(b []byte) []byte {
		b = append(b, `{"CPUs":`...)
		b = appendInt(b, int64(v.CPUsAsked()))
		b = append(b, `,"memory_per_cpu":`...)
		if v.MemPerCPU > 0 {
			b = AppendNum(b, int64(v.MemPerCPU))
		} else {
			b = append(b, unset...)
		}
		b = append(b, `,"memory_per_node":`...)
		if v.MemPerCPU == 0 {
			b = AppendNum(b, int64(v.MemPerNode))
		} else {
			b = append(b, unset...)
		}
		return append(b, '}')
	})
	o.str("kill_request_user", v.KilledBy)
	if e.version >= 42 {
		o.int("restart_cnt", int64(v.Restarts))
	}
	if e.version >= 43 {
		o.raw("reservation", `{"id":0,"name":"","requested":""}`)
	} else {
		o.raw("reservation", `{"id":0,"name":""}`)
	}
	o.str("script", v.Shown)
	if e.version >= 43 {
		o.int("segment_size", 0)
	}
}

func (e *Encoder) dbPaths(o *object, v *cluster.View) {
	if e.version < 41 {
		return
	}
	in := ""
	if v.SubmitLine != "" || v.StdIn != "" {
		in = inPath(v)
	}
	out, errs := outPattern(v), errPattern(v)
	o.str("stdin_expanded", e.expand(v, in))
	o.str("stdout_expanded", e.expand(v, out))
	o.str("stderr_expanded", e.expand(v, errs))
	o.str("stdout", out)
	o.str("stderr", errs)
	o.str("stdin", in)
}

func (e *Encoder) dbTail(o *object, v *cluster.View, now int64, steps bool) {
	o.with("state", func(b []byte) []byte {
		reason := cluster.NoReason
		if v.Reason == cluster.WaitArrayLimit {
			reason = v.Reason // others are not yet known when accounting hears of a job
		}
		b = append(b, `{"current":["`...)
		b = append(b, v.State.String()...)
		b = append(b, `"],"reason":"`...)
		b = append(b, reason.String()...)
		return append(b, `"}`...)
	})
	o.with("steps", func(b []byte) []byte {
		b = append(b, '[')
		if steps && len(v.Alloc) > 0 && v.HetOffset == 0 {
			b = e.appendStep(b, v, now)
		}
		return append(b, ']')
	})
	o.str("submit_line", v.SubmitLine)
	o.with("tres", func(b []byte) []byte {
		b = append(b, `{"allocated":`...)
		alloc := v.Alloc
		if len(alloc) == 0 {
			alloc = v.LastTRES
		}
		if len(alloc) > 0 {
			b = got(alloc).appendList(b, v.State != cluster.Pending && v.State != cluster.NodeFail)
		} else {
			b = append(b, "[]"...)
		}
		b = append(b, `,"requested":`...)
		b = e.asked(v).appendList(b, false)
		return append(b, '}')
	})
	o.str("used_gres", "")
	o.str("user", v.User.Name)
	o.raw("wckey", `{"wckey":"","flags":[]}`)
	o.str("working_directory", v.WorkDir)
}

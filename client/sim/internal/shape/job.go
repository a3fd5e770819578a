package shape

import (
	"flexq/client/sim/internal/cluster"
)

// compileJob is the table of job_info, in slurmrestd's order.
func (e *Encoder) compileJob(detail bool) []step {
	p := &builder{version: e.version}
	jobIdentity(p)
	jobRequest(p)
	jobTimes(p)
	jobPlace(p, detail)
	jobShape(p)
	jobQueue(p)
	jobPaths(p)
	jobLimits(p)
	return p.end()
}

func jobIdentity(p *builder) {
	p.str("account", func(v *cluster.View) string { return v.Account })
	p.num("accrue_time", func(v *cluster.View) int64 { return v.Accrue })
	p.str("admin_comment", func(v *cluster.View) string { return v.AdminComment })
	p.raw("allocating_node", `"localhost"`)
	p.num("array_job_id", func(v *cluster.View) int64 {
		if v.Array == nil {
			return 0
		}
		return int64(v.Array.ID)
	})
	p.num32("array_task_id", func(v *cluster.View) uint32 {
		if v.Array == nil {
			return cluster.NoVal
		}
		return v.Task
	})
	p.num("array_max_tasks", func(v *cluster.View) int64 { return int64(v.Throttle) })
	p.str("array_task_string", func(v *cluster.View) string { return v.Tasks })
	p.int("association_id", func(v *cluster.View) int64 { return int64(v.User.Assoc) })
	p.empty("batch_features")
	p.raw("batch_flag", "true")
	p.put("batch_host", func(e *Encoder, b []byte, v *cluster.View) []byte {
		if len(v.Alloc) == 0 {
			return append(b, `""`...)
		}
		return AppendString(b, e.c.Nodes()[v.Alloc[0].Node].Name)
	})
	p.list("flags", jobFlags)
	p.empty("burst_buffer", "burst_buffer_state")
	p.put("cluster", func(e *Encoder, b []byte, _ *cluster.View) []byte { return AppendString(b, e.c.Name()) })
	p.empty("cluster_features")
	p.str("command", func(v *cluster.View) string { return v.Command })
	p.str("comment", func(v *cluster.View) string { return v.Comment })
	p.str("container", func(v *cluster.View) string { return v.Container })
	p.empty("container_id")
}

func jobFlags(v *cluster.View) []string {
	flags := make([]string, 0, 6)
	add := func(on bool, name string) {
		if on {
			flags = append(flags, name)
		}
	}
	add(v.Lost, "SKIP_TRES_STRING_ACCOUNTING")
	add(v.WasRunning, "JOB_WAS_RUNNING")
	add(v.MemSet, "EXACT_MEMORY_REQUESTED")
	add(!v.OwnAccount, "USING_DEFAULT_ACCOUNT")
	add(v.DefaultPart, "USING_DEFAULT_PARTITION")
	add(!v.OwnQOS, "USING_DEFAULT_QOS")
	add(true, "USING_DEFAULT_WCKEY")
	add(v.State == cluster.Pending && !v.Known && v.Begin == 0, "DEPENDENT")
	add(v.Backfilled, "BACKFILL_ATTEMPTED")
	add(v.SchedTried && v.State == cluster.Pending, "SCHEDULING_ATTEMPTED")
	return flags
}

func jobRequest(p *builder) {
	p.bool("contiguous", func(v *cluster.View) bool { return v.Contiguous })
	p.raw("core_spec", "0")
	p.raw("thread_spec", "32766")
	p.none("cores_per_socket")
	p.put("billable_tres", func(_ *Encoder, b []byte, v *cluster.View) []byte {
		alloc := v.Alloc
		if len(alloc) == 0 {
			alloc = v.LastTRES
		}
		if len(alloc) == 0 {
			return append(b, `{"set":false,"infinite":false,"number":0.0}`...)
		}
		b = append(b, `{"set":true,"infinite":false,"number":`...)
		b = appendInt(b, got(alloc).cpus)
		return append(b, `.0}`...)
	})
	p.num("cpus_per_task", func(v *cluster.View) int64 { return int64(max(v.CPUsPerTask, 1)) })
	p.none("cpu_frequency_minimum", "cpu_frequency_maximum", "cpu_frequency_governor")
	p.empty("cpus_per_tres", "cron")
	p.num("deadline", func(v *cluster.View) int64 { return v.Deadline })
	p.zeros("delay_boot")
	p.str("dependency", func(v *cluster.View) string { return v.Dependency() })
	p.put("derived_exit_code", func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendExit(b, v.Derived) })
}

func appendExit(b []byte, x cluster.Exit) []byte {
	switch {
	case x.Signal != 0:
		b = append(b, `{"status":["SIGNALED"],"return_code":`+unset+`,"signal":{"id":`...)
		b = AppendNum(b, int64(x.Signal))
		b = append(b, `,"name":`...)
		b = AppendString(b, x.SignalName())
		return append(b, "}}"...)
	case x.Code != 0:
		b = append(b, `{"status":["ERROR"],"return_code":`...)
		b = AppendNum(b, int64(x.Code))
	default:
		b = append(b, `{"status":["SUCCESS"],"return_code":`+zero...)
	}
	return append(b, `,"signal":{"id":`+unset+`,"name":""}}`...)
}

func jobTimes(p *builder) {
	p.num("eligible_time", func(v *cluster.View) int64 { return v.Eligible })
	p.put("end_time", func(e *Encoder, b []byte, v *cluster.View) []byte { return AppendNum(b, e.endTime(v)) })
	p.str("excluded_nodes", func(v *cluster.View) string { return v.ExcNodes })
	if p.version < 42 {
		p.list("exclusive", func(v *cluster.View) []string {
			if v.Exclusive {
				return []string{"true"}
			}
			return nil
		})
	}
	p.put("exit_code", func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendExit(b, v.Exit) })
	p.str("extra", func(v *cluster.View) string { return v.Extra })
	p.put("failed_node", func(e *Encoder, b []byte, v *cluster.View) []byte { return AppendString(b, e.node(v.FailedNode)) })
	p.str("features", func(v *cluster.View) string { return v.Features })
	p.empty("federation_origin", "federation_siblings_active", "federation_siblings_viable")
}

func (e *Encoder) node(i int32) string {
	if i < 0 {
		return ""
	}
	return e.c.Nodes()[i].Name
}

// endTime is the end, or the expected one: of a waiting job, if its start is expected.
func (e *Encoder) endTime(v *cluster.View) int64 {
	if v.State != cluster.Pending {
		return v.End
	}
	start := e.startTime(v)
	if start == 0 {
		return 0
	}
	switch limit := v.ShownLimit(e.c.Partition(v.Partition)); limit {
	case cluster.NoVal, cluster.Infinite:
		return start + 365*86400
	default:
		return start + int64(limit)*60
	}
}

func (e *Encoder) startTime(v *cluster.View) int64 {
	if v.State == cluster.Pending && v.Estimate > 0 {
		return v.Estimate
	}
	return v.Start
}

func jobPlace(p *builder, detail bool) {
	if detail {
		p.put("gres_detail", appendGresDetail)
	} else {
		p.raw("gres_detail", "[]")
	}
	p.int("group_id", func(v *cluster.View) int64 { return int64(v.User.UID) })
	p.str("group_name", func(v *cluster.View) string { return v.User.Name })
	p.num("het_job_id", func(v *cluster.View) int64 {
		if v.Het == nil {
			return 0
		}
		return int64(v.Het.ID)
	})
	p.put("het_job_id_set", appendHetSet)
	p.num("het_job_offset", func(v *cluster.View) int64 { return int64(v.HetOffset) })
	p.int("job_id", func(v *cluster.View) int64 { return int64(v.ID) })
	switch {
	case !detail:
		p.raw("job_resources", "null")
	case p.version == 40:
		p.put("job_resources", appendOldResources)
	default:
		p.put("job_resources", appendResources)
	}
	p.raw("job_size_str", "[]")
	p.put("job_state", func(_ *Encoder, b []byte, v *cluster.View) []byte { return appendState(b, v) })
	p.num("last_sched_evaluation", func(v *cluster.View) int64 { return v.LastSched })
	p.str("licenses", func(v *cluster.View) string { return v.Licenses })
	p.list("mail_type", func(v *cluster.View) []string { return v.MailType })
	p.str("mail_user", func(v *cluster.View) string { return v.MailUser })
}

func appendState(b []byte, v *cluster.View) []byte {
	b = append(b, '[', '"')
	b = append(b, v.State.String()...)
	b = append(b, '"')
	for _, w := range v.Flags.Words() {
		b = append(b, ',', '"')
		b = append(b, w...)
		b = append(b, '"')
	}
	return append(b, ']')
}

func appendHetSet(_ *Encoder, b []byte, v *cluster.View) []byte {
	if v.Het == nil || len(v.Het.Parts) == 0 {
		return append(b, `""`...)
	}
	b = append(b, '"')
	b = appendInt(b, int64(v.Het.ID))
	b = append(b, '-')
	b = appendInt(b, int64(v.Het.Parts[len(v.Het.Parts)-1].ID))
	return append(b, '"')
}

package shape

import "flexq/client/sim/internal/cluster"

// AppendDiag writes the statistics of slurmctld. What the simulation does not count is 0.
func (e *Encoder) AppendDiag(b []byte, user string) []byte {
	s := e.c.Stats()
	now := e.c.Now()
	_, _, _, _, lastBackfill := e.c.Changed()
	o := open(b)
	o.int("parts_packed", 1)
	o.num("req_time", now)
	o.num("req_time_start", s.Since)
	o.int("server_thread_count", 1)
	for _, k := range []string{"agent_queue_size", "agent_count", "agent_thread_count", "dbd_agent_queue_size"} {
		o.int(k, 0)
	}
	o.int("gettimeofday_latency", 20)
	e.diagMain(o, s, now)
	o.int("schedule_queue_length", s.Pending)
	o.int("jobs_submitted", s.Submitted)
	o.int("jobs_started", s.Started)
	o.int("jobs_completed", s.Completed)
	o.int("jobs_canceled", s.Cancelled)
	o.int("jobs_failed", s.Fails)
	o.int("jobs_pending", s.Pending)
	o.int("jobs_running", s.Running)
	o.num("job_states_ts", now)
	e.diagBackfill(o, s, lastBackfill)
	e.diagRPC(o, user)
	return o.close()
}

func (e *Encoder) diagMain(o *object, s cluster.Stats, now int64) {
	o.int("schedule_cycle_max", 340)
	o.int("schedule_cycle_last", 34)
	if e.version >= 41 {
		o.int("schedule_cycle_sum", 34*s.Cycles)
	}
	o.int("schedule_cycle_total", s.Cycles)
	o.int("schedule_cycle_mean", 34)
	o.int("schedule_cycle_mean_depth", 0)
	o.int("schedule_cycle_per_minute", s.Cycles*60/max(now-s.Since, 60))
	if e.version >= 41 {
		o.int("schedule_cycle_depth", 0)
	}
	o.with("schedule_exit", func(b []byte) []byte {
		x := open(b)
		x.int("end_job_queue", s.Cycles)
		for _, k := range []string{"default_queue_depth", "max_job_start", "max_rpc_cnt", "max_sched_time", "licenses"} {
			x.int(k, 0)
		}
		return x.close()
	})
}

func (e *Encoder) diagBackfill(o *object, s cluster.Stats, last int64) {
	zeros := func(keys ...string) {
		for _, k := range keys {
			o.int(k, 0)
		}
	}
	o.int("bf_backfilled_jobs", s.Backfilled)
	o.int("bf_last_backfilled_jobs", s.Backfilled)
	zeros("bf_backfilled_het_jobs")
	o.int("bf_cycle_counter", s.BackfillCycles)
	zeros("bf_cycle_mean", "bf_depth_mean", "bf_depth_mean_try", "bf_cycle_sum", "bf_cycle_last")
	if e.version >= 41 {
		zeros("bf_cycle_max")
	}
	o.with("bf_exit", func(b []byte) []byte {
		x := open(b)
		x.int("end_job_queue", s.BackfillCycles)
		for _, k := range []string{"bf_max_job_start", "bf_max_job_test", "bf_max_time", "bf_node_space_size", "state_changed"} {
			x.int(k, 0)
		}
		return x.close()
	})
	zeros("bf_last_depth", "bf_last_depth_try", "bf_depth_sum", "bf_depth_try_sum")
	o.int("bf_queue_len", s.Pending)
	zeros("bf_queue_len_mean", "bf_queue_len_sum", "bf_table_size")
	if e.version >= 41 {
		zeros("bf_table_size_sum")
	}
	zeros("bf_table_size_mean")
	o.num("bf_when_last_cycle", last)
	o.bool("bf_active", false)
}

func (e *Encoder) diagRPC(o *object, user string) {
	average := AppendNum(nil, 38)
	more := `,"queued":0,"dropped":0,"cycle_last":0,"cycle_max":0`
	if e.version < 41 {
		average, more = []byte("38"), ""
	}
	o.raw("rpcs_by_message_type", `[{"type_id":1008,"message_type":"REQUEST_PING","count":4`+more+
		`,"total_time":153,"average_time":`+string(average)+`}]`)
	uid := int64(65534)
	if u := e.c.User(user); u != nil {
		uid = int64(u.UID)
	}
	o.with("rpcs_by_user", func(b []byte) []byte {
		b = append(b, `[{"user_id":`...)
		b = appendInt(b, uid)
		b = append(b, `,"user":`...)
		b = AppendString(b, user)
		b = append(b, `,"count":4,"total_time":153,"average_time":`...)
		b = append(b, average...)
		return append(b, "}]"...)
	})
	if e.version >= 41 {
		o.raw("pending_rpcs", "[]")
		o.raw("pending_rpcs_by_hostlist", "[]")
	}
}

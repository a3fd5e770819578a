package shape

import "flexq/client/sim/internal/cluster"

// AppendPartition writes a partition.
func (e *Encoder) AppendPartition(b []byte, p *cluster.Partition) []byte {
	var cpus, mem, gpus int64
	for _, i := range p.Nodes {
		sh := e.c.Nodes()[i].Shape
		cpus += int64(sh.CPUs)
		mem += int64(sh.Mem)
		gpus += int64(sh.GPUs)
	}
	o := open(b)
	o.with("nodes", func(b []byte) []byte {
		n := open(b)
		n.str("allowed_allocation", "")
		n.str("configured", e.c.HostList(p.Nodes))
		n.int("total", int64(len(p.Nodes)))
		return n.close()
	})
	o.raw("accounts", `{"allowed":"","deny":""}`)
	o.raw("groups", `{"allowed":""}`)
	o.raw("qos", `{"allowed":"","deny":"","assigned":""}`)
	o.str("alternate", "")
	o.with("tres", func(b []byte) []byte {
		b = append(b, `{"billing_weights":"","configured":"`...)
		b = amounts{cpus: cpus, mem: mem, nodes: int64(len(p.Nodes)), billing: cpus, gpus: gpus}.append(b)
		return append(b, `"}`...)
	})
	o.str("cluster", "")
	if e.version >= 41 {
		o.raw("select_type", "[]")
	}
	o.with("cpus", func(b []byte) []byte {
		b = append(b, `{"task_binding":0,"total":`...)
		b = appendInt(b, cpus)
		return append(b, '}')
	})
	o.with("defaults", func(b []byte) []byte {
		b = append(b, `{"memory_per_cpu":0,"partition_memory_per_cpu":`+unset+`,"partition_memory_per_node":`+zero+`,"time":`...)
		b = appendNum32(b, p.DefTime)
		return append(b, `,"job":""}`...)
	})
	o.int("grace_time", 0)
	o.with("maximums", func(b []byte) []byte {
		b = append(b, `{"cpus_per_node":`+infinite+`,"cpus_per_socket":`+infinite+`,"memory_per_cpu":0,"partition_memory_per_cpu":`+
			unset+`,"partition_memory_per_node":`+zero+`,"nodes":`+infinite+
			`,"shares":1,"oversubscribe":{"jobs":1,"flags":[]},"time":`...)
		b = appendNum32(b, p.MaxTime)
		return append(b, `,"over_time_limit":`+unset+`}`...)
	})
	o.raw("minimums", `{"nodes":0}`)
	o.str("name", p.Name)
	o.str("node_sets", "")
	o.with("priority", func(b []byte) []byte {
		b = append(b, `{"job_factor":1,"tier":`...)
		b = appendInt(b, int64(p.Tier))
		return append(b, '}')
	})
	o.raw("timeouts", `{"resume":`+unset+`,"suspend":`+unset+`}`)
	o.raw("partition", `{"state":["UP"]}`)
	o.raw("suspend_time", unset)
	return o.close()
}

// AppendLicense writes a licence of which so many are in use.
func (e *Encoder) AppendLicense(b []byte, l cluster.License, used uint32) []byte {
	o := open(b)
	o.str("LicenseName", l.Name)
	o.int("Total", int64(l.Total))
	o.int("Used", int64(used))
	o.int("Free", int64(l.Total)-int64(used))
	o.bool("Remote", false)
	for _, k := range []string{"Reserved", "LastConsumed", "LastDeficit", "LastUpdate"} {
		o.int(k, 0)
	}
	return o.close()
}

// AppendReservation writes a reservation.
func (e *Encoder) AppendReservation(b []byte, r *cluster.Reservation) []byte {
	var cores, cpus int64
	for _, i := range r.Nodes {
		sh := e.c.Nodes()[i].Shape
		cores += int64(sh.Sockets * sh.Cores)
		cpus += int64(sh.CPUs)
	}
	flags := []string{"SPEC_NODES"}
	if r.Maint {
		flags = []string{"MAINT", "SPEC_NODES"}
	}
	if r.IgnoreJobs {
		flags = []string{"MAINT", "IGNORE_JOBS", "SPEC_NODES"}
	}
	o := open(b)
	o.str("accounts", "")
	o.str("burst_buffer", "")
	o.int("core_count", cores)
	o.raw("core_specializations", "[]")
	o.num("end_time", r.End)
	o.str("features", "")
	o.list("flags", flags)
	o.str("groups", "")
	o.str("licenses", "")
	o.int("max_start_delay", 0)
	o.str("name", r.Name)
	o.int("node_count", int64(len(r.Nodes)))
	o.str("node_list", e.c.HostList(r.Nodes))
	o.str("partition", "")
	o.raw("purge_completed", `{"time":{"set":true,"infinite":false,"number":300}}`)
	o.num("start_time", r.Start)
	o.raw("watts", "{}")
	o.with("tres", func(b []byte) []byte {
		b = append(b, `"cpu=`...)
		b = appendInt(b, cpus)
		return append(b, '"')
	})
	o.str("users", r.Users)
	return o.close()
}

package shape

import (
	"flexq/client/sim/internal/cluster"
)

// AppendNode writes a node as slurmctld knows it, one of a list.
func (e *Encoder) AppendNode(b []byte, n *cluster.Node) []byte { return e.appendNode(b, n, n.Parts) }

// AppendOneNode writes the answer to a query for one node. Before 25.05.4 slurmrestd gives it the partitions of the
// first node of the cluster.
func (e *Encoder) AppendOneNode(b []byte, n *cluster.Node) []byte {
	if !e.raw {
		return e.appendNode(b, n, e.c.Nodes()[0].Parts)
	}
	return e.appendNode(b, n, n.Parts)
}

func (e *Encoder) appendNode(b []byte, n *cluster.Node, parts []string) []byte {
	o := open(b)
	e.nodeMachine(o, n)
	e.nodeNames(o, n, parts)
	e.nodeUse(o, n)
	return o.close()
}

func known(n *cluster.Node, s string) string {
	if n.Registered {
		return s
	}
	return ""
}

func (e *Encoder) nodeMachine(o *object, n *cluster.Node) {
	sh := n.Shape
	o.str("architecture", known(n, "x86_64"))
	o.str("burstbuffer_network_address", "")
	o.int("boards", 1)
	o.num("boot_time", n.Boot)
	o.str("cluster_name", "")
	o.int("cores", int64(sh.Cores))
	o.int("specialized_cores", 0)
	o.int("cpu_binding", 0)
	o.int("cpu_load", e.load(n))
	if n.Registered {
		o.num("free_mem", int64(sh.Mem)-int64(n.Mem)*3/5-2048)
	} else {
		o.raw("free_mem", unset)
	}
	o.int("cpus", int64(sh.CPUs))
	o.int("effective_cpus", int64(sh.CPUs))
	o.str("specialized_cpus", "")
	o.raw("energy", `{"average_watts":0,"base_consumed_energy":0,"consumed_energy":0,"current_watts":`+zero+
		`,"previous_consumed_energy":0,"last_collected":0}`)
	o.raw("external_sensors", "{}")
	o.str("extra", "")
	o.raw("power", "{}")
	o.list("features", n.Features)
	o.list("active_features", n.Features)
	if e.version >= 41 {
		o.str("gpu_spec", "")
	}
	o.str("gres", gres(sh))
	o.raw("gres_drained", `"N/A"`)
	o.with("gres_used", func(b []byte) []byte {
		b = append(b, '"')
		if sh.GPUs > 0 {
			b = appendGPUs(b, sh.GPUType, n.GPUs)
		}
		return append(b, '"')
	})
	o.str("instance_id", "")
	o.str("instance_type", "")
	o.num("last_busy", n.LastBusy)
	o.str("mcs_label", "")
	o.int("specialized_memory", 0)
}

// load is what the machine reports, times 100: as busy as the CPUs in use make it.
func (e *Encoder) load(n *cluster.Node) int64 {
	if n.Down || n.Power != cluster.PowerUp {
		return 0
	}
	return 3 + int64(n.CPUs)*95
}

func gres(sh *cluster.Shape) string {
	if sh.GPUs == 0 {
		return ""
	}
	return string(appendInt(append([]byte("gpu:"+sh.GPUType), ':'), int64(sh.GPUs)))
}

func (e *Encoder) nodeNames(o *object, n *cluster.Node, parts []string) {
	o.str("name", n.Name)
	o.raw("next_state_after_reboot", `["INVALID"]`)
	o.str("address", n.Name)
	o.str("hostname", n.Name)
	o.list("state", n.Words())
	o.str("operating_system", known(n, "Linux 6.12.0 #1 SMP"))
	o.str("owner", "")
	o.list("partitions", parts)
	o.int("port", int64(n.Port))
	o.int("real_memory", int64(n.Shape.Mem))
	if e.version >= 41 {
		o.int("res_cores_per_gpu", 0)
	}
	o.str("comment", n.Comment)
	o.str("reason", n.Reason)
	o.num("reason_changed_at", n.ReasonAt)
	setBy := n.ReasonUser
	if n.Power == cluster.PoweredDown && n.Boot == 0 && n.Reason == "" {
		setBy = "root" // as slurmctld has it for a cloud node that has never been up
	}
	o.str("reason_set_by_user", setBy)
	o.num("resume_after", 0)
	resv := ""
	if n.Resv != nil {
		resv = n.Resv.Name
	}
	o.str("reservation", resv)
}

func (e *Encoder) nodeUse(o *object, n *cluster.Node) {
	sh := n.Shape
	o.int("alloc_memory", int64(n.Mem))
	o.int("alloc_cpus", int64(n.CPUs))
	o.int("alloc_idle_cpus", int64(sh.CPUs)-int64(n.CPUs))
	o.with("tres_used", func(b []byte) []byte {
		b = append(b, '"')
		if n.CPUs > 0 {
			b = append(b, "cpu="...)
			b = appendInt(b, int64(n.CPUs))
			b = append(b, ',')
		}
		if n.Mem > 0 {
			b = append(b, "mem="...)
			b = appendMem(b, int64(n.Mem))
			if g := n.GPUsUsed(); g > 0 {
				b = append(b, ",gres/gpu="...)
				b = appendInt(b, int64(g))
			}
		}
		return append(b, '"')
	})
	o.with("tres_weighted", func(b []byte) []byte {
		b = appendInt(b, int64(n.CPUs))
		return append(b, ".0"...)
	})
	o.num("slurmd_start_time", n.SlurmdStart)
	o.int("sockets", int64(sh.Sockets))
	o.int("threads", int64(sh.Threads))
	o.int("temporary_disk", 0)
	o.int("weight", 1)
	o.with("tres", func(b []byte) []byte {
		b = append(b, `"cpu=`...)
		b = appendInt(b, int64(sh.CPUs))
		b = append(b, ",mem="...)
		b = appendMem(b, int64(sh.Mem))
		b = append(b, ",billing="...)
		b = appendInt(b, int64(sh.CPUs))
		if sh.GPUs > 0 {
			b = append(b, ",gres/gpu="...)
			b = appendInt(b, int64(sh.GPUs))
		}
		return append(b, '"')
	})
	o.str("version", known(n, e.release))
}

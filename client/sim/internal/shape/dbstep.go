package shape

import "flexq/client/sim/internal/cluster"

// appendStep writes the batch step of a job, the only one that is simulated.
func (e *Encoder) appendStep(b []byte, v *cluster.View, now int64) []byte {
	end := int64(0)
	if v.State.Final() {
		end = v.End
	}
	cpu := cpuSeconds(v, now)
	o := open(b)
	o.with("time", func(b []byte) []byte {
		t := open(b)
		t.int("elapsed", elapsed(v, now))
		t.num("end", end)
		if e.version >= 43 {
			t.raw("limit", unset)
		}
		t.num("start", v.Start)
		t.int("suspended", 0)
		t.with("system", func(b []byte) []byte { return appendCPU(b, cpu/20) })
		t.with("total", func(b []byte) []byte { return appendCPU(b, cpu) })
		t.with("user", func(b []byte) []byte { return appendCPU(b, cpu-cpu/20) })
		return t.close()
	})
	o.with("exit_code", func(b []byte) []byte { return appendStepExit(b, v) })
	node := e.node(v.Alloc[0].Node)
	o.with("nodes", func(b []byte) []byte {
		n := open(b)
		n.int("count", 1)
		n.str("range", node)
		n.list("list", []string{node})
		return n.close()
	})
	o.raw("tasks", `{"count":1}`)
	o.str("pid", "")
	o.raw("CPU", `{"requested_frequency":{"min":`+zero+`,"max":`+zero+`},"governor":"0"}`)
	o.str("kill_request_user", "")
	o.list("state", []string{stepState(v).String()})
	o.raw("statistics", `{"CPU":{"actual_frequency":0},"energy":{"consumed":`+zero+`}}`)
	o.with("step", func(b []byte) []byte {
		s := open(b)
		s.str("id", string(appendInt(nil, int64(v.ID)))+".batch")
		s.str("name", "batch")
		if e.version >= 43 {
			for _, k := range []string{"stderr", "stdin", "stdout", "stderr_expanded", "stdin_expanded", "stdout_expanded"} {
				s.str(k, "")
			}
		}
		return s.close()
	})
	o.raw("task", `{"distribution":"Unknown"}`)
	o.with("tres", func(b []byte) []byte { return e.appendStepTRES(b, v) })
	return o.close()
}

func stepState(v *cluster.View) cluster.State {
	switch {
	case v.State == cluster.Timeout || v.State == cluster.NodeFail || v.State == cluster.Failed && v.Exit.Signal != 0:
		return cluster.Cancelled
	default:
		return v.State
	}
}

func appendStepExit(b []byte, v *cluster.View) []byte {
	switch v.State {
	case cluster.NodeFail:
		return append(b, `{"status":["PENDING"],"return_code":`+unset+`,"signal":{"id":`+unset+`,"name":""}}`...)
	case cluster.Timeout, cluster.Cancelled:
		return appendExit(b, cluster.Exit{Signal: 15})
	default:
		return appendExit(b, v.Exit)
	}
}

func (e *Encoder) appendStepTRES(b []byte, v *cluster.View) []byte {
	used := "[]"
	if v.State.Final() && v.State != cluster.NodeFail {
		used = `[{"type":"energy","name":"","id":3,"count":0}]`
	}
	a := v.Alloc[0]
	here := amounts{cpus: int64(a.CPUs), mem: int64(a.Mem), nodes: 1, gpus: got(v.Alloc[:1]).gpus}
	peak := "[]"
	if cpuSeconds(v, v.End) > 0 {
		mem := int64(a.Mem) << 20 / 100 * (30 + int64(v.ID%60))
		peak = `[{"type":"mem","name":"","id":2,"count":` + string(appendInt(nil, mem)) + `,"task":0,"node":"` + e.node(a.Node) + `"}]`
	}
	b = append(b, `{"requested":{"max":`+peak+`,"min":[],"average":`+used+`,"total":`+used+`},"consumed":{"max":[],"min":[],"average":`...)
	b = append(b, used+`,"total":`+used+`},"allocated":`...)
	b = here.appendList(b, false)
	return append(b, '}')
}

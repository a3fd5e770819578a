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
	a := v.Alloc[0]
	in, out := e.usage(v)
	node := ""
	if len(in) > 1 {
		node = e.node(a.Node) // the extremes are kept only once something was measured
	}
	b = append(b, `{"requested":`...)
	b = appendUsage(b, in, node)
	b = append(b, `,"consumed":`...)
	b = appendUsage(b, out, node)
	b = append(b, `,"allocated":`...)
	here := amounts{cpus: int64(a.CPUs), mem: int64(a.Mem), nodes: 1, gpus: got(v.Alloc[:1]).gpus}
	b = here.appendList(b, false)
	return append(b, '}')
}

// sampled is how long a step must run, in seconds, for its use to be measured (JobAcctGatherFrequency).
const sampled = 10

// usage is what a step read and wrote, as gathered on its node: its memory and disk in bytes, its processor time in
// milliseconds. A step that still runs, or whose node was lost, has none; a short one has only what is always there.
func (e *Encoder) usage(v *cluster.View) (in, out []tresType) {
	if !v.State.Final() || v.State == cluster.NodeFail {
		return nil, nil
	}
	energy := tresType{"energy", "", 3, 0}
	if v.End-v.Start < sampled {
		return []tresType{energy}, []tresType{energy}
	}
	mem := int64(3_715_072) // a shell that sleeps
	if v.Plan != nil {
		mem = int64(v.Alloc[0].Mem) << 20 / 100 * (30 + int64(v.ID%60))
	}
	in = []tresType{
		{"cpu", "", 1, cpuSeconds(v, v.End) * 1000},
		{"mem", "", 2, mem},
		energy,
		{"fs", "disk", 6, 8427},
		{"vmem", "", 7, mem + 2_121_728},
		{"pages", "", 8, 0},
	}
	return in, []tresType{energy, {"fs", "disk", 6, 1}}
}

func appendUsage(b []byte, list []tresType, node string) []byte {
	all := func(b []byte, node string) []byte {
		b = append(b, '[')
		for i, t := range list {
			if i > 0 {
				b = append(b, ',')
			}
			o := open(b)
			o.str("type", t.kind)
			o.str("name", t.name)
			o.int("id", t.id)
			o.int("count", t.count)
			if node != "" {
				o.int("task", 0)
				o.str("node", node)
			}
			b = o.close()
		}
		return append(b, ']')
	}
	extreme := func(b []byte) []byte {
		if node == "" {
			return append(b, "[]"...)
		}
		return all(b, node)
	}
	b = extreme(append(b, `{"max":`...))
	b = extreme(append(b, `,"min":`...))
	b = all(append(b, `,"average":`...), "")
	b = all(append(b, `,"total":`...), "")
	return append(b, '}')
}

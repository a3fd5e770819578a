package shape

import "flexq/client/sim/internal/cluster"

// appendResources writes job_resources: for each node of a job one entry for each of its cores. Which cores of a
// node a job has is not simulated: they are counted from the first.
func appendResources(e *Encoder, b []byte, v *cluster.View) []byte {
	if len(v.Alloc) == 0 {
		return append(b, "null"...)
	}
	b = append(b, `{"select_type":["CORE"],"nodes":{"count":`...)
	b = appendInt(b, int64(len(v.Alloc)))
	b = append(b, `,"select_type":["ONE_ROW"],"list":`...)
	b = AppendString(b, e.c.HostList(cluster.NodesOf(v.Alloc)))
	b = append(b, `,"whole":`...)
	b = appendBool(b, v.Exclusive)
	b = append(b, `,"allocation":[`...)
	for i, a := range v.Alloc {
		if i > 0 {
			b = append(b, ',')
		}
		b = e.appendNodeResources(b, v, i, a)
	}
	b = append(b, `]},"cpus":`...)
	b = appendInt(b, int64(v.CPUsAsked()))
	return append(b, `,"threads_per_core":`+unset+`}`...)
}

func (e *Encoder) appendNodeResources(b []byte, v *cluster.View, i int, a cluster.Alloc) []byte {
	n := e.c.Nodes()[a.Node]
	b = append(b, `{"index":`...)
	b = appendInt(b, int64(i))
	b = append(b, `,"name":`...)
	b = AppendString(b, n.Name)
	b = append(b, `,"cpus":{"count":`...)
	b = appendInt(b, int64(a.CPUs))
	b = append(b, `,"used":`...)
	used := int64(0)
	if v.Exclusive {
		used = int64(a.CPUs)
	}
	b = appendInt(b, used)
	b = append(b, `},"memory":{"used":0,"allocated":`...)
	b = appendInt(b, int64(a.Mem))
	b = append(b, `},"sockets":[`...)
	left := int(a.CPUs) / n.Shape.Threads
	for s := range n.Shape.Sockets {
		if s > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"index":`...)
		b = appendInt(b, int64(s))
		b = append(b, `,"cores":[`...)
		for k := range n.Shape.Cores {
			if k > 0 {
				b = append(b, ',')
			}
			b = append(b, `{"index":`...)
			b = appendInt(b, int64(k))
			if left > 0 {
				b = append(b, `,"status":["ALLOCATED"]}`...)
				left--
			} else {
				b = append(b, `,"status":["UNALLOCATED"]}`...)
			}
		}
		b = append(b, "]}"...)
	}
	return append(b, "]}"...)
}

// appendOldResources is the form of v0.0.40, without the cores.
func appendOldResources(e *Encoder, b []byte, v *cluster.View) []byte {
	if len(v.Alloc) == 0 {
		return append(b, "null"...)
	}
	o := open(b)
	o.str("nodes", e.c.HostList(cluster.NodesOf(v.Alloc)))
	o.int("allocated_cores", got(v.Alloc).cpus/2)
	o.int("allocated_cpus", 0)
	o.int("allocated_hosts", int64(len(v.Alloc)))
	o.raw("allocated_nodes", "[]")
	return o.close()
}

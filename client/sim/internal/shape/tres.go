package shape

import (
	"math/bits"
	"strconv"

	"flexq/client/sim/internal/cluster"
)

// amounts are what a job has or wants of each trackable resource.
type amounts struct {
	cpus, mem, nodes, billing, gpus int64
}

// asked is what a job wants.
func (e *Encoder) asked(v *cluster.View) amounts {
	nodes := int64(max(v.MinNodes, 1))
	cpus := int64(v.CPUsAsked())
	a := amounts{cpus: cpus, nodes: nodes, billing: cpus, gpus: int64(v.GPUs) * nodes}
	if v.GPUsTotal > 0 {
		a.gpus = int64(v.GPUsTotal)
	}
	switch {
	case v.MemPerNode > 0:
		a.mem = int64(v.MemPerNode) * nodes
	case v.MemPerCPU > 0:
		a.mem = int64(v.MemPerCPU) * cpus
	default: // the whole memory of the nodes
		if p := e.c.Partition(v.Partition); p != nil && len(p.Nodes) > 0 {
			a.mem = int64(e.c.Nodes()[p.Nodes[0]].Shape.Mem) * nodes
		}
	}
	return a
}

// got is what a job has, or had.
func got(alloc []cluster.Alloc) amounts {
	var a amounts
	for _, x := range alloc {
		a.cpus += int64(x.CPUs)
		a.mem += int64(x.Mem)
		a.gpus += int64(bits.OnesCount16(x.GPUs))
	}
	a.nodes, a.billing = int64(len(alloc)), a.cpus
	return a
}

func (a amounts) append(b []byte) []byte {
	b = append(b, "cpu="...)
	b = appendInt(b, a.cpus)
	b = append(b, ",mem="...)
	b = appendMem(b, a.mem)
	b = append(b, ",node="...)
	b = appendInt(b, a.nodes)
	b = append(b, ",billing="...)
	b = appendInt(b, a.billing)
	if a.gpus > 0 {
		b = append(b, ",gres/gpu="...)
		b = appendInt(b, a.gpus)
	}
	return b
}

// appendMem writes an amount of memory in the largest unit that keeps it exact.
func appendMem(b []byte, mib int64) []byte {
	units := "MGTP"
	i := 0
	for i < len(units)-1 && mib > 0 && mib%1024 == 0 {
		mib /= 1024
		i++
	}
	b = appendInt(b, mib)
	return append(b, units[i])
}

// appendTRESList writes amounts as accounting keeps them.
func (a amounts) appendList(b []byte, energy bool) []byte {
	b = append(b, '[')
	item := func(kind, name string, id int, n int64) {
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = append(b, `{"type":"`...)
		b = append(b, kind...)
		b = append(b, `","name":"`...)
		b = append(b, name...)
		b = append(b, `","id":`...)
		b = strconv.AppendInt(b, int64(id), 10)
		b = append(b, `,"count":`...)
		b = appendInt(b, n)
		b = append(b, '}')
	}
	item("cpu", "", 1, a.cpus)
	item("mem", "", 2, a.mem)
	if energy {
		item("energy", "", 3, -2)
	}
	item("node", "", 4, a.nodes)
	if a.billing > 0 {
		item("billing", "", 5, a.billing)
	}
	if a.gpus > 0 {
		item("gres", "gpu", 1001, a.gpus)
	}
	return append(b, ']')
}

// appendGPUs writes what a job has of the GPUs of a node: "gpu:nvidia_h200:8(IDX:0-7)".
func appendGPUs(b []byte, kind string, mask uint16) []byte {
	b = append(b, "gpu:"...)
	b = append(b, kind...)
	b = append(b, ':')
	b = strconv.AppendInt(b, int64(bits.OnesCount16(mask)), 10)
	b = append(b, "(IDX:"...)
	if mask == 0 {
		return append(b, "N/A)"...)
	}
	first := true
	for i := 0; i < 16; i++ {
		if mask&(1<<i) == 0 {
			continue
		}
		k := i
		for k+1 < 16 && mask&(1<<(k+1)) != 0 {
			k++
		}
		if !first {
			b = append(b, ',')
		}
		first = false
		b = strconv.AppendInt(b, int64(i), 10)
		if k > i {
			b = append(b, '-')
			b = strconv.AppendInt(b, int64(k), 10)
		}
		i = k
	}
	return append(b, ')')
}

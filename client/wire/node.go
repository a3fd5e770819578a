package wire

import (
	"flexq/client/slurm"
)

// NodesReply is the answer of GET /slurm/{v}/nodes/ and /slurm/{v}/node/{name}.
type NodesReply struct {
	Nodes      []slurm.Node
	LastUpdate slurm.Time
}

// Fields fills the reply.
func (r *NodesReply) Fields() Fields {
	return Fields{
		Start:         reset(r),
		"nodes":       namedField(&r.Nodes, nodeFields, func(n *slurm.Node) bool { return n.Name != "" }, nil),
		"last_update": valueField(func(d *reader) { d.moment(&r.LastUpdate) }),
	}
}

type node = slurm.Node

func nodeFields() fields[node] { return nodeNames().with(nodeSizes(), nodeTexts()) }

func nodeNames() fields[node] {
	return fields[node]{
		"name":              func(r *reader, n *node) { r.text(&n.Name) },
		"address":           func(r *reader, n *node) { r.text(&n.Address) },
		"hostname":          func(r *reader, n *node) { r.text(&n.Hostname) },
		"state":             func(r *reader, n *node) { r.nodeState(&n.State) },
		"partitions":        func(r *reader, n *node) { r.csv(&n.Partitions) },
		"boot_time":         func(r *reader, n *node) { r.moment(&n.Boot) },
		"slurmd_start_time": func(r *reader, n *node) { r.moment(&n.SlurmdStart) },
		"last_busy":         func(r *reader, n *node) { r.moment(&n.LastBusy) },
		"reason_changed_at": func(r *reader, n *node) { r.moment(&n.ReasonSince) },
		"resume_after":      func(r *reader, n *node) { r.moment(&n.ResumeAfter) },
	}
}

func nodeSizes() fields[node] {
	return fields[node]{
		"cpus":         func(r *reader, n *node) { r.u32(&n.CPUs) },
		"alloc_cpus":   func(r *reader, n *node) { r.u32(&n.AllocCPUs) },
		"sockets":      func(r *reader, n *node) { r.u32(&n.Sockets) },
		"cores":        func(r *reader, n *node) { r.u32(&n.Cores) },
		"threads":      func(r *reader, n *node) { r.u32(&n.Threads) },
		"real_memory":  func(r *reader, n *node) { r.u64(&n.RealMemory) },
		"alloc_memory": func(r *reader, n *node) { r.u64(&n.AllocMemory) },
		"free_mem":     func(r *reader, n *node) { r.num(&n.FreeMemory) },
		"cpu_load":     readLoad,
		"tres":         func(r *reader, n *node) { r.tresText(&n.TRES) },
		"tres_used":    func(r *reader, n *node) { r.tresText(&n.TRESUsed) },
		"weight":       func(r *reader, n *node) { r.u32(&n.Weight) },
	}
}

func nodeTexts() fields[node] {
	return fields[node]{
		"gres":               func(r *reader, n *node) { r.text(&n.GRES) },
		"gres_used":          func(r *reader, n *node) { r.text(&n.GRESUsed) },
		"features":           func(r *reader, n *node) { r.csv(&n.Features) },
		"active_features":    func(r *reader, n *node) { r.csv(&n.Active) },
		"reason":             func(r *reader, n *node) { r.text(&n.Reason) },
		"reason_set_by_user": func(r *reader, n *node) { r.text(&n.ReasonUser) },
		"reservation":        func(r *reader, n *node) { r.text(&n.Reservation) },
		"comment":            func(r *reader, n *node) { r.text(&n.Comment) },
		"extra":              func(r *reader, n *node) { r.text(&n.Extra) },
		"instance_id":        func(r *reader, n *node) { r.text(&n.InstanceID) },
		"instance_type":      func(r *reader, n *node) { r.text(&n.InstanceType) },
		"architecture":       func(r *reader, n *node) { r.text(&n.Architecture) },
		"operating_system":   func(r *reader, n *node) { r.text(&n.OS) },
		"version":            func(r *reader, n *node) { r.text(&n.Version) },
	}
}

// readLoad reads the load of a node, which Slurm keeps in hundredths.
func readLoad(r *reader, n *node) {
	v, ok := r.number()
	if !ok {
		return
	}
	if v, ok = v.unsigned(); !ok {
		r.bad("below zero")
		return
	}
	n.CPULoad = v.float / 100
}

package wire

import (
	"strings"

	"flexq/client/slurm"
)

// PartitionsReply is the answer of GET /slurm/{v}/partitions/ and /slurm/{v}/partition/{name}.
type PartitionsReply struct {
	Partitions []slurm.Partition
	LastUpdate slurm.Time
}

// Fields fills the reply.
func (r *PartitionsReply) Fields() Fields {
	return Fields{
		Start:         reset(r),
		"partitions":  namedField(&r.Partitions, partitionFields, func(p *slurm.Partition) bool { return p.Name != "" }, nil),
		"last_update": valueField(func(d *reader) { d.moment(&r.LastUpdate) }),
	}
}

type partition = slurm.Partition

func partitionFields() fields[partition] {
	return fields[partition]{
		"name": func(r *reader, p *partition) { r.text(&p.Name) },
		"partition": nestedOr(fields[partition]{
			"state": func(r *reader, p *partition) { r.csv(&p.State) },
		}, func(r *reader, p *partition) { r.csv(&p.State) }),
		"flags": readPartitionFlags,
		"nodes": nestedOr(fields[partition]{
			"configured": func(r *reader, p *partition) { r.hostlist(&p.Nodes) },
			"total":      func(r *reader, p *partition) { r.u32(&p.NodeCount) },
		}, func(r *reader, p *partition) { r.hostlist(&p.Nodes) }),
		"cpus": nested(fields[partition]{"total": func(r *reader, p *partition) { r.u32(&p.CPUs) }}),
		"tres": nested(fields[partition]{"configured": func(r *reader, p *partition) { r.tresText(&p.TRES) }}),
		"maximums": nested(fields[partition]{
			"time":                      func(r *reader, p *partition) { r.minutes(&p.MaxTime) },
			"nodes":                     func(r *reader, p *partition) { r.num(&p.MaxNodes) },
			"cpus_per_node":             func(r *reader, p *partition) { r.num(&p.MaxCPUsPerNode) },
			"partition_memory_per_cpu":  func(r *reader, p *partition) { r.num(&p.MaxMemPerCPU) },
			"partition_memory_per_node": func(r *reader, p *partition) { r.num(&p.MaxMemPerNode) },
		}),
		"defaults": nested(fields[partition]{"time": func(r *reader, p *partition) { r.minutes(&p.DefaultTime) }}),
		"minimums": nested(fields[partition]{"nodes": func(r *reader, p *partition) { r.u32(&p.MinNodes) }}),
		"priority": nested(fields[partition]{"tier": func(r *reader, p *partition) { r.u32(&p.PriorityTier) }}),
		"qos": nested(fields[partition]{
			"assigned": func(r *reader, p *partition) { r.text(&p.QOS) },
			"allowed":  func(r *reader, p *partition) { r.text(&p.AllowQOS) },
			"deny":     func(r *reader, p *partition) { r.text(&p.DenyQOS) },
		}),
		"accounts": nested(fields[partition]{
			"allowed": func(r *reader, p *partition) { r.text(&p.AllowAccts) },
			"deny":    func(r *reader, p *partition) { r.text(&p.DenyAccts) },
		}),
		"groups":       nested(fields[partition]{"allowed": func(r *reader, p *partition) { r.text(&p.AllowGroups) }}),
		"suspend_time": func(r *reader, p *partition) { r.num(&p.SuspendTime) },
	}
}

func readPartitionFlags(r *reader, p *partition) {
	var words []string
	p.SaysDefault = r.err == nil && r.dec.PeekKind() == '['
	r.csv(&words)
	for _, w := range words {
		p.Default = p.Default || strings.EqualFold(w, "DEFAULT")
	}
}

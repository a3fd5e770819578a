package main

import (
	"flexq/client/slurm"
)

// nodeRow is a node with the pool that it belongs to, "" if that is not known.
type nodeRow struct {
	*slurm.Node
	pool string
}

// nodeFields are the properties of a node. The keys are a promise to scripts: they stay.
func nodeFields() []field[nodeRow] {
	return concat(nodeStateFields(), nodeSizeFields(), nodeNoteFields())
}

func nodeStateFields() []field[nodeRow] {
	return []field[nodeRow]{
		{key: "name", title: "NODE", shown: inTable, value: func(n nodeRow) any { return n.Name }},
		{key: "pool", title: "POOL", shown: inTable, value: func(n nodeRow) any { return n.pool }},
		{key: "partitions", title: "PARTITIONS", shown: inTable, value: func(n nodeRow) any { return listOf(n.Partitions) }},
		// As sinfo's %T, %t, and the State of scontrol show node.
		{key: "state", title: "STATE", shown: inTable, value: func(n nodeRow) any { return n.State.String() }},
		{key: "stateCode", title: "ST", shown: inSheet, value: func(n nodeRow) any { return n.State.Compact() }},
		{key: "stateFull", title: "FULLSTATE", shown: inSheet, value: func(n nodeRow) any { return n.State.Full() }},
	}
}

// listOf keeps an empty list from becoming null.
func listOf(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

func nodeSizeFields() []field[nodeRow] {
	u := func(key, title string, shown show, get func(nodeRow) uint64) field[nodeRow] {
		return field[nodeRow]{key: key, title: title, shown: shown, right: true, value: func(n nodeRow) any { return get(n) }}
	}
	memory := func(key, title string, get func(nodeRow) uint64) field[nodeRow] {
		f := u(key, title, inWide, get)
		f.text = func(n nodeRow) string { return memoryWords(int64(get(n))) }
		return f
	}
	return []field[nodeRow]{
		u("cpus", "CPUS", inTable, func(n nodeRow) uint64 { return uint64(n.CPUs) }),
		u("allocCpus", "USEDCPUS", inTable, func(n nodeRow) uint64 { return uint64(n.AllocCPUs) }),
		memory("memoryMiB", "MEMORY", func(n nodeRow) uint64 { return n.RealMemory }),
		memory("allocMemoryMiB", "USEDMEMORY", func(n nodeRow) uint64 { return n.AllocMemory }),
		{key: "freeMemoryMiB", title: "FREEMEMORY", shown: inSheet, right: true, value: func(n nodeRow) any { return number(n.FreeMemory) }},
		u("gpus", "GPUS", inTable, gpusOf),
		u("gpusUsed", "USEDGPUS", inTable, gpusUsed),
	}
}

// gpusOf counts what sinfo shows as GRES; where Slurm names no GRES, what it tracks.
func gpusOf(n nodeRow) uint64 { return uint64(max(0, int64(slurm.GPUsOf(n.GRES)), n.TRES.GPUs)) }

func gpusUsed(n nodeRow) uint64 {
	return uint64(max(0, int64(slurm.GPUsOf(n.GRESUsed)), n.TRESUsed.GPUs))
}

func nodeNoteFields() []field[nodeRow] {
	moment := func(key, title string, shown show, at func(nodeRow) slurm.Time) field[nodeRow] {
		return field[nodeRow]{
			key: key, title: title, shown: shown,
			value: func(n nodeRow) any { return stamp(at(n)) },
			text:  func(n nodeRow) string { return local(at(n)) },
		}
	}
	return []field[nodeRow]{
		{key: "gres", title: "GRES", shown: inSheet, value: func(n nodeRow) any { return n.GRES }},
		{key: "features", title: "FEATURES", shown: inWide, value: func(n nodeRow) any { return listOf(n.Features) }},
		{key: "activeFeatures", title: "ACTIVE", shown: inSheet, value: func(n nodeRow) any { return listOf(n.Active) }},
		{key: "reservation", title: "RESERVATION", shown: inSheet, value: func(n nodeRow) any { return n.Reservation }},
		moment("bootTime", "BOOTED", inWide, func(n nodeRow) slurm.Time { return n.Boot }),
		moment("lastBusyTime", "LASTBUSY", inSheet, func(n nodeRow) slurm.Time { return n.LastBusy }),
		{key: "reason", title: "REASON", shown: inTable, value: func(n nodeRow) any { return n.Reason }},
		{key: "reasonUser", title: "REASONUSER", shown: inWide, value: func(n nodeRow) any { return n.ReasonUser }},
		moment("reasonSince", "SINCE", inWide, func(n nodeRow) slurm.Time { return n.ReasonSince }),
		{key: "address", title: "ADDRESS", shown: inSheet, value: func(n nodeRow) any { return n.Address }},
		{key: "hostname", title: "HOSTNAME", shown: inSheet, value: func(n nodeRow) any { return n.Hostname }},
		{key: "instanceId", title: "INSTANCE", shown: inSheet, value: func(n nodeRow) any { return n.InstanceID }},
		{key: "version", title: "VERSION", shown: inSheet, value: func(n nodeRow) any { return n.Version }},
	}
}

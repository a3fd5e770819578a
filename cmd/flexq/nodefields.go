package main

import (
	"time"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

// nodeRow is a node with its pool, its machine, its lease and its jobs, at a moment of the cluster's clock.
type nodeRow struct {
	columns.NodeRow
	now time.Time
}

// nodeFields are the properties of a node. The keys are a promise to scripts: they stay.
func nodeFields() []field[nodeRow] {
	return concat(nodeStateFields(), nodeLeaseFields(), nodeSizeFields(), nodeNoteFields(), nodeMachineFields())
}

func nodeStateFields() []field[nodeRow] {
	return []field[nodeRow]{
		{key: "name", title: "NODE", shown: inTable, value: func(n nodeRow) any { return n.Node.Name }},
		{key: "pool", title: "POOL", shown: inTable, value: func(n nodeRow) any { return n.Pool.ID }},
		{key: "partitions", title: "PARTITIONS", shown: inTable, value: func(n nodeRow) any { return listOf(n.Node.Partitions) }},
		// As sinfo's %T, %t, and the State of scontrol show node.
		{key: "state", title: "STATE", shown: inTable, value: func(n nodeRow) any { return n.Node.State.String() }},
		{key: "stateCode", title: "ST", shown: inSheet, value: func(n nodeRow) any { return n.Node.State.Compact() }},
		{key: "stateFull", title: "FULLSTATE", shown: inSheet, value: func(n nodeRow) any { return n.Node.State.Full() }},
		// "static", "dynamic", or "" if it is not known.
		{key: "standing", title: "STANDING", shown: inTable, value: func(n nodeRow) any { return n.Member.Standing.Words() }},
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
		u("cpus", "CPUS", inWide, func(n nodeRow) uint64 { return uint64(n.Node.CPUs) }),
		u("allocCpus", "USEDCPUS", inWide, func(n nodeRow) uint64 { return uint64(n.Node.AllocCPUs) }),
		memory("memoryMiB", "MEMORY", func(n nodeRow) uint64 { return n.Node.RealMemory }),
		memory("allocMemoryMiB", "USEDMEMORY", func(n nodeRow) uint64 { return n.Node.AllocMemory }),
		{key: "freeMemoryMiB", title: "FREEMEMORY", shown: inSheet, right: true, value: func(n nodeRow) any { return number(n.Node.FreeMemory) }},
		u("gpus", "GPUS", inTable, gpusOf),
		u("gpusUsed", "USEDGPUS", inTable, gpusUsed),
	}
}

// gpusOf counts what sinfo shows as GRES; where Slurm names no GRES, what it tracks.
func gpusOf(n nodeRow) uint64 {
	return uint64(max(0, int64(slurm.GPUsOf(n.Node.GRES)), n.Node.TRES.GPUs))
}

func gpusUsed(n nodeRow) uint64 {
	return uint64(max(0, int64(slurm.GPUsOf(n.Node.GRESUsed)), n.Node.TRESUsed.GPUs))
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
		{key: "gres", title: "GRES", shown: inSheet, value: func(n nodeRow) any { return n.Node.GRES }},
		{key: "features", title: "FEATURES", shown: inWide, value: func(n nodeRow) any { return listOf(n.Node.Features) }},
		{key: "activeFeatures", title: "ACTIVE", shown: inSheet, value: func(n nodeRow) any { return listOf(n.Node.Active) }},
		{key: "reservation", title: "RESERVATION", shown: inSheet, value: func(n nodeRow) any { return n.Node.Reservation }},
		moment("bootTime", "BOOTED", inWide, func(n nodeRow) slurm.Time { return n.Node.Boot }),
		moment("lastBusyTime", "LASTBUSY", inSheet, func(n nodeRow) slurm.Time { return n.Node.LastBusy }),
		{key: "reason", title: "REASON", shown: inTable, value: func(n nodeRow) any { return n.Node.Reason }},
		{key: "reasonUser", title: "REASONUSER", shown: inWide, value: func(n nodeRow) any { return n.Node.ReasonUser }},
		moment("reasonSince", "SINCE", inWide, func(n nodeRow) slurm.Time { return n.Node.ReasonSince }),
		{key: "address", title: "ADDRESS", shown: inSheet, value: func(n nodeRow) any { return n.Node.Address }},
		{key: "hostname", title: "HOSTNAME", shown: inSheet, value: func(n nodeRow) any { return n.Node.Hostname }},
		{key: "instanceId", title: "INSTANCE", shown: inSheet, value: func(n nodeRow) any { return n.Node.InstanceID }},
		{key: "version", title: "VERSION", shown: inSheet, value: func(n nodeRow) any { return n.Node.Version }},
	}
}

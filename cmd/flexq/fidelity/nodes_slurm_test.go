//go:build slurm

package fidelity_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"flexq/client/contract/bed"
)

func sinfoRules() []rule {
	none := orNothing("(null)", "none", "Unknown", "N/A")
	return []rule{
		{key: "name", column: "%N"},
		{key: "state", column: "%T"},
		{key: "stateCode", column: "%t"},
		{key: "cpus", column: "%c"},
		{key: "memoryMiB", column: "%m"},
		{key: "features", column: "%f", same: none},
		{key: "activeFeatures", column: "%b", same: none},
		{key: "gres", column: "%G", same: none},
		{key: "reason", column: "%E", same: none},
		{key: "reasonUser", column: "%u", same: none},
		{key: "reasonSince", column: "%H", same: moment},
		{key: "partitions", column: "%P", same: func(flexq, tool string) bool { return flexq == strings.TrimSuffix(tool, "*") }},
	}
}

func showNodeRules() []rule {
	none := orNothing("(null)", "N/A")
	return []rule{
		{key: "stateFull", column: "State"},
		{key: "cpus", column: "CPUTot"},
		{key: "allocCpus", column: "CPUAlloc"},
		{key: "memoryMiB", column: "RealMemory"},
		{key: "allocMemoryMiB", column: "AllocMem"},
		{key: "partitions", column: "Partitions"},
		{key: "gres", column: "Gres", same: none},
		{key: "address", column: "NodeAddr"},
		{key: "hostname", column: "NodeHostName"},
		{key: "version", column: "Version", same: none},
		{key: "bootTime", column: "BootTime", same: moment},
		{key: "lastBusyTime", column: "LastBusyTime", same: moment},
		{key: "reservation", column: "ReservationName", same: none},
		{key: "gpus", column: "CfgTRES", same: func(flexq, tool string) bool { return flexq == gpusOf(tool) }},
		{key: "gpusUsed", column: "AllocTRES", same: func(flexq, tool string) bool { return flexq == gpusOf(tool) }},
	}
}

// compareNodes compares while nothing changes; a node's load and free memory, which always do, are left out.
func compareNodes(t *testing.T, b *bed.Bed, p *program) {
	t.Helper()
	columns := strings.Split("%N %P %t %T %c %m %f %b %G %E %u %H", " ")
	sinfo := func() map[string]map[string]string {
		return table(t, b, columns, "sinfo", "-h", "-a", "-N", "-o", strings.Join(columns, sep))
	}
	var before, show map[string]map[string]string
	var jobs map[string]string
	var items []map[string]any
	b.Until(t, "the nodes stand still while they are looked at", func() bool {
		before, show = sinfo(), scontrol(t, b, "node", "NodeName")
		jobs = jobsOn(t, b, before)
		items = p.items(t, "nodes")
		return maps.Equal(jobs, jobsOn(t, b, before)) && equalBut(before, sinfo()) && equalBut(show, scontrol(t, b, "node", "NodeName"), "CPULoad", "FreeMem")
	})
	if len(items) != len(before) {
		t.Errorf("flexq lists %d nodes, sinfo %d", len(items), len(before))
	}
	for _, item := range items {
		name := text(item["name"])
		compare(t, name, item, "sinfo", before[name], sinfoRules())
		row := show[name]
		for _, optional := range []string{"ReservationName", "Version", "AllocTRES", "CfgTRES"} {
			if _, ok := row[optional]; !ok {
				row[optional] = ""
			}
		}
		compare(t, name, item, "scontrol", row, showNodeRules())
		row["JOBS"] = jobs[name]
		compare(t, name, item, "squeue -w", row, []rule{{key: "jobs", column: "JOBS", same: sameSet}})
	}
}

// jobsOn returns the ids of the jobs on each node, as squeue -w shows them.
func jobsOn(t *testing.T, b *bed.Bed, nodes map[string]map[string]string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	for name := range nodes {
		out[name] = strings.Join(strings.Fields(b.Root(t, "squeue", "-h", "-a", "-r", "-w", name, "-o", "%i")), ",")
	}
	return out
}

// sameSet compares two lists whatever their order.
func sameSet(a, b string) bool {
	x, y := strings.Split(a, ","), strings.Split(b, ",")
	slices.Sort(x)
	slices.Sort(y)
	return slices.Equal(x, y)
}

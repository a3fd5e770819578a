package main

import (
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
)

// nodeLeaseFields tell of a node's lease. A node without a machine has none.
func nodeLeaseFields() []field[nodeRow] {
	return []field[nodeRow]{
		// In seconds, negative once the end has passed; null if the end is not known or there is none.
		{
			key: "lease_left", title: "LEASELEFT", shown: inTable, right: true,
			value: func(n nodeRow) any { return leftOf(leaseOf(n), n.now) },
			text:  func(n nodeRow) string { return leaseText(leaseOf(n), n.now) },
		},
		{
			key: "lease_end", title: "LEASEEND", shown: inWide,
			value: func(n nodeRow) any { return endOf(leaseOf(n)) },
			text:  func(n nodeRow) string { return localTime(leaseOf(n).End) },
		},
		{key: "lease_sure", title: "SURE", shown: inWide, value: func(n nodeRow) any { return sureWord(leaseOf(n)) }},
		{key: "lease_source", title: "LEASESOURCE", shown: inWide, value: func(n nodeRow) any { return leaseSource(leaseOf(n)) }},
		{
			key: "lease_start", title: "LEASESTART", shown: inSheet,
			value: func(n nodeRow) any { return moment(leaseOf(n).Start) },
			text:  func(n nodeRow) string { return localTime(leaseOf(n).Start) },
		},
		// What is missing, or why it is not sure.
		{key: "lease_why", title: "WHY", shown: inSheet, value: func(n nodeRow) any { return leaseOf(n).Why }},
		{key: "jobs", title: "JOBS", shown: inTable, value: func(n nodeRow) any { return n.JobIDs() }},
		// The greatest risk among its jobs, and whose that is.
		{key: "risk", title: "RISK", shown: inWide, value: func(n nodeRow) any {
			if n.WorstJob == nil {
				return nil
			}
			return riskWord(n.Worst.Kind)
		}},
		{key: "risk_job", title: "RISKJOB", shown: inSheet, value: func(n nodeRow) any {
			if n.WorstJob == nil {
				return nil
			}
			return n.WorstJob.DisplayID()
		}},
	}
}

// leaseOf is the lease of a node's machine: none, without a fixed end, where there is no machine.
func leaseOf(n nodeRow) flex.Lease {
	if !hasMachine(n.Node) {
		return flex.Lease{Provenance: flex.NoEnd}
	}
	return n.Lease
}

// leftOf is what is left of a lease in seconds.
func leftOf(l flex.Lease, now time.Time) any {
	left, known := l.Left(now)
	if !known {
		return nil
	}
	return seconds(left)
}

func endOf(l flex.Lease) any {
	if !l.IsKnown() {
		return nil
	}
	return moment(l.End)
}

// leaseText is what the screen shows of what is left of a lease.
func leaseText(l flex.Lease, now time.Time) string {
	return columns.NodeLeaseCell(l, now, "≈").Text
}

// sureWord says how far the end of a lease can be trusted. The words are a promise to scripts.
func sureWord(l flex.Lease) string {
	switch l.Provenance {
	case flex.Exact:
		return "exact"
	case flex.Estimate:
		return "estimate"
	case flex.Approximate:
		return "approximate"
	case flex.NoEnd:
		return "none"
	case flex.Unknown:
	}
	return "unknown"
}

// leaseSource names the source of a lease's end. The words are a promise to scripts.
func leaseSource(l flex.Lease) string {
	switch l.Source {
	case flex.SourceCompute:
		return "compute"
	case flex.SourceCreated:
		return "created"
	case flex.SourceBoot:
		return "boot"
	case flex.SourceReservation:
		return "reservation"
	case flex.SourceRemembered:
		return "remembered"
	case flex.SourceNone:
	}
	return ""
}

// nodeMachineFields tell of the machine under a node, as the platform knows it.
func nodeMachineFields() []field[nodeRow] {
	return []field[nodeRow]{
		{key: "machine_state", title: "MACHINESTATE", shown: inSheet, value: func(n nodeRow) any { return n.Member.Instance.State }},
		{
			key: "created", title: "CREATED", shown: inSheet,
			value: func(n nodeRow) any { return moment(n.Member.Instance.Created) },
			text:  func(n nodeRow) string { return localTime(n.Member.Instance.Created) },
		},
		{key: "machine_id", title: "MACHINEID", shown: inSheet, value: func(n nodeRow) any { return n.Member.Instance.ID }},
		{key: "zone", title: "ZONE", shown: inSheet, value: func(n nodeRow) any { return n.Member.Instance.Zone }},
		// Hosts that share a block are near each other.
		{key: "physical_host", title: "PHYSICALHOST", shown: inSheet, value: func(n nodeRow) any { return hostText(n.Member.Instance.Physical) }},
	}
}

func hostText(h flex.PhysicalHost) string {
	if h == (flex.PhysicalHost{}) {
		return ""
	}
	return strings.Join([]string{h.Cluster, h.Block, h.Subblock, h.Host}, "/")
}

package main

import (
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
)

// jobLeaseFields tell what the leases of its nodes mean for a job.
func jobLeaseFields() []field[jobRow] {
	return []field[jobRow]{
		// What is left of the first lease among its nodes, in seconds; null if none is known.
		{
			key: "lease_left", title: "LEASELEFT", shown: inWide, right: true,
			value: func(j jobRow) any { return leftOf(j.risk.Lease, j.now.Std()) },
			text: func(j jobRow) string {
				if !j.judged || j.State.IsFinal() {
					return ""
				}
				if j.risk.Node == "" { // it waits, or none of its nodes has a lease
					return ""
				}
				return leaseText(j.risk.Lease, j.now.Std())
			},
		},
		{
			key: "lease_end", title: "LEASEEND", shown: inSheet,
			value: func(j jobRow) any { return endOf(j.risk.Lease) },
			text:  func(j jobRow) string { return localTime(j.risk.Lease.End) },
		},
		{key: "lease_node", title: "LEASENODE", shown: inSheet, value: func(j jobRow) any { return j.risk.Node }},
		{key: "lease_sure", title: "SURE", shown: inSheet, value: func(j jobRow) any {
			if j.risk.Node == "" {
				return nil
			}
			return sureWord(j.risk.Lease)
		}},
		// killed, cannot, tight, fits, unknown or none; null if it was not judged: a job that has ended.
		{key: "risk", title: "RISK", shown: inWide, value: func(j jobRow) any {
			if !j.judged || j.State.IsFinal() {
				return nil
			}
			return riskWord(j.risk.Kind)
		}},
		// By how many seconds its limit passes the end; null with none, and for a job without a limit.
		{key: "risk_lost", title: "LOST", shown: inSheet, right: true, value: func(j jobRow) any { return secondsOrNil(j.risk.Lost) }, text: func(j jobRow) string { return spanText(j.risk.Lost) }},
		// How many seconds lie between its limit and the end.
		{key: "risk_spare", title: "SPARE", shown: inSheet, right: true, value: func(j jobRow) any { return secondsOrNil(j.risk.Spare) }, text: func(j jobRow) string { return spanText(j.risk.Spare) }},
		{
			key: "risk_text", title: "MEANING", shown: inSheet, value: riskText,
			text: func(j jobRow) string { return strings.Join(riskSentences(j), " ") },
		},
	}
}

func spanText(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return columns.LeaseSpan(d)
}

// riskText says in sentences what the leases mean.
func riskText(j jobRow) any { return listOf(riskSentences(j)) }

func riskSentences(j jobRow) []string {
	if !j.judged || j.State.IsFinal() || j.risk.Kind == flex.NoLease {
		return nil
	}
	return flex.Explain(j.risk, j.now.Std())
}

// riskWord names a risk as the filter does. The words are a promise to scripts.
func riskWord(k flex.RiskKind) string {
	switch k {
	case flex.WillBeKilled:
		return "killed"
	case flex.CannotFit:
		return "cannot"
	case flex.Tight:
		return "tight"
	case flex.Fits:
		return "fits"
	case flex.RiskUnknown:
		return "unknown"
	case flex.NoLease:
	}
	return "none"
}

// judgeRows adds to jobs what an outlook, and the look from which it was made, say of them.
func judgeRows(rows []jobRow, outlook *flex.Outlook, k *look) {
	book := columns.NewPoolBook(k.pools, k.nodes.Items)
	for i := range rows {
		rows[i].pools = book
		rows[i].risk, rows[i].judged = outlook.Risk(rows[i].Job), true
		rows[i].now = max(rows[i].now, slurm.TimeOf(k.now))
	}
}

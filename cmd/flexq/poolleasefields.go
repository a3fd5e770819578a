package main

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/tui/columns"
)

// poolLeaseFields tell what a pool loses next and what it waits for.
func poolLeaseFields() []field[poolRow] {
	return []field[poolRow]{
		// The first known end among its nodes: in JSON the moment.
		{key: "next_end", title: "NEXTEND", shown: inTable, value: func(p poolRow) any {
			if !p.hasNext {
				return nil
			}
			return endOf(p.next.Lease)
		}, text: nextEndText},
		{key: "next_end_node", title: "NEXTNODE", shown: inWide, value: func(p poolRow) any { return p.next.Node }},
		{key: "next_end_left", title: "NEXTLEFT", right: true, value: func(p poolRow) any {
			if !p.hasNext {
				return nil
			}
			return leftOf(p.next.Lease, p.now)
		}},
		{key: "next_end_sure", title: "NEXTSURE", shown: inWide, value: func(p poolRow) any {
			if !p.hasNext {
				return nil
			}
			return sureWord(p.next.Lease)
		}},
		{key: "next_end_jobs", title: "NEXTJOBS", right: true, value: func(p poolRow) any {
			if !p.hasNext {
				return nil
			}
			return p.next.Jobs
		}},
		// Capacity that has been asked for and is not there, oldest first.
		{key: "queued", title: "QUEUED", shown: inTable, value: func(p poolRow) any { return queueOf(p) }},
	}
}

func nextEndText(p poolRow) string {
	if !p.hasNext {
		return ""
	}
	return leaseText(p.next.Lease, p.now) + " " + p.next.Node
}

// queue is capacity that a pool waits for, as JSON has it.
type queue []queued

type queued struct {
	Name    string `json:"name"`
	Nodes   int    `json:"nodes"`
	State   string `json:"state"`
	Age     *int64 `json:"age"` // in seconds; null if it is not known
	Job     string `json:"job"` // that it was asked for; "" if that is not known
	Problem string `json:"problem"`
}

func queueOf(p poolRow) queue {
	out := queue{}
	for _, r := range p.queued {
		out = append(out, queuedOf(r, p.now))
	}
	return out
}

func queuedOf(r flex.ResizeRequest, now time.Time) queued {
	q := queued{Name: r.Name, Nodes: r.Count, State: r.State, Job: r.Job, Problem: r.Error}
	if !r.Created.IsZero() {
		age := max(0, seconds(now.Sub(r.Created)))
		q.Age = &age
	}
	return q
}

// String is the queue in a table and in CSV.
func (q queue) String() string {
	parts := make([]string, len(q))
	for i, r := range q {
		parts[i] = fmt.Sprintf("%d nodes, %s", r.Nodes, r.State)
		if r.Nodes == 1 {
			parts[i] = "1 node, " + r.State
		}
		if r.Age != nil {
			parts[i] += ", " + columns.LeaseSpan(time.Duration(*r.Age)*time.Second)
		}
		if r.Problem != "" {
			parts[i] += ", " + r.Problem
		}
	}
	return strings.Join(parts, "; ")
}

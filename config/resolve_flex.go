package config

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// leaseMargin is an hour unless the context says otherwise.
func (r *resolver) leaseMargin(name string, ctx Context) time.Duration {
	v := r.pick(setting{key: "lease_margin", path: ctxPath(name, "lease_margin"), inFile: ctx.LeaseMargin, otherwise: "1h"})
	d, err := parseDuration(v.value)
	if err != nil {
		r.problem(v.origin, err.Error(), "")
	}
	return d
}

// pools takes the pools of the context, each with a row of its own.
func (r *resolver) pools(name string, ctx Context) []PoolSettings {
	var out []PoolSettings
	for i, p := range ctx.Pools {
		origin := Origin{FromFile, r.file.doc.at(ctxPath(name, "pools", strconv.Itoa(i+1))...)}
		s := PoolSettings{Name: p.Name, Nodes: p.Nodes, Model: strings.ToUpper(p.Model), Min: p.Min}
		words := []string{p.Nodes}
		if p.Model != "" {
			words = append(words, p.Model)
		}
		if p.Duration != "" {
			d, err := parseDuration(p.Duration)
			if err != nil {
				r.problem(origin, err.Error(), "")
			}
			s.Duration = d
			words = append(words, p.Duration)
		}
		if p.Min > 0 {
			words = append(words, fmt.Sprintf("min %d", p.Min))
		}
		r.note(dotted([]string{"pools", p.Name}), strings.Join(words, " "), origin)
		out = append(out, s)
	}
	return out
}

// notices are all on unless the file says no.
func (r *resolver) notices(n Notices) NoticeSettings {
	on := func(name string, inFile *bool) bool {
		return r.boolean(setting{key: "notices." + name, path: []string{"notices", name}, otherwise: "true"}, inFile)
	}
	return NoticeSettings{
		Bell:        on("bell", n.Bell),
		Terminal:    on("terminal", n.Terminal),
		JobEnded:    on("job_ended", n.JobEnded),
		JobFailed:   on("job_failed", n.JobFailed),
		JobRequeued: on("job_requeued", n.JobRequeued),
		Lease:       on("lease", n.Lease),
	}
}

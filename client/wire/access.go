package wire

import (
	"strconv"
	"strings"

	"flexq/client/slurm"
)

// AssociationsReply is the answer of GET /slurmdb/{v}/associations/. Those of accounts, which have no user, are left
// out: no job is charged by them.
type AssociationsReply struct {
	Associations []slurm.Association
}

// Fields fills the reply.
func (r *AssociationsReply) Fields() Fields {
	return Fields{
		Start:          reset(r),
		"associations": listField(&r.Associations, associationFields, func(a *slurm.Association) bool { return a.User != "" && a.Account != "" }),
	}
}

type association = slurm.Association

// associationFields reads what holds for one user. What Slurm calls jobs.per.submitted and jobs.per.count are limits of the
// association as a group: sacctmgr's MaxSubmitJobs is jobs.total, and its MaxJobs jobs.active.
func associationFields() fields[association] {
	minutes := nested(fields[association]{"job": func(r *reader, a *association) { r.tresWords(&a.MaxMinutes) }})
	jobs := fields[association]{
		"per":    nested(fields[association]{"wall_clock": func(r *reader, a *association) { r.minutes(&a.MaxTime) }}),
		"active": func(r *reader, a *association) { r.num(&a.MaxJobs) },
		"total":  func(r *reader, a *association) { r.num(&a.MaxSubmit) },
	}
	perTRES := nested(fields[association]{
		"job":  func(r *reader, a *association) { r.tresWords(&a.MaxPerJob) },
		"node": func(r *reader, a *association) { r.tresWords(&a.MaxPerNode) },
	})
	return fields[association]{
		"user":       func(r *reader, a *association) { r.text(&a.User) },
		"account":    func(r *reader, a *association) { r.text(&a.Account) },
		"cluster":    func(r *reader, a *association) { r.text(&a.Cluster) },
		"partition":  func(r *reader, a *association) { r.text(&a.Partition) },
		"is_default": func(r *reader, a *association) { r.boolean(&a.Default) },
		"qos":        func(r *reader, a *association) { r.csv(&a.QOS) },
		"default":    nested(fields[association]{"qos": func(r *reader, a *association) { r.text(&a.DefaultQOS) }}),
		"max": nested(fields[association]{
			"jobs": nested(jobs),
			"tres": nested(fields[association]{"per": perTRES, "minutes": nested(fields[association]{"per": minutes})}),
		}),
	}
}

// QOSReply is the answer of GET /slurmdb/{v}/qos/.
type QOSReply struct {
	QOS []slurm.QOS
}

// Fields fills the reply.
func (r *QOSReply) Fields() Fields {
	return Fields{
		Start: reset(r),
		"qos": namedField(&r.QOS, qosFields, func(q *qos) bool { return q.Name != "" }, nil),
	}
}

type qos = slurm.QOS

func qosFields() fields[qos] {
	words := func(of func(*qos) *string) func(*reader, *qos) {
		return func(r *reader, q *qos) { r.tresWords(of(q)) }
	}
	num := func(of func(*qos) *slurm.Num) func(*reader, *qos) {
		return func(r *reader, q *qos) { r.num(of(q)) }
	}
	per := func(f fields[qos]) func(*reader, *qos) { return nested(fields[qos]{"per": nested(f)}) }
	jobs := nested(fields[qos]{
		"count": num(func(q *qos) *slurm.Num { return &q.Group.Submit }),
		"per": nested(fields[qos]{
			"user":    num(func(q *qos) *slurm.Num { return &q.PerUser.Submit }),
			"account": num(func(q *qos) *slurm.Num { return &q.PerAccount.Submit }),
		}),
		"active_jobs": per(fields[qos]{
			"user":    num(func(q *qos) *slurm.Num { return &q.PerUser.Jobs }),
			"account": num(func(q *qos) *slurm.Num { return &q.PerAccount.Jobs }),
		}),
	})
	most := nested(fields[qos]{
		"total":   words(func(q *qos) *string { return &q.Group.TRES }),
		"minutes": per(fields[qos]{"job": words(func(q *qos) *string { return &q.MaxMinutes })}),
		"per": nested(fields[qos]{
			"job":     words(func(q *qos) *string { return &q.MaxPerJob }),
			"node":    words(func(q *qos) *string { return &q.MaxPerNode }),
			"user":    words(func(q *qos) *string { return &q.PerUser.TRES }),
			"account": words(func(q *qos) *string { return &q.PerAccount.TRES }),
		}),
	})
	return fields[qos]{
		"name":         func(r *reader, q *qos) { r.text(&q.Name) },
		"flags":        func(r *reader, q *qos) { r.csv(&q.Flags) },
		"usage_factor": func(r *reader, q *qos) { q.UsageFactor = r.fraction() },
		"limits": nested(fields[qos]{
			"max": nested(fields[qos]{
				"active_jobs": nested(fields[qos]{"count": num(func(q *qos) *slurm.Num { return &q.Group.Jobs })}),
				"wall_clock":  per(fields[qos]{"job": func(r *reader, q *qos) { r.minutes(&q.MaxTime) }}),
				"jobs":        jobs,
				"tres":        most,
			}),
			"min": nested(fields[qos]{"tres": per(fields[qos]{"job": words(func(q *qos) *string { return &q.MinPerJob })})}),
		}),
	}
}

// fraction reads a number that may have a fraction; what is unset or infinite is 0.
func (r *reader) fraction() float64 {
	n, ok := r.number()
	if !ok || !n.set || n.infinite {
		return 0
	}
	return n.float
}

// tresWords reads a list of TRES, or the same as a string, into Slurm's text: "cpu=64,mem=1024M,gres/gpu=8".
func (r *reader) tresWords(dst *string) {
	if r.err != nil {
		return
	}
	if r.dec.PeekKind() == '"' {
		r.text(dst)
		return
	}
	var items []tresItem
	list(r, tresFields(), &items, nil)
	*dst = tresText(items)
}

// tresText writes a list of TRES as Slurm does. Those without a number are left out: energy is -2 when nobody measures
// it.
func tresText(items []tresItem) string {
	var b strings.Builder
	for _, t := range items {
		if !t.count.set || t.count.negative {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(t.kind)
		if t.name != "" {
			b.WriteString("/" + t.name)
		}
		b.WriteString("=" + strconv.FormatUint(t.count.abs, 10))
		if t.kind == "mem" {
			b.WriteByte('M')
		}
	}
	return b.String()
}

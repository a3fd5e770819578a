package wire

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"flexq/client/slurm"
)

// PingReply is the answer of GET /slurm/{v}/ping/ and /slurmdb/{v}/ping/.
type PingReply struct {
	Controllers []slurm.Controller
}

// Fields fills the reply.
func (r *PingReply) Fields() Fields {
	var pings []ping
	return Fields{
		Start: reset(r),
		"pings": func(dec *jsontext.Decoder) error {
			err := listField(&pings, pingFields, nil)(dec)
			r.Controllers = nil
			for _, p := range pings {
				r.Controllers = append(r.Controllers, p.controller())
			}
			return err
		},
	}
}

// ping is one controller while it is read. Newer versions have responding and primary, older ones pinged and mode.
type ping struct {
	host, pinged, mode  string
	responding, primary bool
	said                bool // responding was there
	latency             int64
}

func pingFields() fields[ping] {
	return fields[ping]{
		"hostname":   func(r *reader, p *ping) { r.text(&p.host) },
		"pinged":     func(r *reader, p *ping) { r.text(&p.pinged) },
		"responding": func(r *reader, p *ping) { r.boolean(&p.responding); p.said = true },
		"latency":    func(r *reader, p *ping) { r.i64(&p.latency) },
		"mode":       func(r *reader, p *ping) { r.text(&p.mode) },
		"primary":    func(r *reader, p *ping) { r.boolean(&p.primary) },
	}
}

func (p ping) controller() slurm.Controller {
	c := slurm.Controller{
		Host: p.host, Mode: p.mode, Responding: p.responding, Latency: time.Duration(p.latency) * time.Microsecond,
	}
	if !p.said {
		c.Responding = strings.EqualFold(p.pinged, "UP")
	}
	if c.Mode == "" {
		c.Mode = "backup"
		if p.primary {
			c.Mode = "primary"
		}
	}
	return c
}

// DiagReply is the answer of GET /slurm/{v}/diag/.
type DiagReply struct {
	Diag slurm.Diag
}

// Fields fills the reply.
func (r *DiagReply) Fields() Fields {
	return Fields{
		Start: func(*jsontext.Decoder) error {
			*r = DiagReply{Diag: slurm.Diag{AccountingQueue: -1}}
			return nil
		},
		"statistics": valueField(func(d *reader) { object(d, diagFields(), &r.Diag) }),
	}
}

func diagFields() fields[slurm.Diag] {
	micros := func(r *reader, dst *time.Duration) {
		var v int64
		r.i64(&v)
		*dst = time.Duration(v) * time.Microsecond
	}
	return fields[slurm.Diag]{
		"req_time":              func(r *reader, d *slurm.Diag) { r.moment(&d.At) },
		"server_thread_count":   func(r *reader, d *slurm.Diag) { r.i64(&d.ServerThreads) },
		"agent_queue_size":      func(r *reader, d *slurm.Diag) { r.i64(&d.AgentQueue) },
		"dbd_agent_queue_size":  func(r *reader, d *slurm.Diag) { r.i64(&d.AccountingQueue) },
		"jobs_pending":          func(r *reader, d *slurm.Diag) { r.i64(&d.Pending) },
		"jobs_running":          func(r *reader, d *slurm.Diag) { r.i64(&d.Running) },
		"jobs_submitted":        func(r *reader, d *slurm.Diag) { r.i64(&d.Submitted) },
		"jobs_started":          func(r *reader, d *slurm.Diag) { r.i64(&d.Started) },
		"jobs_completed":        func(r *reader, d *slurm.Diag) { r.i64(&d.Completed) },
		"jobs_failed":           func(r *reader, d *slurm.Diag) { r.i64(&d.Failed) },
		"jobs_canceled":         func(r *reader, d *slurm.Diag) { r.i64(&d.Canceled) },
		"bf_cycle_last":         func(r *reader, d *slurm.Diag) { micros(r, &d.BackfillLast) },
		"schedule_cycle_last":   func(r *reader, d *slurm.Diag) { micros(r, &d.ScheduleCycleLast) },
		"schedule_queue_length": func(r *reader, d *slurm.Diag) { r.i64(&d.ScheduleQueueLength) },
		"bf_queue_len":          func(r *reader, d *slurm.Diag) { r.i64(&d.BackfillQueueDepth) },
	}
}

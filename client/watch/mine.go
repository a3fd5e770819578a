package watch

import (
	"strconv"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// Notable is the rule for what to ring for: a job of the user's own or a watched one has ended, failed or was requeued,
// and a lease under one comes to its last hour.
func Notable(e flex.Event) bool {
	if !e.Mine {
		return false
	}
	switch e.Type {
	case flex.JobEnded, flex.JobFailed, flex.JobNodeFailed, flex.JobRequeued:
		return true
	case flex.LeaseEnds:
		return e.Within <= time.Hour
	default:
		return false
	}
}

// Never is the rule of a program that cannot ring.
func Never(flex.Event) bool { return false }

// owners finds whose a job is, for events that another program has told: what is one's own is not kept on disk.
type owners struct {
	list []slurm.Job
	by   map[string]*slurm.Job // as squeue shows them; made when first asked
}

// mine marks those events that concern the user's own or a watched job.
func (o *owners) mine(events []flex.Event, s flex.Settings) {
	for i := range events {
		e := &events[i]
		e.Mine = e.Mine || s.User != "" && e.User == s.User || o.anyMine(e.Jobs, s)
	}
}

func (o *owners) anyMine(jobs []string, s flex.Settings) bool {
	for _, id := range jobs {
		if number, err := strconv.ParseUint(base(id), 10, 64); err == nil && s.Watched(number) {
			return true
		}
		j := o.find(id)
		if j != nil && (s.User != "" && j.User == s.User || s.Watched(j.ID)) {
			return true
		}
	}
	return false
}

func (o *owners) find(id string) *slurm.Job {
	if o.by == nil {
		o.by = make(map[string]*slurm.Job, len(o.list))
		for i := range o.list {
			j := &o.list[i]
			o.by[j.DisplayID()] = j
		}
	}
	return o.by[id]
}

// base is the number of a job without that of its task or component.
func base(id string) string {
	if at := strings.IndexAny(id, "_+"); at >= 0 {
		return id[:at]
	}
	return id
}

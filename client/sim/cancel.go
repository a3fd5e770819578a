package sim

import (
	"net/http"
	"slices"
	"strconv"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// deleteJob is DELETE /slurm/{v}/job/{id}. What slurmctld refuses is in status[], and the answer is 200.
func deleteJob(s *Sim, c *call) *answer {
	r, ok := parseRef(c.parts[1])
	if !ok {
		return badRef(c)
	}
	c.checkQuery("OPENAPI_JOB_INFO_DELETE_QUERY", "signal", "flags")
	signal := c.signalOf(c.query.Get("signal"))
	refused := s.cancel(c, r, c.parts[1], signal)
	if c.enc.Version() < 42 {
		return bare(c.enc, http.StatusOK, c.tail()) // these versions have no place for a refusal
	}
	return c.killAnswer(appendKills(nil, refused))
}

func (c *call) killAnswer(status []byte) *answer {
	head := append([]byte(`{"status":[`), status...)
	return &answer{status: http.StatusOK, head: c.enc.AppendTail(append(head, "],"...), c.tail())}
}

// signalOf reads a signal. An unknown name is an error in the answer, and the job is cancelled all the same.
func (c *call) signalOf(s string) int {
	if s == "" {
		return cluster.SignalKill
	}
	n, ok := cluster.ParseSignal(s)
	if !ok {
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: "Unknown signal (null)", Error: "No error", Source: "#/signal/",
		})
		return cluster.SignalKill
	}
	return n
}

// cancel signals what an id names; text is the id as it was sent.
func (s *Sim) cancel(c *call, r ref, text string, signal int) []cluster.Refusal {
	switch {
	case r.isTask:
		return s.cluster.CancelTasks(c.user, r.job, r.tasks, signal)
	case r.offset >= 0:
		for _, j := range s.cluster.Family(r.job) {
			if j.Het != nil && j.Het.ID == r.job && int(j.HetOffset) == r.offset {
				return s.cluster.Cancel(c.user, j, signal)
			}
		}
		return []cluster.Refusal{{Name: text, Err: cluster.ErrJobID}}
	}
	j := s.cluster.Job(r.job)
	if j == nil || j.Array != nil && j.Array.ID == r.job {
		return s.cluster.CancelArray(c.user, r.job, signal)
	}
	return s.cluster.Cancel(c.user, j, signal)
}

// appendKills writes status[]: what was not signalled.
func appendKills(b []byte, refused []cluster.Refusal) []byte {
	for _, x := range refused {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"error":{"string":`...)
		b = shape.AppendString(b, x.Err.Error())
		b = append(b, `,"code":`...)
		b = strconv.AppendInt(b, int64(x.Err), 10)
		b = append(b, `,"message":`...)
		b = shape.AppendString(b, x.Err.Error())
		b = append(b, `},"step_id":`...)
		b = shape.AppendString(b, x.Name)
		b = append(b, `,"job_id":`...)
		if x.Job == 0 {
			b = append(b, `{"set":false,"infinite":false,"number":0}`...)
		} else {
			b = shape.AppendNum(b, int64(x.Job))
		}
		b = append(b, `,"federation":{"sibling":""}}`...)
	}
	return b
}

// killFilter is the body of DELETE /jobs/: ids, or what to look for.
type killFilter struct {
	jobs                                     []string
	user, name, partition, account, qos, uid string
	states                                   []string
	signal                                   string
}

// deleteJobs is DELETE /slurm/{v}/jobs/ with a kill_jobs_msg.
func deleteJobs(s *Sim, c *call) *answer {
	body, err := parseValue(c.body)
	if err != nil && len(c.body) > 0 {
		return plain(http.StatusBadRequest, badQuery)
	}
	f := c.readFilter(body)
	if f.empty() {
		c.parse.errors = append(c.parse.errors, slurmError("Signal request failed", cluster.ErrSignalJobs, "slurm_kill_jobs()"))
		a := c.killAnswer(nil)
		a.status = http.StatusInternalServerError
		return a
	}
	signal := c.signalOf(f.signal)
	var refused []cluster.Refusal
	for _, id := range f.jobs {
		if r, ok := parseRefs(id); ok {
			refused = append(refused, s.cancel(c, r, id, signal)...)
		} else {
			refused = append(refused, cluster.Refusal{Name: id, Err: cluster.ErrJobID})
		}
	}
	if len(f.jobs) == 0 {
		for _, j := range slices.Clone(s.cluster.Order()) {
			if f.matches(j) && !j.State.Final() {
				refused = append(refused, s.cluster.Cancel(c.user, j, signal)...)
			}
		}
	}
	return c.killAnswer(appendKills(nil, refused))
}

func (c *call) readFilter(body value) killFilter {
	var f killFilter
	p := &c.parse
	for _, x := range body.fields {
		at := "#/" + x.name + "/"
		switch x.name {
		case "jobs":
			f.jobs, _ = p.list(x.value, at)
		case "job_state":
			f.states, _ = p.list(x.value, at)
		case "user_name":
			f.user, _ = p.str(x.value, at)
		case "user_id":
			f.uid, _ = p.str(x.value, at)
		case "job_name":
			f.name, _ = p.str(x.value, at)
		case "partition":
			f.partition, _ = p.str(x.value, at)
		case "account":
			f.account, _ = p.str(x.value, at)
		case "qos":
			f.qos, _ = p.str(x.value, at)
		case "signal":
			f.signal, _ = p.str(x.value, at)
		case "flags", "wckey", "nodes", "reservation":
		default:
			p.unknown(x.name, x.value, "KILL_JOBS_MSG", at)
		}
	}
	return f
}

func (f *killFilter) empty() bool {
	return len(f.jobs) == 0 && len(f.states) == 0 && f.user+f.name+f.partition+f.account+f.qos+f.uid == ""
}

func (f *killFilter) matches(j *cluster.Job) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(f.user, j.User.Name) && is(f.uid, strconv.FormatUint(uint64(j.User.UID), 10)) && is(f.name, j.Name) &&
		is(f.partition, j.Partition) && is(f.account, j.Account) && is(f.qos, j.QOS) &&
		(len(f.states) == 0 || slices.Contains(f.states, j.State.String()))
}

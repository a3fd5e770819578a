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
	err := s.cancel(c, r, signal)
	if c.enc.Version() < 42 {
		if err != nil {
			c.parse.errors = append(c.parse.errors, slurmError("Unable to kill JobId="+c.parts[1], err, "slurm_kill_job2()"))
			return bare(c.enc, http.StatusInternalServerError, c.tail())
		}
		return bare(c.enc, http.StatusOK, c.tail())
	}
	var status []byte
	if err != nil {
		status = appendKill(status, c.parts[1], r, err)
	}
	return c.killAnswer(status)
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

func (s *Sim) cancel(c *call, r ref, signal int) error {
	switch {
	case r.isTask:
		return s.cluster.CancelTasks(c.user, r.job, r.tasks, signal)
	case r.offset >= 0:
		for _, j := range s.cluster.Family(r.job) {
			if j.Het != nil && int(j.HetOffset) == r.offset {
				return s.cluster.Cancel(c.user, j, signal)
			}
		}
		return cluster.ErrJobID
	}
	j := s.cluster.Job(r.job)
	switch {
	case j == nil || j.Array != nil && j.Array.ID == r.job:
		return s.cluster.CancelArray(c.user, r.job, signal)
	default:
		return s.cluster.Cancel(c.user, j, signal)
	}
}

func appendKill(b []byte, id string, r ref, err error) []byte {
	p := slurmError("", err, "")
	if len(b) > 0 {
		b = append(b, ',')
	}
	b = append(b, `{"error":{"string":`...)
	b = shape.AppendString(b, p.Error)
	b = append(b, `,"code":`...)
	b = strconv.AppendInt(b, int64(p.Number), 10)
	b = append(b, `,"message":`...)
	b = shape.AppendString(b, p.Error)
	b = append(b, `},"step_id":`...)
	b = shape.AppendString(b, id)
	b = append(b, `,"job_id":`...)
	if p.Number == int(cluster.ErrJobID) {
		b = append(b, `{"set":false,"infinite":false,"number":0}`...)
	} else {
		b = shape.AppendNum(b, int64(r.job))
	}
	return append(b, `,"federation":{"sibling":""}}`...)
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
		c.parse.errors = append(c.parse.errors, rejected("body", "op_handler_jobs"))
		return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
	}
	signal := c.signalOf(f.signal)
	var status []byte
	for _, id := range f.jobs {
		r, ok := parseRef(id)
		err := error(cluster.ErrJobID)
		if ok {
			err = s.cancel(c, r, signal)
		}
		if err != nil {
			status = appendKill(status, id, r, err)
		}
	}
	if len(f.jobs) == 0 {
		for _, j := range slices.Clone(s.cluster.Order()) {
			if f.matches(j) && !j.State.Final() {
				if err := s.cluster.Cancel(c.user, j, signal); err != nil {
					status = appendKill(status, strconv.FormatUint(uint64(j.ID), 10), ref{job: j.ID}, err)
				}
			}
		}
	}
	return c.killAnswer(status)
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

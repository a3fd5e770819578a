package sim

import (
	"errors"
	"net/http"
	"strconv"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// postJob is POST /slurm/{v}/job/{id}: changes a job.
func postJob(s *Sim, c *call) *answer {
	r, ok := parseRef(c.parts[1])
	if !ok {
		return badRef(c)
	}
	body, err := parseValue(c.body)
	if err != nil && len(c.body) > 0 {
		return plain(http.StatusBadRequest, badQuery)
	}
	up := c.readUpdate(body)
	switch {
	case len(c.parse.errors) > 0:
		return bare(c.enc, http.StatusInternalServerError, c.tail())
	case c.parse.spoiled:
		return bare(c.enc, http.StatusOK, c.tail())
	}
	results, err := s.update(c, r, up)
	status := http.StatusOK
	if err != nil {
		status = http.StatusInternalServerError
		if errors.Is(err, cluster.ErrJobID) {
			status = http.StatusNotFound
		}
		c.parse.errors = append(c.parse.errors, slurmError("Job update requested failed", err, "slurm_update_job2()"))
	}
	head := append([]byte(`{"results":`), results...)
	head = append(head, ',')
	if c.enc.Version() < 42 {
		head = append(head, `"job_id":"`+c.parts[1]+`","step_id":"","job_submit_user_msg":"",`...)
	}
	return &answer{status: status, head: c.enc.AppendTail(head, c.tail())}
}

// update changes one job, or all records of an array, and returns results: null for one job, a list for an array.
func (s *Sim) update(c *call, r ref, up cluster.Update) ([]byte, error) {
	var targets []*cluster.Job
	for _, j := range s.cluster.Family(r.job) {
		if r.offset >= 0 && int(j.HetOffset) != r.offset || r.isTask && !j.Remainder() && !hasTask(r, j.Task) {
			continue
		}
		targets = append(targets, j)
	}
	if len(targets) == 0 {
		return []byte("null"), cluster.ErrJobID
	}
	if targets[0].Array == nil {
		for _, j := range targets {
			if err := s.cluster.Update(c.user, j, up); err != nil {
				return []byte("null"), err
			}
		}
		return []byte("null"), nil
	}
	var first error
	good := false
	results := []byte("[")
	for _, j := range targets {
		err := s.cluster.Update(c.user, j, up)
		good = good || err == nil
		if first == nil {
			first = err
		}
		results = appendResult(results, j, err)
	}
	if good {
		first = nil
	}
	return append(results, ']'), first
}

func hasTask(r ref, task uint32) bool {
	for _, t := range r.tasks {
		if t == task {
			return true
		}
	}
	return false
}

func appendResult(b []byte, j *cluster.Job, err error) []byte {
	p := shape.Problem{Error: "No error"}
	if err != nil {
		p = slurmError("", err, "")
	}
	if len(b) > 1 {
		b = append(b, ',')
	}
	id := strconv.FormatUint(uint64(j.ID), 10)
	b = append(b, `{"job_id":`+id+`,"step_id":`...)
	b = shape.AppendString(b, id)
	b = append(b, `,"error":`...)
	b = shape.AppendString(b, p.Error)
	b = append(b, `,"error_code":`+strconv.Itoa(p.Number)+`,"why":""}`...)
	return b
}

func (c *call) readUpdate(body value) cluster.Update {
	d := newDesc(c.user)
	r := descReader{p: &c.parse, at: "#/", d: d}
	r.read(body)
	var up cluster.Update
	set := func(name string, f func()) {
		if r.seen[name] {
			f()
		}
	}
	set("hold", func() { up.Hold = &d.Hold })
	set("time_limit", func() { up.Limit = &d.Limit })
	set("partition", func() { up.Partition = &d.Partition })
	set("name", func() { up.Name = &d.Name })
	set("comment", func() { up.Comment = &d.Comment })
	set("admin_comment", func() { up.AdminNote = &d.AdminComment })
	set("qos", func() { up.QOS = &d.QOS })
	set("nice", func() { up.Nice = &d.Nice })
	set("requeue", func() { up.Requeue = &d.Requeue })
	set("begin_time", func() { up.Begin = &d.Begin })
	set("dependency", func() { up.Deps = &d.Deps })
	set("constraints", func() { up.Features = &d.Features })
	set("nodes", func() { up.MinNodes, up.MaxNodes = &d.MinNodes, &d.MaxNodes })
	set("minimum_nodes", func() { up.MinNodes = &d.MinNodes })
	set("maximum_nodes", func() { up.MaxNodes = &d.MaxNodes })
	set("deadline", func() { up.Deadline = &d.Deadline })
	set("required_nodes", func() { up.ReqNodes = &d.ReqNodes })
	if v, ok := body.get("priority"); ok {
		if n, ok := c.parse.num(v, "#/priority/"); ok {
			up.Priority = &n
		}
	}
	return up
}

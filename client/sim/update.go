package sim

import (
	"errors"
	"net/http"

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
	if r.isTask {
		return c.updateRefused(http.StatusUnprocessableEntity,
			"Rejecting request. Submit job update against Array Job's JobID instead of array task id.")
	}
	up := c.readUpdate(body)
	switch {
	case len(c.parse.errors) > 0:
		return c.updateRefused(http.StatusInternalServerError, badUpdate)
	case c.parse.spoiled:
		return c.updateRefused(http.StatusUnprocessableEntity, badUpdate)
	}
	err = s.update(c, r, up)
	status := http.StatusOK
	if err != nil {
		status = http.StatusInternalServerError
		if errors.Is(err, cluster.ErrJobID) {
			status = http.StatusNotFound
		}
		c.parse.errors = append(c.parse.errors, slurmError("Job update requested failed", err, "slurm_update_job2()"))
	}
	head := []byte(`{"results":null,`)
	if c.enc.Version() < 42 {
		head = append(head, `"job_id":"`+c.parts[1]+`","step_id":"","job_submit_user_msg":"",`...)
	}
	return &answer{status: status, head: c.enc.AppendTail(head, c.tail())}
}

const badUpdate = "Rejecting request. Failure parsing job update request."

func (c *call) updateRefused(status int, text string) *answer {
	c.parse.errors = append(c.parse.errors,
		shape.Problem{Description: text, Number: errQuery, Error: queryText, Source: "_job_post_update"})
	return &answer{status: status, head: c.enc.AppendTail([]byte(`{"results":null,`), c.tail())}
}

// update changes the one record that has the number: of an array the tasks that wait, or the task that got the array's
// number. What follows a plus sign is not heeded.
func (s *Sim) update(c *call, r ref, up cluster.Update) error {
	j := s.cluster.Job(r.job)
	if j == nil {
		return cluster.ErrJobID
	}
	return s.cluster.Update(c.user, j, up)
}

func (c *call) readUpdate(body value) cluster.Update {
	d := newDesc(c.user)
	r := descReader{p: &c.parse, at: "#/", d: d, now: c.enc.Now()}
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

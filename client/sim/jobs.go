package sim

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

const jobQuery = "OPENAPI_JOB_INFO_QUERY"

// getJobs is GET /slurm/{v}/jobs/.
func getJobs(s *Sim, c *call) *answer {
	since := c.updateTime()
	if len(c.parse.errors) > 0 {
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: "Rejecting request. Failure parsing query.", Number: errQuery, Error: queryText, Source: "op_handler_jobs",
		})
		return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
	}
	all := c.showFlags()
	c.checkQuery(jobQuery, "update_time", "flags")
	changed, _, _, _, _ := s.cluster.Changed()
	if since > changed {
		c.parse.warnings = append(c.parse.warnings, shape.Problem{
			Description: fmt.Sprintf("No job changes since update_time[%d]=%s", since, time.Unix(since, 0).UTC().Format("2006-01-02T15:04:05")),
			Source:      "op_handler_jobs",
		})
		return noJobs(c, http.StatusOK, c.tail())
	}
	views := s.borrow()
	*views = s.cluster.View((*views)[:0])
	if len(*views) == 0 {
		c.parse.warnings = append(c.parse.warnings, shape.Problem{Description: "Zero jobs to dump"})
	}
	a := s.jobList(c, c.flagged(), *views, !all)
	a.done = func() { s.giveBack(views) }
	return a
}

func (s *Sim) borrow() *[]cluster.View {
	if v, ok := s.views.Get().(*[]cluster.View); ok {
		return v
	}
	return new([]cluster.View)
}

func (s *Sim) giveBack(v *[]cluster.View) {
	clear(*v)
	s.views.Put(v)
}

func (c *call) tail() shape.Tail {
	return shape.Tail{DBD: c.db, Errors: c.parse.errors, Warnings: c.parse.warnings}
}

// jobList is an answer with jobs; the views are read after the lock is given up.
func (s *Sim) jobList(c *call, status int, views []cluster.View, detail bool) *answer {
	_, _, _, _, backfill := s.cluster.Changed()
	return &answer{
		status: status, head: []byte(`{"jobs":[`), items: len(views),
		item: func(b []byte, i int) []byte { return c.enc.AppendJob(b, &views[i], detail) },
		tail: c.jobTail([]byte("]"), backfill, s.cluster.Now(), c.tail()),
	}
}

func (c *call) jobTail(b []byte, backfill, update int64, t shape.Tail) []byte {
	b = append(b, `,"last_backfill":`...)
	b = shape.AppendNum(b, backfill)
	b = append(b, `,"last_update":`...)
	b = shape.AppendNum(b, update)
	b = append(b, ',')
	return c.enc.AppendTail(b, t)
}

// noJobs is the answer that holds none: nothing changed, or the query failed.
func noJobs(c *call, status int, t shape.Tail) *answer {
	return &answer{status: status, head: c.jobTail([]byte(`{"jobs":[]`), 0, 0, t)}
}

// getJob is GET /slurm/{v}/job/{id}: the job, all of an array, or all components of a het job.
func getJob(s *Sim, c *call) *answer {
	ref, ok := parseRef(c.parts[1])
	if !ok {
		return badRef(c)
	}
	c.updateTime() // read, and not heeded
	if len(c.parse.errors) > 0 {
		return c.badQueryTime("query.", "_handle_job_get")
	}
	all := c.showFlags()
	c.checkQuery(jobQuery, "update_time", "flags")
	found := s.cluster.Family(ref.job)
	if ref.offset >= 0 {
		found = nil // slurmctld looks for a component under its own id only
	}
	if len(found) == 0 {
		c.parse.errors = append(c.parse.errors,
			slurmError("Unable to query JobId="+c.parts[1], cluster.ErrJobID, "_handle_job_get"))
		return noJobs(c, http.StatusNotFound, c.tail())
	}
	views := make([]cluster.View, len(found))
	for i, j := range found {
		views[i] = cluster.ViewOf(j)
	}
	if ref.isTask {
		c.parse.warnings = append(c.parse.warnings, shape.Problem{
			Description: "Job array Ids are not currently supported for job searches. Showing all jobs in array instead.",
			Source:      "_handle_job_get",
		})
	}
	return s.jobList(c, c.flagged(), views, !all)
}

func badRef(c *call) *answer {
	c.parse.errors = append(c.parse.errors, rejected("parameters", "op_handler_job"))
	return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
}

// getStates is GET /slurm/{v}/jobs/state/: the states alone.
func getStates(s *Sim, c *call) *answer {
	c.checkQuery("OPENAPI_JOB_STATE_QUERY", "job_id")
	var refs []ref
	for _, id := range c.query["job_id"] {
		r, ok := parseRef(id)
		if !ok {
			c.parse.errors = append(c.parse.errors, rejected("query", "op_handler_job_states"))
			return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
		}
		refs = append(refs, r)
	}
	var lines []byte
	add := func(j *cluster.Job) { lines = appendStates(lines, j) }
	if len(refs) == 0 {
		for _, j := range s.cluster.Order() {
			add(j)
		}
	}
	for _, r := range refs {
		if r.offset >= 0 {
			continue
		}
		family := s.cluster.Family(r.job)
		for _, j := range family { // started tasks come before the waiting ones
			if !j.Remainder() {
				add(j)
			}
		}
		for _, j := range family {
			if j.Remainder() {
				add(j)
			}
		}
	}
	head := append([]byte(`{"jobs":[`), lines...)
	return &answer{status: http.StatusOK, head: c.enc.AppendTail(append(head, "],"...), c.tail())}
}

// appendStates writes a job's line; of an array one for each task that waits.
func appendStates(b []byte, j *cluster.Job) []byte {
	line := func(id string) {
		if len(b) > 0 {
			b = append(b, ',')
		}
		b = append(b, `{"job_id":"`...)
		b = append(b, id...)
		b = append(b, `","state":["`...)
		b = append(b, j.State.String()...)
		for _, w := range j.Flags.Words() {
			b = append(b, `","`...)
			b = append(b, w...)
		}
		b = append(b, `"]}`...)
	}
	id := strconv.FormatUint(uint64(j.ID), 10)
	switch {
	case j.Remainder():
		for task := range j.Array.Waiting.All {
			line(id + "_" + strconv.FormatUint(uint64(task), 10))
		}
	case j.Array != nil && !j.Remainder():
		line(id + "_" + strconv.FormatUint(uint64(j.Task), 10))
	case j.Het != nil:
		line(id + "+" + strconv.FormatUint(uint64(j.HetOffset), 10))
	default:
		line(id)
	}
	return b
}

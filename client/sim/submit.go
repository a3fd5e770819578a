package sim

import (
	"net/http"
	"strconv"
	"strings"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

// postSubmit is POST /slurm/{v}/job/submit.
func postSubmit(s *Sim, c *call) *answer {
	body, err := parseValue(c.body)
	if err != nil && len(c.body) > 0 {
		return plain(http.StatusBadRequest, badQuery)
	}
	sub := s.readSubmit(c, body)
	switch {
	case len(c.parse.errors) > 0:
		return bare(c.enc, http.StatusInternalServerError, c.tail())
	case c.parse.spoiled:
		return bare(c.enc, http.StatusOK, c.tail())
	case sub.script() == "":
		c.parse.errors = append(c.parse.errors, shape.Problem{
			Description: `Populated "script" field is required for job submission`, Number: errQuery, Error: queryText, Source: "_job_post",
		})
		return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
	case sub.stranger:
		c.parse.errors = append(c.parse.errors, slurmError("Batch job submission failed", cluster.ErrUser, "slurm_submit_batch_job()"))
		return bare(c.enc, http.StatusInternalServerError, c.tail())
	}
	const source = "slurm_submit_batch_job()"
	got, err := s.cluster.Submit(sub.descs, sub.env)
	if err != nil {
		c.parse.errors = append(c.parse.errors, slurmError("Batch job submission failed", err, source))
		return bare(c.enc, http.StatusInternalServerError, c.tail())
	}
	if got.Held {
		held := cluster.ErrHeld.Error()
		c.parse.warnings = append(c.parse.warnings,
			shape.Problem{Description: "Job submission resulted in non-zero return code: " + held, Source: source},
			shape.Problem{Description: held, Source: source})
	}
	return c.submitted(got.ID)
}

func (c *call) submitted(id uint32) *answer {
	n := strconv.FormatUint(uint64(id), 10)
	head := []byte("{")
	if c.enc.Version() < 42 {
		head = append(head, `"result":{"job_id":`+n+`,"step_id":"batch","error_code":0,"error":"No error","job_submit_user_msg":""},`...)
	}
	return c.data(append(head, `"job_id":`+n+`,"step_id":"batch","job_submit_user_msg":"",`...))
}

// submission is what a submit request asks for.
type submission struct {
	descs    []*cluster.Desc
	env      bool
	stranger bool // for another user
}

func (u *submission) script() string {
	for _, d := range u.descs {
		if d.Script != "" {
			return d.Script
		}
	}
	return ""
}

func (s *Sim) readSubmit(c *call, body value) submission {
	var sub submission
	var script string
	var jobs []value
	var paths []string
	for _, f := range body.fields {
		switch f.name {
		case "script":
			script, _ = c.parse.str(f.value, "#/script/")
		case "job":
			jobs, paths = append(jobs, f.value), append(paths, "#/job/")
		case "jobs":
			for i, x := range f.value.items {
				jobs, paths = append(jobs, x), append(paths, "#/jobs["+itoa(i)+"]/")
			}
		default:
			c.parse.unknown(f.name, f.value, "JOB_SUBMIT_REQ", "#/"+f.name+"/")
		}
	}
	for i, x := range jobs {
		r := descReader{p: &c.parse, at: paths[i], d: newDesc(c.user), now: c.enc.Now()}
		r.read(x)
		sub.env = sub.env || r.env
		sub.stranger = sub.stranger || r.user != "" && r.user != c.user.Name && r.user != uid(c.user) && !c.user.Administrator
		if r.user != "" && c.user.Administrator {
			if u := s.cluster.User(r.user); u != nil {
				r.d.User = u
			}
		}
		if r.d.Script == "" {
			r.d.Script = script
		}
		sub.descs = append(sub.descs, r.d)
	}
	if len(sub.descs) == 0 && script != "" {
		sub.descs = append(sub.descs, newDesc(c.user))
		sub.descs[0].Script = script
	}
	return sub
}

func uid(u *cluster.User) string { return strconv.FormatUint(uint64(u.UID), 10) }

func newDesc(u *cluster.User) *cluster.Desc {
	return &cluster.Desc{User: u, Limit: cluster.NoVal, Requeue: true}
}

// nodeRange reads "4" and "2-4".
func nodeRange(s string) (low, high uint32) {
	from, to, ranged := strings.Cut(s, "-")
	a, err := strconv.ParseUint(from, 10, 32)
	if err != nil {
		return 0, 0
	}
	b := a
	if ranged {
		if b, err = strconv.ParseUint(to, 10, 32); err != nil {
			return 0, 0
		}
	}
	return uint32(a), uint32(b)
}

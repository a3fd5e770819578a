package sim

import (
	"net/http"
	"strings"

	"flexq/client/sim/internal/cluster"
	"flexq/client/sim/internal/shape"
)

func findDB(c *call) handler {
	key := c.method + " " + strings.Join(c.parts, "/")
	if len(c.parts) == 2 && c.parts[0] == "job" && c.method == http.MethodGet {
		return getDBJob
	}
	list := func(name string, write func(*shape.Encoder, []byte) []byte) handler {
		return func(_ *Sim, c *call) *answer {
			head := append([]byte(`{"`), name...)
			return c.data(append(write(c.enc, append(head, `":`...)), ','))
		}
	}
	switch key {
	case "GET jobs":
		return getDBJobs
	case "GET ping":
		return list("pings", func(e *shape.Encoder, b []byte) []byte { return append(e.AppendDBPing(append(b, '[')), ']') })
	case "GET users":
		return list("users", (*shape.Encoder).AppendDBUsers)
	case "GET accounts":
		return list("accounts", (*shape.Encoder).AppendDBAccounts)
	case "GET associations":
		users := splitAll(c.query["user"])
		return list("associations", func(e *shape.Encoder, b []byte) []byte { return e.AppendDBAssociations(b, users) })
	case "GET qos":
		return list("qos", (*shape.Encoder).AppendDBQOS)
	case "GET clusters":
		return list("clusters", (*shape.Encoder).AppendDBClusters)
	case "GET tres":
		return list("TRES", (*shape.Encoder).AppendDBTRES)
	default:
		return nil
	}
}

// getDBJob is GET /slurmdb/{v}/job/{id}. An unknown id is an empty list with status 200.
func getDBJob(s *Sim, c *call) *answer {
	r, ok := parseRef(c.parts[1])
	if !ok {
		c.parse.errors = append(c.parse.errors, rejected("query parameters", "op_handler_job"))
		return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
	}
	views := []cluster.View(nil)
	if r.isTask {
		views = s.cluster.HistoryOfTask(r.job, r.tasks[0])
	} else {
		views = s.cluster.HistoryOf(r.job)
	}
	return s.dbJobs(c, http.StatusOK, views, true)
}

// getDBJobs is GET /slurmdb/{v}/jobs/.
func getDBJobs(s *Sim, c *call) *answer {
	q, ok := s.dbQuery(c)
	if !ok {
		c.parse.errors = append(c.parse.errors, rejected("query parameters", "op_handler_jobs"))
		return bare(c.enc, http.StatusUnprocessableEntity, c.tail())
	}
	c.checkQuery("JOB_CONDITION", dbParams()...)
	status := http.StatusOK
	if len(c.parse.errors) > 0 {
		status = http.StatusInternalServerError
	}
	views := s.withScripts(c, c.runs(s.dbViews(c, q)))
	return s.dbJobs(c, status, views, !truth(c.query.Get("skip_steps")))
}

func dbParams() []string {
	return strings.Fields("account association cluster constraints scheduler_unset scheduled_on_submit scheduled_by_main " +
		"scheduled_by_backfill job_started exit_code show_duplicates skip_steps disable_truncate_usage_time whole_hetjob " +
		"disable_whole_hetjob disable_wait_for_result usage_time_as_submit_time show_batch_script show_job_environment format " +
		"groups job_name partition qos reason reservation reservation_id state step end_time start_time node users wckey " +
		"cpus_max cpus_min nodes_max nodes_min timelimit_max timelimit_min submit_time")
}

func truth(s string) bool { return s != "" && s != "0" && s != "false" }

// dbQuery reads the query; it is false when one of its parts cannot be read at all.
func (s *Sim) dbQuery(c *call) (cluster.Query, bool) {
	q := cluster.Query{
		Partitions: splitAll(c.query["partition"]), Names: splitAll(c.query["job_name"]), Accounts: splitAll(c.query["account"]),
	}
	for i, u := range c.query["users"] {
		if s.cluster.User(u) == nil {
			c.parse.errors = append(c.parse.errors, shape.Problem{
				Description: "Unable to resolve user: " + u, Number: 2166, Error: "Unable to resolve user ID to user name",
				Source: "#/users[" + itoa(i) + "]/",
			})
			return q, false
		}
		q.Users = append(q.Users, u)
	}
	for i, word := range c.query["state"] {
		st, ok := cluster.ParseState(strings.ToUpper(word))
		if !ok {
			c.parse.flag(word, "#/state["+itoa(i)+"][0]/")
			st = cluster.Pending // the number that is left in its place is 0
		}
		q.States = append(q.States, st)
	}
	q.Since, q.Until = dbTime(c, "start_time"), dbTime(c, "end_time")
	return q, q.Since >= 0 && q.Until >= 0
}

// dbTime reads a time of the query: 0 if there is none, -1 if it cannot be read.
func dbTime(c *call, name string) int64 {
	text := c.query.Get(name)
	if text == "" {
		return 0
	}
	t, ok := parseTime(text, c.enc.Now())
	if !ok {
		c.parse.errors = append(c.parse.errors, badTime(text, "#/"+name+"/"))
		return -1
	}
	return t
}

func splitAll(lists []string) []string {
	var out []string
	for _, l := range lists {
		out = append(out, strings.Split(l, ",")...)
	}
	return out
}

// dbJobs is an answer with records of accounting, which are written after the lock is given up.
func (s *Sim) dbJobs(c *call, status int, views []cluster.View, steps bool) *answer {
	if len(views) == 0 {
		c.parse.warnings = append(c.parse.warnings, shape.Problem{
			Description: "slurmdb_jobs_get(0x7f4ebc04b4e0) found nothing", Source: "_dump_jobs",
		})
	}
	now := s.cluster.Now()
	return &answer{
		status: status, head: []byte(`{"jobs":[`), items: len(views),
		item: func(b []byte, i int) []byte { return c.enc.AppendDBJob(b, &views[i], now, steps) },
		tail: c.enc.AppendTail([]byte("],"), c.tail()),
	}
}

package sim_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"flexq/client/sim"
)

// TestOddRequests holds what a real slurmrestd 24.11.5 answered to requests that are odd in one way each. A held job
// 1 and a held array 2 (0-9:3) of alice's are there.
func TestOddRequests(t *testing.T) {
	t.Parallel()
	submit := func(field string) string { return strings.Replace(sleeper, `"name":"s"`, field, 1) }
	const job, conf = "/slurm/v0.0.42/job/", "/slurm/v0.0.42/"
	for _, k := range []struct {
		user, method, path, body string
		status                   int
		want                     string // part of the answer; with ! in front: not part of it
	}{
		// Types in a submit: what is converted, what is warned of, what is refused, and what makes no job at all.
		{"alice", "POST", submitPath, submit(`"tasks":"2"`), 200, `"job_id":3,`},
		{"alice", "POST", submitPath, submit(`"tasks":"2"`), 200, `Expected OpenAPI type=integer format=int32 (Slurm type=64 bit integer) but got OpenAPI type=string (Slurm type=string): \"2\"`},
		{"alice", "POST", submitPath, submit(`"tasks":"two"`), 200, `!"job_id"`},
		{"alice", "POST", submitPath, submit(`"tasks":[1]`), 200, `!"job_id"`},
		{"alice", "POST", submitPath, submit(`"tasks":1.5`), 200, `(Slurm type=floating point number): 1.5`},
		{"alice", "POST", submitPath, submit(`"hold":"maybe"`), 200, `Job is in held state, pending scheduler release`},
		{"alice", "POST", submitPath, strings.Replace(sleeper, `"cpu"`, `["cpu"]`, 1), 200, `!"job_id"`},
		{"alice", "POST", submitPath, strings.Replace(sleeper, `["PATH=/bin"]`, `"PATH=/bin"`, 1), 500, `"error_number":9208`},
		{"alice", "POST", submitPath, submit(`"time_limit":[1]`), 500, `Expected integer but got [1]`},
		{"alice", "POST", submitPath, submit(`"time_limit":{"set":true,"number":1.5}`), 200, `"job_id"`},
		{"alice", "POST", submitPath, submit(`"nodes":"x"`), 500, `Unknown format: \"x\"`},
		{"alice", "POST", submitPath, submit(`"begin_time":"now+1hour"`), 200, `"warnings":[]`},
		{"alice", "POST", submitPath, submit(`"required_nodes":"hcsdemo-cpunodeset-0"`), 200, `Expected OpenAPI type=array (Slurm type=list)`},
		{"alice", "POST", submitPath, submit(`"required_nodes":["nosuch"]`), 500, `"error_number":2018`},
		{"alice", "POST", submitPath, submit(`"array":"x"`), 500, `"error_number":2081`},
		{"alice", "POST", submitPath, submit(`"dependency":"afterok:999999"`), 500, `"error_number":2038`},
		{"alice", "POST", submitPath, submit(`"dependency":"singleton"`), 200, `"job_id"`},

		// Ids.
		{"alice", "GET", job + "2_77", "", 200, `Job array Ids are not currently supported for job searches. Showing all jobs in array instead.`},
		{"alice", "GET", job + "5+1", "", 400, `Unable to parse URL path.`},
		{"alice", "GET", job + "5%2B1", "", 404, `Unable to query JobId=5+1`},
		{"alice", "DELETE", job + "5%2B1", "", 200, `"step_id":"5+1","job_id":{"set":false`},
		{"alice", "DELETE", job + "2_%5B1-3%5D", "", 422, `Rejecting request. Failure parsing parameters`},
		{"alice", "DELETE", job + "2_%2A", "", 422, `Rejecting request. Failure parsing parameters`},
		{"alice", "DELETE", job + "0", "", 422, `"error_number":9000`},
		{"alice", "DELETE", job + "2_77", "", 200, `"step_id":"2_77","job_id":{"set":false`},
		{"alice", "DELETE", job + "2.batch", "", 200, `"status":[]`},
		{"alice", "DELETE", conf + "jobs/", `{"jobs":["2_[0-3]"]}`, 200, `"step_id":"2_[1-2]","job_id":{"set":false`},
		{"alice", "GET", conf + "jobs/state/?job_id=5+1", "", 422, `Rejecting request. Failure parsing query`},
		{"alice", "GET", conf + "jobs/state/?job_id=5%2B1", "", 200, `"jobs":[]`},
		{"alice", "GET", "/slurmdb/v0.0.42/job/abc", "", 422, `Rejecting request. Failure parsing query parameters`},
		{"alice", "GET", "/slurmdb/v0.0.42/job/1_4", "", 200, `found nothing`},

		// Signals and cancels.
		{"alice", "DELETE", job + "1?signal=USR1", "", 200, `"code":2020,"message":"Job can not be altered now, try again later"`},
		{"alice", "DELETE", job + "1?signal=0", "", 200, `"status":[]`},
		{"alice", "DELETE", conf + "jobs/", `{}`, 500, `"error_number":2173`},
		{"alice", "DELETE", conf + "jobs/", "", 500, `Invalid signal jobs request`},
		{"bob", "DELETE", "/slurm/v0.0.41/job/1", "", 200, `{"errors":[],"warnings":[],"meta"`},
		{"alice", "DELETE", "/slurm/v0.0.40/job/99999", "", 200, `{"errors":[],"warnings":[],"meta"`},

		// Updates.
		{"alice", "POST", job + "2_3", `{"comment":"x"}`, 422, `Submit job update against Array Job's JobID instead of array task id.`},
		{"alice", "POST", job + "1", `{"tasks":"x"}`, 422, `Rejecting request. Failure parsing job update request.`},
		{"alice", "POST", job + "1", `{"time_limit":"soon"}`, 500, `Expected integer but got \"soon\"`},
		{"alice", "POST", job + "1", `{"nosuch":"x"}`, 200, `Ignoring unknown field \"nosuch\" of type string in DATA_PARSER_JOB_DESC_MSG`},
		{"alice", "POST", job + "1", "", 200, `"results":null`},
		{"alice", "POST", job + "1", `{"x`, 400, `Unable to parse query.`},
		{"alice", "POST", job + "1", `{"nice":-10}`, 500, `"error_number":2002`},
		{"alice", "POST", job + "1", `{"admin_comment":"x"}`, 500, `"error_number":2002`},
		{"carol", "POST", job + "1", `{"admin_comment":"x"}`, 500, `"error_number":2002`},
		{"carol", "POST", job + "1", `{"comment":"x"}`, 200, `"errors":[]`},
		{"carol", "POST", job + "1", `{"priority":{"set":true,"number":77}}`, 500, `"error_number":2042`},
		{"root", "POST", job + "1", `{"admin_comment":"x"}`, 200, `"errors":[]`},

		// Nodes and queries.
		{"root", "POST", conf + "node/hcsdemo-cpunodeset-1", `{"state":["NOSUCH"]}`, 500, `"source":"#/state[0]/"},{"description":"Failure to update node hcsdemo-cpunodeset-1","error_number":2028`},
		{"root", "POST", conf + "node/hcsdemo-cpunodeset-1", `{"state":"DRAIN","reason":"x"}`, 200, `"errors":[]`},
		{"carol", "POST", conf + "node/hcsdemo-cpunodeset-1", `{"comment":"c"}`, 500, `"error_number":2010`},
		{"alice", "DELETE", conf + "node/hcsdemo-cpunodeset-1", "", 500, `"source":"op_handler_node"`},
		{"alice", "GET", conf + "reservation/nosuch", "", 200, `Unable to query reservations`},
		{"alice", "GET", conf + "nodes/?update_time=yesterday", "", 500, `"source":"_dump_nodes"`},
		{"alice", "GET", conf + "partitions/?update_time=yesterday", "", 500, `"source":"op_handler_partitions"`},
		{"alice", "GET", conf + "reservations/?update_time=yesterday", "", 500, `"source":"op_handler_reservations"`},
		{"alice", "GET", job + "1?update_time=yesterday", "", 500, `"source":"_handle_job_get"`},
		{"alice", "GET", job + "1?flags=NOSUCH", "", 500, `"job_id":1,`},
		{"alice", "GET", conf + "nodes/?flags=NOSUCH", "", 500, `"nodes":[{`},
		{"alice", "GET", conf + "partitions/?nosuch=1", "", 200, `DATA_PARSER_OPENAPI_PARTITIONS_QUERY`},
		{"alice", "GET", conf + "ping/?nosuch=1", "", 200, `"warnings":[]`},
		{"alice", "GET", conf + "jobs/state/?update_time=5", "", 200, `DATA_PARSER_OPENAPI_JOB_STATE_QUERY`},
		{"alice", "GET", conf + "node/hcsdemo-flexnodeset-0", "", 200, `"partitions":["a3u"]`},
	} {
		name := fmt.Sprintf("%s %s %s", k.method, k.path, k.body)
		s := serve(t, sim.Config{})
		s.direct("alice", "POST", submitPath, submit(`"hold":true`))
		s.direct("alice", "POST", submitPath, submit(`"hold":true,"array":"0-9:3"`))
		r := s.direct(k.user, k.method, k.path, k.body)
		part, absent := strings.CutPrefix(k.want, "!")
		if r.status != k.status || strings.Contains(r.body, part) == absent {
			t.Errorf("%.200s:\n got %d %s\nwant %d %s", name, r.status, r.body, k.status, k.want)
		}
	}
}

// TestRefusedTasks holds what DELETE answers for an array of which some tasks run.
func TestRefusedTasks(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	s.direct("alice", "POST", submitPath, strings.Replace(sleeper, `"name":"s"`, `"array":"0-5%2"`, 1))
	s.Advance(2 * time.Second)
	const array = "/slurm/v0.0.42/job/1"
	if r := s.direct("alice", "POST", array, `{"comment":"arr"}`); r.status != 200 {
		t.Errorf("update: %s", r.body)
	}
	if r := s.direct("alice", "GET", array, ""); strings.Count(r.body, `"comment":"arr"`) != 1 {
		t.Error("an update of an array should change the tasks that wait, and no others")
	}
	for _, k := range []struct{ path, want string }{
		{array + "_0", `"status":[]`},
		{array + "_0", `"code":2021,"message":"Job/step already completing or completed"},"step_id":"1_0","job_id":{"set":true,"infinite":false,"number":2}`},
		{array, `"status":[{"error":{"string":"Job/step already completing or completed","code":2021,"message":"Job/step already completing or completed"},"step_id":"1_0","job_id":{"set":true,"infinite":false,"number":2},"federation":{"sibling":""}}]`},
		{array, `"step_id":"1","job_id":{"set":true,"infinite":false,"number":1}`},
	} {
		if r := s.direct("alice", "DELETE", k.path, ""); r.status != 200 || !strings.Contains(r.body, k.want) {
			t.Errorf("DELETE %s: %d %s\nwant %s", k.path, r.status, r.body, k.want)
		}
	}
	if r := s.direct("alice", "GET", "/slurm/v0.0.42/jobs/state/?job_id=1", ""); !strings.Contains(r.body, `{"job_id":"1_5","state":["CANCELLED"]}`) {
		t.Errorf("states of a cancelled array: %s", r.body)
	}
}

// TestBadToken holds what each request answers to a token that slurmctld does not take.
func TestBadToken(t *testing.T) {
	t.Parallel()
	s := serve(t, sim.Config{})
	const conf = "/slurm/v0.0.42/"
	for _, k := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"GET", "nodes/", "", 511, `"description":"Failure to query nodes"`},
		{"GET", "node/x", "", 511, `"description":"Failure to query node x"`},
		{"GET", "partitions/", "", 511, `{"errors":[],"warnings":[]`},
		{"GET", "partition/a3u", "", 511, `"description":"Unable to query partitions","error_number":1007`},
		{"GET", "jobs/state/", "", 511, `"jobs":null`},
		{"GET", "job/5", "", 511, `"description":"Unable to query JobId=5"`},
		{"GET", "diag/", "", 511, `"source":"op_handler_diag"`},
		{"GET", "reservations/", "", 511, `"source":"slurm_load_reservations()"`},
		{"GET", "ping/", "", 200, `"pinged":"DOWN"`},
		{"DELETE", "job/5", "", 511, `"status":[]`},
		{"POST", "job/5", `{"comment":"x"}`, 511, `"results":null`},
		{"POST", "job/submit", sleeper, 511, `"source":"slurm_submit_batch_job()"`},
		{"POST", "node/x", `{"comment":"x"}`, 511, `"source":"_update_node"`},
	} {
		r := s.do(k.method, conf+k.path, k.body, "X-SLURM-USER-TOKEN", "abc", "Content-Type", "application/json")
		if r.status != k.status || !strings.Contains(r.body, k.want) {
			t.Errorf("%s %s: %d %s", k.method, k.path, r.status, r.body)
		}
	}
}

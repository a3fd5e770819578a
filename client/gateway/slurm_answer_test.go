package gateway_test

import (
	"net/url"
	"strconv"
	"testing"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
)

// slurmError is one entry of errors[].
func slurmError(number, text, description, source string) string {
	return `{"description":"` + description + `","error_number":` + number + `,"error":"` + text + `","source":"` + source + `"}`
}

func failing(errors string) string { return `{"jobs":[],"errors":[` + errors + `],"warnings":[]}` }

// slurmAnswers are what a real Slurm 24.11 and 26.05 said, status and errors as they were.
var slurmAnswers = []struct {
	name   string
	req    gateway.Request
	status int
	errors string
	want   *brief
}{
	{"fine", listJobs(), 200, "", nil},
	{
		"job unknown", getJob(), 404, slurmError("2017", "Invalid job id specified", "Unable to query JobId=99999", "_handle_job_get"),
		&brief{
			fault.JobUnknown, `Slurm has no job "99999" in its queue`, "check the id; a job that has ended is in the history",
			404, "", false,
		},
	},
	{
		"job unknown, in accounting",
		gateway.Request{Op: "get job", Method: "GET", Path: "/slurmdb/v0.0.42/job/99999"},
		404, slurmError("2017", "Invalid job id specified", "", ""),
		&brief{fault.JobUnknown, `Slurm's accounting has no job "99999"`, fault.JobUnknown.Cure(), 404, "", false},
	},
	{
		"404 of no number, which is no word on a job", getJob(), 404, slurmError("0", "No error", "nothing", ""),
		&brief{fault.Refused, "Slurm refused: nothing", "", 404, "", false},
	},
	{
		"no such job meant by a path about none", submit(), 500, slurmError("2017", "Invalid job id specified", "x", ""),
		&brief{fault.Refused, "Slurm refused: x: Invalid job id specified (Slurm error 2017)", "", 500, "", false},
	},
	{
		"id that is none",
		gateway.Request{Op: "get job", Method: "GET", Path: "/slurm/v0.0.42/job/abc"},
		422,
		slurmError("9000", "Query empty or not RFC7320 compliant", "Rejecting request. Failure parsing parameters", "op_handler_job"),
		&brief{
			fault.Refused,
			"Slurm refused: Rejecting request. Failure parsing parameters (Slurm error 9000)",
			"", 422, "", false,
		},
	},
	{
		"bad partition, 24.11", submit(), 500, slurmError("2000", "Invalid partition name specified", "Batch job submission failed", "slurm_submit_batch_job()"),
		&brief{
			fault.Refused, "Slurm refused: Batch job submission failed: Invalid partition name specified (Slurm error 2000)",
			"choose a partition that exists", 500, "", false,
		},
	},
	{
		"bad partition, 26.05", submit(), 422, slurmError("2000", "Invalid partition name specified", "Batch job submission failed", "slurm_submit_batch_job()"),
		&brief{
			fault.Refused, "Slurm refused: Batch job submission failed: Invalid partition name specified (Slurm error 2000)",
			"choose a partition that exists", 422, "", false,
		},
	},
	{
		"wrong type", submit(), 500, slurmError("9202", "Unable to convert Data type", `Expected integer but got \"soon\"`, "#/job/time_limit/"),
		&brief{
			fault.Refused, `Slurm refused: Expected integer but got "soon": Unable to convert Data type at job/time_limit (Slurm error 9202)`,
			"", 500, "", false,
		},
	},
	{
		"not ours",
		gateway.Request{Op: "update job", Method: "POST", Path: "/slurm/v0.0.42/job/5", Body: []byte("{}")},
		500,
		slurmError("2002", "Access/permission denied", "Job update requested failed", "slurm_update_job2()"),
		&brief{
			fault.Refused, "Slurm refused: Job update requested failed: Access/permission denied (Slurm error 2002)",
			"only the job's owner and Slurm's operators may do this", 500, "", false,
		},
	},
	{
		"EPERM, 26.05",
		gateway.Request{Op: "update job", Method: "POST", Path: "/slurm/v0.0.45/job/5", Body: []byte("{}")},
		403,
		slurmError("1", "Operation not permitted", "Job update requested failed", ""),
		&brief{
			fault.Refused, "Slurm refused: Job update requested failed: Operation not permitted (Slurm error 1)",
			"only the job's owner and Slurm's operators may do this", 403, "", false,
		},
	},
	{
		"the cause before the consequence", listJobs(), 422,
		slurmError("9000", "Query empty or not RFC7320 compliant", "Rejecting request.", "x") + "," +
			slurmError("9202", "Unable to convert Data type", "Parsing of yesterday for timestamp failed", "#/update_time/"),
		&brief{
			fault.Refused,
			"Slurm refused: Parsing of yesterday for timestamp failed: Unable to convert Data type at update_time (Slurm error 9202) (and 1 more)",
			"", 422, "", false,
		},
	},
	{
		"error in a 200",
		gateway.Request{Op: "get node", Method: "GET", Path: "/slurm/v0.0.42/node/nosuch"},
		200,
		slurmError("0", "No error", "Failure to query node nosuch", "_dump_nodes"),
		&brief{fault.Refused, "Slurm refused: Failure to query node nosuch", "", 200, "", false},
	},
	{
		"unspecified",
		gateway.Request{Op: "list nodes", Method: "GET", Path: "/slurm/v0.0.42/nodes/"},
		500,
		slurmError("-1", "Unspecified error", "Unable to query partitions", "_dump_nodes"),
		&brief{fault.Refused, "Slurm refused: Unable to query partitions", "", 500, "", false},
	},
	{
		"no words at all", listJobs(), 500, `{"error_number":4711}`,
		&brief{fault.Refused, "Slurm refused: no reason given (Slurm error 4711)", "", 500, "", false},
	},
	{
		"slurmctld down", listJobs(), 502,
		slurmError("1800", "Unable to contact slurm controller (connect failure)", "Unable to query jobs", "slurm_load_jobs()"),
		&brief{
			fault.SlurmDown, "Slurm's controller does not answer: Unable to query jobs: Unable to contact slurm controller (connect failure) (Slurm error 1800)",
			fault.SlurmDown.Cure(), 502, "", true,
		},
	},
	{
		"slurmctld down, submit", submit(), 502,
		slurmError("1800", "Unable to contact slurm controller (connect failure)", "Batch job submission failed", "slurm_submit_batch_job()"),
		&brief{
			fault.SlurmDown, "Slurm's controller does not answer: Batch job submission failed: Unable to contact slurm controller (connect failure) (Slurm error 1800)",
			fault.SlurmDown.Cure(), 502, "", true,
		},
	},
	{
		"slurmctld goes down during a submit", submit(), 502,
		slurmError("1802", "Unable to contact slurm controller (receive failure)", "Batch job submission failed", "slurm_submit_batch_job()"),
		&brief{
			fault.UnknownOutcome,
			"nobody knows whether this happened: Slurm's controller does not answer: Batch job submission failed: Unable to contact slurm controller (receive failure) (Slurm error 1802)",
			fault.UnknownOutcome.Cure(), 502, "", false,
		},
	},
	{
		"bad signal, which cancels", cancelJob(), 200, slurmError("0", "No error", "Unknown signal (null)", "#/signal/"),
		&brief{
			fault.UnknownOutcome, "nobody knows whether this happened: Slurm refused: Unknown signal (null) at signal",
			fault.UnknownOutcome.Cure(), 200, "", false,
		},
	},
	{
		"slurmdbd down",
		gateway.Request{Op: "list history", Method: "GET", Path: "/slurmdb/v0.0.42/jobs/"},
		502,
		slurmError("7000", "Unable to connect to database", "Failed to open slurmdbd connection", "openapi_get_db_conn"),
		&brief{
			fault.AccountingDown, "Slurm's accounting does not answer: Failed to open slurmdbd connection: Unable to connect to database (Slurm error 7000)",
			fault.AccountingDown.Cure(), 502, "", true,
		},
	},
	{
		"slurmdbd silent",
		gateway.Request{Op: "list history", Method: "GET", Path: "/slurmdb/v0.0.42/jobs/"},
		504,
		slurmError("0", "No error", "late", ""),
		&brief{fault.AccountingDown, "Slurm's accounting does not answer: late", fault.AccountingDown.Cure(), 504, "", true},
	},
	{
		"too many", listJobs(), 429, slurmError("0", "No error", "later", ""),
		&brief{fault.RateLimited, "too many requests in a short time: later", fault.RateLimited.Cure(), 429, "", true},
	},
}

func TestSlurmAnswers(t *testing.T) {
	t.Parallel()
	for _, tt := range slurmAnswers {
		body := failing(tt.errors)
		t.Run("platform: "+tt.name, func(t *testing.T) {
			t.Parallel()
			gw := platform(t, atHTTP(options(serve(t, answer(200, jsonKind, enveloped(strconv.Itoa(tt.status), body))))))
			a, f := do(t, gw, tt.req)
			diff(t, "fault", tt.want, briefly(f))
			diff(t, "status", tt.status, a.Status)
		})
		t.Run("direct: "+tt.name, func(t *testing.T) {
			t.Parallel()
			gw := direct(t, options(serve(t, answer(tt.status, jsonKind, body))))
			a, f := do(t, gw, tt.req)
			want := tt.want
			if want != nil && want.Kind == fault.AccountingDown { // whose token is ours here, and may be the cause
				other := *want
				other.Cure = "wait, or check the token: from 26.05 on Slurm says the same of one that accounting does not accept"
				want = &other
			}
			diff(t, "fault", want, briefly(f))
			diff(t, "status", tt.status, a.Status)
		})
	}
}

// A token that is not accepted is Slurm's 511, and 502 of accounting with the number of a database that is down.
func TestTokenRejected(t *testing.T) {
	t.Parallel()
	const bad = "Slurm does not accept the token: "
	tests := []struct {
		name   string
		req    gateway.Request
		status int
		body   string
		what   string
	}{
		{
			"511", listJobs(), 511, failing(slurmError("1007", "Protocol authentication error", "Unable to query jobs", "slurm_load_jobs()")),
			bad + "Unable to query jobs: Protocol authentication error (Slurm error 1007)",
		},
		{
			"511 of no number", listJobs(), 511, failing(slurmError("0", "No error", "Unable to query jobs", "")),
			bad + "Unable to query jobs",
		},
		{
			"accounting",
			gateway.Request{Method: "GET", Path: "/slurmdb/v0.0.42/jobs/"},
			502,
			failing(slurmError("7000", "Unable to connect to database", "Failed to open slurmdbd connection, authentication error", "openapi_get_db_conn")),
			bad + "Failed to open slurmdbd connection, authentication error: Unable to connect to database (Slurm error 7000)",
		},
		// A server in front of slurmrestd may speak its JSON, with a number that is no error of Slurm's.
		{
			"401 with its own number", listJobs(), 401, failing(slurmError("401", "Unauthorized", "token expired", "")),
			bad + "token expired: Unauthorized (Slurm error 401)",
		},
		{"401 without a number", submit(), 401, `{"errors":[{"description":"token expired"}]}`, bad + "token expired"},
		{"511 without errors", submit(), 511, `{}`, "Slurm does not accept the token"},
		{"511 of a write", cancelJob(), 511, failing(slurmError("1007", "Protocol authentication error", "x", "")), bad + "x: Protocol authentication error (Slurm error 1007)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, f := do(t, direct(t, options(serve(t, answer(tt.status, jsonKind, tt.body)))), tt.req)
			cure := "get a new token, as with `scontrol token`"
			if !tt.req.IsRead() { // it was not sent again
				cure = "try again, which takes a new token; if it stays, " + cure
			}
			diff(t, "fault", &brief{fault.TokenRejected, tt.what, cure, tt.status, "", false}, briefly(f))
		})
	}
}

// Where no token goes along at all, the cure is another one.
func TestNoToken(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		req    gateway.Request
		status int
		kind   string
		body   string
		want   fault.Kind
	}{
		"text":          {listJobs(), 401, "text/plain", "Authentication failure", fault.Credential},
		"JSON, a write": {submit(), 511, jsonKind, failing(slurmError("1007", "Protocol authentication error", "x", "")), fault.Credential},
		"forbidden":     {listJobs(), 403, "text/plain", "", fault.PermissionDenied},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			gw, err := gateway.NewDirect(
				gateway.DirectTarget{URL: "http://slurm.test:6820", NoToken: true}, options(serve(t, answer(tt.status, tt.kind, tt.body))))
			if err != nil {
				t.Fatal(err)
			}
			_, f := do(t, gw, tt.req)
			want := brief{tt.want, "Slurm wants a token, and there is none", "set SLURM_JWT, as with `export $(scontrol token)`, or auth of the context", tt.status, "", false}
			if tt.want != fault.Credential {
				want.What, want.Cure = "access to Slurm is forbidden", "ask whoever runs the cluster for access to its slurmrestd"
			}
			diff(t, "fault", &want, briefly(f))
		})
	}
}

// slurmrestd answers in plain text before it looks at a call; so may a proxy in front of it.
func TestTextAnswers(t *testing.T) {
	t.Parallel()
	const reference = "Unable find requested URL. Please view /openapi/v3 for API reference."
	tests := []struct {
		name   string
		req    gateway.Request
		status int
		kind   string
		body   string
		want   brief
	}{
		{"no token", listJobs(), 401, "text/plain", "Authentication failure", brief{fault.TokenRejected, "Slurm does not accept the token: Authentication failure", fault.TokenRejected.Cure(), 401, "", false}},
		{"version", gateway.Request{Method: "GET", Path: "/slurm/v0.0.99/ping/"}, 404, "text/plain", reference, brief{fault.NoVersion, "slurmrestd has nothing for GET /slurm/v0.0.99/ping/", fault.NoVersion.Cure(), 404, "", false}},
		{"version, of a job", gateway.Request{Method: "GET", Path: "/slurm/v0.0.99/job/5"}, 404, "text/plain", reference, brief{fault.NoVersion, "slurmrestd has nothing for GET /slurm/v0.0.99/job/5", fault.NoVersion.Cure(), 404, "", false}},
		{"method", cancelJob(), 405, "text/plain", "", brief{fault.NoVersion, "slurmrestd has nothing for DELETE /slurm/v0.0.42/job/99999", fault.NoVersion.Cure(), 405, "", false}},
		{"unreadable query", listJobs(), 400, "text/plain", "Unable to parse query.", brief{fault.Refused, "Slurm refused with status 400: Unable to parse query", "", 400, "", false}},
		{"unreadable body", submit(), 400, "text/plain", "Unable to parse query.", brief{fault.Refused, "Slurm refused with status 400: Unable to parse query", "", 400, "", false}},
		{"no words", listJobs(), 500, "", "", brief{fault.Unavailable, "slurmrestd cannot be reached for now: status 500", fault.Unavailable.Cure(), 500, "", true}},
		{"no words to a write", submit(), 500, "", "", brief{fault.UnknownOutcome, "nobody knows whether this happened: slurmrestd cannot be reached for now: status 500", fault.UnknownOutcome.Cure(), 500, "", false}},
		{"broken JSON of a failure", listJobs(), 500, jsonKind, "<oops>", brief{fault.Unavailable, "slurmrestd cannot be reached for now: status 500", fault.Unavailable.Cure(), 500, "", true}},
		{"JSON that is empty", listJobs(), 422, jsonKind, "", brief{fault.Refused, "Slurm refused with status 422 and did not say why", "", 422, "", false}},
		{"proxy forbids", listJobs(), 403, htmlKind, "<h1>403 Forbidden</h1>", brief{fault.PermissionDenied, "access to Slurm is forbidden", "ask whoever runs the cluster for access to its slurmrestd", 403, "", false}},
		{"proxy without a server", listJobs(), 502, htmlKind, "<h1>502 Bad Gateway</h1>", brief{fault.Unavailable, "slurmrestd cannot be reached for now: status 502: 502 Bad Gateway", fault.Unavailable.Cure(), 502, "", true}},
		{"proxy without a server, write", submit(), 502, htmlKind, "<h1>502 Bad Gateway</h1>", brief{fault.UnknownOutcome, "nobody knows whether this happened: slurmrestd cannot be reached for now: status 502: 502 Bad Gateway", fault.UnknownOutcome.Cure(), 502, "", false}},
		{"proxy too busy", listJobs(), 429, "text/plain", "", brief{fault.RateLimited, "too many requests in a short time", fault.RateLimited.Cure(), 429, "", true}},
		{"proxy too busy, write", submit(), 429, "text/plain", "", brief{fault.RateLimited, "too many requests in a short time", fault.RateLimited.Cure(), 429, "", true}},
		{"proxy with a limit", submit(), 413, htmlKind, "<b>413</b>", brief{fault.TooLarge, "the request is larger than slurmrestd takes: 413", fault.TooLarge.Cure(), 413, "", false}},
		{"page of a portal", listJobs(), 200, htmlKind, "<title>Log in</title><script>var x = '<p>';</script><p>to the network", brief{fault.Malformed, "the answer is not JSON but text/html; charset=UTF-8: Log in to the network", fault.Malformed.Cure(), 200, "", false}},
		{"page of a portal to a write", cancelJob(), 200, htmlKind, "<p>Log in</p>", brief{fault.UnknownOutcome, "nobody knows whether this happened: the answer is not JSON but text/html; charset=UTF-8: Log in", fault.UnknownOutcome.Cure(), 200, "", false}},
		{"no type", listJobs(), 200, "", emptyJobs, brief{fault.Malformed, `the answer is not JSON: {"jobs":[],"errors":[],"warnings":[]}`, fault.Malformed.Cure(), 200, "", false}},
		{"garbage", listJobs(), 200, jsonKind, "{nonsense}", brief{fault.Malformed, "", fault.Malformed.Cure(), 200, "", false}},
		{"garbage to a write", submit(), 200, jsonKind, "{nonsense}", brief{fault.UnknownOutcome, "", fault.UnknownOutcome.Cure(), 200, "", false}},
		{"garbage behind", listJobs(), 200, jsonKind, emptyJobs + "x", brief{fault.Malformed, "", fault.Malformed.Cure(), 200, "", false}},
		{"empty list answer", listJobs(), 200, jsonKind, "", brief{fault.Cut, fault.Cut.What(), fault.Cut.Cure(), 200, "", true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, f := do(t, direct(t, options(serve(t, answer(tt.status, tt.kind, tt.body)))), tt.req)
			got := briefly(f)
			if tt.want.What == "" && got != nil { // the JSON library's words
				contains(t, got.What, "not readable", "JSON")
				got.What = ""
			}
			diff(t, "fault", &tt.want, got)
		})
	}
}

// "Nothing has changed" is an answer only to those who asked for changes, and nothing at all is none: taken for a
// list, either would show an empty queue as the truth.
func TestUnchangedAndNoContent(t *testing.T) {
	t.Parallel()
	since := listJobs()
	since.Query = url.Values{"update_time": {"1796001133"}}
	for _, tt := range []struct {
		name   string
		req    gateway.Request
		status int
		want   *brief
	}{
		{"unchanged", since, 304, nil},
		{"unchanged, unasked", listJobs(), 304, &brief{fault.Malformed, "status 304 came without an answer", fault.Malformed.Cure(), 304, "", false}},
		{"no content", listJobs(), 204, &brief{fault.Malformed, "status 204 came without an answer", fault.Malformed.Cure(), 204, "", false}},
		{"no content since", since, 204, &brief{fault.Malformed, "status 204 came without an answer", fault.Malformed.Cure(), 204, "", false}},
		{"404 without a word", getJob(), 404, &brief{fault.NoVersion, "slurmrestd has nothing for GET /slurm/v0.0.42/job/99999", fault.NoVersion.Cure(), 404, "", false}},
	} {
		gw := direct(t, options(serve(t, answer(tt.status, "", ""))))
		a, f := do(t, gw, tt.req)
		diff(t, tt.name, tt.want, briefly(f))
		diff(t, "status", tt.status, a.Status)

		gw = platform(t, atHTTP(options(serve(t, answer(200, jsonKind, `{"status":`+strconv.Itoa(tt.status)+`}`)))))
		a, f = do(t, gw, tt.req)
		diff(t, tt.name+", on the platform", tt.want, briefly(f))
		diff(t, "status", tt.status, a.Status)
	}
}

// Warnings come along whether there is a fault or not.
func TestWarnings(t *testing.T) {
	t.Parallel()
	const warning = `"warnings":[{"description":"Ignoring unknown field","source":"#/job/x/"}]`
	want := []slurm.Problem{{Description: "Ignoring unknown field", Source: "#/job/x/"}}
	both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, wrap func(string) string) {
		t.Helper()
		rec := &recorder{h: inTurn(
			answer(200, jsonKind, wrap(`{"job_id":7,"errors":[],`+warning+`}`)),
			answer(200, jsonKind, wrap(`{"errors":[`+slurmError("2000", "a", "b", "c")+`],`+warning+`}`)),
		)}
		gw := open(t, atHTTP(options(serve(t, rec))))
		a, f := do(t, gw, submit())
		if f != nil {
			t.Fatal(f)
		}
		diff(t, "warnings of a success", want, a.Payload.Warnings)
		_, f = do(t, gw, submit())
		wantKind(t, f, fault.Refused)
		diff(t, "warnings of a refusal", want, f.Warnings)
		diff(t, "problems", []slurm.Problem{{Number: 2000, Error: "a", Description: "b", Source: "c"}}, f.Problems)
		diff(t, "op", "submit job", f.Op)
	})
}

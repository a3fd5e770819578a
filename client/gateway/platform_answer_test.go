package gateway_test

import (
	"net/http"
	"strconv"
	"testing"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// rpc is an error of the platform as its API gives it.
func rpc(code, status, message, details string) string {
	if details != "" {
		details = `,"details":[` + details + `]`
	}
	return `{"error":{"code":` + code + `,"message":"` + message + `","status":"` + status + `"` + details + `}}`
}

func errorInfo(reason, metadata string) string {
	return `{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"` + reason + `","domain":"googleapis.com","metadata":{` + metadata + `}}`
}

const (
	htmlKind = "text/html; charset=UTF-8"
	page404  = "<!DOCTYPE html><html lang=en><title>Error 404 (Not Found)!!1</title><style>*{margin:0}</style>" +
		"<p><b>404.</b> <ins>That’s an error.</ins><p>The requested URL was not found on this server."
	runCure = "ask for the role roles/aiplatform.user, or another with the permission " +
		"aiplatform.googleapis.com/modelDevelopmentClusters.run, on project my-project"
)

// TestPlatformRefusals holds what the platform itself may say instead of Slurm.
func TestPlatformRefusals(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		status int
		kind   string
		body   string
		want   brief
	}{
		{
			"PERMISSION_DENIED", 403, jsonKind, rpc("403", "PERMISSION_DENIED", "Permission denied on resource.", ""),
			brief{fault.PermissionDenied, "no access to cluster hcsdemo of project my-project: Permission denied on resource", runCure, 403, "PERMISSION_DENIED", false},
		},
		{
			"PERMISSION_DENIED by IAM", 403, jsonKind,
			rpc("403", "PERMISSION_DENIED", "no", errorInfo("IAM_PERMISSION_DENIED", `"permission":"aiplatform.modelDevelopmentClusters.run"`)),
			brief{fault.PermissionDenied, "no access to cluster hcsdemo of project my-project: no", runCure, 403, "PERMISSION_DENIED", false},
		},
		{
			"no quota project, in words", 403, jsonKind,
			rpc("403", "PERMISSION_DENIED", "The aiplatform.googleapis.com API requires a quota project, which is not set by default.", ""),
			brief{
				fault.PermissionDenied,
				"a user's credential needs a quota project for this API, and has none: The aiplatform.googleapis.com API requires a quota project, which is not set by default",
				"run `gcloud auth application-default set-quota-project my-project`, or set GOOGLE_CLOUD_QUOTA_PROJECT=my-project; it needs the permission serviceusage.services.use there",
				403, "PERMISSION_DENIED", false,
			},
		},
		{
			"no quota project, by reason", 403, jsonKind,
			rpc("403", "PERMISSION_DENIED", "not enabled", errorInfo("SERVICE_DISABLED", `"consumer":"projects/764086051850","service":"aiplatform.googleapis.com"`)),
			brief{
				fault.PermissionDenied, "a user's credential needs a quota project for this API, and has none: not enabled",
				"run `gcloud auth application-default set-quota-project my-project`, or set GOOGLE_CLOUD_QUOTA_PROJECT=my-project; it needs the permission serviceusage.services.use there",
				403, "PERMISSION_DENIED", false,
			},
		},
		{
			"API not enabled", 403, jsonKind,
			rpc("403", "PERMISSION_DENIED", "", errorInfo("SERVICE_DISABLED", `"consumer":"projects/other-project"`)),
			brief{
				fault.PermissionDenied, "the API is not enabled in project other-project",
				"run `gcloud services enable aiplatform.googleapis.com --project other-project`", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"quota project of others", 403, jsonKind,
			rpc("403", "PERMISSION_DENIED", "", errorInfo("USER_PROJECT_DENIED", `"consumer":"projects/other-project"`)),
			brief{
				fault.PermissionDenied, "the credential may not use its quota project other-project",
				"ask for the role roles/serviceusage.serviceUsageConsumer (permission serviceusage.services.use) on it, or set GOOGLE_CLOUD_QUOTA_PROJECT to another project",
				403, "PERMISSION_DENIED", false,
			},
		},
		{
			"scopes", 403, jsonKind, rpc("403", "PERMISSION_DENIED", "", errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT", "")),
			brief{
				fault.PermissionDenied, "the token's scopes do not cover this API",
				"use a credential with the scope https://www.googleapis.com/auth/cloud-platform; on a VM, change its access scopes",
				403, "PERMISSION_DENIED", false,
			},
		},
		{
			"perimeter", 403, jsonKind, rpc("403", "PERMISSION_DENIED", "", errorInfo("SECURITY_POLICY_VIOLATED", "")),
			brief{
				fault.PermissionDenied, "a service perimeter of the organisation refuses the request",
				"call from inside the perimeter, or ask those who run it for an access level", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"billing", 403, jsonKind, rpc("403", "PERMISSION_DENIED", "", errorInfo("BILLING_DISABLED", `"consumer":"projects/p1"`)),
			brief{
				fault.PermissionDenied, "project p1 cannot be used (BILLING_DISABLED)",
				"check the project and its billing in the console", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"NOT_FOUND", 404, jsonKind, rpc("404", "NOT_FOUND", "ModelDevelopmentCluster was not found.", ""),
			brief{
				fault.NotFound, "there is no cluster hcsdemo in project my-project, region us-central1: ModelDevelopmentCluster was not found",
				"check the settings project, region and cluster; the cluster may have been deleted", 404, "NOT_FOUND", false,
			},
		},
		{
			"wrong host", 404, htmlKind, page404,
			brief{
				fault.NotFound, "us-central1-aiplatform.googleapis.com answered 404 with a page, not as the API does",
				"check the settings region (us-central1) and endpoint: this host does not serve the API", 404, "", false,
			},
		},
		{
			"unknown method", 501, jsonKind, rpc("501", "UNIMPLEMENTED", "", ""),
			brief{fault.NotFound, "this API does not know the call", "check the setting endpoint", 501, "UNIMPLEMENTED", false},
		},
		{
			"INVALID_ARGUMENT, the path", 400, jsonKind, rpc("400", "INVALID_ARGUMENT", "path is not a valid Slurm REST path", ""),
			brief{
				fault.InvalidArgument, "the platform does not take /slurm/v0.0.42/jobs/ for a Slurm path: path is not a valid Slurm REST path",
				"check the setting slurm_version: the cluster may not serve that data version", 400, "INVALID_ARGUMENT", false,
			},
		},
		{
			"INVALID_ARGUMENT, the path by its field", 400, jsonKind,
			rpc("400", "INVALID_ARGUMENT", "too large or not", `{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"path","description":"bad"}]}`),
			brief{
				fault.InvalidArgument, "the platform does not take /slurm/v0.0.42/jobs/ for a Slurm path: too large or not",
				"check the setting slurm_version: the cluster may not serve that data version", 400, "INVALID_ARGUMENT", false,
			},
		},
		{
			"INVALID_ARGUMENT, too large", 400, jsonKind, rpc("400", "INVALID_ARGUMENT", "Request payload size exceeds the limit: 1000000 bytes.", ""),
			brief{
				fault.InvalidArgument, "the platform finds the request too large: Request payload size exceeds the limit: 1000000 bytes",
				fault.TooLarge.Cure(), 400, "INVALID_ARGUMENT", false,
			},
		},
		{
			"INVALID_ARGUMENT, malformed", 400, jsonKind, rpc("400", "INVALID_ARGUMENT", "Invalid JSON payload received.", ""),
			brief{
				fault.InvalidArgument, "the platform finds the request malformed: Invalid JSON payload received",
				"check the values that were given, and that flexq is up to date", 400, "INVALID_ARGUMENT", false,
			},
		},
		{
			"INVALID_ARGUMENT, no hint", 400, jsonKind, rpc("400", "INVALID_ARGUMENT", "{ ... some error ... }", ""),
			brief{
				fault.InvalidArgument,
				"the platform refuses the request: not a Slurm path, malformed, or too large: { ... some error ... }",
				"check the setting slurm_version, and keep the whole request under 1 MB", 400, "INVALID_ARGUMENT", false,
			},
		},
		{
			"not running", 400, jsonKind, rpc("400", "FAILED_PRECONDITION", "cluster is in state PROVISIONING", ""),
			brief{
				fault.InvalidArgument, "cluster hcsdemo of project my-project is not in a state for this: cluster is in state PROVISIONING",
				"look at the state of the cluster, and try again when it is RUNNING", 400, "FAILED_PRECONDITION", false,
			},
		},
		{
			"UNAVAILABLE", 503, jsonKind, rpc("503", "UNAVAILABLE", "The cluster is unreachable.", ""),
			brief{
				fault.Unavailable, "the cluster cannot be reached for now: The cluster is unreachable",
				"wait a little and try again", 503, "UNAVAILABLE", true,
			},
		},
		{
			"bad gateway page", 502, htmlKind, "<title>502</title><h1>Server Error</h1>",
			brief{
				fault.Unavailable, "the cluster cannot be reached for now (status 502): 502 Server Error",
				"wait a little and try again", 502, "", true,
			},
		},
		{
			"gateway timeout", 504, jsonKind, rpc("504", "DEADLINE_EXCEEDED", "", ""),
			brief{fault.Unavailable, "the cluster cannot be reached for now", "wait a little and try again", 504, "DEADLINE_EXCEEDED", true},
		},
		{
			"internal", 500, jsonKind, rpc("500", "INTERNAL", "Internal error encountered.", ""),
			brief{fault.Unavailable, "the cluster cannot be reached for now: Internal error encountered", "wait a little and try again", 500, "INTERNAL", true},
		},
		{
			"401", 401, jsonKind, rpc("401", "UNAUTHENTICATED", "Request had invalid authentication credentials.", ""),
			brief{
				fault.Unauthenticated, "the platform does not accept the credential: Request had invalid authentication credentials",
				fault.Unauthenticated.Cure(), 401, "UNAUTHENTICATED", false,
			},
		},
		{
			"401, expired", 401, jsonKind, rpc("401", "UNAUTHENTICATED", "", errorInfo("ACCESS_TOKEN_EXPIRED", "")),
			brief{fault.Unauthenticated, "the token has expired", fault.Unauthenticated.Cure(), 401, "UNAUTHENTICATED", false},
		},
		{
			"401 without an error", 401, "text/plain", "who are you?",
			brief{fault.Unauthenticated, "the platform does not accept the credential (status 401): who are you?", fault.Unauthenticated.Cure(), 401, "", false},
		},
		{
			"429", 429, htmlKind, "slow down",
			brief{
				fault.RateLimited, "too many requests in a short time (status 429): slow down",
				"wait a little, and ask less often; the limits are on the Quotas page of project my-project", 429, "", true,
			},
		},
		{
			"RESOURCE_EXHAUSTED", 429, jsonKind, rpc("429", "RESOURCE_EXHAUSTED", "Quota exceeded.", ""),
			brief{
				fault.RateLimited, "too many requests in a short time: Quota exceeded",
				"wait a little, and ask less often; the limits are on the Quotas page of project my-project", 429, "RESOURCE_EXHAUSTED", true,
			},
		},
		{
			"413", 413, htmlKind, "",
			brief{fault.TooLarge, "the platform finds the request too large (status 413)", fault.TooLarge.Cure(), 413, "", false},
		},
		{
			"in a list", 403, jsonKind, "[" + rpc("403", "PERMISSION_DENIED", "", "") + "]",
			brief{fault.PermissionDenied, "no access to cluster hcsdemo of project my-project", runCure, 403, "PERMISSION_DENIED", false},
		},
		{
			"OAuth's form", 401, jsonKind, `{"error":"invalid_token","error_description":"x"}`,
			brief{
				fault.Unauthenticated, `the platform does not accept the credential (status 401): {"error":"invalid_token","error_description":"x"}`,
				fault.Unauthenticated.Cure(), 401, "", false,
			},
		},
		{
			"a detail of another shape", 403, jsonKind, rpc("403", "PERMISSION_DENIED", "", `{"reason":5},"x",`+errorInfo("BILLING_DISABLED", `"consumer":"projects/p1"`)),
			brief{
				fault.PermissionDenied, "project p1 cannot be used (BILLING_DISABLED)",
				"check the project and its billing in the console", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"hostile words", 403, jsonKind, rpc("403", "PERMISSION_DENIED", `a\u001b[2Jb\u202ec ya29.a0AfH6SMBxyz123456`, ""),
			brief{fault.PermissionDenied, "no access to cluster hcsdemo of project my-project: abc [redacted]", runCure, 403, "PERMISSION_DENIED", false},
		},
		{
			"a status that means nothing here", 418, "text/plain", "teapot",
			brief{fault.Malformed, "the answer is not what the protocol says (status 418): teapot", fault.Malformed.Cure(), 418, "", false},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			gw := platform(t, atHTTP(options(serve(t, answer(tt.status, tt.kind, tt.body)))))
			_, f := do(t, gw, listJobs())
			diff(t, "fault", &tt.want, briefly(f))
		})
	}
}

// TestResource has the cluster resource read, and its refusals name the permission that it needs.
func TestResource(t *testing.T) {
	t.Parallel()
	const body = `{"name":"projects/1/locations/us-central1/modelDevelopmentClusters/hcsdemo"}`
	rec := &recorder{h: inTurn(
		answer(200, jsonKind, body),
		answer(403, jsonKind, rpc("403", "PERMISSION_DENIED", "", "")),
		answer(200, htmlKind, "<p>log in</p>"),
		answer(200, jsonKind, `{"name":`),
	)}
	gw := platform(t, atHTTP(options(serve(t, rec))))
	var got string
	if err := gw.Resource(t.Context(), readAll(&got)); err != nil {
		t.Fatal(err)
	}
	diff(t, "body", body, got)
	first := rec.all()[0]
	diff(t, "request", seen{Method: "GET", Target: "/v1beta1/projects/my-project/locations/us-central1/modelDevelopmentClusters/hcsdemo"},
		seen{Method: first.Method, Target: first.Target, Body: first.Body})

	f := fault.From(gw.Resource(t.Context(), readAll(&got)))
	wantKind(t, f, fault.PermissionDenied)
	diff(t, "cure", "ask for the role roles/aiplatform.viewer, or another with the permission "+
		"aiplatform.modelDevelopmentClusters.get, on project my-project", f.Cure)
	diff(t, "op", "get cluster", f.Op)

	wantKind(t, fault.From(gw.Resource(t.Context(), readAll(&got))), fault.Malformed)
	wantKind(t, fault.From(gw.Resource(t.Context(), decode)), fault.Cut)

	plain := direct(t, options(http.DefaultTransport))
	f = fault.From(plain.Resource(t.Context(), readAll(&got)))
	diff(t, "of a slurmrestd", &brief{
		Kind: fault.Usage, What: "a plain slurmrestd has no cluster resource", Cure: "use a context with project, region and cluster",
	}, briefly(f))
}

// TestEnvelopes has both forms that the platform's pages show, and what else may come.
func TestEnvelopes(t *testing.T) {
	t.Parallel()
	noStatus := &brief{Kind: fault.Malformed, What: "the answer does not say Slurm's status", Cure: fault.Malformed.Cure(), Status: 200}
	unasked := func(status int) *brief {
		return &brief{Kind: fault.Malformed, What: "status " + strconv.Itoa(status) + " came without an answer", Cure: fault.Malformed.Cure(), Status: status}
	}
	tests := []struct {
		name, body string
		status     int
		want       *brief
	}{
		{"object", `{"status":200,"structuredBody":{"jobs":[],"errors":[],"warnings":[]}}`, 200, nil},
		{"text", `{"status":200,"body":"{\"jobs\":[],\"errors\":[],\"warnings\":[]}"}`, 200, nil},
		{"object in body", `{"body":{"jobs":[]},"status":200}`, 200, nil},
		{"status as text", `{"status":"200","structuredBody":{"jobs":[]}}`, 200, nil},
		{"no status", `{"structuredBody":{"errors":[]}}`, 0, noStatus},
		{"a status that is none", `{"status":5000,"structuredBody":{"errors":[]}}`, 0, noStatus},
		{"a status from before an answer", `{"status":100,"structuredBody":{"errors":[]}}`, 0, noStatus},
		{"status 0", `{"status":0,"structuredBody":{"errors":[]}}`, 0, noStatus},
		{"nothing", `{}`, 0, noStatus},
		{"unchanged, which was not the question", `{"status":304}`, 304, unasked(304)},
		{"elsewhere", `{"status":302,"structuredBody":{"errors":[]}}`, 302, unasked(302)},
		{"no content", `{"status":204}`, 204, unasked(204)},
		{
			"unknown job without Slurm's number", `{"status":404}`, 404,
			&brief{Kind: fault.NoVersion, What: "slurmrestd has nothing for GET /slurm/v0.0.42/jobs/", Cure: fault.NoVersion.Cure(), Status: 404},
		},
		{
			"a list without a list", `{"status":200}`, 200,
			&brief{Kind: fault.Malformed, What: "status 200 came without an answer", Cure: fault.Malformed.Cure(), Status: 200},
		},
		{
			"Slurm's text for a version that it does not serve", `{"status":404,"body":"Unable find requested URL. Please view /openapi/v3 for API reference."}`, 404,
			&brief{Kind: fault.NoVersion, What: "slurmrestd has nothing for GET /slurm/v0.0.42/jobs/", Cure: fault.NoVersion.Cure(), Status: 404},
		},
		{
			"error without a status", `{"structuredBody":{"errors":[{"error_number":2000,"error":"Invalid partition name specified","description":"x"}]}}`, 200,
			&brief{
				Kind: fault.Refused, What: "Slurm refused: x: Invalid partition name specified (Slurm error 2000)",
				Cure: "choose a partition that exists", Status: 200,
			},
		},
		{
			"token of the platform's own", enveloped("511", `{"errors":[{"error_number":1007,"error":"Protocol authentication error","description":"Unable to query jobs"}]}`), 511,
			&brief{
				Kind: fault.TokenRejected, What: "Slurm does not accept the token: Unable to query jobs: Protocol authentication error (Slurm error 1007)",
				Cure: "try again; if it stays, the platform's own credential for this cluster's Slurm is at fault", Status: 511,
			},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			gw := platform(t, atHTTP(options(serve(t, answer(200, jsonKind, tt.body)))))
			a, f := do(t, gw, listJobs())
			diff(t, "fault", tt.want, briefly(f))
			diff(t, "status", tt.status, a.Status)
			if f == nil && a.AsOf.IsZero() {
				t.Error("the answer has no moment")
			}
		})
	}
}

// A cancel may be answered with nothing but a status.
func TestWriteWithoutBody(t *testing.T) {
	t.Parallel()
	gw := platform(t, atHTTP(options(serve(t, answer(200, jsonKind, `{"status":200}`)))))
	if a, f := do(t, gw, cancelJob()); f != nil || a.Status != 200 {
		t.Errorf("status %d, fault %v", a.Status, f)
	}
}

func TestWrongTargets(t *testing.T) {
	t.Parallel()
	type change func(*gateway.PlatformTarget)
	tests := []struct {
		name string
		do   change
		kind fault.Kind
		want string
	}{
		{"no cluster", func(p *gateway.PlatformTarget) { p.Cluster = "" }, fault.Usage, "no cluster is set: a cluster id has 1 to 10 characters a-z, 0-9 and -, begins with a letter and does not end with -"},
		{"long cluster", func(p *gateway.PlatformTarget) { p.Cluster = "abcdefghijk" }, fault.Usage, `cluster "abcdefghijk" is not valid: a cluster id has 1 to 10 characters a-z, 0-9 and -, begins with a letter and does not end with -`},
		{"cluster with a slash", func(p *gateway.PlatformTarget) { p.Cluster = "a/../b" }, fault.Usage, ""},
		{"cluster with a capital", func(p *gateway.PlatformTarget) { p.Cluster = "Abc" }, fault.Usage, ""},
		{"cluster ends with -", func(p *gateway.PlatformTarget) { p.Cluster = "ab-" }, fault.Usage, ""},
		{"cluster begins with a digit", func(p *gateway.PlatformTarget) { p.Cluster = "1ab" }, fault.Usage, ""},
		{"no region", func(p *gateway.PlatformTarget) { p.Region = "" }, fault.Usage, "no region is set: a region looks like us-central1"},
		{"zone", func(p *gateway.PlatformTarget) { p.Region = "us-central1-a" }, fault.Usage, `region "us-central1-a" is not valid: that is a zone; its region is us-central1`},
		{"region that is a host", func(p *gateway.PlatformTarget) { p.Region = "evil.test/x1" }, fault.Usage, ""},
		{"no project", func(p *gateway.PlatformTarget) { p.Project = "" }, fault.Usage, "no project is set: a project id has 6 to 30 characters a-z, 0-9 and -; a project number will do too"},
		{"project with a blank", func(p *gateway.PlatformTarget) { p.Project = "my project" }, fault.Usage, ""},
		{"project upwards", func(p *gateway.PlatformTarget) { p.Project = "..." }, fault.Usage, ""},
		{"plain endpoint", func(p *gateway.PlatformTarget) { p.Endpoint = "http://api.test" }, fault.Insecure, `the endpoint "http://api.test" is not https; nothing was sent`},
		{"endpoint with a password", func(p *gateway.PlatformTarget) { p.Endpoint = "https://a:b@api.test" }, fault.Usage, "endpoint must not hold a name or a password"},
		{"endpoint without a scheme", func(p *gateway.PlatformTarget) { p.Endpoint = "api.test" }, fault.Usage, `endpoint "api.test" is no http or https address`},
		{"endpoint with a query", func(p *gateway.PlatformTarget) { p.Endpoint = "https://api.test?x=1" }, fault.Usage, `endpoint "https://api.test?x=1" must end with its path`},
		{"endpoint that is none", func(p *gateway.PlatformTarget) { p.Endpoint = "https://[::1" }, fault.Usage, "endpoint is no address"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			p := target()
			tt.do(&p)
			_, err := gateway.NewPlatform(p, options(http.DefaultTransport))
			f := fault.From(err)
			wantKind(t, f, tt.kind)
			if tt.want != "" {
				diff(t, "what", tt.want, f.What)
			}
		})
	}
	for _, ok := range []change{
		func(p *gateway.PlatformTarget) { p.Cluster = "a" },
		func(p *gateway.PlatformTarget) { p.Cluster = "a-b0123456" },
		func(p *gateway.PlatformTarget) { p.Region = "northamerica-northeast1" },
		func(p *gateway.PlatformTarget) { p.Project = "123456789012" },
		func(p *gateway.PlatformTarget) { p.Project = "example.com:my-project" },
		func(p *gateway.PlatformTarget) { p.Endpoint = "https://api.test/prefix/" },
		func(p *gateway.PlatformTarget) { p.Endpoint = "http://127.0.0.1:8080" },
		func(p *gateway.PlatformTarget) { p.Endpoint = "http://[::1]:8080" },
		func(p *gateway.PlatformTarget) { p.Endpoint = "http://localhost:8080" },
	} {
		p := target()
		ok(&p)
		if _, err := gateway.NewPlatform(p, options(http.DefaultTransport)); err != nil {
			t.Errorf("%+v: %v", p, err)
		}
	}
	for _, bad := range []string{"", "slurm:6820", "ftp://x", "unix:", "unix://", "http://a:b@x", "http://x?y=1"} {
		_, err := gateway.NewDirect(gateway.DirectTarget{URL: bad}, options(http.DefaultTransport))
		wantKind(t, fault.From(err), fault.Usage)
	}
	_, err := gateway.NewDirect(gateway.DirectTarget{URL: "http://x"}, gateway.Options{Transport: http.DefaultTransport})
	wantKind(t, fault.From(err), fault.Usage)
	_, err = gateway.NewDirect(gateway.DirectTarget{URL: "http://x"}, gateway.Options{})
	wantKind(t, fault.From(err), fault.Usage)
}

package gateway_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"testing"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
)

func instances() gateway.GoogleCall {
	return gateway.GoogleCall{
		Op: "list instances", Service: gateway.ServiceCompute, Method: http.MethodGet, Path: "/aggregated/instances",
		Query: url.Values{"filter": {"name eq hcsdemo-.*"}},
		Needs: gateway.Permission{ID: "compute.instances.list", Role: "roles/compute.viewer"},
	}
}

func report() gateway.GoogleCall {
	return gateway.GoogleCall{
		Op: "report node x", Service: gateway.ServiceCluster, Method: http.MethodPost, Path: ":reportFaultyNodes", Body: []byte(`{"nodeActions":[]}`),
	}
}

func operation() gateway.GoogleCall {
	return gateway.GoogleCall{
		Op: "get operation", Service: gateway.ServicePlatform, Method: http.MethodGet, Path: "/projects/1/locations/us-central1/operations/7",
	}
}

func google(t *testing.T, gw *gateway.Gateway, r gateway.GoogleCall) (string, *fault.Fault) {
	t.Helper()
	var got string
	err := gw.Google(t.Context(), r, readAll(&got))
	if err == nil {
		return got, nil
	}
	f := fault.From(err)
	if f == nil {
		t.Fatalf("error is no fault: %T %v", err, err)
	}
	return got, f
}

// computeAt opens a gateway whose two endpoints are this machine's.
func computeAt(t *testing.T, o gateway.Options) *gateway.Gateway {
	t.Helper()
	to := target()
	to.Endpoint, to.Compute = "http://127.0.0.1:1", "http://127.0.0.1:2/compute/v1/"
	gw, err := gateway.NewPlatform(to, o)
	if err != nil {
		t.Fatal(err)
	}
	return gw
}

// TestGoogleAddresses has each service asked at its own place.
func TestGoogleAddresses(t *testing.T) {
	t.Parallel()
	rec := &recorder{h: answer(200, jsonKind, `{}`)}
	gw := computeAt(t, options(serve(t, rec)))
	for _, r := range []gateway.GoogleCall{instances(), report(), operation()} {
		if got, f := google(t, gw, r); f != nil || got != `{}` {
			t.Errorf("%s: %q, %v", r.Op, got, f)
		}
	}
	var got []seen
	for _, s := range rec.all() {
		got = append(got, seen{Method: s.Method, Target: s.Target, Host: s.Host, Body: s.Body})
	}
	const cluster = "/v1beta1/projects/my-project/locations/us-central1/modelDevelopmentClusters/hcsdemo"
	diff(t, "requests", []seen{
		{Method: "GET", Target: "/compute/v1/projects/my-project/aggregated/instances?filter=name+eq+hcsdemo-.%2A", Host: "127.0.0.1:2"},
		{Method: "POST", Target: cluster + ":reportFaultyNodes", Host: "127.0.0.1:1", Body: `{"nodeActions":[]}`},
		{Method: "GET", Target: "/v1/projects/1/locations/us-central1/operations/7", Host: "127.0.0.1:1"},
	}, got)
}

// TestGoogleWithoutCompute never takes a token to Google that is for another endpoint.
func TestGoogleWithoutCompute(t *testing.T) {
	t.Parallel()
	for endpoint, want := range map[string]string{
		"": "compute.googleapis.com",
		"https://us-central1-aiplatform.googleapis.com": "compute.googleapis.com",
		"https://api.example.com":                       "",
		"http://127.0.0.1:1":                            "",
	} {
		asked := ""
		rt := roundTrip(func(r *http.Request) (*http.Response, error) {
			asked = r.URL.Host
			return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {jsonKind}}, Body: http.NoBody}, nil
		})
		to := target()
		to.Endpoint = endpoint
		gw, err := gateway.NewPlatform(to, options(rt))
		if err != nil {
			t.Fatal(err)
		}
		_, f := google(t, gw, instances())
		if asked != want {
			t.Errorf("endpoint %q: %q was asked", endpoint, asked)
		}
		if want == "" {
			diff(t, "fault", &brief{
				Kind: fault.Usage, What: "the endpoint is not Google's, and compute_endpoint is not set", Cure: "set compute_endpoint in the context",
			}, briefly(f))
		}
	}
	to := target()
	to.Compute = "http://compute.example.com/compute/v1"
	_, err := gateway.NewPlatform(to, options(http.DefaultTransport))
	wantKind(t, fault.From(err), fault.Insecure)
	contains(t, err.Error(), "compute endpoint", "not https")
}

// TestGoogleRefusals holds what Compute Engine and the platform say instead of an answer.
func TestGoogleRefusals(t *testing.T) {
	t.Parallel()
	older := func(code, message, reason string) string {
		return `{"error":{"code":` + code + `,"message":"` + message + `","errors":[{"message":"x","domain":"global","reason":"` + reason + `"}]}}`
	}
	for _, test := range []struct {
		name   string
		call   gateway.GoogleCall
		status int
		kind   string
		body   string
		want   brief
	}{
		{
			"forbidden", instances(), 403, jsonKind, older("403", "Required 'compute.instances.list' permission for 'projects/my-project'", "forbidden"),
			brief{
				fault.PermissionDenied, "no access to Compute Engine in project my-project: Required 'compute.instances.list' permission for 'projects/my-project'",
				"ask for the role roles/compute.viewer, or another with the permission compute.instances.list, on project my-project", 403, "", false,
			},
		},
		{
			"API off, older form", instances(), 403, jsonKind, older("403", "not used before", "accessNotConfigured"),
			brief{
				fault.PermissionDenied, "the Compute Engine API is not enabled in project my-project: not used before",
				"run `gcloud services enable compute.googleapis.com --project my-project`", 403, "", false,
			},
		},
		{
			"API off", instances(), 403, jsonKind, rpc("403", "PERMISSION_DENIED", "", errorInfo("SERVICE_DISABLED", `"consumer":"projects/my-project"`)),
			brief{
				fault.PermissionDenied, "the Compute Engine API is not enabled in project my-project",
				"run `gcloud services enable compute.googleapis.com --project my-project`", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"too often, as 403", instances(), 403, jsonKind, older("403", "Rate Limit Exceeded", "rateLimitExceeded"),
			brief{
				fault.RateLimited, "too many requests in a short time: Rate Limit Exceeded",
				"wait a little, and ask less often; the limits are on the Quotas page of project my-project", 403, "RESOURCE_EXHAUSTED", true,
			},
		},
		{
			"no such group", instances(), 404, jsonKind, older("404", "The resource 'g' was not found", "notFound"),
			brief{
				fault.NotFound, "Compute Engine in project my-project has no such thing: The resource 'g' was not found",
				"check the settings compute_endpoint (http://127.0.0.1:2/compute/v1) and project; what was asked for may have been deleted", 404, "", false,
			},
		},
		{
			"a page", instances(), 404, htmlKind, page404,
			brief{
				fault.NotFound, "Compute Engine at http://127.0.0.1:2/compute/v1 answered 404 with a page, not as the API does",
				"check the setting compute_endpoint: this address does not serve the API", 404, "", false,
			},
		},
		{
			"a page with 200", instances(), 200, htmlKind, "<p>log in</p>",
			brief{
				fault.Malformed, "Compute Engine at http://127.0.0.1:2/compute/v1: the answer is not JSON but text/html; charset=UTF-8: log in",
				"check the setting compute_endpoint, and that nothing between changes its answers", 200, "", false,
			},
		},
		{
			"a filter", instances(), 400, jsonKind, older("400", "Invalid list filter expression.", "invalid"),
			brief{
				fault.InvalidArgument, "Compute Engine in project my-project does not take the request: Invalid list filter expression",
				"check what was asked for, and that flexq is up to date", 400, "", false,
			},
		},
		{
			"errors of another shape", instances(), 403, jsonKind, `{"error":{"code":403,"message":"no","status":"PERMISSION_DENIED","errors":{"reason":7}}}`,
			brief{
				fault.PermissionDenied, "no access to Compute Engine in project my-project: no",
				"ask for the role roles/compute.viewer, or another with the permission compute.instances.list, on project my-project", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"not for now", instances(), 400, jsonKind, rpc("400", "FAILED_PRECONDITION", "locked", ""),
			brief{
				fault.InvalidArgument, "Compute Engine in project my-project is not in a state for this: locked",
				"look at the state of the cluster, and try again when it is RUNNING", 400, "FAILED_PRECONDITION", false,
			},
		},
		{
			"report forbidden", report(), 403, jsonKind, rpc("403", "PERMISSION_DENIED", "no", ""),
			brief{
				fault.PermissionDenied, "no access to cluster hcsdemo of project my-project: no",
				"ask those who run project my-project for access; which permission this needs is not documented", 403, "PERMISSION_DENIED", false,
			},
		},
		{
			"report of a node that does not run", report(), 400, jsonKind, rpc("400", "FAILED_PRECONDITION", "x is PREPARING", ""),
			brief{
				fault.InvalidArgument, "cluster hcsdemo of project my-project is not in a state for this: x is PREPARING",
				"look at the state of the cluster and of the node, and try again when they are RUNNING", 400, "FAILED_PRECONDITION", false,
			},
		},
		{
			"a report while another is at work", report(), 409, jsonKind, rpc("409", "ABORTED", "another operation is in progress", ""),
			brief{
				fault.InvalidArgument, "cluster hcsdemo of project my-project is at work on something else: another operation is in progress",
				"wait until that has ended, and try again", 409, "ABORTED", false,
			},
		},
		{
			"no such operation", operation(), 404, jsonKind, rpc("404", "NOT_FOUND", "gone", ""),
			brief{
				fault.NotFound, "the platform in project my-project has no such thing: gone",
				"check the setting project; what was asked for may have been deleted", 404, "NOT_FOUND", false,
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			gw := computeAt(t, options(serve(t, answer(test.status, test.kind, test.body))))
			_, f := google(t, gw, test.call)
			diff(t, "fault", &test.want, briefly(f))
			if f.Op != test.call.Op || f.Settled != (test.call.Method == http.MethodPost) {
				t.Errorf("op %q, settled %v", f.Op, f.Settled)
			}
		})
	}
}

// TestGoogleRepeats has reads tried again, and a write sent once whatever happens to it.
func TestGoogleRepeats(t *testing.T) {
	t.Parallel()
	down := answer(503, jsonKind, rpc("503", "UNAVAILABLE", "later", ""))
	cut := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", jsonKind)
		w.Header().Set("Content-Length", "1000")
		_, _ = w.Write([]byte(`{"na`))
	}
	rec := &recorder{h: inTurn(down, cut, answer(200, jsonKind, `{"ok":1}`))}
	o := options(serve(t, rec))
	o.Retry = gateway.Retry{Attempts: 4, First: time.Nanosecond}
	if got, f := google(t, computeAt(t, o), instances()); f != nil || got != `{"ok":1}` || len(rec.all()) != 3 {
		t.Errorf("a read: %q after %d, %v", got, len(rec.all()), f)
	}
	for name, h := range map[string]http.HandlerFunc{
		"unavailable": down, "cut": cut, "no operation": answer(200, jsonKind, `{`), "a page": answer(200, htmlKind, "<p>log in</p>"),
		"a conflict without a reason": answer(409, htmlKind, "<p>no</p>"),
		"hung up":                     func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		rec := &recorder{h: h}
		o := options(serve(t, rec))
		o.Retry = gateway.Retry{Attempts: 4, First: time.Nanosecond}
		var f *fault.Fault
		if name == "no operation" {
			f = fault.From(computeAt(t, o).Google(t.Context(), report(), decode))
		} else {
			_, f = google(t, computeAt(t, o), report())
		}
		if len(rec.all()) != 1 {
			t.Errorf("%s: sent %d times", name, len(rec.all()))
		}
		wantKind(t, f, fault.UnknownOutcome)
		if f.Settled {
			t.Errorf("%s: taken for settled", name)
		}
	}
}

// TestGoogleRefusedHere has what is never sent.
func TestGoogleRefusedHere(t *testing.T) {
	t.Parallel()
	dark := roundTrip(func(r *http.Request) (*http.Response, error) {
		t.Errorf("sent: %s %s", r.Method, r.URL)
		return nil, http.ErrHandlerTimeout
	})
	o := options(dark)
	o.ReadOnly = true
	_, f := google(t, computeAt(t, o), report())
	wantKind(t, f, fault.ReadOnly)
	if !f.Settled {
		t.Error("a write that was not sent is not settled")
	}
	gw := computeAt(t, options(dark))
	for name, change := range map[string]func(*gateway.GoogleCall){
		"method":                func(r *gateway.GoogleCall) { r.Method = http.MethodDelete },
		"path":                  func(r *gateway.GoogleCall) { r.Path = "/projects/../operations/1" },
		"a POST without a body": func(r *gateway.GoogleCall) { r.Method = http.MethodPost },
		"a GET with a body":     func(r *gateway.GoogleCall) { r.Body = []byte(`{}`) },
	} {
		r := operation()
		change(&r)
		if _, f := google(t, gw, r); f == nil || f.Kind != fault.Usage {
			t.Errorf("%s: %v", name, f)
		}
	}
	big := report()
	big.Body = bytes.Repeat([]byte(" "), gateway.MaxRequest)
	_, f = google(t, gw, big)
	wantKind(t, f, fault.TooLarge)
	for service, what := range map[gateway.GoogleService]string{
		gateway.ServiceCluster: "a plain slurmrestd has no cluster resource", gateway.ServiceCompute: "a plain slurmrestd has no project in Compute Engine",
	} {
		r := operation()
		r.Service = service
		_, f := google(t, direct(t, options(dark)), r)
		diff(t, "of a slurmrestd", &brief{Kind: fault.Usage, What: what, Cure: "use a context with project, region and cluster"}, briefly(f))
	}
}

// TestGoogleLog names calls in the log without what they ask for.
func TestGoogleLog(t *testing.T) {
	t.Parallel()
	var written bytes.Buffer
	o := options(serve(t, answer(200, jsonKind, `{}`)))
	o.Log = slog.New(slog.NewTextHandler(&written, &slog.HandlerOptions{Level: slog.LevelDebug}))
	if _, f := google(t, computeAt(t, o), instances()); f != nil {
		t.Fatal(f)
	}
	contains(t, written.String(), `op="list instances" method=GET path=compute/aggregated/instances attempt=1 status=200`)
	if strings.Contains(written.String(), "filter") {
		t.Errorf("the query is in the log: %s", written.String())
	}
}

func TestPlatformTarget(t *testing.T) {
	t.Parallel()
	if got, ok := platform(t, options(http.DefaultTransport)).Platform(); !ok || got.Cluster != "hcsdemo" || got.Project != "my-project" {
		t.Errorf("got %+v, %v", got, ok)
	}
	if _, ok := direct(t, options(http.DefaultTransport)).Platform(); ok {
		t.Error("a slurmrestd is taken for the platform")
	}
}

// TestNoComputeThere has the address and the setting of a Compute Engine that cannot be reached named; one that is not
// set is no mistake of a setting.
func TestNoComputeThere(t *testing.T) {
	t.Parallel()
	refused := roundTrip(func(*http.Request) (*http.Response, error) { return nil, syscall.ECONNREFUSED })
	o := options(refused)
	o.Retry = gateway.Retry{Attempts: 1}
	_, f := google(t, computeAt(t, o), instances())
	diff(t, "set", &brief{
		Kind: fault.Unreachable, What: "Compute Engine at http://127.0.0.1:2/compute/v1: nothing listens at the address: connection refused",
		Cure: "check the setting compute_endpoint, and the network", Transient: true,
	}, briefly(f))
	_, f = google(t, platform(t, o), instances())
	diff(t, "not set", &brief{
		Kind: fault.Unreachable, What: "Compute Engine at https://compute.googleapis.com/compute/v1: nothing listens at the address: connection refused",
		Cure: fault.Unreachable.Cure(), Transient: true,
	}, briefly(f))
	_, f = google(t, computeAt(t, o), operation())
	diff(t, "of the platform", &brief{
		Kind: fault.Unreachable, What: "nothing listens at the address: connection refused", Cure: fault.Unreachable.Cure(), Transient: true,
	}, briefly(f))
}

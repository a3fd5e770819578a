package gateway_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/client/gateway"
)

func TestPlatformRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		req  gateway.Request
		want string
	}{
		{
			"read",
			gateway.Request{
				Method: http.MethodGet, Path: "/slurm/v0.0.42/jobs/",
				Query: url.Values{"flags": {"ALL"}, "job_id": {"5", "18"}, "name": {`a b+c"`}},
			},
			`{"method":"HTTP_METHOD_GET","path":"/slurm/v0.0.42/jobs/?flags=ALL&job_id=5&job_id=18&name=a%20b%2Bc%22"}`,
		},
		{"write", submit(), `{"method":"HTTP_METHOD_POST","path":"/slurm/v0.0.42/job/submit","body":{"job":{"name":"x"},"script":"#!/bin/sh\ntrue"}}`},
		{
			"cancel of tasks",
			gateway.Request{Method: http.MethodDelete, Path: "/slurm/v0.0.42/job/18_[1-3]"},
			`{"method":"HTTP_METHOD_DELETE","path":"/slurm/v0.0.42/job/18_%5B1-3%5D"}`,
		},
		{
			"odd path",
			gateway.Request{Method: http.MethodGet, Path: "/slurm/v0.0.42/node/a?b#c%/d\n"},
			`{"method":"HTTP_METHOD_GET","path":"/slurm/v0.0.42/node/a%3Fb%23c%25/d%0A"}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rec := &recorder{h: answer(200, jsonKind, enveloped("200", emptyJobs))}
			gw := platform(t, atHTTP(options(serve(t, rec))))
			if _, f := do(t, gw, tt.req); f != nil {
				t.Fatal(f)
			}
			got := rec.all()
			if len(got) != 1 {
				t.Fatalf("%d requests, want 1", len(got))
			}
			diff(t, "body", tt.want, got[0].Body)
			diff(t, "method", http.MethodPost, got[0].Method)
			diff(t, "target", "/v1beta1/projects/my-project/locations/us-central1/modelDevelopmentClusters/hcsdemo:callSlurmRestApi", got[0].Target)
			diff(t, "host", "us-central1-aiplatform.googleapis.com", got[0].Host)
			diff(t, "user agent", "flexq/1.2.3 (gzip)", got[0].Header.Get("User-Agent"))
			diff(t, "content type", "application/json", got[0].Header.Get("Content-Type"))
			diff(t, "accept", "application/json", got[0].Header.Get("Accept"))
		})
	}
}

// atHTTP lets a platform's https requests reach a server in memory that has no certificate.
func atHTTP(o gateway.Options) gateway.Options {
	o.Transport = plain{o.Transport}
	return o
}

type plain struct{ http.RoundTripper }

func (p plain) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.URL.Scheme = "http"
	return p.RoundTripper.RoundTrip(r)
}

func TestDirectRequest(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, url string
		req       gateway.Request
		want      seen
	}{
		{"read", "http://slurm.test:6820", listJobs(), seen{Method: "GET", Target: "/slurm/v0.0.42/jobs/", Host: "slurm.test:6820"}},
		{"below a path", "http://slurm.test/rest/", listJobs(), seen{Method: "GET", Target: "/rest/slurm/v0.0.42/jobs/", Host: "slurm.test"}},
		{
			"query", "http://slurm.test",
			gateway.Request{Method: "GET", Path: "/slurmdb/v0.0.42/jobs/", Query: url.Values{"users": {"a b"}}},
			seen{Method: "GET", Target: "/slurmdb/v0.0.42/jobs/?users=a%20b", Host: "slurm.test"},
		},
		{"write", "http://slurm.test", submit(), seen{Method: "POST", Target: "/slurm/v0.0.42/job/submit", Host: "slurm.test", Body: string(submit().Body)}},
		{"cancel", "http://slurm.test", cancelJob(), seen{Method: "DELETE", Target: "/slurm/v0.0.42/job/99999", Host: "slurm.test"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rec := &recorder{h: answer(200, jsonKind, emptyJobs)}
			gw, err := gateway.NewDirect(gateway.DirectTarget{URL: tt.url}, options(serve(t, rec)))
			if err != nil {
				t.Fatal(err)
			}
			if _, f := do(t, gw, tt.req); f != nil {
				t.Fatal(f)
			}
			got := rec.all()[0]
			diff(t, "user agent", "flexq/1.2.3", got.Header.Get("User-Agent"))
			diff(t, "request", tt.want, seen{Method: got.Method, Target: got.Target, Host: got.Host, Body: got.Body})
		})
	}
}

func TestUnixSocket(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s")
	rec := &recorder{h: answer(200, jsonKind, emptyJobs)}
	serveUnix(t, path, rec)
	for _, address := range []string{"unix:" + path, "unix://" + path} {
		base := gateway.Base(address, gateway.Timeouts{})
		t.Cleanup(base.CloseIdleConnections)
		gw, err := gateway.NewDirect(gateway.DirectTarget{URL: address}, options(base))
		if err != nil {
			t.Fatal(err)
		}
		if _, f := do(t, gw, listJobs()); f != nil {
			t.Fatal(f)
		}
	}
	for _, got := range rec.all() {
		diff(t, "host", "localhost", got.Host)
	}

	base := gateway.Base("unix:"+path+".none", gateway.Timeouts{})
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: "unix:" + path + ".none"}, gateway.Options{Transport: base, Now: options(nil).Now})
	if err != nil {
		t.Fatal(err)
	}
	_, f := do(t, gw, listJobs())
	wantKind(t, f, fault.Unreachable)
	diff(t, "what", "there is no such socket file", f.What)
}

func TestRequestsThatAreNone(t *testing.T) {
	t.Parallel()
	const path = "/slurm/v0.0.42/jobs/"
	tests := []struct {
		name string
		req  gateway.Request
		want string
	}{
		{"method", gateway.Request{Method: "PUT", Path: path}, `there is no Slurm call of method "PUT"`},
		{"no method", gateway.Request{Path: path}, `there is no Slurm call of method ""`},
		{"body of a read", gateway.Request{Method: "GET", Path: path, Body: []byte("{}")}, "a GET takes no body"},
		{"body of a cancel", gateway.Request{Method: "DELETE", Path: path, Body: []byte("{}")}, "a DELETE takes no body"},
		{"no body", gateway.Request{Method: "POST", Path: path}, "the body of a POST must be a JSON object"},
		{"list", gateway.Request{Method: "POST", Path: path, Body: []byte("[]")}, "the body of a POST must be a JSON object"},
		{"half an object", gateway.Request{Method: "POST", Path: path, Body: []byte(`{"a":`)}, "the body of a POST must be a JSON object"},
		{"two objects", gateway.Request{Method: "POST", Path: path, Body: []byte(`{}{}`)}, "the body of a POST must be a JSON object"},
		{"other path", gateway.Request{Method: "GET", Path: "/openapi/v3"}, `not a Slurm path: "/openapi/v3"`},
		{"upwards", gateway.Request{Method: "GET", Path: "/slurm/../etc"}, `not a Slurm path: "/slurm/../etc"`},
		{"upwards in an id", gateway.Request{Method: "DELETE", Path: "/slurm/v0.0.42/job/.."}, `not a Slurm path: "/slurm/v0.0.42/job/.."`},
	}
	rec := &recorder{h: answer(200, jsonKind, emptyJobs)}
	gw := direct(t, options(serve(t, rec)))
	for _, tt := range tests {
		_, f := do(t, gw, tt.req)
		wantKind(t, f, fault.Usage)
		diff(t, tt.name, tt.want, f.What)
	}
	if n := len(rec.all()); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

func TestSizeLimit(t *testing.T) {
	t.Parallel()
	body := func(size int) []byte {
		const head, tail = `{"script":"`, `"}`
		return []byte(head + strings.Repeat("x", size-len(head)-len(tail)) + tail)
	}
	const envelope = len(`{"method":"HTTP_METHOD_POST","path":"/slurm/v0.0.42/job/submit","body":}`)
	both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, wrap func(string) string) {
		t.Helper()
		rec := &recorder{h: answer(200, jsonKind, wrap(emptyJobs))}
		gw := open(t, atHTTP(options(serve(t, rec))))
		around := envelope
		if strings.Contains(t.Name(), "direct") {
			around = 0
		}
		r := submit()
		r.Body = body(gateway.MaxRequest - 1 - around)
		if _, f := do(t, gw, r); f != nil {
			t.Fatalf("one byte under the limit: %v", f)
		}
		diff(t, "size sent", gateway.MaxRequest-1, len(rec.all()[0].Body))
		r.Body = body(gateway.MaxRequest - around)
		_, f := do(t, gw, r)
		diff(t, "fault", &brief{
			Kind: fault.TooLarge,
			What: "the request has 1 MB or more and was not sent",
			Cure: "put the script on the cluster's shared storage and submit a short script that calls it",
		}, briefly(f))
		if n := len(rec.all()); n != 1 {
			t.Errorf("%d requests, want 1", n)
		}
	})
}

func TestReadOnly(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, wrap func(string) string) {
		t.Helper()
		rec := &recorder{h: answer(200, jsonKind, wrap(emptyJobs))}
		o := atHTTP(options(serve(t, rec)))
		o.ReadOnly = true
		gw := open(t, o)
		for _, r := range []gateway.Request{
			submit(),
			cancelJob(),
			{Method: "GET", Path: "/slurm/v0.0.42/reconfigure"},
			{Method: "GET", Path: "/slurm/v0.0.42/reconfigure/"},
			{Method: "GET", Path: "/slurm/v0.0.45/job/5/requeue"},
		} {
			_, f := do(t, gw, r)
			wantKind(t, f, fault.ReadOnly)
		}
		if n := len(rec.all()); n != 0 {
			t.Fatalf("%d writes were sent", n)
		}
		if _, f := do(t, gw, listJobs()); f != nil {
			t.Errorf("read: %v", f)
		}
	})
}

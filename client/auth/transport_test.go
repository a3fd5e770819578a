package auth_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"flexq/client/auth"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// got is what a server saw of a request.
type got struct {
	Auth, Quota, Token, User, Body string
}

// gate is a server that accepts some tokens only.
type gate struct {
	mu     sync.Mutex
	seen   []got
	accept func(got) bool
	status int // of a refusal
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	h := r.Header
	a := got{h.Get("Authorization"), h.Get("X-Goog-User-Project"), h.Get("X-Slurm-User-Token"), h.Get("X-Slurm-User-Name"), string(body)}
	g.mu.Lock()
	g.seen = append(g.seen, a)
	g.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if g.accept != nil && !g.accept(a) {
		w.WriteHeader(g.status)
		_, _ = io.WriteString(w, `{"errors":[{"error_number":1007,"error":"no"}]}`)
		return
	}
	_, _ = io.WriteString(w, `{"errors":[]}`)
}

func (g *gate) all() []got {
	g.mu.Lock()
	defer g.mu.Unlock()
	return append([]got(nil), g.seen...)
}

func (g *gate) serve(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(g)
	t.Cleanup(s.Close)
	return s.URL
}

// send makes one request through a transport and returns the status.
func send(t *testing.T, rt http.RoundTripper, method, address, body string) int {
	t.Helper()
	var content io.Reader = http.NoBody
	if body != "" {
		content = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, address, content)
	if err != nil {
		t.Fatal(err)
	}
	before := req.Header.Clone()
	resp, err := rt.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	diff(t, "the request's own header", before, req.Header)
	return resp.StatusCode
}

func TestHeaders(t *testing.T) {
	t.Parallel()
	billed := withQuota{auth.Fixed("abc"), "named-by-credential"}
	base := http.DefaultTransport
	tests := []struct {
		name string
		rt   http.RoundTripper
		want got
	}{
		{"google", auth.Platform(base, auth.Fixed("abc"), ""), got{Auth: "Bearer abc"}},
		{"google, quota of the credential", auth.Platform(base, billed, ""), got{Auth: "Bearer abc", Quota: "named-by-credential"}},
		{"google, quota that was set", auth.Platform(base, billed, "set"), got{Auth: "Bearer abc", Quota: "set"}},
		{"slurm", auth.Slurm(base, auth.Fixed("abc"), ""), got{Token: "abc"}},
		{"slurm, user", auth.Slurm(base, auth.Fixed("abc"), "alice"), got{Token: "abc", User: "alice"}},
		{"slurm, no token", auth.Slurm(base, nil, "alice"), got{User: "alice"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := &gate{}
			send(t, tt.rt, "GET", g.serve(t), "")
			diff(t, "seen", []got{tt.want}, g.all())
		})
	}
}

type withQuota struct {
	auth.Source
	project string
}

func (s withQuota) Token(ctx context.Context) (auth.Token, error) {
	t, err := s.Source.Token(ctx)
	t.QuotaProject = s.project
	return t, err
}

// A read whose token is not accepted is sent once more with another; a write never, but what comes after it has
// another token.
func TestOneRenewal(t *testing.T) {
	t.Parallel()
	cached := func() auth.Source { return auth.Cached(&counted{life: expiring(time.Hour)}, time.Now) }
	onlySecond := func(a got) bool { return a.Auth == "Bearer token-2" || a.Token == "token-2" }
	never := func(got) bool { return false }
	tests := []struct {
		name   string
		slurm  bool
		src    auth.Source
		method string
		body   string
		once   bool // the body cannot be had again: a write
		accept func(got) bool
		status int
		want   int
		asks   int
		next   int // status of a read that follows
	}{
		{"read", false, cached(), "GET", "", false, onlySecond, 401, 200, 2, 200},
		{"read in an envelope", false, cached(), "POST", "{}", false, onlySecond, 401, 200, 2, 200},
		{"write in an envelope", false, cached(), "POST", "{}", true, onlySecond, 401, 401, 1, 200},
		{"write", true, cached(), "POST", "{}", true, onlySecond, 511, 511, 1, 200},
		{"write, 401 of Slurm's", true, cached(), "POST", "{}", true, onlySecond, 401, 401, 1, 200},
		{"cancel", true, cached(), "DELETE", "", false, onlySecond, 401, 401, 1, 200},
		{"cancel that is marked", true, cached(), "DELETE", "", true, onlySecond, 511, 511, 1, 200},
		{"requeue, a write that is a GET", true, cached(), "GET", "", true, onlySecond, 511, 511, 1, 200},
		{"a method that nobody uses", true, cached(), "PUT", "{}", false, onlySecond, 511, 511, 1, 200},
		{"refused for good", false, cached(), "GET", "", false, never, 401, 401, 2, 401},
		{"forbidden is another matter", false, cached(), "GET", "", false, never, 403, 403, 1, 403},
		{"511 of Google's", false, cached(), "GET", "", false, never, 511, 511, 1, 511},
		{"511 of Slurm's", true, cached(), "GET", "", false, onlySecond, 511, 200, 2, 200},
		{"a token that cannot be renewed", false, auth.Fixed("abc"), "GET", "", false, never, 401, 401, 1, 401},
		{"no second token", false, auth.Cached(&counted{fail: func(n int) error {
			if n == 2 {
				return errors.New("no more")
			}
			return nil
		}}, time.Now), "GET", "", false, never, 401, 401, 1, 401},
		{"no token at all", true, nil, "GET", "", false, never, 401, 401, 1, 401},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			g := &gate{accept: tt.accept, status: tt.status}
			rt := auth.Platform(http.DefaultTransport, tt.src, "")
			if tt.slurm {
				rt = auth.Slurm(http.DefaultTransport, tt.src, "")
			}
			address := g.serve(t)
			if tt.once {
				rt = once(rt)
			}
			diff(t, "status", tt.want, send(t, rt, tt.method, address, tt.body))
			all := g.all()
			diff(t, "requests", tt.asks, len(all))
			for _, a := range all {
				diff(t, "body", tt.body, a.Body)
			}
			diff(t, "status of the next read", tt.next, send(t, rt, "GET", address, ""))
		})
	}
}

// once takes from the first request what it would need to be sent again, as the gateway does with a write.
func once(rt http.RoundTripper) http.RoundTripper {
	first := true
	return roundTrip(func(r *http.Request) (*http.Response, error) {
		if !first {
			return rt.RoundTrip(r)
		}
		first = false
		r = r.Clone(r.Context())
		r.Body, r.GetBody = io.NopCloser(r.Body), nil
		return rt.RoundTrip(r)
	})
}

// A body that can be read only once is not sent again.
func TestBodyThatCannotBeSentAgain(t *testing.T) {
	t.Parallel()
	g := &gate{accept: func(got) bool { return false }, status: 401}
	rt := auth.Platform(http.DefaultTransport, auth.Cached(&counted{}, time.Now), "")
	for _, again := range []func() (io.ReadCloser, error){nil, func() (io.ReadCloser, error) { return nil, errors.New("gone") }} {
		req, err := http.NewRequestWithContext(t.Context(), "POST", g.serve(t), io.NopCloser(strings.NewReader("{}")))
		if err != nil {
			t.Fatal(err)
		}
		req.GetBody = again
		resp, err := rt.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		page, err := io.ReadAll(resp.Body)
		if err != nil || len(page) == 0 {
			t.Errorf("the refusal cannot be read: %q, %v", page, err)
		}
	}
	diff(t, "requests", 2, len(g.all()))
}

// Many requests that are refused at once share one new token.
func TestManyRenewalsAreOne(t *testing.T) {
	t.Parallel()
	src := &counted{life: expiring(time.Hour)}
	g := &gate{accept: func(a got) bool { return a.Auth != "Bearer token-1" }, status: 401}
	rt, address := auth.Platform(http.DefaultTransport, auth.Cached(src, time.Now), ""), g.serve(t)
	var group sync.WaitGroup
	for range 20 {
		group.Go(func() {
			if status := send(t, rt, "GET", address, ""); status != 200 {
				t.Errorf("status %d", status)
			}
		})
	}
	group.Wait()
	if n := src.count(); n != 2 {
		t.Errorf("%d tokens were fetched, want 2", n)
	}
}

func TestTokensGoOverHTTPSOnly(t *testing.T) {
	t.Parallel()
	sent := 0
	base := roundTrip(func(*http.Request) (*http.Response, error) {
		sent++
		return &http.Response{StatusCode: 200, Body: http.NoBody}, nil
	})
	src := &counted{}
	for address, secure := range map[string]bool{
		"https://api.test/":         true,
		"http://localhost:80/":      true,
		"http://127.0.0.1/":         true,
		"http://127.9.9.9/":         true,
		"http://[::1]:1/":           true,
		"http://api.test/":          false,
		"http://10.0.0.1/":          false,
		"http://169.254.169.254/":   false,
		"http://localhost.evil/":    false,
		"http://127.0.0.1.evil/":    false,
		"http://0x7f000001/":        false,
		"http://user@slurm.test:1/": false,
	} {
		for _, rt := range []http.RoundTripper{auth.Platform(base, src, ""), auth.Slurm(base, src, "alice")} {
			sent = 0
			fetched := src.count()
			body := &closing{}
			req, err := http.NewRequestWithContext(t.Context(), "POST", address, body)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := rt.RoundTrip(req)
			switch {
			case secure && (err != nil || sent != 1):
				t.Errorf("%s: %v, %d sent", address, err, sent)
			case secure:
				resp.Body.Close()
			case fault.KindOf(err) != fault.Insecure || sent != 0 || src.count() != fetched || !body.closed:
				t.Errorf("%s: %v, %d sent, body closed %v", address, err, sent, body.closed)
			}
		}
	}
	// Without a token there is nothing to give away.
	req, err := http.NewRequestWithContext(t.Context(), "GET", "http://slurm.test/", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := auth.Slurm(base, nil, "alice").RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}

type closing struct{ closed bool }

func (c *closing) Read([]byte) (int, error) { return 0, io.EOF }
func (c *closing) Close() error             { c.closed = true; return nil }

// The whole way: a credential file, Google's library, the header, the platform's envelope, and what an expired
// login looks like at the end of it.
func TestThroughTheGateway(t *testing.T) {
	t.Parallel()
	s := newTokenServer(t)
	g := &gate{accept: func(a got) bool { return a.Auth == "Bearer token-2" }, status: 401}
	address := g.serve(t)
	src := auth.Cached(auth.ADC(auth.AdcOptions{CredentialsFile: s.serviceAccount(t, `,"quota_project_id":"billed"`)}), time.Now)
	open := func(src auth.Source) *gateway.Gateway {
		base := gateway.Base("", gateway.Timeouts{})
		t.Cleanup(base.CloseIdleConnections)
		gw, err := gateway.NewPlatform(
			gateway.PlatformTarget{Endpoint: address, Project: "my-project", Region: "us-central1", Cluster: "hcsdemo"},
			gateway.Options{Transport: auth.Platform(base, src, ""), Now: time.Now},
		)
		if err != nil {
			t.Fatal(err)
		}
		return gw
	}
	submit := gateway.Request{Op: "submit job", Method: "POST", Path: "/slurm/v0.0.42/job/submit", Body: []byte(`{}`)}
	gw := open(src)
	_, err := gw.Do(t.Context(), submit, nil)
	f := fault.From(err)
	diff(t, "kind", fault.Unauthenticated, f.Kind)
	if !strings.HasPrefix(f.Cure, "try again, which takes a new token; if it stays, ") {
		t.Errorf("cure %q", f.Cure)
	}
	// The gate answers without an envelope; what counts is that it is asked once, then with the second token.
	_, err = gw.Do(t.Context(), submit, nil)
	diff(t, "kind", fault.UnknownOutcome, fault.KindOf(err))
	var auths []string
	for _, a := range g.all() {
		auths = append(auths, a.Auth+" "+a.Quota)
	}
	diff(t, "asked", []string{"Bearer token-1 billed", "Bearer token-2 billed"}, auths)

	s.fails(400, "application/json", `{"error":"invalid_grant","error_description":"revoked"}`)
	over := auth.Cached(auth.ADC(auth.AdcOptions{CredentialsFile: write(t, user(s.URL+"/token"))}), time.Now)
	_, err = open(over).Do(t.Context(), submit, nil)
	f = fault.From(err)
	diff(t, "a write without a login", brief{
		fault.Credential, "the Google login has expired or was withdrawn (status 400, invalid_grant): revoked",
		"run `gcloud auth application-default login`",
	}, briefly(t, f))
	diff(t, "op", "submit job", f.Op)
}

// Slurm's own refusal of a token comes out after the one renewal.
func TestDirectThroughTheGateway(t *testing.T) {
	t.Parallel()
	g := &gate{accept: func(got) bool { return false }, status: 511}
	base := gateway.Base("", gateway.Timeouts{})
	t.Cleanup(base.CloseIdleConnections)
	rt := auth.Slurm(base, auth.Cached(&counted{}, time.Now), "alice")
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: g.serve(t)}, gateway.Options{Transport: rt, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	var jobs wire.JobsReply
	_, err = gw.Do(t.Context(), gateway.Request{
		Op: "list jobs", Method: "GET", Path: "/slurm/v0.0.42/jobs/", Query: url.Values{"flags": {"ALL"}},
	}, jobs.Fields())
	f := fault.From(err)
	diff(t, "kind", fault.TokenRejected, fault.KindOf(err))
	diff(t, "problems", []slurm.Problem{{Number: 1007, Error: "no"}}, f.Problems)
	diff(t, "asked", []got{{Token: "token-1", User: "alice"}, {Token: "token-2", User: "alice"}}, g.all())
}

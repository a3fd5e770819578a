package client_test

import (
	"cmp"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/gateway"
)

// answer is one answer of the cluster: a recorded one by its file below testdata/api, or a text.
type answer struct {
	status int
	file   string
	text   string
	cut    bool          // break the connection instead
	half   string        // what comes before that
	hold   bool          // never answer
	ahead  time.Duration // how far the cluster's clock is ahead
}

// file answers 200 with a recorded answer.
func file(name string) answer { return answer{status: 200, file: name} }

// server is a cluster that gives prepared answers, and fails the test on any other question.
type server struct {
	t        *testing.T
	platform bool
	mu       sync.Mutex
	answers  map[string][]answer
	calls    []string
	bodies   []string
	resource answer
	google   map[string][]answer   // by "GET /compute/v1/..."; what is not there is forbidden
	looked   []string              // of those
	queries  map[string]url.Values // by call, as in looked
	released chan struct{}
}

// on prepares the answers to one call, "GET /slurm/v0.0.42/ping/"; the last of them stays.
func (s *server) on(call string, answers ...answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answers[call] = answers
}

func (s *server) take(call, body string) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls, s.bodies = append(s.calls, call), append(s.bodies, body)
	list := s.answers[call]
	if len(list) == 0 {
		s.t.Errorf("nobody was expected to ask: %s", call)
		return answer{status: 404, text: "Unable find requested URL."}
	}
	if len(list) > 1 {
		s.answers[call] = list[1:]
	}
	return list[0]
}

// asked returns the calls so far, and forgets them.
func (s *server) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.calls
	s.calls, s.bodies = nil, nil
	return out
}

func (s *server) lastBody() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.bodies) == 0 {
		return ""
	}
	return s.bodies[len(s.bodies)-1]
}

func (s *server) content(a answer) string {
	if a.file == "" {
		return a.text
	}
	b, err := os.ReadFile("../testdata/api/" + a.file)
	if err != nil {
		s.t.Error(err)
	}
	return string(b)
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.t.Error(err)
	}
	switch {
	case !s.platform:
		s.give(w, s.take(r.Method+" "+r.URL.RequestURI(), string(body)), false)
	case strings.HasSuffix(r.URL.Path, ":callSlurmRestApi"):
		var call struct {
			Method, Path string
			Body         json.RawMessage
		}
		if err := json.Unmarshal(body, &call); err != nil {
			s.t.Errorf("%s: %v", body, err)
		}
		s.give(w, s.take(strings.TrimPrefix(call.Method, "HTTP_METHOD_")+" "+call.Path, string(call.Body)), true)
	case r.Method == http.MethodGet && strings.HasSuffix(r.URL.Path, "/modelDevelopmentClusters/hcsdemo"):
		s.give(w, s.theResource(), false)
	default:
		s.give(w, s.takeGoogle(r, string(body)), false)
	}
}

func (s *server) theResource() answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.resource
}

// is changes the answer that the cluster resource gives.
func (s *server) is(a answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.resource = a
}

// onGoogle prepares the answers to one call of Google's other APIs, by method and path without a query, but for the
// token of a page; the last of them stays.
func (s *server) onGoogle(call string, answers ...answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.google[call] = answers
}

// forbidden is how Compute Engine refuses.
func forbidden() answer {
	return answer{status: 403, text: `{"error": {"code": 403, "message": "Required permission", "errors": [{"reason": "forbidden"}]}}`}
}

func (s *server) takeGoogle(r *http.Request, body string) answer {
	call := r.Method + " " + r.URL.Path
	if token := r.URL.Query().Get("pageToken"); token != "" {
		call += "?pageToken=" + token
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looked = append(s.looked, call)
	s.queries[call] = r.URL.Query()
	if body != "" {
		s.bodies = append(s.bodies, body)
	}
	list := s.google[call]
	switch len(list) {
	case 0:
		return forbidden()
	case 1:
	default:
		s.google[call] = list[1:]
	}
	return list[0]
}

// lookedAt returns the calls of Google's other APIs so far, in order, and forgets them.
func (s *server) lookedAt() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.looked
	s.looked = nil
	slices.Sort(out)
	return out
}

func (s *server) give(w http.ResponseWriter, a answer, wrapped bool) {
	if a.hold {
		<-s.released
		return
	}
	content := s.content(a)
	isJSON := strings.HasPrefix(content, "{") || a.half != ""
	switch {
	case wrapped && isJSON:
		content = `{"structuredBody": ` + content + `, "status": ` + jsonOf(s.t, a.status) + `}`
	case wrapped && content == "":
		content = `{"status": ` + jsonOf(s.t, a.status) + `}`
	case wrapped:
		content = `{"body": ` + jsonOf(s.t, content) + `, "status": ` + jsonOf(s.t, a.status) + `}`
	}
	status := a.status
	if wrapped {
		status = 200
	}
	if isJSON || wrapped {
		w.Header().Set("Content-Type", "application/json")
	} else {
		w.Header().Set("Content-Type", "text/plain")
	}
	w.Header().Set("Date", now().Add(a.ahead).UTC().Format(http.TimeFormat))
	if a.cut {
		w.Header().Set("Content-Length", "100000")
		if content = cmp.Or(a.half, `{"jo`); wrapped {
			content = `{"structuredBody": ` + content
		}
	}
	w.WriteHeader(status)
	if _, err := io.WriteString(w, content); err != nil {
		s.t.Log(err)
	}
}

func jsonOf(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Error(err)
	}
	return string(b)
}

// now is the test's clock.
func now() time.Time { return time.Unix(1796001200, 0) }

// key is the key of the test's submits.
const key = "flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS"

// open starts a server and a client of it, which waits for an answer as long as patience says, a minute by default. With
// a patience the server is in memory: see both.
func open(t *testing.T, platform bool, change func(*client.Options), patience ...time.Duration) (*server, *client.Client) {
	t.Helper()
	s := &server{
		t: t, platform: platform, answers: map[string][]answer{}, google: map[string][]answer{}, queries: map[string]url.Values{},
		released: make(chan struct{}),
	}
	s.on("GET /slurm/v0.0.42/reservations/", answer{status: 200, text: `{"reservations": []}`})
	s.on(diag, accountingQueue(0))
	s.resource = answer{status: 403, text: `{"error": {"code": 403, "status": "PERMISSION_DENIED", "message": "no"}}`}
	serve := serveOnSocket
	if len(patience) > 0 {
		serve = serveInMemory
	}
	address, line := serve(t, s)
	t.Cleanup(func() { close(s.released) })
	opts := gateway.Options{
		Transport: line, Now: now, Retry: gateway.Retry{Attempts: -1},
	}
	for _, p := range patience {
		opts.Timeouts.FirstByte = p
	}
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: address}, opts)
	if platform {
		gw, err = gateway.NewPlatform(gateway.PlatformTarget{
			Endpoint: address, Compute: address + "/compute/v1", Project: "demo-project", Region: "us-central1", Cluster: "hcsdemo",
		}, opts)
	}
	if err != nil {
		t.Fatal(err)
	}
	gw.SawClock(now(), now(), now())
	o := client.Options{
		Now: now, Version: "v0.0.42", NewKey: func() string { return key },
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	if change != nil {
		change(&o)
	}
	return s, client.New(gw, o)
}

// both runs a test against a plain slurmrestd and through the platform. With a patience it runs in a bubble, so that what
// is never answered is given up at once, and what is answered never is.
func both(t *testing.T, change func(*client.Options), run func(*server, *client.Client), patience ...time.Duration) {
	t.Helper()
	for name, platform := range map[string]bool{"direct": false, "platform": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one := func(t *testing.T) {
				t.Helper()
				s, c := open(t, platform, change, patience...)
				run(s, c)
			}
			if len(patience) == 0 {
				one(t)
				return
			}
			synctest.Test(t, one)
		})
	}
}

// wantKind fails unless err is a fault of that kind.
func wantKind(t *testing.T, err error, kind fault.Kind) {
	t.Helper()
	if f := asKind(t, err, kind); f.What == "" {
		t.Errorf("the fault says nothing: %+v", f)
	}
}

// asKind returns the fault that err must be.
func asKind(t *testing.T, err error, kind fault.Kind) *fault.Fault {
	t.Helper()
	f := fault.From(err)
	if f == nil || f.Kind != kind {
		t.Fatalf("got %v of kind %v, want kind %v", err, fault.KindOf(err), kind)
	}
	return f
}

// wantCalls fails unless exactly these calls were made.
func wantCalls(t *testing.T, s *server, want ...string) {
	t.Helper()
	got := s.asked()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("asked:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

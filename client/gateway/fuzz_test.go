package gateway_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// FuzzAnswers lets a server say anything at all: what comes out is an answer or a fault that can be shown.
func FuzzAnswers(f *testing.F) {
	for _, s := range slurmAnswers {
		f.Add(s.status, jsonKind, "", failing(s.errors))
		f.Add(200, jsonKind, "", enveloped("500", failing(s.errors)))
	}
	f.Add(403, jsonKind, "12", rpc("403", "PERMISSION_DENIED", "x", errorInfo("SERVICE_DISABLED", `"consumer":"projects/p"`)))
	f.Add(404, htmlKind, "Wed, 21 Oct 2026 07:28:00 GMT", page404)
	f.Add(302, "text/plain", "", "\x1b]0;title\a")
	f.Fuzz(func(t *testing.T, status int, kind, after, body string) {
		if status < 200 || status > 999 {
			return
		}
		rt := roundTrip(func(r *http.Request) (*http.Response, error) {
			h := http.Header{"Content-Type": {kind}, "Retry-After": {after}, "Location": {body}}
			return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
		})
		for _, open := range []func(*testing.T, gateway.Options) *gateway.Gateway{platform, direct} {
			gw := open(t, options(rt))
			for _, r := range []gateway.Request{listJobs(), submit()} {
				var jobs wire.JobsReply
				_, err := gw.Do(t.Context(), r, jobs.Fields())
				if err == nil {
					continue
				}
				got := fault.From(err)
				if got == nil || got.Op != r.Op || got.What == "" || got.RetryAfter < 0 {
					t.Fatalf("not a whole fault: %+v", got)
				}
				if i := strings.IndexFunc(got.Error(), func(c rune) bool { return !unicode.IsPrint(c) }); i >= 0 {
					t.Fatalf("fault with a character that cannot be shown: %q", got.Error())
				}
				if r.Method == http.MethodPost && got.Kind.Transient() && got.Kind != fault.RateLimited && got.Kind != fault.SlurmDown && got.Kind != fault.AccountingDown {
					t.Fatalf("a write was left as %v", got.Kind)
				}
			}
		}
	})
}

package gateway_test

import (
	"net/http"
	"syscall"
	"testing"
	"testing/synctest"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// end is what a write's fault says of its end.
type end struct {
	Kind    fault.Kind
	Settled bool
}

// socket reaches a slurmrestd that knows its callers without a token.
func socket(t *testing.T, o gateway.Options) *gateway.Gateway {
	t.Helper()
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: "unix:/run/s"}, o)
	if err != nil {
		t.Fatal(err)
	}
	return gw
}

func problem(number string) string { return failing(slurmError(number, "", "", "")) }

// What of a write may still come, and what is over.
func TestSettled(t *testing.T) {
	t.Parallel()
	const unknown = fault.UnknownOutcome
	tests := []struct {
		name string
		open func(*testing.T, gateway.Options) *gateway.Gateway
		h    http.HandlerFunc
		want end
	}{
		{"direct: refused", direct, answer(500, jsonKind, problem("2000")), end{fault.Refused, true}},
		{"direct: not reached", direct, answer(502, jsonKind, problem("1800")), end{fault.SlurmDown, true}},
		{"direct: standby", direct, answer(502, jsonKind, problem("2027")), end{fault.SlurmDown, true}},
		{"direct: token", direct, answer(511, jsonKind, problem("1007")), end{fault.TokenRejected, true}},
		{"direct: a token somewhere", direct, answer(500, jsonKind, problem("1007")), end{unknown, false}},
		{"socket: credential of the answer", socket, answer(511, jsonKind, problem("1007")), end{unknown, false}},
		{"direct: no token", direct, answer(401, "text/plain", "Authentication failure"), end{fault.TokenRejected, true}},
		{"direct: socket timed out", direct, answer(500, jsonKind, problem("5004")), end{unknown, false}},
		{"direct: timed out, as a refusal", direct, answer(422, jsonKind, problem("5004")), end{unknown, false}},
		{"direct: errno", direct, answer(500, jsonKind, problem("110")), end{unknown, false}},
		{"direct: answer of another kind", direct, answer(500, jsonKind, problem("1000")), end{unknown, false}},
		{"direct: answer of another version", direct, answer(500, jsonKind, problem("1005")), end{unknown, false}},
		{"direct: insane answer", direct, answer(500, jsonKind, problem("1008")), end{unknown, false}},
		{"direct: in a 200", direct, answer(200, jsonKind, problem("1802")), end{unknown, false}},
		{
			"direct: timed out, and a consequence", direct,
			answer(500, jsonKind, failing(slurmError("5004", "", "", "")+","+slurmError("9000", "", "", ""))),
			end{unknown, false},
		},
		{"direct: unspecified", direct, answer(500, jsonKind, problem("-1")), end{unknown, false}},
		{"direct: no error in a 200", direct, answer(200, jsonKind, problem("0")), end{unknown, true}},
		{"direct: garbage", direct, answer(200, jsonKind, "{nonsense}"), end{unknown, true}},
		{"direct: page of a portal", direct, answer(200, htmlKind, "log in"), end{unknown, false}},
		{"direct: proxy", direct, answer(502, htmlKind, ""), end{unknown, false}},
		{"direct: late", direct, answer(408, jsonKind, problem("0")), end{unknown, false}},
		{"direct: nothing said", direct, answer(500, "", ""), end{unknown, false}},
		{"direct: hung up", direct, hangUp, end{unknown, false}},
		{"direct: cut", direct, cutShort, end{unknown, false}},
		{"direct: silent", direct, silent, end{unknown, false}},

		{"platform: refused", platform, answer(200, jsonKind, enveloped("500", problem("2000"))), end{fault.Refused, true}},
		{"platform: refused, no status", platform, answer(200, jsonKind, `{"structuredBody":`+problem("2000")+`}`), end{fault.Refused, true}},
		{"platform: its own token", platform, answer(200, jsonKind, enveloped("511", problem("1007"))), end{fault.TokenRejected, true}},
		{"platform: a token somewhere", platform, answer(200, jsonKind, enveloped("500", problem("1007"))), end{unknown, false}},
		{"platform: no status", platform, answer(200, jsonKind, `{"structuredBody":{}}`), end{unknown, false}},
		{"platform: a status that is none", platform, answer(200, jsonKind, enveloped("5000", `{"job_id":5}`)), end{unknown, false}},
		{"platform: garbage", platform, answer(200, jsonKind, `{"status":200,"structuredBody":7}`), end{unknown, true}},
		{"platform: garbage, no status", platform, answer(200, jsonKind, `{"structuredBody":7}`), end{unknown, false}},
		{"platform: elsewhere", platform, answer(200, jsonKind, `{"status":302}`), end{unknown, false}},
		{"platform: forbidden", platform, answer(403, jsonKind, rpc("403", "PERMISSION_DENIED", "", "")), end{fault.PermissionDenied, true}},
		{"platform: token", platform, answer(401, jsonKind, rpc("401", "UNAUTHENTICATED", "", "")), end{fault.Unauthenticated, true}},
		{"platform: gave up", platform, answer(499, jsonKind, rpc("499", "CANCELLED", "", "")), end{unknown, false}},
		{"platform: internal", platform, answer(500, jsonKind, rpc("500", "INTERNAL", "", "")), end{unknown, false}},
		{"platform: bad gateway", platform, answer(502, htmlKind, ""), end{unknown, false}},
		{"platform: unavailable", platform, answer(503, jsonKind, rpc("503", "UNAVAILABLE", "", "")), end{unknown, false}},
		{"platform: deadline", platform, answer(504, jsonKind, rpc("504", "DEADLINE_EXCEEDED", "", "")), end{unknown, false}},
		{"platform: Slurm's own 504", platform, answer(200, jsonKind, `{"status":504}`), end{unknown, false}},
		{"platform: cut", platform, cutShort, end{unknown, false}},
		{"platform: hung up", platform, hangUp, end{unknown, false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gw := tt.open(t, atHTTP(options(serve(t, tt.h))))
				_, f := do(t, gw, submit())
				diff(t, "end", tt.want, end{f.Kind, f.Settled})
				if f.Kind == unknown {
					diff(t, "of the cause", f.Settled, fault.From(f.Err).Settled)
				}
				_, f = do(t, gw, listJobs())
				if f != nil && f.Settled {
					t.Error("a read is settled")
				}
			})
		})
	}
}

// What never left is settled.
func TestSettledBeforeItBegan(t *testing.T) {
	t.Parallel()
	o := options(dialing(syscall.EHOSTUNREACH))
	_, f := do(t, direct(t, o), submit())
	diff(t, "no connection", end{fault.Unreachable, true}, end{f.Kind, f.Settled})
	o.ReadOnly = true
	_, f = do(t, direct(t, o), submit())
	diff(t, "read-only", end{fault.ReadOnly, true}, end{f.Kind, f.Settled})
	bad := submit()
	bad.Body = nil
	_, f = do(t, direct(t, o), bad)
	diff(t, "no request", end{fault.Usage, true}, end{f.Kind, f.Settled})
}

package gateway_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// ending is how a server ends the body of an answer, so that HTTP takes it for whole.
type ending int

const (
	byLength ending = iota // Content-Length, right for what is sent
	byClose                // nothing but the end of the connection
	byChunks
)

// ends answers with a body that ends as it says.
func ends(body string, how ending) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if _, err := bufio.NewReader(r.Body).WriteTo(new(strings.Builder)); err != nil {
			return
		}
		head := fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
		switch how {
		case byLength:
		case byClose:
			head = "Connection: close\r\n\r\n" + body
		case byChunks:
			head = "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
			if body != "" {
				head = fmt.Sprintf("Transfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(body), body)
			}
		}
		conn, rw, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer func(c net.Conn) { _ = c.Close() }(conn)
		_, _ = rw.WriteString("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n" + head)
		_ = rw.Flush()
	}
}

// cuts gives the bodies of a transport's answer that are cut, at every byte, outside of the JSON text and in Slurm's inside.
func cuts(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, whole string) []string {
	t.Helper()
	wraps := []func(string) string{func(s string) string { return s }}
	if _, ok := open(t, atHTTP(options(serve(t, http.NotFoundHandler())))).Platform(); ok {
		wraps = []func(string) string{
			func(s string) string { return enveloped("200", s) },
			func(s string) string { return `{"body":` + quoteJSON(s) + `,"status":200}` },
		}
	}
	var out []string
	for _, wrap := range wraps {
		text := wrap(whole)
		for at := range text {
			out = append(out, text[:at])
		}
	}
	if len(wraps) > 1 {
		for at := 1; at < len(whole); at++ {
			out = append(out, wraps[1](whole[:at]))
		}
	}
	return out
}

func quoteJSON(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// However HTTP ends an answer that is cut, and wherever that is: a read is tried again, and of a write nobody knows
// whether it happened, unless the answer has told the number of the job to its end.
func TestAnswersCutAtEachByte(t *testing.T) {
	t.Parallel()
	for _, how := range []ending{byLength, byClose, byChunks} {
		both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, _ func(string) string) {
			t.Helper()
			do := func(ctx context.Context, body string, r gateway.Request, f wire.Fields) *fault.Fault {
				_, err := open(t, atHTTP(options(serve(t, ends(body, how))))).Do(ctx, r, f)
				return fault.From(err)
			}
			for _, body := range cuts(t, open, `{"jobs":[{"job_id":43},{"job_id":44}],"meta":{},"errors":[]}`) {
				var jobs wire.JobsReply
				f := do(t.Context(), body, listJobs(), jobs.Fields())
				if f == nil || f.Kind != fault.Cut || !f.Kind.Transient() {
					t.Fatalf("%q: %v, %d jobs", body, f, len(jobs.Jobs))
				}
			}
			for _, body := range cuts(t, open, `{"job_id":43,"step_id":"batch","errors":[]}`) {
				var made wire.SubmitReply
				f := do(t.Context(), body, submit(), made.Fields())
				if f == nil || f.Kind != fault.UnknownOutcome || fault.From(f.Err).Kind != fault.Cut || made.JobID != 0 && made.JobID != 43 {
					t.Fatalf("%q: %v, job %d", body, f, made.JobID)
				}
			}
			for _, body := range cuts(t, open, `{"status":[{"job_id":43,"error":{"code":2002}}],"errors":[]}`) {
				var reply wire.CancelReply
				if f := do(t.Context(), body, cancelJob(), reply.Fields()); f == nil || f.Kind != fault.UnknownOutcome {
					t.Fatalf("%q: %v, %+v", body, f, reply)
				}
			}
		})
	}
}

package gateway_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// Ways in which a server fails in the middle of things.

// hangUp closes the connection instead of answering.
func hangUp(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// cutShort promises more than it sends.
func cutShort(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", jsonKind)
	w.Header().Set("Content-Length", "1000")
	_, _ = io.WriteString(w, `{"status":200,"structuredBody":{"jobs":[`)
}

// cutChunks ends in the middle of an answer of unknown length.
func cutChunks(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", jsonKind)
	_, _ = io.WriteString(w, `{"status":200,"structuredBody":{"jobs":[`)
	flush(w)
	panic(http.ErrAbortHandler)
}

// silent takes the request and says nothing.
func silent(_ http.ResponseWriter, r *http.Request) { wait(r) }

// wait blocks until the client is gone, which the server notices only when the request has been read.
func wait(r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// fallsSilent begins an answer and says no more.
func fallsSilent(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", jsonKind)
	_, _ = io.WriteString(w, `{"status":200,"structuredBody":{"jobs":[`)
	flush(w)
	wait(r)
}

// drips sends the answer a few bytes at a time, with a pause before each.
func drips(body string, pause time.Duration) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", jsonKind)
		for len(body) > 0 {
			n := min(4, len(body))
			timer := time.NewTimer(pause)
			select {
			case <-timer.C:
			case <-r.Context().Done():
				timer.Stop()
				return
			}
			_, _ = io.WriteString(w, body[:n])
			flush(w)
			body = body[n:]
		}
	}
}

func flush(w http.ResponseWriter) {
	if err := http.NewResponseController(w).Flush(); err != nil {
		panic(http.ErrAbortHandler)
	}
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	whole := enveloped("200", emptyJobs)
	tests := []struct {
		name   string
		h      http.HandlerFunc
		change func(*gateway.Options)
		want   *brief
		took   time.Duration
	}{
		{"hung up", hangUp, nil, &brief{fault.Cut, "the connection broke before the answer", fault.Cut.Cure(), 0, "", true}, 0},
		{"less than promised", cutShort, nil, &brief{fault.Cut, "the connection broke inside the answer", fault.Cut.Cure(), 200, "", true}, 0},
		{"cut in chunks", cutChunks, nil, &brief{fault.Cut, "the connection broke inside the answer", fault.Cut.Cure(), 200, "", true}, 0},
		{"complete for HTTP, not for JSON", answer(200, jsonKind, whole[:20]), nil, &brief{fault.Cut, "the connection broke inside the answer", fault.Cut.Cure(), 200, "", true}, 0},
		{"silent", silent, nil, &brief{fault.TimedOut, "no answer began in time", fault.TimedOut.Cure(), 0, "", true}, time.Minute},
		{
			"silent, own limit", silent, func(o *gateway.Options) { o.Timeouts.FirstByte = 7 * time.Second },
			&brief{fault.TimedOut, "no answer began in time", fault.TimedOut.Cure(), 0, "", true}, 7 * time.Second,
		},
		{"falls silent", fallsSilent, nil, &brief{fault.TimedOut, "the answer stopped coming", fault.TimedOut.Cure(), 200, "", true}, 30 * time.Second},
		{"slow but steady", drips(whole, 29*time.Second), nil, nil, time.Duration((len(whole)+3)/4) * 29 * time.Second},
		{
			"slow beyond all limits", drips(strings.Repeat(" ", 400)+whole, 20*time.Second), nil,
			&brief{fault.TimedOut, "the answer took too long in all", fault.TimedOut.Cure(), 200, "", true}, 10 * time.Minute,
		},
		{
			"larger than allowed", answer(200, jsonKind, whole), func(o *gateway.Options) { o.MaxResponse = int64(len(whole)) - 1 },
			&brief{fault.Malformed, "the answer is larger than allowed", "ask for less at a time", 200, "", false}, 0,
		},
		{"as large as allowed", answer(200, jsonKind, whole), func(o *gateway.Options) { o.MaxResponse = int64(len(whole)) }, nil, 0},
		{
			"error page that never ends", func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/plain")
				w.WriteHeader(503)
				for r.Context().Err() == nil {
					if _, err := io.WriteString(w, strings.Repeat("x ", 512)); err != nil {
						return
					}
				}
			}, nil,
			&brief{
				fault.Unavailable, "the cluster cannot be reached for now (status 503): " + strings.Repeat("x ", 99) + "x…",
				fault.Unavailable.Cure(), 503, "", true,
			}, 0,
		},
		{
			"error page that stops coming", func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(403)
				_, _ = io.WriteString(w, "no ")
				flush(w)
				wait(r)
			}, nil,
			&brief{fault.PermissionDenied, "no access to cluster hcsdemo of project my-project (status 403): no", runCure, 403, "", false},
			30 * time.Second,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := atHTTP(options(serve(t, tt.h)))
				if tt.change != nil {
					tt.change(&o)
				}
				start := time.Now()
				_, f := do(t, platform(t, o), listJobs())
				diff(t, "fault", tt.want, briefly(f))
				diff(t, "took", tt.took, time.Since(start))
			})
		})
	}
}

// The clock of silence stands still while an answer is being decoded, however long that takes.
func TestSlowReaderIsNoSilence(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gw := platform(t, atHTTP(options(serve(t, answer(200, jsonKind, strings.Repeat(" ", 4096))))))
		err := gw.Resource(t.Context(), func(r io.Reader) error {
			buf := make([]byte, 512)
			for {
				_, err := r.Read(buf)
				if err == io.EOF {
					return nil
				}
				if err != nil {
					return err
				}
				timer := time.NewTimer(40 * time.Second)
				<-timer.C
			}
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	to := func(status int, where string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", where)
			w.WriteHeader(status)
		}
	}
	fine := answer(200, jsonKind, emptyJobs)
	refused := func(where string, status int) *brief {
		return &brief{
			fault.Usage, "the address redirects " + where + ", which flexq does not follow with a credential",
			"set the address of the API itself, if you trust where it leads", status, "", false,
		}
	}
	home := func(path string, status int) *brief {
		f := refused("to "+path+" of the same server", status)
		f.What, f.Cure = strings.Replace(f.What, "a credential", "a change", 1), "set the address of the API itself"
		return f
	}
	circle := &brief{
		fault.Usage, "the address redirects again and again, at last to /again of the same server",
		"set the address of the API itself, or mend the redirects of what is in front of it", 302, "", false,
	}
	uncertain := home("/x", 303)
	uncertain.Kind, uncertain.Cure = fault.UnknownOutcome, fault.UnknownOutcome.Cure()
	uncertain.What = "nobody knows whether this happened: " + uncertain.What
	tests := []struct {
		name string
		req  gateway.Request
		h    http.HandlerFunc
		want *brief
		asks int
	}{
		{"read, same host", listJobs(), inTurn(to(307, "/slurm/v0.0.42/jobs"), fine), nil, 2},
		{"read, other host", listJobs(), inTurn(to(302, "http://evil.test/x"), fine), refused("to http://evil.test", 302), 1},
		{"read, other scheme", listJobs(), inTurn(to(301, "https://slurm.test:6820/x"), fine), refused("to https://slurm.test:6820", 301), 1},
		{"read, in circles", listJobs(), to(302, "/again"), circle, 4},
		{"write, same host", submit(), inTurn(to(307, "http://slurm.test:6820/x"), fine), home("/x", 307), 1},
		{"write, that may be done", submit(), inTurn(to(303, "http://slurm.test:6820/x"), fine), uncertain, 1},
		{"cancel", cancelJob(), inTurn(to(302, "/login"), fine), home("/login", 302), 1},
		{"requeue, a write that is a GET", requeueJob(), inTurn(to(302, "http://slurm.test:6820/x"), fine), home("/x", 302), 1},
		{"to nowhere", listJobs(), answer(300, "", ""), refused("elsewhere", 300), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rec := &recorder{h: tt.h}
			_, f := do(t, direct(t, options(serve(t, rec))), tt.req)
			diff(t, "fault", tt.want, briefly(f))
			diff(t, "requests", tt.asks, len(rec.all()))
		})
	}
}

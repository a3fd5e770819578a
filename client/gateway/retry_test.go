package gateway_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// notice is a RetryNotice without the cause's text.
type notice struct {
	Op      string
	Attempt int
	Wait    time.Duration
	Cause   fault.Kind
}

// retrying sets up a gateway whose retries are noted, and tells when each attempt arrived, counted from the first.
func retrying(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, h http.HandlerFunc,
	change func(*gateway.Options),
) (*gateway.Gateway, *[]notice, func() []time.Duration) {
	t.Helper()
	rec := &recorder{h: h}
	o := atHTTP(options(serve(t, rec)))
	o.Retry = gateway.Retry{}
	notices := new([]notice)
	o.OnRetry = func(n gateway.RetryNotice) {
		*notices = append(*notices, notice{n.Op, n.Attempt, n.Wait, fault.KindOf(n.Cause)})
	}
	if change != nil {
		change(&o)
	}
	return open(t, o), notices, func() []time.Duration {
		var at []time.Duration
		all := rec.all()
		for _, s := range all {
			at = append(at, s.At.Sub(all[0].At))
		}
		return at
	}
}

func seconds(s ...float64) []time.Duration {
	var out []time.Duration
	for _, v := range s {
		out = append(out, time.Duration(v*float64(time.Second)))
	}
	return out
}

func unavailable(after string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if after != "" {
			w.Header().Set("Retry-After", after)
		}
		answer(503, jsonKind, rpc("503", "UNAVAILABLE", "", ""))(w, r)
	}
}

func TestRetriesOfReads(t *testing.T) {
	t.Parallel()
	fine := answer(200, jsonKind, enveloped("200", emptyJobs))
	inner502 := answer(200, jsonKind, enveloped("502", failing(slurmError("1800", "down", "x", ""))))
	tests := []struct {
		name     string
		h        http.HandlerFunc
		change   func(*gateway.Options)
		attempts []time.Duration
		notices  []notice
		want     fault.Kind
		fails    bool
	}{
		{name: "at once", h: fine, attempts: seconds(0)},
		{
			name: "one fault", h: inTurn(unavailable(""), fine), attempts: seconds(0, .375),
			notices: []notice{{"list jobs", 1, 375 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "all fail", h: unavailable(""), attempts: seconds(0, .375, 1.125, 2.625), fails: true, want: fault.Unavailable,
			notices: []notice{
				{"list jobs", 1, 375 * time.Millisecond, fault.Unavailable},
				{"list jobs", 2, 750 * time.Millisecond, fault.Unavailable},
				{"list jobs", 3, 1500 * time.Millisecond, fault.Unavailable},
			},
		},
		{
			name: "spread to its least", h: unavailable(""), attempts: seconds(0, .25), fails: true, want: fault.Unavailable,
			change:  func(o *gateway.Options) { o.Rand = func() float64 { return 0 }; o.Retry.Attempts = 2 },
			notices: []notice{{"list jobs", 1, 250 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "spread to its most", h: unavailable(""), attempts: seconds(0, .5), fails: true, want: fault.Unavailable,
			change:  func(o *gateway.Options) { o.Rand = func() float64 { return 1 }; o.Retry.Attempts = 2 },
			notices: []notice{{"list jobs", 1, 500 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "longest pause", h: unavailable(""), attempts: seconds(0, 1.5, 3, 4.5), fails: true, want: fault.Unavailable,
			change: func(o *gateway.Options) { o.Retry.First = time.Hour; o.Retry.Longest = 2 * time.Second },
			notices: []notice{
				{"list jobs", 1, 1500 * time.Millisecond, fault.Unavailable},
				{"list jobs", 2, 1500 * time.Millisecond, fault.Unavailable},
				{"list jobs", 3, 1500 * time.Millisecond, fault.Unavailable},
			},
		},
		{
			name: "Retry-After in seconds", h: inTurn(unavailable("12"), fine), attempts: seconds(0, 12.125),
			notices: []notice{{"list jobs", 1, 12125 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "Retry-After as a date", attempts: seconds(0, 20.125),
			h: inTurn(func(w http.ResponseWriter, r *http.Request) {
				unavailable(time.Now().Add(20*time.Second).UTC().Format(http.TimeFormat))(w, r)
			}, fine),
			notices: []notice{{"list jobs", 1, 20125 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "Retry-After as a date of a clock that is off", attempts: seconds(0, 20.125),
			h: inTurn(func(w http.ResponseWriter, r *http.Request) {
				theirs := time.Now().Add(-time.Hour).UTC()
				w.Header().Set("Date", theirs.Format(http.TimeFormat))
				unavailable(theirs.Add(20*time.Second).Format(http.TimeFormat))(w, r)
			}, fine),
			notices: []notice{{"list jobs", 1, 20125 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "Retry-After of nonsense", h: inTurn(unavailable("soon"), fine), attempts: seconds(0, .375),
			notices: []notice{{"list jobs", 1, 375 * time.Millisecond, fault.Unavailable}},
		},
		{
			name: "Retry-After in the past", h: inTurn(unavailable("-5"), fine), attempts: seconds(0, .375),
			notices: []notice{{"list jobs", 1, 375 * time.Millisecond, fault.Unavailable}},
		},
		{name: "Retry-After beyond the budget", h: inTurn(unavailable("3600"), fine), attempts: seconds(0), fails: true, want: fault.Unavailable},
		{
			name: "RetryInfo", attempts: seconds(0, 7.125),
			h: inTurn(answer(429, jsonKind, rpc("429", "RESOURCE_EXHAUSTED", "",
				`{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"7s"}`)), fine),
			notices: []notice{{"list jobs", 1, 7125 * time.Millisecond, fault.RateLimited}},
		},
		{
			name: "budget", h: unavailable("10"), attempts: seconds(0, 10.125, 20.375, 30.875), fails: true, want: fault.Unavailable,
			change: func(o *gateway.Options) { o.Retry.Attempts = 99; o.Retry.Budget = 35 * time.Second },
			notices: []notice{
				{"list jobs", 1, 10125 * time.Millisecond, fault.Unavailable},
				{"list jobs", 2, 10250 * time.Millisecond, fault.Unavailable},
				{"list jobs", 3, 10500 * time.Millisecond, fault.Unavailable},
			},
		},
		{
			name: "Slurm down for a moment", h: inTurn(inner502, fine), attempts: seconds(0, .375),
			notices: []notice{{"list jobs", 1, 375 * time.Millisecond, fault.SlurmDown}},
		},
		{name: "refused by Slurm", h: answer(200, jsonKind, enveloped("500", failing(slurmError("2000", "a", "b", "")))), attempts: seconds(0), fails: true, want: fault.Refused},
		{name: "no access", h: answer(403, jsonKind, rpc("403", "PERMISSION_DENIED", "", "")), attempts: seconds(0), fails: true, want: fault.PermissionDenied},
		{name: "not JSON", h: answer(200, htmlKind, "x"), attempts: seconds(0), fails: true, want: fault.Malformed},
		{
			name: "never", h: inTurn(unavailable(""), fine), attempts: seconds(0), fails: true, want: fault.Unavailable,
			change: func(o *gateway.Options) { o.Retry.Attempts = -1 },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gw, notices, at := retrying(t, platform, tt.h, tt.change)
				_, f := do(t, gw, listJobs())
				if tt.fails {
					wantKind(t, f, tt.want)
				} else if f != nil {
					t.Fatal(f)
				}
				if d := cmp.Diff(tt.attempts, at()); d != "" {
					t.Errorf("moments of the attempts (-want +got):\n%s", d)
				}
				if d := cmp.Diff(tt.notices, *notices); d != "" {
					t.Errorf("notices (-want +got):\n%s", d)
				}
			})
		})
	}
}

// However a write fails, it leaves once.
func TestWritesAreNeverRepeated(t *testing.T) {
	t.Parallel()
	faults := map[string]struct {
		h    http.HandlerFunc
		want fault.Kind
	}{
		"outer 503":        {unavailable("1"), fault.UnknownOutcome},
		"outer 429":        {answer(429, jsonKind, rpc("429", "RESOURCE_EXHAUSTED", "", "")), fault.RateLimited},
		"outer 500":        {answer(500, jsonKind, rpc("500", "INTERNAL", "", "")), fault.UnknownOutcome},
		"outer 504":        {answer(504, htmlKind, ""), fault.UnknownOutcome},
		"outer 409":        {answer(409, jsonKind, rpc("409", "ABORTED", "", "")), fault.UnknownOutcome},
		"outer 403":        {answer(403, jsonKind, rpc("403", "PERMISSION_DENIED", "", "")), fault.PermissionDenied},
		"outer 404":        {answer(404, htmlKind, page404), fault.NotFound},
		"outer 401":        {answer(401, jsonKind, rpc("401", "UNAUTHENTICATED", "", "")), fault.Unauthenticated},
		"inner 503":        {answer(200, jsonKind, `{"status":503}`), fault.UnknownOutcome},
		"inner 502, known": {answer(200, jsonKind, enveloped("502", failing(slurmError("1800", "", "", "")))), fault.SlurmDown},
		"inner 500":        {answer(200, jsonKind, enveloped("500", failing(slurmError("2000", "", "", "")))), fault.Refused},
		"not JSON":         {answer(200, htmlKind, ""), fault.UnknownOutcome},
		"nothing said":     {answer(200, jsonKind, `{}`), fault.UnknownOutcome},
		"hung up":          {hangUp, fault.UnknownOutcome},
		"cut":              {cutShort, fault.UnknownOutcome},
		"ends early":       {answer(200, jsonKind, `{"status":200,"structuredBody":{"job_id":12`), fault.UnknownOutcome},
		"silent":           {silent, fault.UnknownOutcome},
		"falls silent":     {fallsSilent, fault.UnknownOutcome},
	}
	for name, tt := range faults {
		for _, req := range []gateway.Request{submit(), cancelJob(), {Op: "requeue", Method: "GET", Path: "/slurm/v0.0.45/job/5/requeue"}} {
			t.Run(name+": "+req.Op, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					gw, notices, at := retrying(t, platform, tt.h, nil)
					_, f := do(t, gw, req)
					wantKind(t, f, tt.want)
					if n := len(at()); n != 1 || len(*notices) != 0 {
						t.Errorf("%d attempts and %d notices, want one and none", n, len(*notices))
					}
					if f.Kind == fault.UnknownOutcome && !strings.HasPrefix(f.What, "nobody knows whether this happened: ") {
						t.Errorf("what = %q", f.What)
					}
				})
			})
		}
	}
}

// A reply that an attempt has left half filled is begun anew.
// What is asked for once is not asked for again, and nobody is told of a next try.
func TestAReadThatIsAskedForOnce(t *testing.T) {
	t.Parallel()
	both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, _ func(string) string) {
		t.Helper()
		gw, notices, arrivals := retrying(t, open, unavailable(""), nil)
		r := listJobs()
		r.Once = true
		var jobs wire.JobsReply
		_, err := gw.Do(t.Context(), r, jobs.Fields())
		if f := fault.From(err); f == nil || f.Kind != fault.Unavailable || len(*notices) != 0 || len(arrivals()) != 1 {
			t.Errorf("%v, %d attempts, notices %v", err, len(arrivals()), *notices)
		}
	})
}

func TestRetryBeginsTheReplyAnew(t *testing.T) {
	t.Parallel()
	const full = `{"jobs":[{"job_id":1,"name":"one"},{"job_id":2,"name":"two"}],"errors":[],"warnings":[]}`
	both(t, func(t *testing.T, open func(*testing.T, gateway.Options) *gateway.Gateway, wrap func(string) string) {
		t.Helper()
		body := wrap(full)
		synctest.Test(t, func(t *testing.T) {
			gw, notices, _ := retrying(t, open, inTurn(answer(200, jsonKind, body[:strings.Index(body, `"two"`)]), answer(200, jsonKind, body)), nil)
			var jobs wire.JobsReply
			if _, err := gw.Do(t.Context(), listJobs(), jobs.Fields()); err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, j := range jobs.Jobs {
				names = append(names, j.Name)
			}
			diff(t, "jobs", []string{"one", "two"}, names)
			diff(t, "notices", []notice{{"list jobs", 1, 375 * time.Millisecond, fault.Cut}}, *notices)
		})
	})
}

func TestGivingUp(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		h    http.HandlerFunc
		ctx  func(context.Context) (context.Context, context.CancelFunc)
		req  gateway.Request
		want fault.Kind
		took time.Duration
	}{
		{"while waiting for an answer", silent, cancelAfter(3 * time.Second), listJobs(), fault.Cancelled, 3 * time.Second},
		{"inside an answer", fallsSilent, cancelAfter(3 * time.Second), listJobs(), fault.Cancelled, 3 * time.Second},
		{"between attempts", unavailable("20"), cancelAfter(3 * time.Second), listJobs(), fault.Cancelled, 3 * time.Second},
		{"before the first", silent, cancelAfter(0), listJobs(), fault.Cancelled, 0},
		{"of a write", silent, cancelAfter(3 * time.Second), submit(), fault.UnknownOutcome, 3 * time.Second},
		{"of a write, before it left", silent, cancelAfter(0), submit(), fault.Cancelled, 0},
		{"time is up", silent, deadlineAfter(3 * time.Second), listJobs(), fault.TimedOut, 3 * time.Second},
		{"time is up between attempts", unavailable("20"), deadlineAfter(3 * time.Second), listJobs(), fault.TimedOut, 3 * time.Second},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gw, _, _ := retrying(t, platform, tt.h, nil)
				ctx, cancel := tt.ctx(t.Context())
				defer cancel()
				start := time.Now()
				_, f := doCtx(ctx, t, gw, tt.req)
				wantKind(t, f, tt.want)
				diff(t, "took", tt.took, time.Since(start))
			})
		})
	}
}

// Whoever runs out of time while a read is tried again hears why it had to be.
func TestGivingUpNamesTheCause(t *testing.T) {
	t.Parallel()
	const down = "the cluster cannot be reached for now"
	tests := []struct {
		name string
		h    http.HandlerFunc
		ctx  func(context.Context) (context.Context, context.CancelFunc)
		want brief
	}{
		{"in a pause", unavailable("20"), deadlineAfter(3 * time.Second), brief{fault.TimedOut, "no answer in time, after this: " + down, fault.Unavailable.Cure(), 0, "", true}},
		{"in the next attempt", inTurn(unavailable("1"), silent), deadlineAfter(3 * time.Second), brief{fault.TimedOut, "no answer in time, after this: " + down, fault.Unavailable.Cure(), 0, "", true}},
		{"inside the next answer", inTurn(unavailable("1"), fallsSilent), deadlineAfter(3 * time.Second), brief{fault.TimedOut, "no answer in time, after this: " + down, fault.Unavailable.Cure(), 200, "", true}},
		{"by will", unavailable("20"), cancelAfter(3 * time.Second), brief{fault.Cancelled, fault.Cancelled.What() + ", after this: " + down, fault.Unavailable.Cure(), 0, "", false}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				gw, _, _ := retrying(t, platform, tt.h, nil)
				ctx, cancel := tt.ctx(t.Context())
				defer cancel()
				_, f := doCtx(ctx, t, gw, listJobs())
				diff(t, "fault", &tt.want, briefly(f))
				cause := fault.From(f.Err)
				wantKind(t, cause, fault.Unavailable)
				diff(t, "status of the cause", 503, cause.Status)
			})
		})
	}
}

func cancelAfter(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		if d == 0 {
			cancel()
			return ctx, cancel
		}
		timer := time.AfterFunc(d, cancel)
		return ctx, func() { timer.Stop(); cancel() }
	}
}

func deadlineAfter(d time.Duration) func(context.Context) (context.Context, context.CancelFunc) {
	return func(ctx context.Context) (context.Context, context.CancelFunc) { return context.WithTimeout(ctx, d) }
}

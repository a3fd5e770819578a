package gateway_test

import (
	"net/http"
	"testing"
	"time"

	"flexq/client/gateway"
)

// TestSkew lets a server show its clock in answers to reads, one after the other.
func TestSkew(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)
	type look struct {
		now  time.Duration // our clock since start, at the question and at the answer
		date time.Duration // theirs since start; below 0: none
		age  string
	}
	for _, test := range []struct {
		name  string
		looks []look
		want  time.Duration
		known bool
	}{
		{"no date", []look{{0, -1, ""}}, 0, false},
		{"the same", []look{{0, 0, ""}}, 0, true},
		{"a part of a second is no skew", []look{{900 * time.Millisecond, 0, ""}}, 0, true},
		{"ahead", []look{{0, 300 * time.Second, ""}}, 300*time.Second + 500*time.Millisecond, true},
		{"behind", []look{{400 * time.Second, 100 * time.Second, ""}}, -300*time.Second + 500*time.Millisecond, true},
		{"two looks narrow it", []look{{0, 300 * time.Second, ""}, {800 * time.Millisecond, 301 * time.Second, ""}}, 300*time.Second + 600*time.Millisecond, true},
		{"the clock was set", []look{{0, 300 * time.Second, ""}, {time.Second, 61 * time.Second, ""}}, 60*time.Second + 500*time.Millisecond, true},
		{"a cache", []look{{0, 300 * time.Second, "12"}}, 0, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			now, at := start, 0
			gw, err := gateway.NewDirect(gateway.DirectTarget{URL: "http://127.0.0.1:1"}, gateway.Options{
				Now: func() time.Time { return now },
				Transport: roundTrip(func(*http.Request) (*http.Response, error) {
					h := http.Header{"Content-Type": {"application/json"}}
					if l := test.looks[at]; l.date >= 0 {
						h.Set("Date", start.Add(l.date).Format(http.TimeFormat))
						if l.age != "" {
							h.Set("Age", l.age)
						}
					}
					return &http.Response{StatusCode: 200, Header: h, Body: http.NoBody}, nil
				}),
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := range test.looks {
				at, now = i, start.Add(test.looks[i].now)
				_, err := gw.Do(t.Context(), gateway.Request{Method: "GET", Path: "/slurm/v0.0.42/ping/"}, nil)
				if err == nil {
					t.Fatal("an empty answer is no fault")
				}
			}
			if got, known := gw.Skew(); got != test.want || known != test.known {
				t.Errorf("skew is %v, %v", got, known)
			}
		})
	}
}

// TestSawClock lets an answer itself show the clock, after a while.
func TestSawClock(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 30, 5, 0, 0, 0, time.UTC)
	gw, err := gateway.NewDirect(gateway.DirectTarget{URL: "http://127.0.0.1:1"}, gateway.Options{
		Now: time.Now, Transport: http.DefaultTransport,
	})
	if err != nil {
		t.Fatal(err)
	}
	gw.SawClock(start, start.Add(3*time.Second), start.Add(100*time.Second))
	if got, known := gw.Skew(); got != 99*time.Second || !known {
		t.Errorf("skew is %v, %v", got, known)
	}
	gw.SawClock(start.Add(time.Second), start, start)
	if got, _ := gw.Skew(); got != 99*time.Second {
		t.Errorf("after our clock was set: %v", got)
	}
}

// TestSkewOfAPage does not take the clock of a page that something in between has sent.
func TestSkewOfAPage(t *testing.T) {
	t.Parallel()
	gw := platform(t, options(serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Date(1999, 1, 1, 0, 0, 0, 0, time.UTC).Format(http.TimeFormat))
		answer(502, htmlKind, "<p>proxy</p>")(w, r)
	}))))
	if _, f := do(t, gw, listJobs()); f == nil {
		t.Fatal("a page is an answer")
	}
	if skew, known := gw.Skew(); known {
		t.Errorf("skew %v", skew)
	}
}

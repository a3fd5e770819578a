package client_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// clocked is a cluster whose clock shows in all answers, or only where it is asked for the time.
type clocked struct {
	slow
	dates bool

	mu    sync.Mutex
	calls []string
	ahead time.Duration
	known bool
}

func (d *clocked) Do(_ context.Context, r gateway.Request, f wire.Fields) (gateway.Answer, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = append(d.calls, r.Path)
	d.known = d.known || d.dates
	const text = `{"pings": [{"hostname": "c", "responding": true}], "statistics": {"req_time": {"set": true, "number": 1796001500}}}`
	payload, err := wire.ReadPayload(strings.NewReader(text), f)
	return gateway.Answer{Status: 200, Payload: payload}, err
}

func (d *clocked) Skew() (time.Duration, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.ahead, d.known
}

func (d *clocked) SawClock(_, got, theirs time.Time) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.known, d.ahead = true, theirs.Sub(got)
}

func (d *clocked) asked() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := d.calls
	d.calls = nil
	return out
}

func TestClusterNow(t *testing.T) {
	t.Parallel()
	const ping, diag = "/slurm/v0.0.42/ping/", "/slurm/v0.0.42/diag/"
	at := now()
	for _, test := range []struct {
		name  string
		dates bool
		skew  time.Duration
		want  [][]string // calls of each look
	}{
		{"by the answers", true, 0, [][]string{{ping}, {ping}, {ping}}},
		{"by asking", false, 300 * time.Second, [][]string{{ping, diag}, {ping}, {ping, diag}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			gw, mine := &clocked{dates: test.dates}, at
			c := client.Over(gw, client.Options{Now: func() time.Time { return mine }, Version: "v0.0.42"})
			if _, known := c.Skew(); known || !c.ClusterNow().Equal(at) {
				t.Error("the clock is known before any answer")
			}
			var got [][]string
			for i, wait := range []time.Duration{0, 9 * time.Minute, 2 * time.Minute} {
				mine = mine.Add(wait)
				if _, err := c.Cluster(t.Context()); err != nil {
					t.Fatal(err)
				}
				got = append(got, gw.asked())
				if skew, known := c.Skew(); i == 0 && (skew != test.skew || !known || !c.ClusterNow().Equal(at.Add(test.skew))) {
					t.Errorf("skew %v, %v; now %v", skew, known, c.ClusterNow())
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// bare is an empty cluster as of a real slurmrestd: no answer has a Date, and only diag says what time it is.
type bare struct {
	clocked
	at     func() time.Time // of the cluster
	asleep func(path string)
}

func (b *bare) Do(_ context.Context, r gateway.Request, f wire.Fields) (gateway.Answer, error) {
	b.mu.Lock()
	b.calls = append(b.calls, r.Path)
	b.mu.Unlock()
	if b.asleep != nil {
		b.asleep(r.Path)
	}
	text := `{"jobs": []}`
	if strings.HasSuffix(r.Path, "/diag/") {
		text = fmt.Sprintf(`{"statistics": {"dbd_agent_queue_size": 0, "req_time": {"set": true, "number": %d}}}`, b.at().Unix())
		if b.at().IsZero() {
			text = `{"statistics": {"dbd_agent_queue_size": 0}}`
		}
	}
	payload, err := wire.ReadPayload(strings.NewReader(text), f)
	return gateway.Answer{Status: 200, Payload: payload}, err
}

// How old a submit is, says the cluster's clock alone, as it is read before the look: be our own wrong, be it set in
// between, and also where no answer has a Date. Who is told that a young one was not submitted makes a second job.
func TestResolveByTheClustersClock(t *testing.T) {
	t.Parallel()
	const sure, open = "job unknown", "unknown outcome"
	at := now()
	for name, tt := range map[string]struct {
		lost     client.Lost
		ours     time.Duration // our clock, from the cluster's
		before   time.Duration // our clock when the cluster's was last seen in this run; 0 is never
		timeless bool          // the cluster does not say what time it is
		want     string
	}{
		"our clock was behind, and is right again": {lost: client.Lost{Began: at.Add(-2*time.Hour - time.Minute), Clock: at.Add(-time.Minute)}, want: open},
		"ours jumps while the screen runs":         {lost: client.Lost{Began: at.Add(-time.Minute), Clock: at.Add(-time.Minute)}, before: -time.Minute, ours: 2 * time.Hour, want: open},
		"ours stands still while this sleeps":      {lost: client.Lost{Began: at.Add(-2 * time.Hour), Clock: at.Add(-2 * time.Hour)}, before: -2 * time.Hour, ours: -2 * time.Hour, want: sure},
		"an hour":                                  {lost: client.Lost{Began: at.Add(-time.Hour), Clock: at.Add(-time.Hour)}, want: sure},
		"a second less":                            {lost: client.Lost{Began: at.Add(-time.Hour), Clock: at.Add(-time.Hour + time.Second)}, want: open},
		"an hour, ours ahead by a day":             {lost: client.Lost{Clock: at.Add(-time.Hour)}, ours: 24 * time.Hour, want: sure},
		"an hour, ours behind by a day":            {lost: client.Lost{Clock: at.Add(-time.Hour)}, ours: -24 * time.Hour, want: sure},
		"a minute, ours ahead by a day":            {lost: client.Lost{Clock: at.Add(-time.Minute)}, ours: 24 * time.Hour, want: open},
		"no clock was noted":                       {lost: client.Lost{Began: at.Add(-61 * time.Minute)}, want: open},
		"no clock was noted, a day ago":            {lost: client.Lost{Began: at.Add(-26*time.Hour + time.Second)}, want: open},
		"no clock was noted, longer ago":           {lost: client.Lost{Began: at.Add(-26 * time.Hour)}, want: sure},
		"no clock was noted, and ours is wrong":    {lost: client.Lost{Began: at.Add(-27 * time.Hour)}, ours: 2 * time.Hour, want: open},
		"given up a minute ago":                    {lost: client.Lost{Clock: at.Add(-9 * time.Hour), Until: at.Add(-time.Minute)}, want: open},
		"given up an hour ago":                     {lost: client.Lost{Clock: at.Add(-9 * time.Hour), Until: at.Add(-time.Hour)}, want: sure},
		"given up before it began":                 {lost: client.Lost{Clock: at.Add(-time.Minute), Until: at.Add(-9 * time.Hour)}, want: open},
		"sent by the clock of tomorrow":            {lost: client.Lost{Clock: at.Add(24 * time.Hour)}, want: open},
		"the cluster has no clock":                 {lost: client.Lost{Began: at.Add(-9 * time.Hour), Clock: at.Add(-9 * time.Hour)}, timeless: true, want: open},
		"it has none any more":                     {lost: client.Lost{Began: at.Add(-9 * time.Hour), Clock: at.Add(-9 * time.Hour)}, timeless: true, before: time.Minute, want: open},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			mine := at.Add(tt.before)
			gw := &bare{at: func() time.Time { return at.Add(tt.before) }}
			c := client.Over(gw, client.Options{Now: func() time.Time { return mine }, Version: "v0.0.42", User: "alice"})
			if tt.before != 0 {
				if _, err := c.Cluster(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			mine, gw.at = at.Add(tt.ours), func() time.Time { return at }
			if tt.timeless {
				gw.at = func() time.Time { return time.Time{} }
			}
			gw.asked()
			tt.lost.Key, tt.lost.Name, tt.lost.User = key, "train", "alice"
			_, err := c.Resolve(t.Context(), tt.lost)
			if got := fault.KindOf(err).String(); got != tt.want {
				t.Errorf("got %v", err)
			}
			if calls := gw.asked(); calls[0] != "/slurm/v0.0.42/diag/" || calls[1] != "/slurm/v0.0.42/jobs/" {
				t.Errorf("asked %q: the time comes before the queue", calls)
			}
		})
	}
}

// A look that takes long proves nothing of what was too young when it began.
func TestResolveThatTakesLong(t *testing.T) {
	t.Parallel()
	at := now()
	gw := &bare{at: func() time.Time { return at }}
	gw.asleep = func(path string) {
		if strings.HasSuffix(path, "/jobs/") {
			at = at.Add(time.Hour)
		}
	}
	c := client.Over(gw, client.Options{Now: func() time.Time { return at }, Version: "v0.0.42"})
	_, err := c.Resolve(t.Context(), client.Lost{Key: key, Name: "train", Clock: at.Add(-30 * time.Minute)})
	wantKind(t, err, fault.UnknownOutcome)
}

// Before a change the cluster is asked for its time unless its answers show it anyway: what was known of it may be of before
// this machine slept.
func TestSeenNow(t *testing.T) {
	t.Parallel()
	const diag = "/slurm/v0.0.42/diag/"
	at := now()
	mine := at
	gw := &bare{at: func() time.Time { return at }}
	c := client.Over(gw, client.Options{Now: func() time.Time { return mine }, Version: "v0.0.42"})
	for i, theirs := range []time.Duration{3 * time.Hour, 3*time.Hour + 20*time.Second, 9 * time.Hour} {
		at = now().Add(theirs)
		if got := c.SeenNow(t.Context()).Clock; got.Sub(at).Abs() > time.Second {
			t.Errorf("%d: got %v, want %v", i, got, at)
		}
		if diff := cmp.Diff([]string{diag}, gw.asked()); diff != "" {
			t.Error(diff)
		}
	}
	at = time.Time{}
	if got := c.SeenNow(t.Context()).Clock; !got.IsZero() {
		t.Errorf("of a cluster that does not say any more: %v", got)
	}
	platform := &ours{clocked{dates: true}}
	c = client.Over(platform, client.Options{Now: func() time.Time { return mine }, Version: "v0.0.42"})
	for i, want := range [][]string{{diag}, nil} {
		c.SeenNow(t.Context())
		if diff := cmp.Diff(want, platform.asked()); diff != "" {
			t.Errorf("%d: %s", i, diff)
		}
	}
	if got := c.SeenNow(t.Context()).Clock; !got.Equal(mine) {
		t.Errorf("by the Date: %v", got)
	}
}

// A proxy that dates its own answers, and says nothing of slurmctld's clock, is not asked instead of that.
func TestSeenNowBehindAProxy(t *testing.T) {
	t.Parallel()
	proxied := &clocked{dates: true, ahead: -2 * time.Hour}
	c := client.Over(proxied, client.Options{Now: now, Version: "v0.0.42"})
	if _, err := c.Cluster(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := c.SeenNow(t.Context()).Clock; !got.Equal(time.Unix(1796001500, 0)) {
		t.Errorf("got %v", got)
	}
}

// ours is a cluster behind the platform.
type ours struct{ clocked }

func (*ours) Platform() (gateway.PlatformTarget, bool) { return gateway.PlatformTarget{}, true }

// A cluster that does not answer does not keep a submit for long.
func TestSeenNowDoesNotWaitLong(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := client.Over(&mute{}, client.Options{Now: time.Now, Version: "v0.0.42"})
		began := time.Now()
		if s := c.SeenNow(t.Context()); !s.Clock.IsZero() || time.Since(began) != 5*time.Second {
			t.Errorf("got %+v after %v", s, time.Since(began))
		}
	})
}

// Where what answers say of the two clocks behind them does not agree, a submit is no older than by both.
func TestResolveWhereTwoClocksDisagree(t *testing.T) {
	t.Parallel()
	both(t, alice, func(s *server, c *client.Client) {
		t := s.t
		for _, tt := range []struct {
			date, diag time.Duration // from the submit on
			want       fault.Kind
		}{
			{2 * time.Hour, 2 * time.Hour, fault.JobUnknown},
			{time.Minute, 2 * time.Hour, fault.UnknownOutcome},
			{2 * time.Hour, time.Minute, fault.UnknownOutcome},
		} {
			told := accountingQueue(0)
			told.ahead = tt.date
			told.text = fmt.Sprintf(`{"statistics": {"dbd_agent_queue_size": 0, "req_time": {"set": true, "number": %d}}}`, now().Add(tt.diag).Unix())
			s.on(diag, told)
			s.on(jobsAll, answer{status: 200, text: `{"jobs": []}`, ahead: tt.date})
			end := now().Add(tt.date).Unix() + 4500
			for _, user := range []string{"", "&users=alice"} {
				s.on(fmt.Sprintf("GET /slurmdb/v0.0.42/jobs/?end_time=%d&show_duplicates=true&skip_steps=true&start_time=%d", end, now().Unix()-900)+user,
					answer{status: 200, text: `{"jobs": []}`, ahead: tt.date})
			}
			_, err := c.Resolve(t.Context(), client.Lost{Key: key, Name: "train", User: "alice", Clock: now()})
			if fault.KindOf(err) != tt.want {
				t.Errorf("%+v: got %v", tt, err)
			}
		}
	})
}

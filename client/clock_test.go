package client_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client"
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

package client_test

import (
	"context"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// silent is a cluster whose Compute Engine never answers.
type silent struct{ clocked }

func (s *silent) Resource(_ context.Context, into func(io.Reader) error) error {
	return into(strings.NewReader(clustered))
}

func (s *silent) Google(ctx context.Context, r gateway.GoogleCall, _ func(io.Reader) error) error {
	<-ctx.Done()
	return fault.New(fault.TimedOut, r.Op, "")
}

// TestPoolsDoNotWaitForOneSource gives a source that is silent ten seconds, and then leaves it alone for two minutes.
func TestPoolsDoNotWaitForOneSource(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gw := &silent{clocked{dates: true}}
		c := client.Over(gw, client.Options{Now: time.Now, Version: "v0.0.42"})
		for i, want := range []time.Duration{10 * time.Second, 0, 10 * time.Second} {
			began := time.Now()
			p, err := c.Pools(t.Context())
			if err != nil || len(p.Instances) != 2 || p.Origin != flex.FromResource {
				t.Fatalf("%d: %+v, %v", i, p, err)
			}
			if st := stands(p); st[1].Off || st[1].Note == "" || st[0].Note != "" {
				t.Errorf("%d: %+v", i, st)
			}
			if took := time.Since(began); took != want {
				t.Errorf("%d: took %v", i, took)
			}
			<-time.After(time.Minute + time.Second)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		c.Refresh()
		_, err := c.Pools(ctx)
		wantKind(t, err, fault.Cancelled)
	})
}

// mute is a slurmrestd that answers all but the question for its time.
type mute struct{ clocked }

func (m *mute) Do(ctx context.Context, r gateway.Request, f wire.Fields) (gateway.Answer, error) {
	if strings.Contains(r.Path, "/diag/") {
		<-ctx.Done()
		return gateway.Answer{}, fault.New(fault.TimedOut, r.Op, "")
	}
	return m.clocked.Do(ctx, r, f)
}

// TestClusterDoesNotWaitForTheClock goes on without the cluster's time.
func TestClusterDoesNotWaitForTheClock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := client.Over(&mute{}, client.Options{Now: time.Now, Version: "v0.0.42"})
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		began := time.Now()
		if _, err := c.Cluster(ctx); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("took %v", took)
		}
		if _, known := c.Skew(); known {
			t.Error("the clock is known")
		}
	})
}

package client_test

import (
	"context"
	"io"
	"strings"
	"sync/atomic"
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

// late is a cluster whose first answer comes after the second, and which then fails.
type late struct {
	clocked
	first chan struct{}
	asked atomic.Int32
}

func (l *late) Resource(_ context.Context, into func(io.Reader) error) error {
	switch l.asked.Add(1) {
	case 1:
		<-l.first
		return into(strings.NewReader(clustered))
	case 2:
		return into(strings.NewReader(strings.ReplaceAll(clustered, "hcsdemo-a3u-1", "hcsdemo-a3u-3")))
	default:
		return fault.New(fault.Unavailable, "get cluster", "")
	}
}

func (l *late) Google(_ context.Context, r gateway.GoogleCall, _ func(io.Reader) error) error {
	return fault.New(fault.PermissionDenied, r.Op, "")
}

// TestPoolsKeepWhatWasAskedForLater does not let an answer that comes late stand for a newer one.
func TestPoolsKeepWhatWasAskedForLater(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gw := &late{clocked: clocked{dates: true}, first: make(chan struct{})}
		c := client.Over(gw, client.Options{Now: time.Now, Version: "v0.0.42"})
		look := func(who string) {
			p, err := c.Pools(t.Context())
			if _, isNew := p.Instances["hcsdemo-a3u-3"]; err != nil || !isNew || len(p.Instances) != 2 {
				t.Errorf("%s: %+v, %v", who, p.Instances, err)
			}
		}
		done := make(chan struct{})
		go func() { look("first"); close(done) }()
		synctest.Wait()
		look("second")
		close(gw.first)
		<-done
		look("third")
	})
}

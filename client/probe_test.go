package client_test

import (
	"context"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"flexq/client"
	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/wire"
)

// slow answers after a minute, if the caller waits so long.
type slow struct{ calls atomic.Int64 }

func (s *slow) Do(ctx context.Context, _ gateway.Request, _ wire.Fields) (gateway.Answer, error) {
	s.calls.Add(1)
	select {
	case <-time.After(time.Minute):
		return gateway.Answer{Status: 200}, nil
	case <-ctx.Done():
		return gateway.Answer{}, fault.New(fault.Cancelled, "", "")
	}
}

func (s *slow) Resource(context.Context, func(io.Reader) error) error { return errors.ErrUnsupported }

func (s *slow) Google(context.Context, gateway.GoogleCall, func(io.Reader) error) error {
	return errors.ErrUnsupported
}

func (s *slow) Platform() (gateway.PlatformTarget, bool) { return gateway.PlatformTarget{}, false }
func (s *slow) Skew() (time.Duration, bool)              { return 0, false }
func (s *slow) SawClock(time.Time, time.Time, time.Time) {}

// probes starts n callers at once and returns what they got.
func probes(ctx context.Context, c *client.Client, n int) (wait func() []error) {
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { _, errs[i] = c.Partitions(ctx) })
	}
	return func() []error {
		wg.Wait()
		return errs
	}
}

func TestProbeIsSharedByAllWhoAsk(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gw := &slow{}
		c := client.Over(gw, client.Options{Now: time.Now})
		wait := probes(t.Context(), c, 6)
		synctest.Wait()
		if n := gw.calls.Load(); n != 1 {
			t.Errorf("%d pings under way", n)
		}
		for _, err := range wait() {
			if err != nil {
				t.Error(err)
			}
		}
		if n := gw.calls.Load(); n != 1+6 {
			t.Errorf("%d calls, want one ping and six lists", n)
		}
	})
}

func TestProbeOfACallerWhoGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gw := &slow{}
		c := client.Over(gw, client.Options{Now: time.Now})
		first, leave := context.WithCancel(t.Context())
		gone := probes(first, c, 1)
		synctest.Wait()
		wait := probes(t.Context(), c, 6)
		late, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		_, err := c.Cluster(late)
		wantKind(t, err, fault.TimedOut)
		leave()
		wantKind(t, gone()[0], fault.Cancelled)
		synctest.Wait()
		if n := gw.calls.Load(); n != 2 {
			t.Errorf("%d pings, want one more for those who wait on", n)
		}
		for _, err := range wait() {
			if err != nil {
				t.Error(err)
			}
		}
	})
}

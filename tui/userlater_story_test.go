package tui_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// findingOut is a cluster that does not say who the user is, as long as that is being found out.
type findingOut struct {
	tui.Service
	over atomic.Bool
}

func (f *findingOut) Cluster(ctx context.Context) (slurm.Cluster, error) {
	about, err := f.Service.Cluster(ctx)
	about.User, about.UserLater = "", !f.over.Load()
	return about, err
}

// Who the user is is asked for soon and then less and less often: accounting may hang for hours.
func TestUserWhoIsFoundOutSlowly(t *testing.T) {
	t.Parallel()
	var finding *findingOut
	s := start(t, 120, 40, func(o *tui.Options, _ *cluster.Cluster) {
		finding = &findingOut{Service: o.Service}
		o.Service, o.User = finding, ""
	})
	asked := s.cluster.Calls("Cluster")
	passes := func(pause time.Duration) {
		t.Helper()
		s.Advance(pause - time.Second)
		if got := s.cluster.Calls("Cluster"); got != asked {
			t.Errorf("asked %d times before %v are over", got-asked, pause)
		}
		s.Advance(time.Second)
		if asked++; s.cluster.Calls("Cluster") != asked {
			t.Errorf("asked %d times after %v, want 1", s.cluster.Calls("Cluster")-asked+1, pause)
		}
	}
	for _, seconds := range []time.Duration{5, 10, 20, 40, 80, 160, 300, 300} {
		if seconds == 300 {
			finding.over.Store(true)
		}
		passes(seconds * time.Second)
	}
	finding.over.Store(false)
	passes(5 * time.Minute)
	passes(5 * time.Second) // it is found out anew
}

package tui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

func TestNoticeOnceForAnEvent(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30, withNotices)
	end(s.cluster, "COMPLETED", 88214)
	s.Advance(6 * time.Second)
	s.See("job 88214 (llama-70b-pretrain) ended")
	s.Advance(2 * time.Minute)
	if got := s.Bells(); got != 1 {
		t.Errorf("the bell rang %d times, want once", got)
	}
	got := s.Notices()
	if len(got) != 1 || !strings.HasPrefix(got[0], "9;flexq train-eu: job 88214 (llama-70b-pretrain) ended") {
		t.Errorf("the terminal was asked for %q, want one notice of 88214", got)
	}
}

// What happens to several jobs at once makes one notice that counts.
func TestSeveralEventsAreOneNotice(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30, withNotices)
	end(s.cluster, "COMPLETED", 88350, 88351, 88352)
	end(s.cluster, "FAILED", 88214)
	s.Advance(6 * time.Second)
	if got := s.Bells(); got != 1 {
		t.Errorf("the bell rang %d times, want once", got)
	}
	got := s.Notices()
	if len(got) != 1 || !strings.Contains(got[0], "3 jobs ended") || !strings.Contains(got[0], "1 job failed") {
		t.Errorf("the terminal was asked for %q", got)
	}
}

// Others' jobs are told of only while they are watched.
func TestWatchedJob(t *testing.T) {
	t.Parallel()
	for _, watched := range []bool{true, false} {
		s := start(t, 120, 30, withNotices)
		s.ClickOn("88301")
		s.Press("w")
		s.See("watching 88301", "88301*")
		if !watched {
			s.Press("w")
			s.See("no longer watching 88301")
			s.NotSee("88301*")
		}
		end(s.cluster, "COMPLETED", 88301)
		s.Advance(6 * time.Second)
		if got := s.Bells(); (got == 1) != watched || got > 1 {
			t.Errorf("watched %v: the bell rang %d times", watched, got)
		}
	}
}

// Each way and each kind of notice can be turned off.
func TestNoticesCanBeTurnedOff(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		off           func(*tui.Notices)
		bells, notice int
	}{
		"nothing": {func(*tui.Notices) {}, 1, 1},
		"bell":    {func(n *tui.Notices) { n.Bell = false }, 0, 1},
		"osc":     {func(n *tui.Notices) { n.Terminal = false }, 1, 0},
		"kind":    {func(n *tui.Notices) { n.JobFailed = false }, 0, 0},
	} {
		s := start(t, 120, 30, withNotices, func(o *tui.Options, _ *cluster.Cluster) { c.off(&o.Notices) })
		end(s.cluster, "FAILED", 88214)
		s.Advance(6 * time.Second)
		if b, n := s.Bells(), len(s.Notices()); b != c.bells || n != c.notice {
			t.Errorf("%s off: %d bells and %d notices, want %d and %d", name, b, n, c.bells, c.notice)
		}
	}
}

// What is switched off is left to other programs that watch the same cluster.
func TestRingsOnlyForWhatIsSwitchedOn(t *testing.T) {
	t.Parallel()
	all := tui.Notices{Bell: true, JobEnded: true, JobFailed: true, JobRequeued: true, Lease: true}
	failed := flex.Event{Type: flex.JobFailed, Mine: true}
	lease := func(within time.Duration) flex.Event {
		return flex.Event{Type: flex.LeaseEnds, Mine: true, Within: within}
	}
	for name, c := range map[string]struct {
		off   func(*tui.Notices)
		event flex.Event
		want  bool
	}{
		"all on":               {func(*tui.Notices) {}, failed, true},
		"its kind off":         {func(n *tui.Notices) { n.JobFailed = false }, failed, false},
		"another kind off":     {func(n *tui.Notices) { n.JobEnded = false }, failed, true},
		"no way to ring":       {func(n *tui.Notices) { n.Bell = false }, failed, false},
		"the terminal alone":   {func(n *tui.Notices) { n.Bell, n.Terminal = false, true }, failed, true},
		"another's job":        {func(*tui.Notices) {}, flex.Event{Type: flex.JobFailed}, false},
		"a lease, an hour":     {func(*tui.Notices) {}, lease(time.Hour), true},
		"a lease, a day":       {func(*tui.Notices) {}, lease(24 * time.Hour), false},
		"a lease, leases off":  {func(n *tui.Notices) { n.Lease = false }, lease(time.Hour), false},
		"nothing to ring for":  {func(*tui.Notices) {}, flex.Event{Type: flex.NodeReady, Mine: true}, false},
		"requeued, that's off": {func(n *tui.Notices) { n.JobRequeued = false }, flex.Event{Type: flex.JobRequeued, Mine: true}, false},
	} {
		n := all
		c.off(&n)
		if got := n.Rings(c.event); got != c.want {
			t.Errorf("%s: rings %v, want %v", name, got, c.want)
		}
	}
}

// What a job is called cannot speak to the terminal.
func TestNoticeIsPlainText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"TERM": "xterm-256color"}, "\x1b]9;flexq ctx: job 1 ended]8;;x\x1b\\"},
		{map[string]string{"TERM": "foot"}, "\x1b]777;notify;flexq ctx;job 1 ended]8;;x\x1b\\"},
		{map[string]string{"TERM": "xterm-256color", "VTE_VERSION": "7600"}, "\x1b]777;notify;flexq ctx;job 1 ended]8;;x\x1b\\"},
		{map[string]string{"TERM": "tmux-256color", "TMUX": "/tmp/s,1,0"}, "\x1bPtmux;\x1b\x1b]9;flexq ctx: job 1 ended]8;;x\x1b\x1b\\\x1b\\"},
		{map[string]string{"TERM": "screen-256color", "STY": "1.pts"}, ""},
		{map[string]string{"TERM": "linux"}, ""},
	} {
		got := tui.NoticeSequence(func(name string) string { return c.env[name] }, "flexq\x1b ctx", "job 1\x07 ended\x1b]8;;\u202ex\u009c")
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.env, got, c.want)
		}
	}
}

// A requeue is told with what Slurm says of it.
func TestRequeueIsTold(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30, withNotices)
	s.cluster.Change(func(jobs *[]slurm.Job) {
		i := slices.IndexFunc(*jobs, func(j slurm.Job) bool { return j.ID == 88214 })
		j := &(*jobs)[i]
		j.State, j.Restarts, j.Nodes, j.Start, j.End = slurm.ParseJobState("PENDING"), 1, "", 0, 0
	})
	s.Advance(6 * time.Second)
	if got := s.Notices(); len(got) != 1 || !strings.Contains(got[0], "job 88214 (llama-70b-pretrain) requeued") {
		t.Errorf("the terminal was asked for %q", got)
	}
}

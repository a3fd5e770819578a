package tui_test

import (
	"fmt"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// A user finds, from the first screen, the job that will be killed, opens it, sees which node goes when, and acts.
func TestUserFindsTheJobThatWillBeKilled(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			t.Parallel()
			s := start(t, size[0], size[1])
			s.See("2 at risk", "next lease end 2h14m", "LEASE", "! -18h12m")
			s.Press("/")
			s.Type("risk:killed")
			s.Press("enter")
			s.See("88214", "! -5h16m")
			s.NotSee("gemma-sft", "eval-mmlu")
			s.ClickOn("88214")
			s.Press("enter")
			s.See("Will be killed", "a3u7-a3u-3", "4d01h", "exact", "18h12m would be lost", "o opens a3u7-a3u-3")
			s.Press("o")
			s.See("a3u7-a3u-3", "88214", "static")
			s.Press("esc")
			s.See("Will be killed")

			s.Press("S")
			s.See("like 88214", "llama-70b-pretrain")
			s.Press("esc")
			s.See("Will be killed")
			s.Press("c")
			s.See("Cancel job 88214?")
			s.settleDialog()
			s.Press("y")
			if got := s.cluster.Cancelled(); len(got) != 1 || got[0].Job != 88214 {
				t.Fatalf("cancelled %v, want 88214", got)
			}
		})
	}
}

// The job that will be killed can be submitted again with less time, straight from its detail.
func TestResubmitTheJobThatWillBeKilled(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("88214")
	s.Press("enter", "S")
	field(s, "time")
	s.Type("4-00") // ends before the first lease does
	s.Press("ctrl+t", "ctrl+end")
	s.Type("srun ./train.sh")
	s.Press("ctrl+s")
	s.See("Submit this job?", "llama-70b-pretrain", "4 days")
	s.settleDialog()
	s.Press("y")
	s.See("submitted as 88401")
	if got := s.cluster.Submitted(); len(got) != 1 || got[0].Name != "llama-70b-pretrain" || got[0].Limit != 4*86400 {
		t.Errorf("submitted %+v", got)
	}
}

func TestListSortsByLease(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.ClickOn("LEASE")
	s.See("LEASE▲")
	for y, want := range map[int]string{3: "no limit", 4: "-18h12m", 5: "-5h16m"} {
		if line := s.Line(y); !contains(line, want) {
			t.Errorf("line %d is %q, want %q", y, line, want)
		}
	}
}

func TestLeaseFilter(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40)
	s.Press("/")
	s.Type("lease:<6h")
	s.See("88290")
	s.NotSee("88214")
	s.Press("esc", "/")
	s.Type("risk:x")
	s.See("risk: takes killed, tight, cannot")
	s.Press("esc", "/")
	s.Type("risk:tight")
	s.See("1 of 522 shown", "88290")
	s.NotSee("gemma-sft")
}

// Where no machine has a lease nothing is said of leases.
func TestNoLeasesNoColumn(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 40, func(_ *tui.Options, c *cluster.Cluster) {
		c.ChangePools(func(p *flex.Pools) {
			for i := range p.Pools {
				q := p.Pools[i]
				q.Model, q.MaxDuration = flex.OnDemand, 0
				p.Pools[i] = q
			}
			p.Instances = nil
		})
	})
	s.See("88214")
	s.NotSee("LEASE", "next lease end", "at risk")
}

// The header gives way in a sensible order: what is at risk stays longest.
func TestHeaderGivesWay(t *testing.T) {
	t.Parallel()
	for w, want := range map[int][2][]string{
		120: {{"train-eu", "GPU 272/288", "next lease end 2h14m", "2 at risk", "0s ago"}, {}},
		80:  {{"train-eu", "GPU 272/288", "next lease end 2h14m", "2 at risk", "0s ago", "held 1"}, {"all users"}},
		60:  {{"train-eu", "2 at risk", "0s ago"}, {"next lease end"}},
		40:  {{"train-eu", "2 at risk", "0s ago"}, {"next lease end", "GPU"}},
	} {
		s := start(t, w, 24)
		s.See(want[0]...)
		s.NotSee(want[1]...)
	}
}

// A lease that comes to its end is told once, when an hour is left.
func TestLeaseEndIsTold(t *testing.T) {
	t.Parallel()
	s := start(t, 120, 30, withNotices)
	before := s.Bells()
	s.Focus(false) // as it is mostly, and looked at less often
	s.Advance(75 * time.Minute)
	s.See("next lease end 59m")
	if got := s.Bells() - before; got != 1 {
		t.Errorf("the bell rang %d times, want once", got)
	}
	if got := s.Notices(); len(got) != 1 || !contains(got[0], "lease of a3u7-a3u-20 ends") || !contains(got[0], "under job 88290_3 (sweep-lr)") {
		t.Errorf("the terminal was asked for %q", got)
	}
	s.Press("3")
	s.See("lease ends", "a3u7-a3u-20")
}

func withNotices(o *tui.Options, _ *cluster.Cluster) {
	o.Notices = tui.Notices{Bell: true, Terminal: true, JobEnded: true, JobFailed: true, JobRequeued: true, Lease: true}
}

func end(c *cluster.Cluster, state string, ids ...uint64) {
	c.Change(func(jobs *[]slurm.Job) {
		for i := range *jobs {
			for _, id := range ids {
				if j := &(*jobs)[i]; j.ID == id {
					j.State = slurm.ParseJobState(state)
				}
			}
		}
	})
}

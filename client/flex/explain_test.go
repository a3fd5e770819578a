package flex_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 2, 12, 0, 0, time.UTC) // a Monday
	at := func(d, h, m int) time.Time { return time.Date(2026, 12, d, h, m, 0, 0, time.UTC) }
	exact := flex.Lease{Provenance: flex.Exact, End: at(1, 4, 12)}
	rebooted := flex.Lease{Provenance: flex.Approximate, Rebooted: true, End: at(8, 4, 12)}
	for name, test := range map[string]struct {
		risk flex.Risk
		want []string
	}{
		"killed on a static node": {
			flex.Risk{
				Kind: flex.WillBeKilled, Node: "a3u7-a3u-3", Pool: "a3u", Lease: exact, Needs: at(1, 22, 24), Lost: 18*time.Hour + 12*time.Minute,
				Standing: flex.Static, Requeue: true,
			},
			[]string{
				"Will be killed: node a3u7-a3u-3 ends Tue 04:12 (1d02h, exact); the job needs until Tue 22:24. 18h12m would be lost.",
				"Static pool: the node is re-created after that; the job is requeued if it allows it (requeue: yes, 0 restarts so far).",
			},
		},
		"killed on a dynamic node, without an end": {
			flex.Risk{Kind: flex.WillBeKilled, Node: "n1", Lease: rebooted, Endless: true, Standing: flex.Dynamic, Restarts: 1},
			[]string{
				"Will be killed: node n1 ends Tue 8 Dec 04:12 (8d02h, ≈ after reboot); the job has no time limit.",
				"Dynamic node: it comes back only while a job is pending for it; the job is requeued if it allows it (requeue: no, 1 restart so far).",
			},
		},
		"the end has come": {
			flex.Risk{Kind: flex.WillBeKilled, Node: "n1", Lease: flex.Lease{Provenance: flex.Exact, End: now}, Needs: at(1, 0, 0), Lost: 45 * time.Second},
			[]string{
				"Will be killed: the lease of node n1 is over (Mon 02:12, exact); the job needs until Tue 00:00. 45s would be lost.",
				"Whether the node comes back after that is not known; the job is requeued if it allows it (requeue: no, 0 restarts so far).",
			},
		},
		"tight": {
			flex.Risk{Kind: flex.Tight, Node: "n1", Lease: exact, Spare: 35 * time.Minute},
			[]string{"Tight: node n1 ends Tue 04:12 (1d02h, exact), 35m after the job's limit."},
		},
		"fits, waiting": {
			flex.Risk{Kind: flex.Fits, Pool: "a3u", Lease: flex.Lease{Duration: 7 * day}, Spare: 3*day + 5*time.Hour},
			[]string{"Fits: a machine of pool a3u lives 7d00h at most, 3d05h longer than the job's limit."},
		},
		"cannot fit": {
			flex.Risk{Kind: flex.CannotFit, Pool: "a3u", Lease: flex.Lease{Duration: 7 * day}, Lost: day},
			[]string{"Cannot fit: the job's limit is 1d00h longer than its nodes can live: a machine of pool a3u lives 7d00h at most. Let it save its state and be requeued, or ask for less."},
		},
		"cannot fit, endless": {
			flex.Risk{Kind: flex.CannotFit, Pool: "a3u", Lease: flex.Lease{Duration: 7 * day}, Endless: true},
			[]string{"Cannot fit: the job has no time limit, and a machine of pool a3u lives 7d00h at most. Let it save its state and be requeued, or set a limit."},
		},
		"unknown node": {
			flex.Risk{Kind: flex.RiskUnknown, Node: "n1", Lease: flex.Lease{Why: "the node is in no known pool"}},
			[]string{"Not known when node n1 ends: the node is in no known pool."},
		},
		"unknown pool":  {flex.Risk{Kind: flex.RiskUnknown, Pool: "p", Lease: flex.Lease{Why: "w"}}, []string{"Not known how long a machine of pool p lives: w."}},
		"unknown limit": {flex.Risk{Kind: flex.RiskUnknown, Node: "n1", Lease: exact}, []string{"Not known whether the job ends before node n1 does (Tue 04:12, exact): Slurm does not tell the job's limit."}},
		"unknown limit, waiting": {
			flex.Risk{Kind: flex.RiskUnknown, Pool: "p", Lease: flex.Lease{Duration: day, Why: "Slurm does not tell the job's limit"}},
			[]string{"Not known whether the job fits: Slurm does not tell the job's limit."},
		},
		"nothing known":   {flex.Risk{Kind: flex.RiskUnknown}, []string{"Not known when its nodes end."}},
		"without a lease": {flex.Risk{}, nil},
	} {
		if diff := cmp.Diff(test.want, flex.Explain(test.risk, now)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	zone := time.FixedZone("", 2*3600)
	got := flex.Explain(flex.Risk{Kind: flex.Tight, Node: "n1", Lease: exact}, now.In(zone))
	if !strings.Contains(got[0], "Tue 06:12") {
		t.Errorf("in another zone: %s", got[0])
	}
}

func TestMemberStanding(t *testing.T) {
	t.Parallel()
	for s, want := range map[flex.Standing]string{
		flex.Static: "re-created after that", flex.Dynamic: "comes back only while a job is pending for it", flex.StandingUnknown: "",
	} {
		if got := flex.MemberStanding(s); got != want {
			t.Errorf("%s is %q", s.Words(), got)
		}
	}
}

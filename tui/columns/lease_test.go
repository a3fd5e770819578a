package columns_test

import (
	"slices"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/theme"
)

func TestLeaseSpan(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0: "0s", 45 * time.Second: "45s", 35*time.Minute + 59*time.Second: "35m", 2*time.Hour + 14*time.Minute: "2h14m",
		145*time.Hour + 59*time.Minute: "6d01h", -(18*time.Hour + 12*time.Minute): "-18h12m", 24*time.Hour - time.Second: "23h59m",
		-30 * time.Second: "-30s",
	} {
		if got := columns.LeaseSpan(d); got != want {
			t.Errorf("LeaseSpan(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestLeaseCells(t *testing.T) {
	t.Parallel()
	// From the one that comes first to the one that comes last.
	order := []struct {
		risk flex.Risk
		want columns.Cell
	}{
		{flex.Risk{Kind: flex.WillBeKilled, Endless: true}, columns.Cell{Text: "! no limit", Tone: theme.Bad}},
		{flex.Risk{Kind: flex.CannotFit, Lost: 30 * time.Hour}, columns.Cell{Text: "! -1d06h", Tone: theme.Bad}},
		{flex.Risk{Kind: flex.WillBeKilled, Lost: 18*time.Hour + 12*time.Minute}, columns.Cell{Text: "! -18h12m", Tone: theme.Bad}},
		{flex.Risk{Kind: flex.Tight, Spare: 35 * time.Minute}, columns.Cell{Text: "~ tight 35m", Tone: theme.Warn}},
		{flex.Risk{Kind: flex.Fits, Spare: 5 * time.Hour}, columns.Cell{Text: "fits", Tone: theme.Dim}},
		{flex.Risk{Kind: flex.RiskUnknown}, columns.Cell{Text: "?", Tone: theme.Dim}},
		{flex.Risk{}, columns.Cell{Text: "-", Tone: theme.Dim}},
	}
	var keys []int64
	for _, c := range order {
		if got := columns.LeaseCell(c.risk); got != c.want {
			t.Errorf("LeaseCell(%+v) = %+v, want %+v", c.risk, got, c.want)
		}
		keys = append(keys, columns.LeaseKey(c.risk).N)
	}
	if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("the keys %v do not rise", keys)
	}
}

func TestNodeLeaseCells(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 3, 0, 0, 0, time.UTC)
	in := func(p flex.Provenance, d time.Duration) flex.Lease { return flex.Lease{Provenance: p, End: now.Add(d)} }
	order := []struct {
		lease flex.Lease
		want  columns.Cell
	}{
		{in(flex.Exact, -time.Minute), columns.Cell{Text: "over", Tone: theme.Bad}},
		{in(flex.Exact, 40*time.Minute), columns.Cell{Text: "40m", Tone: theme.Bad}},
		{in(flex.Exact, 2*time.Hour+14*time.Minute), columns.Cell{Text: "2h14m", Tone: theme.Warn}},
		{in(flex.Approximate, 26*time.Hour), columns.Cell{Text: "1d02h ≈", Tone: theme.Normal}},
		{in(flex.Estimate, 145*time.Hour), columns.Cell{Text: "6d01h ≈", Tone: theme.Normal}},
		{flex.Lease{}, columns.Cell{Text: "?", Tone: theme.Dim}},
		{flex.Lease{Provenance: flex.NoEnd}, columns.Cell{Text: "-", Tone: theme.Dim}},
	}
	var keys []int64
	for _, c := range order {
		if got := columns.NodeLeaseCell(c.lease, now, "≈"); got != c.want {
			t.Errorf("NodeLeaseCell(%+v) = %+v, want %+v", c.lease, got, c.want)
		}
		keys = append(keys, columns.NodeLeaseKey(c.lease).N)
	}
	if !slices.IsSorted(keys) || len(slices.Compact(slices.Clone(keys))) != len(keys) {
		t.Errorf("the keys %v do not rise", keys)
	}
}

// Of the jobs on a node the one that loses most is named.
func TestWorst(t *testing.T) {
	t.Parallel()
	risks := []flex.Risk{
		{Kind: flex.WillBeKilled, Endless: true},
		{Kind: flex.WillBeKilled, Lost: 18 * time.Hour},
		{Kind: flex.WillBeKilled, Lost: time.Hour},
		{Kind: flex.Tight, Spare: 10 * time.Minute},
		{Kind: flex.Fits, Spare: time.Hour},
		{Kind: flex.RiskUnknown},
		{Kind: flex.NoLease},
	}
	for i, a := range risks {
		for k, b := range risks {
			if got := columns.Worse(a, b); got != (i < k) {
				t.Errorf("%+v is worse than %+v: %v, want %v", a, b, got, i < k)
			}
		}
	}
	row := columns.NodeRow{Node: &slurm.Node{Name: "n"}, Jobs: []*slurm.Job{{ID: 3}, {ID: 2}, {ID: 1}, {ID: 6}}}
	row.Foresee(ranked(risks))
	if row.WorstJob == nil || row.WorstJob.ID != 1 || row.Worst.Lost != 18*time.Hour {
		t.Errorf("the worst is %+v of job %+v, want that of job 1", row.Worst, row.WorstJob)
	}
}

// ranked are leases of which each job has the risk that its id is the number of.
type ranked []flex.Risk

func (r ranked) Lease(string) flex.Lease     { return flex.Lease{} }
func (r ranked) Risk(j *slurm.Job) flex.Risk { return r[j.ID] }

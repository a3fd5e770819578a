package flex_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"flexq/client/flex"
)

func TestLeaseClock(t *testing.T) {
	t.Parallel()
	for name, steps := range map[string][]step{
		"each time once": {
			{theEnd - 25*h, nil, nil},
			{h, nil, []string{
				"142h0m0s lease_ends a3u-0/100: in 1d00h (estimate)", "142h0m0s lease_ends a3u-1/101: in 1d00h (estimate)",
			}},
			{m, nil, nil},
			{23*h - m, func(w *world) { w.job(7, "RUNNING", n(1)); w.machine(0, "200", w.at-m) }, []string{
				"~164h59m0s deleted a3u-0/100: 1h01m before the end of its lease, not known why",
				"164h59m0s replaced a3u-0/200: in place of one that was taken away",
				"165h0m0s lease_ends a3u-1/101 [7]: in 1h00m (estimate)",
			}},
			{50 * m, nil, []string{"165h45m0s lease_ends a3u-1/101 [7]: in 15 min (estimate)"}},
			{20 * m, nil, nil},
		},
		"an end that becomes exact is not told anew": {
			{theEnd - h - m, nil, []string{
				"142h0m0s lease_ends a3u-0/100: in 1d00h (estimate)", "142h0m0s lease_ends a3u-1/101: in 1d00h (estimate)",
			}},
			{2 * m, nil, []string{
				"165h0m0s lease_ends a3u-0/100: in 1h00m (estimate)", "165h0m0s lease_ends a3u-1/101: in 1h00m (estimate)",
			}},
			{m, func(w *world) { w.ends(0, theEnd+3*m) }, nil},
			{2 * m, nil, nil},
			{45 * m, nil, []string{
				"165h45m0s lease_ends a3u-1/101: in 15 min (estimate)", "165h48m0s lease_ends a3u-0/100: in 15 min (exact)",
			}},
		},
		"the pool's longest life is changed while its machines live": {
			{m, func(w *world) { w.pools.Pools = []flex.Pool{flexPool(3 * h)} }, nil},
			{3 * h, nil, nil},
			{m, func(w *world) { w.machine(0, "200", 3*h) }, []string{
				"~3h0m0s deleted a3u-0/100: 6d19h before the end of its lease, not known why", "3h0m0s replaced a3u-0/200: in place of one that was taken away",
			}},
			{2 * h, nil, []string{"5h0m0s lease_ends a3u-0/200: in 1h00m (estimate)"}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			play(t, steps)
		})
	}
}

// A program that starts late tells the shortest time that is due, at the moment at which it sees it.
func TestLeaseClockAfterAStart(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.at = theEnd - 40*m
	w.job(7, "RUNNING", n(0))
	w.job(8, "RUNNING", n(1), of("bob"))
	w.leave(8)
	var p program
	got := p.look(w)
	compare(t, w, []string{
		"~165h20m0s lease_ends a3u-0/100 [7]: in 40 min (estimate)", "~165h20m0s lease_ends a3u-1/101: in 40 min (estimate)",
	}, got)
	type row struct {
		Severity flex.Severity
		Mine     bool
		Pool     string
	}
	var rows []row
	for _, e := range got {
		rows = append(rows, row{e.Severity, e.Mine, e.Pool})
		if e.Within != h {
			t.Errorf("%s is told as within %s", short(e), e.Within)
		}
	}
	if diff := cmp.Diff([]row{{flex.Warning, true, "a3u"}, {flex.Notice, false, "a3u"}}, rows); diff != "" {
		t.Error(diff)
	}
	var other program
	w.at += 5 * m
	for i, e := range other.look(w) {
		if !flex.Same(e, got[i]) || e.ID != got[i].ID {
			t.Errorf("a second program tells %s under another ID", short(e))
		}
	}
}

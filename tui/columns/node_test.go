package columns_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/theme"
)

func TestNodeWord(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]string{
		"ALLOCATED": "allocated", "MIXED": "mixed", "IDLE": "idle", "MIXED+DRAIN": "draining", "IDLE+DRAIN": "drained",
		"DOWN": "down", "DOWN+NOT_RESPONDING": "down", "IDLE+NOT_RESPONDING": "no answer", "IDLE+CLOUD+POWERED_DOWN": "off",
		"DOWN+CLOUD+POWERED_DOWN": "off", "ALLOCATED+CLOUD+POWERING_UP": "powering up", "IDLE+CLOUD+POWERING_DOWN": "powering down",
		"IDLE+REBOOT_ISSUED": "rebooting", "IDLE+COMPLETING": "completing", "IDLE+PLANNED": "planned", "IDLE+RESERVED": "reserved",
		"IDLE+MAINTENANCE": "maintenance", "IDLE+FAIL": "failing", "IDLE+INVALID_REG": "invalid", "UNKNOWN": "unknown",
		"FUTURE": "future", "ERROR": "error", "ALLOCATED+COMPLETING": "allocated", "IDLE+DRAIN+CLOUD+POWERED_DOWN": "off",
	} {
		if got := columns.NodeWord(slurm.ParseNodeState(state)); got != want {
			t.Errorf("NodeWord(%s) = %q, want %q", state, got, want)
		}
	}
}

// foreseer knows one lease and one risk.
type foreseer struct {
	lease flex.Lease
	risk  flex.Risk
}

func (f foreseer) Lease(string) flex.Lease   { return f.lease }
func (f foreseer) Risk(*slurm.Job) flex.Risk { return f.risk }

func nodeRow(state string, f columns.Leases, jobs ...*slurm.Job) *columns.NodeRow {
	r := &columns.NodeRow{
		Node: &slurm.Node{Name: "a3u-3", State: slurm.ParseNodeState(state)}, Pool: flex.Pool{ID: "a3u"},
		Member: flex.Member{Standing: flex.Static}, Jobs: jobs,
	}
	r.Foresee(f)
	return r
}

func TestNodeNotes(t *testing.T) {
	t.Parallel()
	now := slurm.Time(1e9)
	view := &columns.View{Now: now, Glyphs: theme.Theme{}.Glyphs()}
	one := &slurm.Job{ID: 88214}
	exact := flex.Lease{Provenance: flex.Exact, End: now.Std().Add(26 * time.Hour)}
	with := func(r flex.Risk) foreseer { return foreseer{exact, r} }
	broken := nodeRow("IDLE+DRAIN", with(flex.Risk{}))
	broken.Node.Reason = "xid 79"
	dynamic := nodeRow("IDLE", with(flex.Risk{}))
	dynamic.Member.Standing = flex.Dynamic
	off := nodeRow("IDLE+CLOUD+POWERED_DOWN", foreseer{lease: flex.Lease{Why: "there is no machine"}})
	off.Member.Standing = flex.Dynamic
	guessed := nodeRow("IDLE", foreseer{lease: flex.Lease{Why: "nothing tells"}})
	guessed.Pool.FromPartition = true
	for _, c := range []struct {
		name string
		row  *columns.NodeRow
		want columns.Cell
	}{
		{"why it takes no work", broken, columns.Cell{Text: "xid 79", Tone: theme.Warn}},
		{"lost without a reason", nodeRow("DOWN+NOT_RESPONDING", with(flex.Risk{})), columns.Cell{Text: "not responding, down", Tone: theme.Bad}},
		{"too short", nodeRow("ALLOCATED", with(flex.Risk{Kind: flex.WillBeKilled, Node: "a3u-3", Lost: 18*time.Hour + 12*time.Minute}), one), columns.Cell{Text: "88214 is cut 18h12m short", Tone: theme.Bad}},
		{"another goes first", nodeRow("ALLOCATED", with(flex.Risk{Kind: flex.WillBeKilled, Node: "a3u-1", Lost: time.Hour}), one), columns.Cell{Text: "88214 ends with a3u-1", Tone: theme.Dim}},
		{"no limit", nodeRow("ALLOCATED", with(flex.Risk{Kind: flex.WillBeKilled, Node: "a3u-3", Endless: true}), one), columns.Cell{Text: "88214 is cut off: it has no limit", Tone: theme.Bad}},
		{"tight", nodeRow("ALLOCATED", with(flex.Risk{Kind: flex.Tight, Spare: 35 * time.Minute}), one), columns.Cell{Text: "88214 fits with 35m to spare", Tone: theme.Warn}},
		{"static", nodeRow("ALLOCATED", with(flex.Risk{Kind: flex.Fits}), one), columns.Cell{Text: "re-created after that", Tone: theme.Dim}},
		{"dynamic", dynamic, columns.Cell{Text: "comes back only for a waiting job", Tone: theme.Dim}},
		{"off", off, columns.Cell{Text: "comes up when a job waits for it", Tone: theme.Dim}},
		{"on its way", nodeRow("ALLOCATED+POWERING_UP", foreseer{}), columns.Cell{Text: "its lease begins with its machine", Tone: theme.Dim}},
		{"not known", nodeRow("IDLE", foreseer{lease: flex.Lease{Why: "nothing tells"}}), columns.Cell{Text: "nothing tells", Tone: theme.Dim}},
		{"not known of any", guessed, columns.Cell{Tone: theme.Dim}},
		{"no end", nodeRow("IDLE", foreseer{lease: flex.Lease{Provenance: flex.NoEnd}}), columns.Cell{Tone: theme.Dim}},
	} {
		if got := columns.NodeNoteCell(c.row, view); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	want := "a3u-3: ends " + columns.Clock(now.Add(26*time.Hour)) + " (exact). 88214 is cut 18h12m short (re-created after that)"
	row := nodeRow("ALLOCATED", with(flex.Risk{Kind: flex.WillBeKilled, Node: "a3u-3", Lost: 18*time.Hour + 12*time.Minute}), one)
	if got := columns.NodeSentence(row, view); got.Text != want || got.Tone != theme.Bad {
		t.Errorf("sentence is %+v, want %q", got, want)
	}
}

func TestWithoutAnOutlookNothingIsPromised(t *testing.T) {
	t.Parallel()
	r := nodeRow("ALLOCATED", nil, &slurm.Job{ID: 1})
	if r.Lease.IsKnown() || r.Lease.Why == "" || r.WorstJob != nil {
		t.Errorf("a row without an outlook has lease %+v and job %v", r.Lease, r.WorstJob)
	}
}

func TestWorstRiskIsTheRowsOwn(t *testing.T) {
	t.Parallel()
	jobs := []*slurm.Job{{ID: 1}, {ID: 2}, {ID: 3}}
	risks := byID{1: flex.Fits, 2: flex.WillBeKilled, 3: flex.Tight}
	r := nodeRow("ALLOCATED", risks, jobs...)
	if r.WorstJob != jobs[1] || r.Worst.Kind != flex.WillBeKilled || len(r.Risks) != 3 || r.Risks[2].Kind != flex.Tight {
		t.Errorf("the worst is job %v with %v of %v", r.WorstJob, r.Worst.Kind, r.Risks)
	}
}

type byID map[uint64]flex.RiskKind

func (byID) Lease(string) flex.Lease       { return flex.Lease{} }
func (b byID) Risk(j *slurm.Job) flex.Risk { return flex.Risk{Kind: b[j.ID]} }

// Whatever the order, sorting loses no node, orders by the key, and turned round is the other way for other keys.
func TestSortNodesKeepsEveryNode(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "nodes")
		rows := make([]columns.NodeRow, n)
		names := make([]string, n)
		for i := range rows {
			names[i] = fmt.Sprintf("a3u-%d", i)
			lease := flex.Lease{Provenance: flex.Provenance(rapid.IntRange(0, 4).Draw(t, "provenance"))}
			if lease.IsKnown() {
				lease.End = time.Unix(int64(rapid.IntRange(0, 5).Draw(t, "end")), 0)
			}
			state := rapid.SampledFrom([]string{"IDLE", "ALLOCATED", "DOWN", "IDLE+DRAIN", "IDLE+POWERED_DOWN"}).Draw(t, "state")
			rows[i] = columns.NodeRow{
				Node: &slurm.Node{Name: names[i], State: slurm.ParseNodeState(state)}, Lease: lease, Member: flex.Member{Index: i},
				Jobs: make([]*slurm.Job, rapid.IntRange(0, 3).Draw(t, "jobs")),
			}
		}
		order := rapid.SampledFrom(columns.NodeOrders()).Draw(t, "order")
		reverse := rapid.Bool().Draw(t, "reverse")
		columns.SortNodes(rows, order, reverse)
		got := make([]string, n)
		for i := range rows {
			got[i] = rows[i].Node.Name
			if i == 0 {
				continue
			}
			a, b := order.Key(&rows[i-1]), order.Key(&rows[i])
			c := strings.Compare(a.S, b.S)
			if a.N != b.N {
				c = 1
				if a.N < b.N {
					c = -1
				}
			}
			if reverse && c < 0 || !reverse && c > 0 {
				t.Fatalf("%s before %s by %s, reverse %v", got[i-1], got[i], order.Column, reverse)
			}
		}
		slices.Sort(got)
		slices.Sort(names)
		if !slices.Equal(got, names) {
			t.Fatalf("nodes are %v, were %v", got, names)
		}
	})
}

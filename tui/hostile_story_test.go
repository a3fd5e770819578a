package tui_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest/cluster"
)

// hostile is a name that is wide, long, combined and joined: all that survives the cleaning of what the cluster says.
func hostile() string {
	return "名前名前e\u0301\u0301\u0301👩\u200d👩\u200d👧\u200d👦" + strings.Repeat("x", 80) + "終"
}

// renameAll gives everything on the cluster a hostile name.
func renameAll(c *cluster.Cluster) {
	bad := hostile()
	c.ChangeNodes(func(nodes []slurm.Node) {
		for i := range nodes {
			n := &nodes[i]
			n.Name, n.Reason, n.ReasonUser, n.GRES, n.Comment = fmt.Sprint(i, bad), bad, bad, bad, bad
		}
	})
	c.Change(func(jobs *[]slurm.Job) {
		for i := range *jobs {
			j := &(*jobs)[i]
			j.Name, j.User, j.Partition, j.Comment, j.Reason = bad, bad, bad, bad, bad
			if j.State.IsActive() {
				j.Nodes = slurm.Hostlist(fmt.Sprint(i%20, bad))
			}
		}
	})
	c.ChangePools(func(p *flex.Pools) {
		for i := range p.Pools {
			q := &p.Pools[i]
			q.ID, q.MachineType, q.AcceleratorType = fmt.Sprint(i, bad), bad, bad
		}
		p.Note, p.Error, p.Detail = bad, bad, bad
		for i := range p.Queued {
			q := &p.Queued[i]
			q.PoolID, q.Error, q.State, q.Job = fmt.Sprint(i, bad), bad, bad, bad
		}
	})
}

// hostileEvents are events of which everything is a hostile name.
func hostileEvents() *told {
	bad := hostile()
	o := &told{}
	for i := range 40 {
		o.list = append(o.list, flex.Event{
			ID: fmt.Sprint(i), Type: flex.EventType(bad), Severity: flex.Severity(i % 5), Node: bad, Pool: bad, Jobs: []string{bad, bad, bad},
			User: bad, Text: bad, At: time.Date(2026, 11, 30, 10, i%60, 0, 0, time.UTC),
		})
	}
	return o
}

// Whatever things are called, no line is wider and no screen higher than the terminal, in any place or dialog; without
// colours there are none, and where only ASCII can be shown nothing of our own is anything else.
func TestHostileNamesFitEverywhere(t *testing.T) {
	t.Parallel()
	for _, plain := range []bool{false, true} {
		for _, size := range [][2]int{{1, 1}, {20, 5}, {40, 12}, {59, 14}, {80, 24}, {118, 30}, {139, 40}, {150, 30}, {200, 60}} {
			t.Run(fmt.Sprintf("%dx%d plain %v", size[0], size[1], plain), func(t *testing.T) {
				t.Parallel()
				s := start(t, size[0], size[1], func(opt *tui.Options, c *cluster.Cluster) {
					opt.Observer, opt.Context = hostileEvents(), hostile()
					opt.ASCII, opt.NoColor = plain, plain
					renameAll(c)
				})
				for _, keys := range []string{
					"", "enter", "o", "D", "esc", "F", "tab", "esc", "esc", "esc", "2", "G", "b", "+", "enter", "esc", "g", "enter", "esc",
					"space space D", "esc", "3", "enter", "esc", "E", "/", "x", "esc", "?", "esc", "4", "enter",
				} {
					s.Press(strings.Fields(keys)...)
					checkScreen(t, keys, s.View().Content, size, plain)
				}
			})
		}
	}
}

func checkScreen(t *testing.T, keys, screen string, size [2]int, plain bool) {
	t.Helper()
	lines := strings.Split(screen, "\n")
	if len(lines) > size[1] {
		t.Errorf("after %q there are %d lines", keys, len(lines))
	}
	for i, l := range lines {
		text := ansi.Strip(l)
		if w := ansi.StringWidth(l); w > size[0] {
			t.Errorf("after %q line %d has %d cells: %q", keys, i, w, text)
		}
		if !plain {
			continue
		}
		foreign := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf && !strings.ContainsRune(hostile(), r) })
		if foreign >= 0 {
			t.Errorf("after %q line %d has more than ASCII at %d: %q", keys, i, foreign, text)
		}
		if strings.Contains(l, "\x1b[3") || strings.Contains(l, "\x1b[4") && !strings.Contains(l, "\x1b[4m") {
			t.Errorf("after %q line %d has colours: %q", keys, i, l)
		}
	}
}

// barren is a cluster with nothing on it.
type barren struct{ tui.Service }

func (barren) Nodes(context.Context) (slurm.List[slurm.Node], error) {
	return slurm.List[slurm.Node]{}, nil
}
func (barren) Pools(context.Context) (flex.Pools, error) { return flex.Pools{}, nil }
func (barren) Jobs(context.Context, slurm.Time) (slurm.List[slurm.Job], error) {
	return slurm.List[slurm.Job]{}, nil
}

// With no node, no pool and no job every key still does something that makes sense, or nothing.
func TestNothingIsThere(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}, {200, 60}} {
		s := start(t, size[0], size[1], func(opt *tui.Options, c *cluster.Cluster) { opt.Service = barren{c} })
		s.NotSee("at risk", "next lease end", "GPU ")
		s.Press("2")
		s.See("The cluster has no nodes.")
		for _, key := range strings.Fields("j k g G enter D U F space z b + - [ ] t T y E o esc 2 / x enter esc ctrl+d pgup") {
			s.Press(key)
			checkScreen(t, key, s.View().Content, size, false)
		}
		s.NotSee("Drain", "Resume", "as faulty")
		s.Press("1")
		for _, key := range strings.Fields("j enter o c h w E") {
			s.Press(key)
			checkScreen(t, key, s.View().Content, size, false)
		}
		s.NotSee("Cancel job")
	}
}

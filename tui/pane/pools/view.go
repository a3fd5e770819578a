package pools

import (
	"fmt"
	"strings"
	"time"

	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) {
	if w != p.w || h != p.h {
		p.w, p.h = w, h
		p.arrange()
		p.dirty = true
	}
}

// The heights from which on there is room for more than the lists.
const (
	sentenceFrom = 14
	legendFrom   = 20
)

// summaryHeight is that of the summary: its heading and so many pools.
func (p *Pane) summaryHeight() int {
	return min(len(p.groups), max(1, min(9, p.h/3-1))) + 1
}

// above are the lines between the summary and the nodes: notes, a blank line, the filter.
func (p *Pane) above() []string {
	lines := p.noteLines(max(1, p.h/7))
	if p.h >= sentenceFrom {
		lines = append(lines, "")
	}
	if p.filter.Shown() {
		lines = append(lines, p.filterLine())
	}
	return lines
}

// top is the line at which the nodes begin.
func (p *Pane) top() int { return p.summaryHeight() + len(p.above()) }

// View draws pools and nodes, or in their place why there are none.
func (p *Pane) View() string {
	if !p.status.Has {
		return p.nothingYet()
	}
	p.build()
	now := p.deps.ClusterNow().Truncate(time.Second).Local()
	p.summary.SetTheme(*p.deps.Theme)
	p.table.SetTheme(*p.deps.Theme)
	above, below := p.above(), p.below()
	p.summary.Resize(p.w, p.summaryHeight())
	p.table.Resize(p.w, max(1, p.h-p.summaryHeight()-len(above)-len(below)))
	p.table.SetEmpty(p.emptyText(), theme.Dim)
	p.settle(now)
	lines := append([]string{p.summary.View()}, above...)
	lines = append(lines, p.table.View())
	return strings.Join(append(lines, below...), "\n")
}

// below are the lines under the nodes: what the chosen one means in a sentence, and the signs of the timeline.
func (p *Pane) below() []string {
	var out []string
	th := *p.deps.Theme
	put := func(tone theme.Tone, text string) {
		out = append(out, th.Paint(tone, fit.String("   "+text, p.w, fit.Left, th.Glyphs().Ellipsis)))
	}
	if p.h >= sentenceFrom && len(p.rows.list) > 0 {
		switch row, ok := p.current(); {
		case ok:
			c := columns.NodeSentence(row, p.cells())
			put(c.Tone, c.Text)
		default:
			put(theme.Dim, p.poolSentence())
		}
	}
	if p.h >= legendFrom && p.shape.bars && len(p.rows.list) > 0 {
		out = append(out, p.legend())
	}
	return out
}

// poolSentence says what the summary has no room for.
func (p *Pane) poolSentence() string {
	g, ok := p.currentPool()
	if !ok {
		return ""
	}
	parts := []string{g.Pool.Model.Words(), g.Pool.MachineType, accelerators(g.Pool), g.Pool.Zone}
	if d := g.Pool.MaxDuration; d > 0 && g.Pool.HasLease() {
		parts = append(parts, "lives at most "+columns.LeaseSpan(d))
	}
	parts = append(parts, "known from "+used(&p.pools))
	var out []string
	for _, s := range parts {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, "  "+p.deps.Theme.Glyphs().Dot+"  ")
}

// legend explains the signs of the timeline, each in its tone.
func (p *Pane) legend() string {
	th := *p.deps.Theme
	g := th.Glyphs()
	line, left := fit.Spaces(min(2, p.w)), p.w-2
	for _, e := range []struct {
		sign, words string
		tone        theme.Tone
	}{
		{g.Full, "job", theme.Good},
		{g.Over, "job outlives the lease", theme.Bad},
		{g.Light + g.EndExact, "lease", theme.Normal},
		{g.Hatch + g.EndAbout, "its end an estimate", theme.Normal},
		{g.Empty, "no end", theme.Line},
		{g.Empty + g.Dot, "not known", theme.Line},
	} {
		if n := fit.Width(e.sign+e.words) + 3; n <= left {
			line += " " + th.Paint(e.tone, e.sign) + " " + th.Paint(theme.Dim, e.words) + " "
			left -= n
		}
	}
	return line + fit.Spaces(left)
}

func (p *Pane) emptyText() string {
	switch {
	case len(p.nodes) == 0:
		return "The cluster has no nodes."
	case p.kept > 0:
		return "All pools are folded.\n\nz on a pool unfolds it"
	}
	return fmt.Sprintf("None of %d nodes matches.\n\nesc clears the filter", len(p.nodes))
}

func (p *Pane) filterLine() string {
	return p.filter.Line(*p.deps.Theme, p.w, fmt.Sprintf("%d of %d nodes shown", len(p.rows.list), len(p.nodes)))
}

func (p *Pane) nothingYet() string {
	th := *p.deps.Theme
	if p.status.Err == nil {
		return pane.Center(p.w, p.h, []string{th.Paint(theme.Dim, "Asking the cluster for its nodes ...")})
	}
	return pane.Center(p.w, p.h, pane.Trouble(th, p.w, p.status, "There is no list of nodes", p.deps.Now()))
}

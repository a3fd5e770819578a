package pools

import (
	"fmt"
	"strings"

	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) { p.w, p.h = w, h }

// above are the lines over the node table: the pools, a blank line, notes, the filter.
func (p *Pane) above() []string {
	lines := p.poolLines()
	lines = append(lines, p.notes()...)
	lines = append(lines, "")
	if p.filter.Shown() {
		lines = append(lines, p.filterLine())
	}
	return lines
}

func (p *Pane) top() int { return len(p.above()) }

// View draws pools and nodes, or in their place why there are none.
func (p *Pane) View() string {
	p.build()
	if !p.status.Has {
		return p.nothingYet()
	}
	p.table.SetTheme(*p.deps.Theme)
	above := p.above()
	p.table.Resize(p.w, max(1, p.h-len(above)))
	p.table.SetEmpty(p.emptyText(), theme.Dim)
	return strings.Join(append(above, p.table.View()), "\n")
}

func (p *Pane) emptyText() string {
	if len(p.nodes) == 0 {
		return "The cluster has no nodes."
	}
	return fmt.Sprintf("None of %d nodes matches.\n\nesc clears the filter", len(p.nodes))
}

// notes say what one should know of the data: that partitions stand in for pools and why, or that it is old.
func (p *Pane) notes() []string {
	th := *p.deps.Theme
	var out []string
	put := func(tone theme.Tone, text string) {
		out = append(out, th.Paint(tone, fit.String("   "+text, p.w, fit.Left, th.Glyphs().Ellipsis)))
	}
	if p.hasPool && p.pools.Note != "" {
		put(theme.Dim, p.pools.Note)
	}
	if p.pools.Error != "" {
		put(theme.Bad, "the platform says: "+p.pools.Error)
	}
	if p.poolErr != nil {
		what, _ := pane.Sentences(p.poolErr)
		put(theme.Warn, "pools: "+what)
	}
	if p.status.Stale() {
		what, _ := p.status.Sentences()
		put(theme.Bad, fmt.Sprintf("! these nodes are %s old: %s", pane.Age(p.deps.Now().Sub(p.status.AsOf)), what))
	}
	return out
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

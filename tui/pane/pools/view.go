package pools

import (
	"fmt"
	"strings"

	"flexq/client/flex"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) { p.w, p.h = w, h }

// maxPools is how many pools are listed above the nodes; fewer where lines are few.
func (p *Pane) maxPools() int { return max(1, min(8, p.h/3-1)) }

// above are the lines over the node table: the pools, a blank line, notes, the filter.
func (p *Pane) above() []string {
	th := *p.deps.Theme
	lines := []string{th.Paint(theme.Heading, p.poolLine(poolHeadings()))}
	limit := p.maxPools()
	for i := range p.groups {
		if i == limit-1 && len(p.groups) > limit {
			lines = append(lines, th.Paint(theme.Dim, fmt.Sprintf("   ... and %d more pools", len(p.groups)-i)))
			break
		}
		lines = append(lines, p.pool(&p.groups[i]))
	}
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

func poolHeadings() []string {
	return []string{"POOL", "MODEL", "MACHINE", "ON/MIN/MAX", "GPUS", "STATES"}
}

// poolLine lays out a line of the pool list; narrow screens lose the machine, then the model.
func (p *Pane) poolLine(text []string) string {
	var b strings.Builder
	b.WriteString("   ")
	for i, w := range p.poolWidths() {
		if w == 0 {
			continue
		}
		align := fit.Left
		if i == 3 || i == 4 {
			align = fit.Right
		}
		b.WriteString(fit.String(text[i], w, align, p.deps.Theme.Glyphs().Ellipsis))
		b.WriteString("  ")
	}
	return fit.String(b.String(), p.w, fit.Left, "")
}

func (p *Pane) poolWidths() [6]int {
	w := [6]int{10, 11, 16, 12, 11, 0}
	if p.w < 100 {
		w[2] = 0
	}
	if p.w < 64 {
		w[1] = 0
	}
	used := 3
	for _, n := range w {
		if n > 0 {
			used += n + 2
		}
	}
	w[5] = max(4, p.w-used-2)
	return w
}

func (p *Pane) pool(g *flex.PoolNodes) string {
	th := *p.deps.Theme
	t := &g.Tally
	name, size := g.Pool.ID, fmt.Sprintf("%d/%d/%d", t.On, g.Pool.Min, g.Pool.Max)
	switch {
	case name == "":
		name, size = "(no pool)", fmt.Sprintf("%d/-/-", t.On)
	case g.Pool.FromPartition:
		size = fmt.Sprintf("%d/-/%d", t.On, g.Pool.Max)
	case g.Pool.Login:
		size = fmt.Sprintf("%d/%d/%d", len(g.Others), g.Pool.Min, g.Pool.Max)
	}
	gpus := "-"
	if t.GPUs > 0 || t.GPUsUsed > 0 {
		gpus = fmt.Sprintf("%d/%d", t.GPUsUsed, t.GPUs)
	}
	model := g.Pool.Model.Words()
	if g.Pool.FromPartition {
		model = "partition"
	}
	states := make([]string, 0, len(t.States))
	for _, s := range t.States {
		states = append(states, fmt.Sprintf("%s %d", s.State, s.Count))
	}
	if g.Pool.Login {
		states = []string{"login"}
	}
	return th.Paint(theme.Normal, p.poolLine([]string{name, model, g.Pool.MachineType, size, gpus, strings.Join(states, "  ")}))
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

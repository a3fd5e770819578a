package tui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// The smallest screen that is drawn, and the width from which Jobs and Job stand side by side.
const (
	minWidth, minHeight = 40, 12
	wideFrom            = 140
)

func (a *App) tooSmall() bool { return a.w < minWidth || a.h < minHeight }

func (a *App) isWide() bool { return a.w >= wideFrom && (a.front == placeJobs || a.front == placeJob) }

// headLines is the height of the header: two lines, one where lines are few.
func (a *App) headLines() int {
	if a.h < 18 {
		return 1
	}
	return 2
}

func (a *App) resize(w, h int) {
	a.w, a.h = w, h
	a.layout()
}

func (a *App) bodyHeight() int { return max(1, a.h-a.headLines()-1-len(a.above)) }

// sideWidth is the width of the job list on a wide screen.
func (a *App) sideWidth() int { return max(70, a.w*3/5) }

// layout gives every pane its room.
func (a *App) layout() {
	h := a.bodyHeight()
	w := max(1, a.w)
	listW, jobW := w, w
	if a.w >= wideFrom {
		listW = a.sideWidth()
		jobW = max(1, w-listW-1)
	}
	a.jobs.Resize(listW, h)
	a.job.Resize(jobW, h)
	a.pools.Resize(w, h)
	a.node.Resize(w, h)
	a.events.Resize(w, h)
	a.submit.Resize(w, h)
	for _, o := range a.overlays {
		o.Resize(w, a.h)
	}
	a.jobs.Focus(a.front == placeJobs)
	a.job.Focus(a.front == placeJob)
}

// View draws the whole screen. It is called after every message, so panes keep their drawings.
func (a *App) View() tea.View {
	v := tea.NewView(a.screen())
	v.AltScreen = true
	v.ReportFocus = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "flexq " + a.opt.Context
	return v
}

func (a *App) screen() string {
	switch {
	case a.w == 0 || a.h == 0:
		return ""
	case a.tooSmall():
		return a.tooSmallNotice()
	}
	lines := make([]string, 0, a.h)
	lines = append(lines, a.header()...)
	lines = append(lines, a.body()...)
	for _, text := range a.above {
		lines = append(lines, bar(a.theme, []span{{text: text, tone: a.message.tone}}, a.w))
	}
	lines = append(lines, a.footer())
	for _, o := range a.overlays {
		lines = a.cover(o, lines)
	}
	return strings.Join(lines, "\n")
}

// cover draws an overlay over the screen. What is behind it stands back, and nothing of a line that it covers in part is
// seen beside it: half a word next to a window is read as a part of it. The header and the footer stay as they are.
func (a *App) cover(o overlay, lines []string) []string {
	behind := make([]string, len(lines))
	for i, l := range lines {
		if i >= a.headLines() && i < len(lines)-1 {
			l = a.theme.Paint(theme.Dim, ansi.Strip(l))
		}
		behind[i] = l + fit.Spaces(max(0, a.w-fit.Width(l)))
	}
	for i, l := range o.Over(slices.Clone(behind)) {
		if l != behind[i] {
			behind[i] = fit.Spaces(a.w)
		}
	}
	return o.Over(behind)
}

func (a *App) tooSmallNotice() string {
	text := fmt.Sprintf("flexq needs %dx%d", minWidth, minHeight)
	lines := []string{ansi.Truncate(text, a.w, "")}
	if a.h > 1 {
		lines = append(lines, ansi.Truncate(fmt.Sprintf("this is %dx%d", a.w, a.h), a.w, ""))
	}
	return strings.Join(lines, "\n")
}

func (a *App) body() []string {
	h := a.bodyHeight()
	if !a.isWide() {
		return exactly(strings.Split(a.inFront().View(), "\n"), h)
	}
	left := exactly(strings.Split(a.jobs.View(), "\n"), h)
	right := exactly(strings.Split(a.job.View(), "\n"), h)
	rule := a.theme.Paint(theme.Line, a.theme.Glyphs().Vertical)
	out := make([]string, h)
	w := a.sideWidth()
	for i := range out {
		pad := max(0, w-ansi.StringWidth(left[i]))
		out[i] = left[i] + strings.Repeat(" ", pad) + rule + right[i]
	}
	return out
}

func exactly(lines []string, h int) []string {
	if len(lines) > h {
		return lines[:h]
	}
	for len(lines) < h {
		lines = append(lines, "")
	}
	return lines
}

// paneAt finds the pane under a cell of the screen, and the cell within it.
func (a *App) paneAt(x, y int) (p pane.Pane, px, py int, ok bool) {
	y -= a.headLines()
	if y < 0 || y >= a.bodyHeight() {
		return nil, 0, 0, false
	}
	if !a.isWide() {
		return a.inFront(), x, y, true
	}
	if w := a.sideWidth(); x > w {
		// Beside the list stands only a preview, which takes no clicks.
		return a.job, x - w - 1, y, a.front == placeJob
	}
	return a.jobs, x, y, true
}

// hints are the keys that the footer names: those of the overlay, else of the pane, then the root's own. Where room is
// short the last ones go first, but how to get help stays.
func (a *App) hints() []span {
	var list []pane.Hint
	s := a.scope()
	if n := len(a.overlays); n > 0 {
		list = a.overlays[n-1].Hints()
	} else {
		list = a.inFront().Hints()
		if s != action.Text {
			list = append(list, pane.Hint{Action: action.Help})
		}
		if !s.OwnsText() {
			list = append(list, pane.Hint{Action: action.Quit})
		}
	}
	out := make([]span, 0, 2*len(list))
	for i, h := range list {
		m := h.Action.Meta()
		b := a.keys.Binding(s, h.Action)
		if !b.Enabled() || a.opt.ReadOnly && (m.Dangerous || m.Writes) {
			continue
		}
		text := h.Text
		if text == "" {
			text = b.Help().Desc
		}
		drop := 3 + i
		if h.Action == action.Help {
			drop = 2
		}
		out = append(out, span{text: a.keyLabel(b.Help().Key) + " " + text, tone: theme.Dim, drop: drop})
	}
	return out
}

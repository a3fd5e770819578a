package submit

import (
	"fmt"
	"strings"

	"flexq/client/template"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/frame"
)

// lookFrom is the width from which the script of what is selected stands beside the picker.
const lookFrom = 110

// The widths of that script.
const (
	leastLook = 48
	mostLook  = 100
)

// menuWidth is the room of the picker.
func (p *Pane) menuWidth() int {
	if p.w < lookFrom {
		return p.w
	}
	return max(p.w*11/20, p.w-mostLook)
}

func (p *Pane) sizeMenu() {
	if p.menu != nil {
		p.menu.Resize(p.menuWidth(), p.h)
	}
}

// pickerView draws the picker, and where there is room for it what is selected.
func (p *Pane) pickerView() string {
	th := *p.deps.Theme
	p.menu.SetTheme(th)
	p.sizeMenu()
	blank := strings.TrimSuffix(strings.Repeat(fit.Spaces(p.w)+"\n", max(1, p.h)), "\n")
	out := p.menu.Over(p.pickerNotes(blank))
	c, ok := p.selected()
	if !ok || c.text == "" || p.w < lookFrom {
		return out
	}
	r := p.menu.Rect()
	x := r.X + r.W + 1
	room := min(p.w-x-2, mostLook)
	if room < leastLook {
		return out
	}
	return fit.Overlay(out, p.look(c, room, p.h-r.Y-1), x, r.Y)
}

// look draws the script of a choice, its parameters above it.
func (p *Pane) look(c choice, width, height int) string {
	th := *p.deps.Theme
	inner := width - 2*frame.BorderX
	t := template.Parse(c.item.Label, c.text)
	var body []string
	for i := range t.Params {
		body = append(body, paramLine(th, &t.Params[i], c.given, inner))
	}
	if len(body) > 0 {
		body = append(body, "")
	}
	room, more := max(0, height-2*frame.BorderY), 0
	for line := range strings.Lines(c.text) {
		line = strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(line, "#FLEXQ") {
			continue
		}
		if len(body) >= room {
			more++
			continue
		}
		text := fit.Clean(fit.Tabs(line, 8))
		body = append(body, th.PaintOn(theme.Panel, lookTone(line), fit.Cut(text, inner, th.Glyphs().Ellipsis)))
	}
	foot := ""
	if more += max(0, len(body)-room); more > 0 {
		foot = fmt.Sprintf("%d more lines", more)
		body = body[:min(room, len(body))]
	}
	return frame.Box{Theme: th, Title: fit.Clean(c.item.Label), Tone: theme.Title, Foot: foot, Width: width}.Draw(body)
}

func lookTone(line string) theme.Tone {
	switch {
	case strings.HasPrefix(line, "#SBATCH"):
		return theme.Accent
	case strings.HasPrefix(strings.TrimSpace(line), "#"):
		return theme.Dim
	}
	return theme.Normal
}

// paramLine names a parameter with its value and what it is for.
func paramLine(th theme.Theme, d *template.Param, given map[string]string, width int) string {
	value := "needed"
	if d.Optional {
		value = d.Default
	}
	if v, ok := given[d.Name]; ok {
		value = v
	}
	name := fit.String(fit.Clean(d.Name), 14, fit.Left, th.Glyphs().Ellipsis) + " "
	value = fit.String(fit.Clean(value), 16, fit.Left, th.Glyphs().Ellipsis) + " "
	help := fit.Cut(fit.Clean(d.Help), max(0, width-31), th.Glyphs().Ellipsis)
	return th.PaintOn(theme.Panel, theme.Key, name) + th.PaintOn(theme.Panel, theme.Normal, value) + th.PaintOn(theme.Panel, theme.Dim, help)
}

// pickerNotes say at the bottom what could not be listed or read.
func (p *Pane) pickerNotes(blank string) string {
	th := *p.deps.Theme
	var out []string
	say := func(what string, err error) {
		if err != nil {
			text, _ := pane.Sentences(err)
			out = append(out, th.Paint(theme.Warn, fit.Cut(fit.Clean(what+text), max(8, p.w-2), th.Glyphs().Ellipsis)))
		}
	}
	say("templates: ", p.listErr)
	say("forms of before: ", p.draftsErr)
	for _, l := range p.readingLines(p.w - 4) {
		if l != "" {
			out = append(out, strings.TrimPrefix(l, " "))
		}
	}
	if len(out) == 0 {
		return blank
	}
	return fit.Overlay(blank, strings.Join(out, "\n"), 1, max(0, p.h-len(out)))
}

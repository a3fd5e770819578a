package job

import (
	"fmt"
	"image/color"
	"unicode/utf8"

	"charm.land/bubbles/v2/progress"
	"charm.land/lipgloss/v2"

	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// labelWidth is the room of the labels before the values.
const labelWidth = 12

// Resize gives the pane its room.
func (p *Pane) Resize(w, h int) {
	p.w, p.h = w, h
	p.pager.Resize(w, h)
}

// View draws the job. Elapsed times make it new each second while the job runs.
func (p *Pane) View() string {
	now := slurm.TimeOf(p.deps.ClusterNow())
	if p.ended() {
		now = 0
	}
	want := drawing{second: now, w: p.w, theme: *p.deps.Theme}
	if want != p.drawn {
		p.drawn = want
		p.pager.SetTheme(*p.deps.Theme)
		p.pager.SetLines(p.lines(slurm.TimeOf(p.deps.ClusterNow())))
	}
	return p.pager.View()
}

func (p *Pane) ended() bool { return p.final() && !p.asking }

func (p *Pane) lines(now slurm.Time) []string {
	th := *p.deps.Theme
	if p.ref.Job == 0 {
		return []string{"", " " + th.Paint(theme.Dim, "No job is selected.")}
	}
	var out []string
	if len(p.jobs) == 0 {
		return append(out, p.nothing()...)
	}
	if p.err != nil {
		out = append(out, p.trouble()...)
	}
	if tally := p.tally(); tally != "" {
		out = append(out, p.array(tally)...)
	}
	out = append(out, p.one(&p.jobs[0], now)...)
	out = append(out, p.ownEvents()...)
	if len(p.jobs) > 1 {
		out = append(out, p.members(now)...)
	}
	out = append(out, "")
	for _, w := range p.warned {
		out = append(out, p.wrapped("slurm", w.Description, theme.Warn)...)
	}
	return out
}

func (p *Pane) tally() string {
	if len(p.jobs) < 2 {
		return ""
	}
	var t columns.Tally
	for i := range p.jobs {
		t.Add(&p.jobs[i])
	}
	return t.String()
}

func (p *Pane) array(tally string) []string {
	th := *p.deps.Theme
	title := p.ref.String()
	if p.jobs[0].Het.Job != 0 {
		return []string{" " + th.Paint(theme.Title, title) + "  het job of " + fmt.Sprint(len(p.jobs)) + " parts", ""}
	}
	return []string{" " + th.Paint(theme.Title, title) + "  " + th.Paint(theme.Normal, tally), ""}
}

// members are the tasks of an array or the parts of a het job, one a line.
func (p *Pane) members(now slurm.Time) []string {
	th := *p.deps.Theme
	g := th.Glyphs()
	title := "tasks"
	if p.jobs[0].Het.Job != 0 {
		title = "parts"
	}
	out := []string{"", " " + th.Paint(theme.Heading, title)}
	for i := range p.jobs {
		j := &p.jobs[i]
		used := "-"
		if d := j.Used(now); d > 0 {
			used = columns.Span(d)
		}
		line := " " + th.Paint(theme.Normal, fit.String(j.DisplayID(), 20, fit.Left, g.Ellipsis)) + " " +
			th.Paint(columns.JobTone(j), fit.String(j.State.Code()+" "+columns.StateWord(j), 14, fit.Left, g.Ellipsis)) + " " +
			th.Paint(theme.Normal, fit.String(used, 7, fit.Right, "")) + "  " +
			th.Paint(theme.Dim, fit.Cut(columns.Where(j), max(1, p.w-49), g.Ellipsis))
		out = append(out, line)
	}
	return out
}

func (p *Pane) nothing() []string {
	th := *p.deps.Theme
	head := " " + th.Paint(theme.Title, p.ref.String())
	if p.err == nil {
		return []string{head, "", " " + th.Paint(theme.Dim, "Asking the cluster for this job ...")}
	}
	return append([]string{head, ""}, p.trouble()...)
}

func (p *Pane) trouble() []string {
	what, cure := pane.Sentences(p.err)
	out := p.wrapped("", what, theme.Bad)
	if cure != "" {
		out = append(out, p.wrapped("", cure, theme.Accent)...)
	}
	return append(out, "")
}

func (p *Pane) one(j *slurm.Job, now slurm.Time) []string {
	th := *p.deps.Theme
	head := th.Paint(theme.Title, j.DisplayID()) + "  " + th.Paint(theme.Normal, j.Name)
	state := th.Paint(columns.JobTone(j), columns.JobHead(j))
	if !j.State.IsFinal() && p.ending(j.ID, j.Array.Job) {
		state = th.Paint(theme.Warn, "cancelling, "+columns.StateWord(j)+" until it ends")
	}
	var out []string
	if gap := p.w - 3 - fit.Width(head) - fit.Width(state); gap >= 2 {
		out = append(out, " "+head+fit.Spaces(gap)+state)
	} else {
		out = append(out, " "+head, " "+state)
	}
	if note := p.provenance(); note != "" {
		out = append(out, " "+th.Paint(theme.Dim, note))
	}
	if bar := p.progress(j, now); bar != "" {
		out = append(out, " "+bar)
	}
	if banner := p.banner(); len(banner) > 0 {
		out = append(append(out, ""), banner...)
	}
	for _, d := range columns.JobDetail(j, now) {
		out = append(out, "")
		for i, f := range d.Fields {
			label := f.Label
			if i == 0 && d.Title == "steps" {
				out = append(out, " "+th.Paint(theme.Heading, "steps"))
			}
			out = append(out, p.wrapped(label, f.Text, f.Tone)...)
		}
	}
	return out
}

// provenance says where the record comes from when that is not the queue, or that more is on its way.
func (p *Pane) provenance() string {
	switch {
	case p.source == slurm.Accounting:
		return "from accounting: the job has left the queue"
	case p.asking && !p.full:
		return "from the list; asking for the rest ..."
	case !p.full && p.focused:
		return "from the list"
	}
	return ""
}

// progress is the share of the time limit that is used, as a bar.
func (p *Pane) progress(j *slurm.Job, now slurm.Time) string {
	limit, ok := j.Limit.Duration()
	if !ok || limit <= 0 || !j.State.IsActive() || j.State.Has(slurm.JobConfiguring) {
		return ""
	}
	th := *p.deps.Theme
	share := float64(j.Used(now)) / float64(limit)
	width := max(10, min(40, p.w-24))
	tone := theme.Good
	if share > 0.9 {
		tone = theme.Warn
	}
	full, _ := utf8.DecodeRuneInString(th.Glyphs().Full)
	empty, _ := utf8.DecodeRuneInString(th.Glyphs().Light)
	bar := progress.New(progress.WithWidth(width), progress.WithoutPercentage(), progress.WithFillCharacters(full, empty))
	bar.FullColor, bar.EmptyColor = colour(th, tone), colour(th, theme.Line)
	return bar.ViewAs(share) + th.Paint(theme.Dim, fmt.Sprintf(" %d%% of the time used", int(share*100)))
}

// colour is the colour of a tone, or the terminal's own where the theme has none.
func colour(th theme.Theme, tone theme.Tone) color.Color {
	if fg, _ := th.Colours(theme.Base, tone); fg != nil {
		return fg
	}
	return lipgloss.NoColor{}
}

// wrapped writes a labelled value over as many lines as it needs.
func (p *Pane) wrapped(label, text string, tone theme.Tone) []string {
	out := pane.Labelled(*p.deps.Theme, theme.Base, p.w-2, labelWidth, pane.Span{Text: label, Tone: theme.Heading}, pane.Span{Text: text, Tone: tone})
	for i := range out {
		out[i] = " " + out[i]
	}
	return out
}

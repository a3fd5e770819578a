package timeline_test

import (
	"strings"
	"testing"
	"time"

	"flexq/tui/theme"
	"flexq/tui/widget/timeline"
)

// night is three in the morning of a Tuesday.
func night() time.Time { return time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC) }

func draw(a timeline.Axis, b timeline.Bar, g theme.Glyphs) string {
	var out strings.Builder
	for _, p := range timeline.Pieces(a.Draw(nil, &b, g)) {
		out.WriteString(p.Text)
	}
	return out.String()
}

func heading(a timeline.Axis) string {
	var out strings.Builder
	for _, p := range timeline.Pieces(a.Heading(nil)) {
		out.WriteString(p.Text)
	}
	return strings.TrimRight(out.String(), " ")
}

func TestBarsSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	now := night()
	a := timeline.Axis{From: now.Add(-5 * time.Hour), Step: time.Hour, Width: 24, Now: now}
	at := func(h int) time.Time { return now.Add(time.Duration(h) * time.Hour) }
	job := func(from, to int) []timeline.Work {
		return []timeline.Work{{From: at(from), To: at(to), Tone: theme.Good}}
	}
	exact, about := timeline.Exact, timeline.Estimated
	for _, c := range []struct {
		name        string
		bar         timeline.Bar
		want, ascii string
	}{
		{
			"free, exact",
			timeline.Bar{Start: at(-3), End: at(8), Ending: exact},
			"  ░░░│░░░░░░░▌          ", "  ===|=======]          ",
		},
		{
			"free, an estimate",
			timeline.Bar{Start: at(-3), End: at(8), Ending: about},
			"  ╱╱╱│╱╱╱╱╱╱╱≈          ", "  ///|///////~          ",
		},
		{
			"a job that fits",
			timeline.Bar{Start: at(-3), End: at(8), Ending: exact, Work: job(-2, 4)},
			"  ░██│███░░░░▌          ", "  =##|###====]          ",
		},
		{
			"a job that outlives it",
			timeline.Bar{Start: at(-3), End: at(8), Ending: exact, Work: job(-2, 13)},
			"  ░██│███████▌▓▓▓▓      ", "  =##|#######]xxxx      ",
		},
		{
			"a job that outlives an estimate and the window",
			timeline.Bar{Start: at(-30), End: at(8), Ending: about, Work: job(-2, 90)},
			"╱╱╱██│███████≈▓▓▓▓▓▓▓▓▓▸", "///##|#######~xxxxxxxxx>",
		},
		{
			"a job without a limit",
			timeline.Bar{Start: at(-3), End: at(8), Ending: exact, Work: []timeline.Work{{From: at(-2)}}},
			"  ░██│███████▌▓▓▓▓▓▓▓▓▓▸", "  =##|#######]xxxxxxxxx>",
		},
		{
			"beyond the window",
			timeline.Bar{Start: at(-3), End: at(80), Ending: exact, Work: job(-2, 4)},
			"  ░██│███░░░░░░░░░░░░░░▸", "  =##|###==============>",
		},
		{
			"no end",
			timeline.Bar{Ending: timeline.Never, Work: job(-2, 4)},
			"───██│███───────────────", "---##|###---------------",
		},
		{
			"not known",
			timeline.Bar{Start: at(-3), Work: job(-2, 4)},
			"  ─██│███· · · · · · · ·", "  -##|###- - - - - - - -",
		},
		{
			"two jobs",
			timeline.Bar{Start: at(-3), End: at(8), Ending: exact, Work: append(job(-2, 2), job(-1, 5)...)},
			"  ░██│████░░░▌          ", "  =##|####===]          ",
		},
		{
			"over already",
			timeline.Bar{Start: at(-30), End: at(-2), Ending: exact},
			"░░░▌ │                  ", "===] |                  ",
		},
		{
			"over in a moment",
			timeline.Bar{Start: at(-3), End: now.Add(time.Minute), Ending: exact, Work: job(-2, 4)},
			"  ░██│▌▓▓               ", "  =##|]xx               ",
		},
		{
			"not begun",
			timeline.Bar{Start: at(3), End: at(8), Ending: exact},
			"     │  ░░░░░▌          ", "     |  =====]          ",
		},
	} {
		// Midnights are marked where there is nothing: not what is looked at here.
		got := strings.ReplaceAll(draw(a, c.bar, theme.New(theme.Dark, true, false).Glyphs()), "┊", " ")
		if got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.name, got, c.want)
		}
		if got := strings.ReplaceAll(draw(a, c.bar, theme.Theme{}.Glyphs()), ".", " "); got != c.ascii {
			t.Errorf("%s in ASCII:\n%s, want\n%s", c.name, got, c.ascii)
		}
	}
}

func TestWhatOutlivesItsBarIsBad(t *testing.T) {
	t.Parallel()
	now := night()
	a := timeline.Axis{From: now.Add(-2 * time.Hour), Step: time.Hour, Width: 12, Now: now}
	b := timeline.Bar{
		Start: now.Add(-time.Hour), End: now.Add(3 * time.Hour), Ending: timeline.Exact,
		Work: []timeline.Work{{From: now.Add(-time.Hour), To: now.Add(6 * time.Hour), Tone: theme.Good}},
	}
	want := "dim accent good good bad bad bad normal normal"
	tones := make([]string, 0, a.Width)
	for i, c := range a.Draw(nil, &b, theme.Theme{}.Glyphs()) {
		if i > 0 && i < 10 {
			tones = append(tones, c.Tone.String())
		}
	}
	got := strings.Join(tones, " ")
	if got != want {
		t.Errorf("tones are %s, want %s", got, want)
	}
	b.Work[0].To = now.Add(2 * time.Hour)
	for _, c := range a.Draw(nil, &b, theme.Theme{}.Glyphs()) {
		if c.Tone == theme.Bad {
			t.Errorf("a job that fits has a bad cell %q", c.Glyph)
		}
	}
}

func TestScaleFitsTheZoom(t *testing.T) {
	t.Parallel()
	now := night()
	for _, c := range []struct {
		step time.Duration
		want string
	}{
		{time.Minute, "      now        03:10     03:20     03:30     03:40"},
		{15 * time.Minute, "      now  04:00   06:00   08:00   10:00   12:00   14:00"},
		{time.Hour, "      now 06:00 12:00 18:00 Wed 2 06:00 12:00 18:00 Thu 3"},
		{2 * time.Hour, "      now  12:00 Wed 2 12:00 Thu 3 12:00 Fri 4 12:00 Sat 5"},
		{4 * time.Hour, "      now   Wed 2 Thu 3 Fri 4 Sat 5 Sun 6 Mon 7 Tue 8 Wed 9"},
		{6 * time.Hour, "      now     Thu 3   Sat 5   Mon 7   Wed 9   Fri 11  Sun 13"},
		{12 * time.Hour, "      now         Mon 7         Mon 14        Mon 21"},
	} {
		a := timeline.Axis{From: now.Add(-7 * c.step), Step: c.step, Width: 60, Now: now}
		if got := heading(a); got != c.want {
			t.Errorf("%v:\n%s, want\n%s", c.step, got, c.want)
		}
	}
}

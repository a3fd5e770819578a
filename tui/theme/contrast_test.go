package theme_test

import (
	"image/color"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"flexq/tui/theme"
)

// palette is a built-in theme and the terminal backgrounds it must be readable on. The foreground
// is what such a terminal writes plain text in.
type palette struct {
	name        string
	dark        bool
	foreground  string
	backgrounds []string
}

func palettes() []palette {
	dark := []string{"#000000", "#1e1e1e", "#1a1b26", "#1e1e2e", "#002b36", "#282c34"}
	light := []string{"#ffffff", "#fafafa", "#fdf6e3", "#eff1f5"}
	return []palette{
		{theme.Dark, true, "#cccccc", dark},
		{theme.DarkSafe, true, "#cccccc", dark},
		{theme.Light, false, "#222222", light},
		{theme.LightSafe, false, "#222222", light},
		{theme.ANSI, true, "7", []string{"#000000"}},
		{theme.ANSI, false, "0", []string{"#ffffff"}},
	}
}

func TestEveryToneIsReadableOnEverySurface(t *testing.T) {
	t.Parallel()
	for _, p := range palettes() {
		th := theme.New(p.name, p.dark, false)
		for _, on := range theme.Surfaces() {
			for _, tone := range theme.Tones() {
				for _, background := range p.backgrounds {
					least := 4.5
					if tone == theme.Line {
						least = 3 // WCAG 1.4.11: not text
					}
					fg, bg := seen(th, on, tone, p.foreground, background)
					if got := theme.Contrast(fg, bg); got < least {
						t.Errorf("%s: %s on %s over %s has contrast %.2f, want %.1f", p.name, tone, on, background, got, least)
					}
				}
			}
		}
	}
}

func TestTonesStayReadableWithTwoHundredFiftySixColours(t *testing.T) {
	t.Parallel()
	for _, p := range palettes()[:4] {
		th := theme.New(p.name, p.dark, false)
		for _, on := range theme.Surfaces() {
			for _, tone := range theme.Tones() {
				fg, bg := seen(th, on, tone, p.foreground, p.backgrounds[0])
				least := 4.0
				if tone == theme.Line {
					least = 2.5
				}
				if got := theme.Contrast(ansi.Convert256(fg), ansi.Convert256(bg)); got < least {
					t.Errorf("%s: %s on %s has contrast %.2f in 256 colours, want %.1f", p.name, tone, on, got, least)
				}
			}
		}
	}
}

func TestColoursOfAUserAreMadeReadable(t *testing.T) {
	t.Parallel()
	th := theme.Build("murky", theme.Tokens{Dark: true, Background: "#202020", Text: "#303030", Bad: "#400000", Selection: "#202040"})
	for _, tone := range []theme.Tone{theme.Selected, theme.Bad} {
		fg, bg := th.Colours(theme.Selection, tone)
		if got := theme.Contrast(fg, bg); got < 4.5 {
			t.Errorf("%s has contrast %.2f, want 4.5", tone, got)
		}
	}
}

func TestContrastOfKnownPairs(t *testing.T) {
	t.Parallel()
	black, white, grey := lipgloss.Color("#000000"), lipgloss.Color("#ffffff"), lipgloss.Color("#767676")
	for _, c := range []struct {
		a, b color.Color
		want float64
	}{{black, white, 21}, {white, black, 21}, {white, white, 1}, {grey, white, 4.54}} {
		if got := theme.Contrast(c.a, c.b); got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("Contrast(%v, %v) = %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

// seen returns the colours as a terminal with that foreground and background shows them.
func seen(th theme.Theme, on theme.Surface, tone theme.Tone, foreground, background string) (fg, bg color.Color) {
	fg, bg = th.Colours(on, tone)
	reversed := th.Style(on, tone).GetReverse()
	if reversed {
		fg, bg = bg, fg
	}
	if fg == nil {
		fg = lipgloss.Color(foreground)
	}
	if bg == nil {
		bg = lipgloss.Color(background)
	}
	if reversed {
		fg, bg = bg, fg
	}
	return fg, bg
}

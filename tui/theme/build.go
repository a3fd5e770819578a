package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// Contrast that is kept between text and what it lies on, after WCAG 2.1: 4.5 for text, 3 for
// lines.
const (
	textContrast = 4.5
	lineContrast = 3
)

// Build makes a theme out of tokens. A colour that could not be read on one of the surfaces is
// moved towards white (dark themes) or black (light ones) there until it can, so that tokens from
// a user need not be checked; colours by number are left alone, since what they look like is the
// terminal's affair.
func Build(name string, tokens Tokens) Theme {
	l := &look{name: name, dark: tokens.Dark, plain: tokens.Plain, glyphs: unicodeGlyphs()}
	for s := range surfaceCount {
		for t := range toneCount {
			k := tokens.ink(Surface(s), Tone(t))
			l.stroke[s][t] = stroke{prefix: k.sequence(), ink: k}
			if l.stroke[s][t].prefix != "" {
				l.stroke[s][t].suffix = ansi.ResetStyle
			}
		}
	}
	return Theme{look: l}
}

// ink mixes one tone on one surface.
func (k Tokens) ink(on Surface, tone Tone) ink {
	if tone == Selected {
		on = Selection
	}
	bg := parse(k.surface(on))
	under := bg
	if on == Base {
		under = parse(k.Background)
	}
	least := textContrast
	if tone == Line {
		least = lineContrast
	}
	i := ink{bg: bg, fg: parse(k.foreground(tone))}
	if i.fg == nil && bg != nil {
		i.fg = parse(k.Text)
	}
	if tone == Normal && on == Base {
		i.fg = nil // the user's own text colour
	}
	i.fg = readable(i.fg, under, least, k.Dark)
	k.attributes(&i, on, tone)
	if i.reverse && on == Selection {
		i.fg = nil // reversed, a colour would be a patch of ground in the row
		i.bold = i.bold || tone == Bad || tone == Warn
	}
	return i
}

// attributes sets what is not colour.
func (k Tokens) attributes(i *ink, on Surface, tone Tone) {
	reversed := on == Selection && i.bg == nil
	i.reverse = reversed
	i.underline = on == Field && i.bg == nil
	switch tone {
	case Title, Key, Selected, Marked, Changed:
		i.bold = true
	case Bad:
		i.bold = k.BoldBad
	case Warn, Accent:
		i.bold = k.Plain
	case Heading:
		i.bold = k.Text == ""
	case Dim, Line:
		// Faint text on a reversed row is unreadable in several terminals.
		i.faint = k.Dim == "" && !reversed
	case Match:
		i.bold, i.underline = true, true
	case Cursor:
		i.reverse = !reversed
	case Normal, Good, Busy, Info:
	}
	if k.Plain && (tone == Changed || tone == Bad) {
		i.underline = true
	}
}

func (k Tokens) surface(on Surface) string {
	switch on {
	case Selection:
		return k.Selection
	case MarkedRow:
		return k.MarkedRow
	case Bar:
		return k.Bar
	case Panel:
		return k.Panel
	case Field:
		return k.Field
	case Base:
	}
	return ""
}

func (k Tokens) foreground(tone Tone) string {
	switch tone {
	case Dim, Heading:
		return k.Dim
	case Accent, Key, Match:
		return k.Accent
	case Good:
		return k.Good
	case Busy:
		return k.Busy
	case Warn:
		return k.Warn
	case Bad:
		return k.Bad
	case Info:
		return k.Info
	case Line:
		return k.Line
	case Marked:
		return k.Marked
	case Changed:
		return k.Changed
	case Normal, Title, Selected, Cursor:
	}
	return k.Text
}

// sequence returns the escape sequence that turns the ink on, empty when there is nothing to turn.
func (i ink) sequence() string {
	var s ansi.Style
	if i.bold {
		s = s.Bold()
	}
	if i.faint {
		s = s.Faint()
	}
	if i.underline {
		s = s.Underline(true)
	}
	if i.reverse {
		s = s.Reverse(true)
	}
	if i.fg != nil {
		s = s.ForegroundColor(i.fg)
	}
	if i.bg != nil {
		s = s.BackgroundColor(i.bg)
	}
	if len(s) == 0 {
		return ""
	}
	return s.String()
}

// parse reads a token; nil for the terminal's own colour and for what is no colour.
func parse(token string) color.Color {
	if token == "" {
		return nil
	}
	c := lipgloss.Color(token)
	if _, none := c.(lipgloss.NoColor); none {
		return nil
	}
	return c
}

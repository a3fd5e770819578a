package theme

import (
	"image/color"

	"charm.land/lipgloss/v2"
)

// Theme is how the screen looks. It is immutable and comparable: two themes are equal when they
// came from the same call of [New], [Build] or [Theme.ASCII]. The zero Theme paints nothing and
// has ASCII glyphs.
type Theme struct {
	look *look
}

// look is what a theme is made of once it is built.
type look struct {
	name   string
	dark   bool
	plain  bool
	stroke [surfaceCount][toneCount]stroke
	glyphs Glyphs
}

// stroke is one tone on one surface: the escape sequences around the text, and what they mean.
type stroke struct {
	prefix, suffix string
	ink
}

// ink is a tone on a surface before it becomes an escape sequence. A nil colour is the terminal's.
type ink struct {
	fg, bg                          color.Color
	bold, faint, underline, reverse bool
}

// Name returns the name that the theme was built under; for Auto and Safe that is the theme that
// was chosen.
func (t Theme) Name() string {
	if t.look == nil {
		return ""
	}
	return t.look.name
}

// IsDark reports whether the theme is for a dark background.
func (t Theme) IsDark() bool { return t.look != nil && t.look.dark }

// IsPlain reports whether the theme has no colours, so that a state needs its word or sign.
func (t Theme) IsPlain() bool { return t.look == nil || t.look.plain }

// Paint returns text in the tone, on the terminal's background. Empty text stays empty. text may
// hold no escape sequences that reset.
func (t Theme) Paint(tone Tone, text string) string { return t.PaintOn(Base, tone, text) }

// PaintOn returns text in the tone, on the surface.
func (t Theme) PaintOn(on Surface, tone Tone, text string) string {
	s := t.stroke(on, tone)
	if text == "" || s.prefix == "" {
		return text
	}
	return s.prefix + text + s.suffix
}

// Append appends what PaintOn returns to dst, for callers that build a whole line in one buffer.
func (t Theme) Append(dst []byte, on Surface, tone Tone, text string) []byte {
	s := t.stroke(on, tone)
	if text == "" || s.prefix == "" {
		return append(dst, text...)
	}
	dst = append(dst, s.prefix...)
	dst = append(dst, text...)
	return append(dst, s.suffix...)
}

// Begin returns the escape sequence that starts the tone on the surface, and End the one that ends
// it; both may be empty. They serve a line that is written in several pieces.
func (t Theme) Begin(on Surface, tone Tone) string { return t.stroke(on, tone).prefix }

// End returns the escape sequence that ends what Begin began.
func (t Theme) End(on Surface, tone Tone) string { return t.stroke(on, tone).suffix }

// Colours returns the foreground and the background of a tone on a surface; nil is the terminal's
// own colour. A reversed tone returns them as they are seen.
func (t Theme) Colours(on Surface, tone Tone) (fg, bg color.Color) {
	s := t.stroke(on, tone)
	if s.reverse {
		return s.bg, s.fg
	}
	return s.fg, s.bg
}

// Style returns the same look as PaintOn as a lipgloss style, for widgets of others that want one.
// It is slow to render with: not for cells.
func (t Theme) Style(on Surface, tone Tone) lipgloss.Style {
	k := t.stroke(on, tone).ink
	s := lipgloss.NewStyle()
	if k.fg != nil {
		s = s.Foreground(k.fg)
	}
	if k.bg != nil {
		s = s.Background(k.bg)
	}
	if k.bold {
		s = s.Bold(true)
	}
	if k.faint {
		s = s.Faint(true)
	}
	if k.underline {
		s = s.Underline(true)
	}
	if k.reverse {
		s = s.Reverse(true)
	}
	return s
}

func (t Theme) stroke(on Surface, tone Tone) *stroke {
	if t.look == nil || int(on) >= surfaceCount || int(tone) >= toneCount {
		return &stroke{}
	}
	return &t.look.stroke[on][tone]
}

package theme

// Glyphs are the signs of the screen, each one cell wide. State is never colour alone: a word or
// one of these stands beside it.
type Glyphs struct {
	// Cursor points at the selected row, Mark stands on a marked one.
	Cursor, Mark string
	// Ascending and Descending show the order of a sorted column.
	Ascending, Descending string
	// Ellipsis ends text that was cut.
	Ellipsis string
	// Folded and Open show whether a group is closed or open.
	Folded, Open string
	// The states of things, from waiting to failed.
	Waiting, Starting, Running, Done, Failed, Cancelled, Held string
	// The weights of messages.
	Info, Warn, Bad string
	// Full, Half, Light and Empty fill bars, from most to least.
	Full, Half, Light, Empty string
	// Now marks the present on a time axis, Hatch fills a bar whose end is an estimate, EndExact and EndAbout close a bar,
	// More says that it goes on beyond the edge, Grid marks a step of the axis where there is no bar.
	Now, Hatch, EndExact, EndAbout, More, Grid string
	// Over fills the part of a bar that should not be there.
	Over string
	// About stands after a number that is an estimate.
	About string
	// Dot separates short facts on a line, Bullet begins an item, Arrow points from one to the next.
	Dot, Bullet, Arrow string
	// Thumb and Track draw a scrollbar.
	Thumb, Track string
	// Horizontal to BottomRight draw boxes and rules.
	Horizontal, Vertical                       string
	TopLeft, TopRight, BottomLeft, BottomRight string
	// Spark are the heights of a sparkline, lowest first.
	Spark [8]string
}

// Glyphs returns the signs of the theme.
func (t Theme) Glyphs() Glyphs {
	if t.look == nil {
		return asciiGlyphs()
	}
	return t.look.glyphs
}

// ASCII returns the same theme with signs that every terminal and font has, for a locale that is
// not UTF-8, a font without these characters, or a terminal that draws them two cells wide.
func (t Theme) ASCII() Theme {
	if t.look == nil {
		return t
	}
	l := *t.look
	l.glyphs = asciiGlyphs()
	return Theme{look: &l}
}

func unicodeGlyphs() Glyphs {
	return Glyphs{
		Cursor: "▌", Mark: "●",
		Ascending: "▲", Descending: "▼", Ellipsis: "…",
		Folded: "▸", Open: "▾",
		Waiting: "○", Starting: "◌", Running: "▶", Done: "✓", Failed: "✗", Cancelled: "⊘", Held: "‖",
		Info: "•", Warn: "!", Bad: "✗",
		Full: "█", Half: "▓", Light: "░", Empty: "─",
		Now: "│", Hatch: "╱", EndExact: "▌", EndAbout: "≈", More: "▸", Grid: "┊", Over: "▓", About: "≈",
		Dot: "·", Bullet: "•", Arrow: "→",
		Thumb: "┃", Track: "│",
		Horizontal: "─", Vertical: "│", TopLeft: "╭", TopRight: "╮", BottomLeft: "╰", BottomRight: "╯",
		Spark: [8]string{"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"},
	}
}

func asciiGlyphs() Glyphs {
	return Glyphs{
		Cursor: ">", Mark: "*",
		Ascending: "^", Descending: "v", Ellipsis: "~",
		Folded: "+", Open: "-",
		Waiting: "o", Starting: ":", Running: ">", Done: "+", Failed: "x", Cancelled: "/", Held: "=",
		Info: "i", Warn: "!", Bad: "x",
		Full: "#", Half: "%", Light: "=", Empty: "-",
		Now: "|", Hatch: "/", EndExact: "]", EndAbout: "~", More: ">", Grid: ".", Over: "x", About: "~",
		Dot: "-", Bullet: "*", Arrow: ">",
		Thumb: "#", Track: "|",
		Horizontal: "-", Vertical: "|", TopLeft: "+", TopRight: "+", BottomLeft: "+", BottomRight: "+",
		Spark: [8]string{"_", "_", ".", "-", "-", "=", "^", "#"},
	}
}

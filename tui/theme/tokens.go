package theme

// Tokens are the colours that a theme is made of. Each is "#rrggbb", the number of one of the
// terminal's colours ("0" to "255"), or empty for the terminal's own colour. An empty background
// of a surface means that the surface is told apart by attributes (reverse, underline) instead.
type Tokens struct {
	// Dark says that the theme is meant for a dark background.
	Dark bool
	// Background is the terminal background that the theme assumes. It is never painted; colours
	// are kept readable against it.
	Background string

	Text, Dim, Line       string
	Accent                string
	Good, Busy, Warn, Bad string
	Info, Marked, Changed string
	Selection, MarkedRow  string
	Bar, Panel, Field     string
	BoldBad               bool
	Plain                 bool
}

// darkTokens is for dark backgrounds, up to about #282c34.
func darkTokens() Tokens {
	return Tokens{
		Dark: true, Background: "#282c34",
		Text: "#d8dce4", Dim: "#8d96a5", Line: "#757d8e",
		Accent: "#6cb6ff", Good: "#8ddb8c", Busy: "#57d5dc", Warn: "#e9b455", Bad: "#ff8078",
		Info: "#c3a6f7", Marked: "#ff9fd2", Changed: "#f5e08a",
		Selection: "#303b5c", MarkedRow: "#38323f", Bar: "#24282f", Panel: "#22262d", Field: "#30374a",
	}
}

// lightTokens is for light backgrounds, down to about #eff1f5. With 256 colours its bar and field become greys: a
// little more blue and they would be cyan and lilac.
func lightTokens() Tokens {
	return Tokens{
		Background: "#eff1f5",
		Text:       "#1f2328", Dim: "#5c6470", Line: "#858d99",
		Accent: "#0550ae", Good: "#12632a", Busy: "#0b6470", Warn: "#7d4e00", Bad: "#b3121d",
		Info: "#6236b4", Marked: "#9c1a6c", Changed: "#6b4f00",
		Selection: "#c9e0ff", MarkedRow: "#fbe3f1", Bar: "#e6e7ea", Panel: "#f1f3f7", Field: "#dfe3ea",
	}
}

// darkSafeTokens tells good from bad by blue against orange, and bad from warnings by lightness,
// so that the states stay apart for the common kinds of colour blindness.
func darkSafeTokens() Tokens {
	t := darkTokens()
	t.Accent, t.Good, t.Busy = "#c2b8ff", "#5aaeff", "#a5e3f5"
	t.Warn, t.Bad, t.Info = "#f7ee85", "#ff7f30", "#d0b3e8"
	t.BoldBad = true
	return t
}

// lightSafeTokens is darkSafeTokens for light backgrounds.
func lightSafeTokens() Tokens {
	t := lightTokens()
	t.Accent, t.Good, t.Busy = "#4b35a8", "#0047ab", "#00626f"
	t.Warn, t.Bad, t.Info = "#8a6200", "#78003c", "#6b3d94"
	t.BoldBad = true
	return t
}

// ansiTokens uses the terminal's own sixteen colours: the bright ones on dark, the plain ones on
// light. Yellow is avoided on light, where few palettes make it readable.
func ansiTokens(dark bool) Tokens {
	if dark {
		return Tokens{
			Dark: true, Background: "0",
			Accent: "14", Good: "10", Busy: "14", Warn: "11", Bad: "9", Info: "13", Marked: "13", Changed: "11",
		}
	}
	return Tokens{
		Background: "15",
		Accent:     "4", Good: "2", Busy: "6", Warn: "5", Bad: "1", Info: "4", Marked: "5", Changed: "4",
	}
}

// monoTokens has no colour at all; what must be seen is bold, underlined or reversed.
func monoTokens(dark bool) Tokens {
	return Tokens{Dark: dark, Plain: true, BoldBad: true}
}

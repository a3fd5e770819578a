// Package theme decides how everything on the screen looks. Colours are named by meaning: a cell
// carries a [Tone] (what the text says) and stands on a [Surface] (what it lies on), and only the
// theme knows which colours and attributes that makes. Nothing else in the program builds a style.
//
// A [Theme] is a small immutable value, safe for concurrent use and comparable with ==, so that it
// can be part of the key of a cached drawing. All escape sequences are built when the theme is;
// painting a cell copies three strings.
//
//	th := theme.New("auto", isDark, noColor)
//	line := th.Paint(theme.Bad, "F failed") + " " + th.Paint(theme.Dim, "exit 1")
//
// The package imports lipgloss and x/ansi and nothing of the program.
package theme

package timeline

import (
	"strings"

	"flexq/tui/theme"
)

// Piece is a run of cells in one tone.
type Piece struct {
	Text string
	Tone theme.Tone
}

// Pieces joins neighbouring cells of one tone.
func Pieces(cells []Cell) []Piece {
	out := make([]Piece, 0, 8)
	for first := 0; first < len(cells); {
		last, size := first, 0
		for last < len(cells) && cells[last].Tone == cells[first].Tone {
			size += len(cells[last].Glyph)
			last++
		}
		var b strings.Builder
		b.Grow(size)
		for _, c := range cells[first:last] {
			b.WriteString(c.Glyph)
		}
		out = append(out, Piece{b.String(), cells[first].Tone})
		first = last
	}
	return out
}

// Package layout divides the screen into rectangles: it splits them, stacks parts in them with
// minimum sizes, centres boxes in them and tells which of them a cell belongs to. It draws nothing
// and imports nothing.
//
//	header, rest := screen.Top(1)
//	footer, body := rest.Bottom(1)
//	panes := body.Columns(1, layout.Part{Min: 80, Weight: 3}, layout.Part{Min: 60, Weight: 2})
package layout

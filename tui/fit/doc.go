// Package fit makes text fit into cells: it measures, cuts, pads, wraps and overlays lines of the
// screen. Widths are in cells of the terminal; wide characters count two, combining ones none, and
// escape sequences nothing. A character is never cut in two.
//
// The package imports x/ansi and nothing of the program.
package fit

package theme

import (
	"image/color"
	"math"
)

// Contrast returns the WCAG 2.1 contrast ratio of two opaque colours, from 1 (the same) to 21
// (black on white). The order does not matter.
func Contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// luminance is the relative luminance of WCAG 2.1.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func linear(channel uint32) float64 {
	v := float64(channel) / 0xffff
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// readable moves fg in small steps towards white or black until it has the contrast with bg.
// Without both colours, or when one is a number of the terminal's palette, it returns fg as it is.
func readable(fg, bg color.Color, least float64, dark bool) color.Color {
	from, ok := fg.(color.RGBA)
	if !ok {
		return fg
	}
	if _, ok := bg.(color.RGBA); !ok {
		return fg
	}
	to := uint8(0)
	if dark {
		to = 0xff
	}
	const steps = 32
	best := from
	for i := 1; i <= steps && Contrast(best, bg) < least; i++ {
		best = color.RGBA{
			R: toward(from.R, to, i, steps), G: toward(from.G, to, i, steps), B: toward(from.B, to, i, steps), A: 0xff,
		}
	}
	return best
}

func toward(from, to uint8, step, steps int) uint8 {
	return uint8(int(from) + (int(to)-int(from))*step/steps)
}

package tuitest

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/color"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Look is what a terminal makes of colours that a program leaves to it.
type Look struct {
	Fg, Bg  color.Color
	Palette [16]color.Color
}

// DarkLook is a terminal with a dark background.
func DarkLook() Look {
	return Look{Fg: hex(0xd4d7dd), Bg: hex(0x14171d), Palette: palette()}
}

// LightLook is a terminal with a light background.
func LightLook() Look {
	return Look{Fg: hex(0x1f2328), Bg: hex(0xffffff), Palette: palette()}
}

func palette() [16]color.Color {
	var p [16]color.Color
	for i, c := range []uint32{
		0x000000, 0xcd3131, 0x0dbc79, 0xe5e510, 0x2472c8, 0xbc3fbc, 0x11a8cd, 0xe5e5e5,
		0x666666, 0xf14c4c, 0x23d18b, 0xf5f543, 0x3b8eea, 0xd670d6, 0x29b8db, 0xffffff,
	} {
		p[i] = hex(c)
	}
	return p
}

func hex(c uint32) color.Color {
	return color.RGBA{R: uint8(c >> 16), G: uint8(c >> 8 & 0xff), B: uint8(c & 0xff), A: 0xff}
}

// Sizes of a cell in a picture.
const (
	cellWidth  = 8.4
	cellHeight = 18
	baseline   = 13.5
	fontSize   = 14
	border     = 12
)

// SVG returns a picture of the screen in which every character stands on its cell, so that columns
// and bars line up as they do on a terminal.
func (g Grid) SVG(look Look) []byte {
	var b bytes.Buffer
	w, h := float64(g.Width)*cellWidth+2*border, float64(g.Height)*cellHeight+2*border
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.1f" height="%.1f" viewBox="0 0 %.1f %.1f">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", css(look.Bg))
	fmt.Fprintf(&b, `<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="%d" xml:space="preserve">`+"\n", fontSize)
	for y := range g.Height {
		g.backgrounds(&b, look, y)
		g.texts(&b, look, y)
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// backgrounds draws the runs of one background in a line.
func (g Grid) backgrounds(b *bytes.Buffer, look Look, y int) {
	for x := 0; x < g.Width; {
		_, bg := look.colours(g.At(x, y))
		from := x
		for x < g.Width {
			if _, next := look.colours(g.At(x, y)); css(next) != css(bg) {
				break
			}
			x++
		}
		if css(bg) != css(look.Bg) {
			fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n",
				border+float64(from)*cellWidth, border+y*cellHeight, float64(x-from)*cellWidth+0.2, cellHeight, css(bg))
		}
	}
}

// texts draws the runs of one style in a line. The length of each run is given, so that no font
// can move what follows.
func (g Grid) texts(b *bytes.Buffer, look Look, y int) {
	for x := 0; x < g.Width; {
		c := g.At(x, y)
		if c.Text == " " && !c.Underline || c.Width == 0 {
			x++
			continue
		}
		from, text := x, ""
		for x < g.Width && g.At(x, y).sameStyle(c) && isASCII(g.At(x, y).Text) == isASCII(c.Text) {
			text += g.At(x, y).Text
			x += max(1, g.At(x, y).Width)
			if !isASCII(c.Text) {
				break // other characters may come from a font with another width
			}
		}
		cells := x - from
		if !c.Underline {
			trimmed := strings.TrimRight(text, " ")
			cells -= len(text) - len(trimmed)
			text = trimmed
		}
		g.text(b, look, c, text, from, cells, y)
	}
}

func (g Grid) text(b *bytes.Buffer, look Look, c Cell, text string, x, cells, y int) {
	fg, _ := look.colours(c)
	fmt.Fprintf(b, `<text x="%.1f" y="%.1f" fill="%s" textLength="%.1f" lengthAdjust="spacingAndGlyphs"`,
		border+float64(x)*cellWidth, border+float64(y*cellHeight)+baseline, css(fg), float64(cells)*cellWidth)
	if c.Bold {
		b.WriteString(` font-weight="bold"`)
	}
	if c.Italic {
		b.WriteString(` font-style="italic"`)
	}
	if c.Faint {
		b.WriteString(` opacity="0.6"`)
	}
	if c.Underline {
		b.WriteString(` text-decoration="underline"`)
	}
	b.WriteByte('>')
	_ = xml.EscapeText(b, []byte(text))
	b.WriteString("</text>\n")
}

// colours returns the colours of a cell as they are seen.
func (l Look) colours(c Cell) (fg, bg color.Color) {
	fg, bg = l.of(c.Fg, l.Fg), l.of(c.Bg, l.Bg)
	if c.Reverse {
		return bg, fg
	}
	return fg, bg
}

func (l Look) of(c, own color.Color) color.Color {
	if c == nil {
		return own
	}
	if basic, ok := c.(ansi.BasicColor); ok && int(basic) < len(l.Palette) {
		return l.Palette[basic]
	}
	return c
}

func (c Cell) sameStyle(o Cell) bool {
	o.Text, o.Width = c.Text, c.Width
	return c == o
}

func isASCII(text string) bool { return len(text) == 1 }

func css(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

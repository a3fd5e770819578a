package theme_test

import (
	"image/color"
	"math"
	"testing"

	"flexq/tui/theme"
)

// sight is a matrix over linear RGB that simulates a kind of colour vision (Machado, Oliveira and
// Fernandes 2009, severity 1).
type sight struct {
	name   string
	matrix [3][3]float64
}

func sights() []sight {
	return []sight{
		{"protanopia", [3][3]float64{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
		{"deuteranopia", [3][3]float64{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
	}
}

func TestSafeThemesKeepStatesApart(t *testing.T) {
	t.Parallel()
	const least = 20 // CIE76; about 2.3 is just noticeable
	pairs := [][2]theme.Tone{
		{theme.Good, theme.Bad},
		{theme.Good, theme.Warn},
		{theme.Bad, theme.Warn},
		{theme.Busy, theme.Bad},
		{theme.Busy, theme.Warn},
	}
	for _, name := range []string{theme.DarkSafe, theme.LightSafe} {
		th := theme.New(name, name == theme.DarkSafe, false)
		for _, eye := range sights() {
			for _, pair := range pairs {
				a, _ := th.Colours(theme.Base, pair[0])
				b, _ := th.Colours(theme.Base, pair[1])
				if got := distance(eye.see(a), eye.see(b)); got < least {
					t.Errorf("%s, %s: %s and %s are %.0f apart, want %d", name, eye.name, pair[0], pair[1], got, least)
				}
			}
		}
	}
}

// see returns the colour as Lab coordinates, as the eye gets it.
func (s sight) see(c color.Color) [3]float64 {
	r, g, b, _ := c.RGBA()
	in := [3]float64{toLinear(r), toLinear(g), toLinear(b)}
	var rgb [3]float64
	for i, row := range s.matrix {
		rgb[i] = min(1, max(0, row[0]*in[0]+row[1]*in[1]+row[2]*in[2]))
	}
	x := (0.4124*rgb[0] + 0.3576*rgb[1] + 0.1805*rgb[2]) / 0.9505
	y := 0.2126*rgb[0] + 0.7152*rgb[1] + 0.0722*rgb[2]
	z := (0.0193*rgb[0] + 0.1192*rgb[1] + 0.9505*rgb[2]) / 1.089
	return [3]float64{116*labCurve(y) - 16, 500 * (labCurve(x) - labCurve(y)), 200 * (labCurve(y) - labCurve(z))}
}

func toLinear(channel uint32) float64 {
	v := float64(channel) / 0xffff
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func labCurve(v float64) float64 {
	if v > 0.008856 {
		return math.Cbrt(v)
	}
	return 7.787*v + 16.0/116
}

func distance(a, b [3]float64) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}

package editor

import (
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// pen writes text in tones; neighbours of one tone share their escape sequences.
type pen struct {
	theme theme.Theme
	dst   []byte
	on    theme.Surface
	tone  theme.Tone
	down  bool
}

// take changes to a tone on a surface.
func (p *pen) take(on theme.Surface, tone theme.Tone) {
	if p.down && p.on == on && p.tone == tone {
		return
	}
	p.lift()
	p.on, p.tone, p.down = on, tone, true
	p.dst = append(p.dst, p.theme.Begin(on, tone)...)
}

// lift ends the tone.
func (p *pen) lift() {
	if p.down {
		p.dst = append(p.dst, p.theme.End(p.on, p.tone)...)
		p.down = false
	}
}

// put writes text.
func (p *pen) put(on theme.Surface, tone theme.Tone, text string) {
	p.take(on, tone)
	p.dst = append(p.dst, text...)
}

// blank writes n spaces.
func (p *pen) blank(on theme.Surface, tone theme.Tone, n int) {
	if n > 0 {
		p.take(on, tone)
		p.dst = fit.Pad(p.dst, n)
	}
}

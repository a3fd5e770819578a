package editor

import (
	"maps"

	"flexq/tui/theme"
)

// Mark stands beside the number of a line, and gives the number its tone.
type Mark struct {
	Sign string // one cell
	Tone theme.Tone
}

// SetMarks tells which lines have a mark, counted from 0. There is a column for them unless the map is nil; where there is
// no room for line numbers there is none for marks.
func (e *Editor) SetMarks(marks map[int]Mark) {
	if (marks == nil) != (e.marks == nil) || !maps.Equal(marks, e.marks) {
		e.marks, e.drawn = marks, false
		e.keep()
	}
}

// SetTones tells in what tone a line is written, by its number from 0; nil writes all in Normal. It is asked for the
// lines that are drawn, each time that they are: set it anew when it would answer otherwise.
func (e *Editor) SetTones(tone func(line int, text string) theme.Tone) {
	e.tones, e.drawn = tone, false
}

// tone returns the tone of a line.
func (e *Editor) tone(line int) theme.Tone {
	if e.tones == nil {
		return theme.Normal
	}
	return e.tones(line, e.lines[line])
}

// Show scrolls so that the beginning of a line is in sight, counted from 0, and leaves the cursor where it is.
func (e *Editor) Show(line int) {
	around := min(margin, max(0, e.height-1)/2)
	top := max(e.top, line+around-e.height+1)
	e.scrollTo(min(top, line-around), 0)
}

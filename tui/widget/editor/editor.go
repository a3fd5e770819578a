package editor

import (
	"strings"
	"unicode/utf8"

	"flexq/tui/theme"
)

// Event is what an input did.
type Event uint8

// The events.
const (
	// Ignored means that the input was not for the editor.
	Ignored Event = iota
	// Moved means that only the cursor moved, or that the input was taken without any effect.
	Moved
	// Edited means that the text is another.
	Edited
)

// Editor is a text with a cursor. Build it with [New].
type Editor struct {
	theme         theme.Theme
	ellipsis      string
	ascii         bool // the theme has ASCII signs only
	width, height int
	focused       bool

	lines   []string // without their "\n"; never empty
	version uint64
	text    string // the lines joined, if joined
	joined  bool
	past    history

	cursor spot
	goal   int // the column that moves up and down keep to; -1 for that of the cursor
	column int // the column of the cursor and how many cells its character takes
	under  int

	marks map[int]Mark
	tones func(line int, text string) theme.Tone

	top, left int // the first line and the first column that are seen
	view      string
	drawn     bool
	buffer    []byte // of the last drawing, for the next one
}

// New returns an editor with an empty text and no room.
func New(th theme.Theme) *Editor {
	e := &Editor{lines: []string{""}, goal: -1, joined: true, under: 1}
	e.wear(th)
	return e
}

// SetTheme changes how the text looks.
func (e *Editor) SetTheme(th theme.Theme) {
	if th != e.theme {
		e.wear(th)
	}
}

func (e *Editor) wear(th theme.Theme) {
	e.theme, e.drawn = th, false
	e.ellipsis = th.Glyphs().Ellipsis
	e.ascii = e.ellipsis[0] < utf8.RuneSelf
}

// SetFocused says whether the editor has the keys: then the cursor is shown, and is in sight.
func (e *Editor) SetFocused(on bool) {
	if on == e.focused {
		return
	}
	e.focused, e.drawn = on, false
	if on {
		e.follow(margin)
	}
}

// Resize gives the editor its room in cells. What was in sight stays so, above all the cursor where it is shown.
func (e *Editor) Resize(width, height int) {
	width, height = max(width, 0), max(height, 0)
	if width == e.width && height == e.height {
		return
	}
	e.width, e.height, e.drawn = width, height, false
	e.keep()
}

// SetText replaces the text, puts the cursor at its beginning and forgets what could be undone.
func (e *Editor) SetText(text string) {
	e.lines = strings.Split(text, "\n")
	e.text, e.joined = text, true
	e.version++
	e.past = history{}
	e.top, e.left = 0, 0
	e.place(spot{})
}

// Text returns the whole text. It is put together once after each edit that it is asked for.
func (e *Editor) Text() string {
	if !e.joined {
		e.text, e.joined = strings.Join(e.lines, "\n"), true
	}
	return e.text
}

// Version returns a number that grows with each edit, those by SetText and undo included.
func (e *Editor) Version() uint64 { return e.version }

// Lines returns how many lines there are, at least 1: what follows the last line break is a line.
func (e *Editor) Lines() int { return len(e.lines) }

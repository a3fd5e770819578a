package tuitest

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

// Key returns the key press of a name as Bubble Tea spells it: "j", "G", "ctrl+d", "shift+tab",
// "enter", "pgdown", "f5", "space". Any other single character is its own name. It fails the test
// on a name that is no key.
func Key(tb testing.TB, name string) tea.KeyPressMsg {
	tb.Helper()
	var k tea.Key
	rest := name
	for {
		mod, after, ok := strings.Cut(rest, "+")
		if !ok || after == "" {
			break
		}
		bit, known := modifier(mod)
		if !known {
			break
		}
		k.Mod |= bit
		rest = after
	}
	if code, ok := namedKey(rest); ok {
		k.Code = code
		if code == tea.KeySpace && k.Mod == 0 {
			k.Text = " "
		}
		return tea.KeyPressMsg(k)
	}
	r, size := utf8.DecodeRuneInString(rest)
	if size != len(rest) || r == utf8.RuneError {
		tb.Fatalf("%q is not the name of a key", name)
	}
	return tea.KeyPressMsg(character(k, r))
}

// character fills in a key that types a character, as a terminal reports it.
func character(k tea.Key, r rune) tea.Key {
	k.Code = r
	if k.Mod == 0 {
		k.Text = string(r)
	}
	if unicode.IsUpper(r) {
		k.Code, k.ShiftedCode = unicode.ToLower(r), r
		k.Mod |= tea.ModShift
	}
	return k
}

func modifier(name string) (tea.KeyMod, bool) {
	switch name {
	case "ctrl":
		return tea.ModCtrl, true
	case "alt":
		return tea.ModAlt, true
	case "shift":
		return tea.ModShift, true
	}
	return 0, false
}

func namedKey(name string) (rune, bool) {
	switch name {
	case "enter":
		return tea.KeyEnter, true
	case "esc":
		return tea.KeyEscape, true
	case "tab":
		return tea.KeyTab, true
	case "space":
		return tea.KeySpace, true
	case "backspace":
		return tea.KeyBackspace, true
	case "delete":
		return tea.KeyDelete, true
	case "insert":
		return tea.KeyInsert, true
	}
	return arrowKey(name)
}

func arrowKey(name string) (rune, bool) {
	switch name {
	case "up":
		return tea.KeyUp, true
	case "down":
		return tea.KeyDown, true
	case "left":
		return tea.KeyLeft, true
	case "right":
		return tea.KeyRight, true
	case "home":
		return tea.KeyHome, true
	case "end":
		return tea.KeyEnd, true
	case "pgup":
		return tea.KeyPgUp, true
	case "pgdown":
		return tea.KeyPgDown, true
	}
	if len(name) == 2 && name[0] == 'f' && name[1] >= '1' && name[1] <= '9' {
		return tea.KeyF1 + rune(name[1]-'1'), true
	}
	return 0, false
}

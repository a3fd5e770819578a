package editor_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"flexq/tui/widget/editor"
)

// TestEveryRuneKeepsTheGrid draws every rune alone, before and behind others, so that a new version
// of Unicode in the library that measures text is noticed.
func TestEveryRuneKeepsTheGrid(t *testing.T) {
	t.Parallel()
	const width = 40
	e := editor.New(mono())
	e.Resize(width, 64)
	for first := rune(0); first <= utf8.MaxRune; first += 64 {
		if first >= 0x20000 && first < 0xe0000 || first >= 0xe1000 {
			continue // ideographs, and nothing
		}
		var b strings.Builder
		for r := first; r < first+64; r++ {
			if r != '\n' {
				b.WriteRune(r)
				b.WriteString("\t" + string(r) + "a" + string(r) + "\x01" + string(r) + "日" + string(r))
			}
			b.WriteByte('\n')
		}
		e.SetText(b.String())
		for i, line := range strings.Split(e.View(), "\n") {
			if w := ansi.StringWidth(line); w != width {
				t.Fatalf("%U: %q is %d wide, want %d", first+rune(i), line, w, width)
			}
		}
	}
}

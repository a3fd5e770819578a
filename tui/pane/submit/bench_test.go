package submit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/pane/submit"
)

// long is a script of a thousand lines with parameters.
func long() string {
	return torchrun + strings.Repeat("echo \"a line of a long script\" # and a comment\n", 1000)
}

// large is a pane with that script on a cluster of a thousand nodes.
func large(tb testing.TB, script string) *scene {
	tb.Helper()
	s := open(tb, 120, 37)
	w := world()
	for i := range 1000 {
		n := w.Nodes[0]
		n.Name = fmt.Sprintf("a3u7-a3u-%d", 100+i)
		w.Nodes = append(w.Nodes, n)
	}
	w.Partitions[0].NodeCount += 1000
	s.SetWorld(w)
	s.SetTemplates([]submit.Template{{Name: "long", Script: script}}, nil)
	return s.choose("long")
}

// letter types one letter and draws what comes of it, as the root does; now and then it deletes a word.
func (s *scene) letter(i int) {
	if i%20 == 19 {
		s.key(tea.KeyPressMsg{Code: 'w', Mod: tea.ModCtrl})
		return
	}
	r := rune('a' + i%7)
	s.key(tea.KeyPressMsg{Code: r, Text: string(r)})
}

// places are those in which one types.
func typingPlaces() map[string][]string {
	return map[string][]string{
		"parameter": {"home"},
		"field":     {"tab", "tab", "tab"},
		"option":    {"ctrl+t", "ctrl+home", "down", "down", "down", "down", "down", "down", "down", "end"},
		"body":      {"ctrl+t", "ctrl+end"},
	}
}

// BenchmarkTyping is one letter, its checks and the drawing of what comes of it.
func BenchmarkTyping(b *testing.B) {
	for name, keys := range typingPlaces() {
		b.Run(name, func(b *testing.B) {
			s := large(b, long())
			s.press(keys...)
			took := make([]time.Duration, b.N)
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				start := time.Now()
				s.letter(i)
				took[i] = time.Since(start)
			}
			slices.Sort(took)
			for name, of := range map[string]int{"median-ms": 2, "p99-ms": 100} {
				b.ReportMetric(float64(took[len(took)-1-len(took)/of].Microseconds())/1000, name)
			}
		})
	}
}

// BenchmarkTypingIntoAMegabyte is the same in a script as large as one can be.
func BenchmarkTypingIntoAMegabyte(b *testing.B) {
	for _, name := range []string{"parameter", "body"} {
		b.Run(name, func(b *testing.B) {
			s := large(b, torchrun+strings.Repeat("echo \"a line of a long script\" # and a comment\n", 20000))
			s.press(typingPlaces()[name]...)
			b.ResetTimer()
			for i := range b.N {
				s.letter(i)
			}
		})
	}
}

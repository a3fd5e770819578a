package tuitest

import (
	"strings"
	"time"
)

// extraPatience is how long See waits for something that comes from outside of the program, as
// through a channel, where the harness cannot know that it is on its way.
const extraPatience = 30 * time.Second

// See fails the test unless all the texts are on the screen, each within one line.
func (s *Screen) See(texts ...string) {
	s.t.Helper()
	timer := time.NewTimer(extraPatience)
	defer timer.Stop()
	for {
		s.Wait()
		s.idle.mu.Lock() // before the look: a change after it is one to look again for
		changed, ended := s.idle.changed, s.idle.ended
		s.idle.mu.Unlock()
		missing := s.missing(texts)
		if missing == "" {
			return
		}
		if ended {
			s.t.Fatalf("%q is not on the screen, and the program has ended:\n%s", missing, s.text())
		}
		select {
		case <-changed:
		case <-timer.C:
			s.t.Fatalf("%q is not on the screen:\n%s", missing, s.text())
		}
	}
}

func (s *Screen) missing(texts []string) string {
	screen := s.text()
	for _, text := range texts {
		if !strings.Contains(screen, text) {
			return text
		}
	}
	return ""
}

// NotSee fails the test if any of the texts is on the screen once the program is idle.
func (s *Screen) NotSee(texts ...string) {
	s.t.Helper()
	s.Wait()
	screen := s.text()
	for _, text := range texts {
		if strings.Contains(screen, text) {
			s.t.Fatalf("%q is on the screen:\n%s", text, screen)
		}
	}
}

// Screen returns what is on the screen, without colours and without spaces at the ends of lines.
func (s *Screen) Screen() string {
	s.t.Helper()
	s.Wait()
	return s.text()
}

// Line returns line y of the screen, counted from 0.
func (s *Screen) Line(y int) string {
	s.t.Helper()
	lines := strings.Split(s.Screen(), "\n")
	if y < 0 || y >= len(lines) {
		s.t.Fatalf("there is no line %d among %d", y, len(lines))
	}
	return lines[y]
}

// LineWith returns the one line of the screen that has the text, and fails the test if there is
// none or more than one.
func (s *Screen) LineWith(text string) string {
	s.t.Helper()
	s.See(text)
	var found []string
	for _, line := range strings.Split(s.text(), "\n") {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	if len(found) != 1 {
		s.t.Fatalf("%d lines have %q:\n%s", len(found), text, s.text())
	}
	return found[0]
}

// Grid returns the cells of the screen.
func (s *Screen) Grid() Grid {
	s.t.Helper()
	s.Wait()
	return s.terminal.grid()
}

// text returns the screen as it is now.
func (s *Screen) text() string { return s.terminal.grid().Text() }

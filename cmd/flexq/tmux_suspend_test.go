package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Where no shell waits for the program, the system stops none: it goes on, and every way out stays open.
func TestTmuxSuspendsNothingWithoutAShell(t *testing.T) {
	for name, end := range map[string]func(*tmux){
		"q":      func(s *tmux) { s.press("q") },
		"ctrl-c": func(s *tmux) { s.press("C-c") },
		"TERM":   func(s *tmux) { s.signal("TERM") },
		"HUP":    func(s *tmux) { s.signal("HUP") },
		"INT":    func(s *tmux) { s.signal("INT") },
	} {
		t.Run(name, func(t *testing.T) {
			s := openTmux(t, 100, 30, "set -g remain-on-exit on")
			// The program leads the session, or its only shell does and knows no jobs.
			s.do("respawn-pane", "-k", "-c", s.dir, "sh -c 'echo $$ >pid; exec "+demo+"'; echo $? >code")
			s.list()
			s.press("C-z")
			s.see("not suspended: no shell waits that could bring flexq back", "STATE")
			s.press("/")
			s.write("running")
			s.see("/ running", "shown")
			s.press("Enter")
			s.see("enter open")
			end(s)
			if got := s.file("code"); got != "0" {
				t.Errorf("exit code %s, want 0", got)
			}
			s.requireModesOff()
		})
	}
	// Whoever asks it to end at the moment of ctrl-z does not wait for the shell that is not there.
	t.Run("at once", func(t *testing.T) {
		s := openTmux(t, 100, 30, "set -g remain-on-exit on")
		s.do("respawn-pane", "-k", "-c", s.dir, "sh -c 'echo $$ >pid; exec "+demo+"'; echo $? >code")
		s.list()
		s.press("C-z")
		s.signal("TERM")
		if got := s.file("code"); got != "0" {
			t.Errorf("exit code %s, want 0", got)
		}
	})
}

// signal sends a signal to the program whose number is in the file pid.
func (s *tmux) signal(name string) {
	s.t.Helper()
	s.do("run-shell", "kill -"+name+" $(cat '"+filepath.Join(s.dir, "pid")+"')")
}

// file waits for a line in a file of the shell's directory, and returns it.
func (s *tmux) file(name string) string {
	s.t.Helper()
	var text string
	s.until(name, func(string) bool {
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		text = string(data)
		return err == nil && strings.HasSuffix(text, "\n")
	})
	return strings.TrimSpace(text)
}

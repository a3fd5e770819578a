package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const demo = "flexq demo --jobs 60 --seed 7"

func TestTmuxStartsAndQuits(t *testing.T) {
	for name, quit := range map[string]func(*tmux){
		"q":      func(s *tmux) { s.list(); s.press("q") },
		"ctrl-c": func(s *tmux) { s.list(); s.press("C-c") },
		// Whoever types ahead leaves before the terminal has answered what it was asked.
		"at once": func(s *tmux) { s.write("q") },
	} {
		t.Run(name, func(t *testing.T) {
			s := openTmux(t, 100, 30)
			s.enter(demo + "; echo code $?")
			quit(s)
			if got := s.exitCode(); got != "0" {
				t.Errorf("exit code %s, want 0", got)
			}
			s.see(prompt + " " + demo) // what stood there before is back
			s.requireClean()
		})
	}
}

func TestTmuxSuspends(t *testing.T) {
	s := openTmux(t, 100, 30)
	s.enter(demo + "; echo code $?")
	s.list()
	s.press("C-z")
	s.see("topped") // "Stopped", "[1]+  Stopped", "Suspended" would need another shell
	s.requireClean()
	s.enter("fg")
	s.list()
	for _, mode := range []string{"alternate_on", "mouse_any_flag", "mouse_sgr_flag"} {
		if s.flag(mode) != "1" {
			t.Errorf("%s is off after fg", mode)
		}
	}
	s.press("/")
	s.write("running")
	s.see("/ running", "shown")
	s.escape("/ running")
	s.press("q")
	s.requireClean()
}

// A signal from outside ends the program like q does.
func TestTmuxSignals(t *testing.T) {
	for _, sig := range []string{"TERM", "HUP", "INT"} {
		t.Run(sig, func(t *testing.T) {
			s := openTmux(t, 100, 30)
			s.enter("sh -c 'echo $$ >pid; exec " + demo + "'; echo code $?")
			s.list()
			s.do("run-shell", "kill -"+sig+" $(cat '"+filepath.Join(s.dir, "pid")+"')")
			if got := s.exitCode(); got != "0" {
				t.Errorf("exit code %s, want 0", got)
			}
			screen := s.look()
			if strings.Contains(screen, "goroutine") || strings.Contains(screen, "panic") {
				t.Errorf("a stack trace:\n%s", screen)
			}
			s.requireClean()
		})
	}
	t.Run("the terminal goes away", func(t *testing.T) {
		s := openTmux(t, 100, 30)
		code := filepath.Join(s.dir, "code")
		// The shell around the program outlives the terminal, and says how the program ended.
		s.enter("sh -c 'trap : HUP; " + demo + "; echo $? >code'")
		s.list()
		s.do("kill-server")
		deadline := time.Now().Add(patience)
		for {
			if data, err := os.ReadFile(code); err == nil && strings.HasSuffix(string(data), "\n") {
				break
			}
			if time.Now().After(deadline) {
				t.Fatalf("the program still runs %v after its terminal has gone", patience)
			}
			<-time.After(lookEach)
		}
	})
}

// The program of testdata/tmux/panic is the screen on a cluster that panics when a job is opened, in a command as all
// calls are made.
func TestTmuxPanic(t *testing.T) {
	s := openTmux(t, 120, 50)
	s.enter("'" + built(t, "panics", "flexq/testdata/tmux/panic") + "'; echo code $?")
	s.see("1 Jobs", "STATE", "running")
	s.press("Enter")
	if got := s.exitCode(); got != "1" {
		t.Errorf("exit code %s, want 1", got)
	}
	s.see("a bug in flexq ended it: the detail is broken", "panic/main.go:") // what to put into a report
	s.requireClean()
}

//go:build darwin || linux

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// saves is an editor that saves, says so, and goes on until the file go is there; then it saves once more.
const saves = `#!/bin/sh
sed -i '2i # EDITED' "$1"
echo saved
while [ ! -e "$HOME/go" ]; do sleep 0.02; done
sed -i '2i # LATER' "$1"
`

// edit begins to edit a new form that nobody has changed, until the editor has saved.
func (s *tmux) edit(config string) {
	s.t.Helper()
	editor := filepath.Join(s.dir, "editor")
	if err := os.WriteFile(editor, []byte(saves), 0o700); err != nil {
		s.t.Fatal(err)
	}
	s.enter("export EDITOR='" + editor + "'")
	s.enter("sh -c 'echo $$ >pid; exec flexq --config " + config + "'; echo code $?")
	s.see("flexq  sim", "STATE", "running")
	s.press("s")
	s.see("Submit a job from", "single-node-gpu")
	s.write("single")
	s.press("Enter")
	s.see("parameters", "train.py")
	s.press("C-e")
	s.see("saved")
}

// offered opens the only draft in a terminal of its own, and returns the screen with it.
func offered(t *testing.T, home, config string) string {
	t.Helper()
	next := openTmux(t, 100, 40)
	next.enter("HOME='" + home + "' flexq --config " + config + "; echo code $?")
	next.see("flexq  sim", "STATE", "running")
	next.press("s")
	next.see("unsent")
	next.press("Enter")
	screen := next.see("parameters", "train.py", "# EDITED")
	next.leave()
	return screen
}

// leave ends flexq, so that nothing of it goes on in the folder of the test.
func (s *tmux) leave() {
	s.t.Helper()
	s.press("C-c")
	if got := s.exitCode(); got != "0" {
		s.t.Errorf("exit code %s, want 0", got)
	}
}

// What the editor has saved by the time at which flexq is told to end is in the draft, of a form that was never changed too.
func TestTmuxEndsWhileAnEditorRuns(t *testing.T) {
	for _, name := range []string{"TERM", "HUP"} {
		t.Run(name, func(t *testing.T) {
			s := openTmux(t, 100, 40)
			config := simulate(t, s.dir)
			s.edit(config)
			s.signal(name)
			s.see("what you typed in Submit is kept as a draft", "code 0")
			offered(t, s.dir, config)
		})
	}
	t.Run("the terminal goes away", func(t *testing.T) {
		s := openTmux(t, 100, 40)
		config := simulate(t, s.dir)
		s.edit(config)
		s.do("kill-server")
		s.drafted("# EDITED")
		offered(t, s.dir, config)
	})
}

// drafted waits until a draft has a text.
func (s *tmux) drafted(text string) {
	s.t.Helper()
	s.until("draft with "+text, func(string) bool {
		paths, _ := filepath.Glob(filepath.Join(s.dir, ".local", "state", "flexq", "*", "drafts", "*.json"))
		for _, path := range paths {
			if data, _ := os.ReadFile(path); strings.Contains(string(data), text) {
				return true
			}
		}
		return false
	})
}

// A flexq that is killed leaves the editor to itself. When that has ended, what it saved, and when, is offered.
func TestTmuxKilledWhileAnEditorRuns(t *testing.T) {
	s := openTmux(t, 100, 40)
	config := simulate(t, s.dir)
	s.edit(config)
	s.signal("KILL")
	s.see("code 137")
	next := openTmux(t, 100, 40)
	next.enter("HOME='" + s.dir + "' flexq --config " + config + "; echo code $?")
	next.see("flexq  sim", "STATE", "running")
	next.press("s")
	if screen := next.see("Submit a job from", "single-node-gpu"); strings.Contains(screen, "unsent") {
		t.Errorf("it is offered while it is edited:\n%s", screen)
	}
	next.leave()
	if err := os.WriteFile(filepath.Join(s.dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	locks := filepath.Join(s.dir, ".local", "state", "flexq", "*", "edits", "*", editLock)
	s.until("the editor has ended", func(string) bool {
		paths, _ := filepath.Glob(locks)
		for _, path := range paths {
			if isEdited(t, path) {
				return false
			}
		}
		return true
	})
	if screen := offered(t, s.dir, config); !strings.Contains(screen, "# LATER") {
		t.Errorf("what was saved last is missing:\n%s", screen)
	}
}

package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestTmuxResizes(t *testing.T) {
	s := openTmux(t, 120, 40)
	s.enter(demo + "; echo code $?")
	s.list()
	for _, size := range [][2]int{{80, 24}, {40, 12}, {20, 5}, {120, 40}} {
		w, h := size[0], size[1]
		s.do("resize-window", "-x", fmt.Sprint(w), "-y", fmt.Sprint(h))
		if w < 40 {
			s.see("flexq needs 40x12", fmt.Sprintf("this is %dx%d", w, h))
			continue
		}
		s.until(fmt.Sprintf("whole screen at %dx%d", w, h), func(screen string) bool {
			lines := strings.Split(screen, "\n")
			return len(lines) == h && strings.Contains(lines[0], "SIMULATION") && strings.HasPrefix(lines[h-1], " enter open") &&
				strings.HasSuffix(lines[0], "ago") && len([]rune(lines[0])) == w-1
		})
	}
	s.press("q")
	if got := s.exitCode(); got != "0" {
		t.Errorf("exit code %s, want 0", got)
	}
	s.requireClean()
}

// Text that is pasted where no text is asked for must not act as keys: c would ask to cancel, y agree, q quit.
func TestTmuxPaste(t *testing.T) {
	s := openTmux(t, 100, 30)
	s.enter(demo + "; echo code $?")
	s.list()
	s.do("set-buffer", "cyq")
	s.do("paste-buffer", "-p")
	s.press("/") // comes after what was pasted
	screen := s.see("-word; risk:killed")
	if strings.Contains(screen, "Cancel") || strings.Contains(screen, "copied") {
		t.Errorf("the paste acted:\n%s", screen)
	}
	s.do("paste-buffer", "-p")
	s.see("/ cyq", "0 of ")
	s.escape("/ cyq")
	s.press("c") // typed, the same key does ask
	s.see("Cancel ")
	s.escape("Cancel ")
	s.press("q")
	s.requireClean()
}

// What is typed while the list refreshes arrives, each letter once and in order.
func TestTmuxTypesWhileTheListRefreshes(t *testing.T) {
	// With nobody at the terminal, tmux says that it has no focus, and the list is asked for seldom.
	s := openTmux(t, 100, 30, "set -g focus-events off")
	s.sim("--jobs", "60", "--seed", "7", "--speed", "60")
	s.enter("flexq --config sim.toml --log-file log; echo code $?")
	s.see("flexq", "sim", "STATE", "running", "ago")
	s.press("/")
	typed := ""
	for i, letter := range "alice running" {
		if i%4 == 0 {
			s.refreshed()
		}
		s.write(string(letter))
		typed += string(letter)
		s.see("/ " + strings.TrimRight(typed, " "))
	}
	s.refreshed()
	rows := strings.Split(s.see("/ alice running", "shown"), "\n")
	for _, row := range rows[4 : len(rows)-1] {
		if strings.TrimSpace(row) != "" && !strings.Contains(row, "running") {
			t.Errorf("the filter lets through %q", row)
		}
	}
	s.press("Enter")
	s.see("enter open")
	s.escape("/ alice")
	s.press("q")
	if got := s.exitCode(); got != "0" {
		t.Errorf("exit code %s, want 0", got)
	}
	s.requireClean()
}

// sim serves the simulated platform until the test ends, and writes the config sim.toml that reaches it and asks for
// the list each second.
func (s *tmux) sim(args ...string) {
	s.t.Helper()
	config := filepath.Join(s.dir, "sim.toml")
	cmd := exec.CommandContext(s.t.Context(), built(s.t, "flexq", "flexq/cmd/flexq"),
		append([]string{"sim", "--write-config", config}, args...)...)
	cmd.Env, cmd.Dir, cmd.Stderr = s.env, s.dir, os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = cmd.Wait() }) // the test's context ends it
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		s.t.Fatalf("the simulated platform says %q: %v", line, err)
	}
	file, err := os.OpenFile(config, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	if _, err := file.WriteString("\n[ui.poll]\njobs = \"1s\"\n"); err != nil {
		s.t.Fatal(err)
	}
}

// refreshed waits until the program has asked for the list once more.
func (s *tmux) refreshed() {
	s.t.Helper()
	calls := func() int {
		log, err := os.ReadFile(filepath.Join(s.dir, "log"))
		if err != nil {
			s.t.Fatal(err)
		}
		return strings.Count(string(log), "/jobs/")
	}
	before := calls()
	s.until("refresh", func(string) bool { return calls() > before })
}

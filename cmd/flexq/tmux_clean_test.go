package main

import (
	"os"
	"regexp"
	"strings"
)

// list waits for the list of the demo.
func (s *tmux) list() string {
	s.t.Helper()
	return s.see("flexq", "demo", "SIMULATION", "1 Jobs", "STATE", "running")
}

// written returns everything that was written to the terminal so far.
func (s *tmux) written() string {
	s.t.Helper()
	data, err := os.ReadFile(s.log)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(data)
}

// requireClean fails the test unless the terminal is as it was before the program ran: the shell asks for a line,
// nothing stands behind the prompt, and each mode that was turned on is off again.
func (s *tmux) requireClean() {
	s.t.Helper()
	s.ready()
	for name, want := range map[string]string{
		"alternate_on": "0", "cursor_flag": "1", "mouse_any_flag": "0", "mouse_sgr_flag": "0", "keypad_flag": "0",
		"keypad_cursor_flag": "0", "insert_flag": "0", "origin_flag": "0", "wrap_flag": "1",
	} {
		if got := s.flag(name); got != want {
			s.t.Errorf("%s is %s after the program ended, want %s", name, got, want)
		}
	}
	s.requireModesOff()
	if got := s.settings(); got != s.stty {
		s.t.Errorf("stty says\n%s\nand said before\n%s", got, s.stty)
	}
	if got := s.output("echo still $((6 * 7))"); got != "still 42" {
		s.t.Errorf("the shell says %q", got)
	}
}

// requireModesOff looks at the private modes in what was written: the last word on each must be that it is off, but
// for those that are on in every terminal.
func (s *tmux) requireModesOff() {
	s.t.Helper()
	normal := map[string]string{"25": "h", "7": "h"}
	last := map[string]string{}
	for _, m := range regexp.MustCompile(`\x1b\[\?([0-9;]+)([hl])`).FindAllStringSubmatch(s.written(), -1) {
		for _, mode := range strings.Split(m[1], ";") {
			last[mode] = m[2]
		}
	}
	if last["1049"] == "" || last["2004"] == "" {
		s.t.Errorf("the alternate screen and bracketed paste were never set: %v", last)
	}
	for mode, end := range last {
		want := normal[mode]
		if want == "" {
			want = "l"
		}
		if end != want {
			s.t.Errorf("private mode %s was left at %q, want %q", mode, end, want)
		}
	}
	if pushed, popped := strings.Count(s.written(), "\x1b[>1u"), strings.Count(s.written(), "\x1b[<1u"); pushed != popped {
		s.t.Errorf("the keyboard mode was pushed %d times and popped %d times", pushed, popped)
	}
}

// exitCode reads the code that `; echo code $?` printed.
func (s *tmux) exitCode() string {
	s.t.Helper()
	re := regexp.MustCompile(`(?m)code (\d+)$`)
	screen := s.until("exit code", func(screen string) bool { return re.MatchString(screen) })
	return re.FindStringSubmatch(screen)[1]
}

// settings are those of the tty, without its speed and size.
func (s *tmux) settings() string {
	s.t.Helper()
	_, rest, _ := strings.Cut(s.output("stty -a"), "\n")
	return rest
}

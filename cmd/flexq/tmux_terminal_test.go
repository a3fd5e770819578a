package main

import (
	"regexp"
	"strings"
	"testing"
)

func TestTmuxNoColor(t *testing.T) {
	for name, want := range map[string]struct {
		line   string
		colour bool
	}{
		"as it is":   {demo, true},
		"NO_COLOR":   {"NO_COLOR=1 " + demo, false},
		"--no-color": {demo + " --no-color", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTmux(t, 100, 30)
			s.enter(want.line)
			s.list()
			s.press("q")
			s.ready()
			looks := attributes(s.written())
			if got := looks["colour"] > 0; got != want.colour {
				t.Errorf("colours are used: %v, want %v", got, want.colour)
			}
			if looks["bold"] == 0 || !want.colour && looks["reverse"] == 0 {
				t.Errorf("bold and reverse must tell apart what colours do not: %v", looks)
			}
		})
	}
}

// attributes counts what the sequences for looks (SGR) in an output ask for.
func attributes(output string) map[string]int {
	out := map[string]int{}
	for _, m := range regexp.MustCompile(`\x1b\[([0-9;:]*)m`).FindAllStringSubmatch(output, -1) {
		codes := strings.FieldsFunc(m[1], func(r rune) bool { return r == ';' || r == ':' })
		for i := 0; i < len(codes); i++ {
			switch n := digits(codes[i]); {
			case n == 1:
				out["bold"]++
			case n == 7:
				out["reverse"]++
			case n == 38 || n == 48:
				out["colour"]++
				i = len(codes) // what follows is the colour
			case n >= 30 && n <= 37, n >= 40 && n <= 47, n >= 90 && n <= 107:
				out["colour"]++
			}
		}
	}
	return out
}

func TestTmuxKindsOfTerminals(t *testing.T) {
	t.Run("dumb", func(t *testing.T) {
		s := openTmux(t, 100, 30)
		s.enter("TERM=dumb " + demo + "; echo code $?")
		if got := s.exitCode(); got != "2" {
			t.Errorf("exit code %s, want 2", got)
		}
		s.see("flexq: the screen needs a terminal that can move its cursor", "flexq jobs")
		if strings.Contains(s.written(), "\x1b[?1049h") {
			t.Error("the alternate screen was set")
		}
	})
	t.Run("unknown", func(t *testing.T) {
		s := openTmux(t, 100, 30)
		s.enter("TERM=no-such-terminal " + demo + "; echo code $?")
		s.list()
		s.press("q")
		if got := s.exitCode(); got != "0" {
			t.Errorf("exit code %s, want 0", got)
		}
		s.requireClean()
	})
}

func TestTmuxWithoutATerminal(t *testing.T) {
	for name, line := range map[string]string{
		"input":  demo + " </dev/null; echo code $?",
		"output": "(" + demo + "; echo code $? >&2) | cat",
	} {
		t.Run(name, func(t *testing.T) {
			s := openTmux(t, 100, 30)
			s.enter(line)
			if got := s.exitCode(); got != "2" {
				t.Errorf("exit code %s, want 2", got)
			}
			s.see("flexq: the screen needs a terminal", "`flexq jobs` lists the queue without one")
			if strings.Contains(s.written(), "\x1b[?1049h") {
				t.Error("the alternate screen was set")
			}
		})
	}
}

func TestTmuxWithoutAConfig(t *testing.T) {
	s := openTmux(t, 130, 30)
	if got := strings.Split(s.output("flexq; echo code $?"), "\n"); len(got) != 5 || got[4] != "code 2" ||
		!strings.HasPrefix(got[0], "flexq: no cluster is configured") || !strings.Contains(got[3], "flexq demo") {
		t.Errorf("got %q, want four lines and code 2", got)
	}
}

// The terminal is asked for its background, and the theme follows: the bar at the top is lighter than middle grey on
// a light one.
func TestTmuxBackground(t *testing.T) {
	for name, want := range map[string]struct {
		style string
		light bool
	}{
		"light": {"bg=#fafafa,fg=#202020", true},
		"dark":  {"bg=#101010,fg=#e0e0e0", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := openTmux(t, 100, 30, "set -g window-style '"+want.style+"'")
			s.enter(demo)
			s.list()
			s.until("bar of the "+name+" theme", func(string) bool {
				bar, _, _ := strings.Cut(s.look("-e"), "\n")
				grey, ok := background(bar)
				return ok && (grey > 127) == want.light
			})
			s.press("q")
			s.requireClean()
		})
	}
}

// background returns how bright the first background of a line is, from 0 to 255; tmux keeps it as one of 256 colours
// or as red, green and blue, whichever the program used.
func background(line string) (grey int, ok bool) {
	if m := regexp.MustCompile(`48[;:]5[;:](\d+)`).FindStringSubmatch(line); m != nil {
		n := digits(m[1])
		if n >= 232 {
			return 8 + 10*(n-232), true
		}
		n -= 16
		return (n/36 + n/6%6 + n%6) * 255 / 15, n >= 0
	}
	if m := regexp.MustCompile(`48[;:]2[;:]+(\d+)[;:](\d+)[;:](\d+)`).FindStringSubmatch(line); m != nil {
		return (digits(m[1]) + digits(m[2]) + digits(m[3])) / 3, true
	}
	return 0, false
}

// digits reads what a pattern has found to be digits.
func digits(text string) int {
	n := 0
	for _, d := range text {
		n = 10*n + int(d-'0')
	}
	return n
}

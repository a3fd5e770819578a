package tuitest_test

import (
	"flag"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/tui/tuitest"
)

// recorder is a test that fails without failing.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Fatalf(format string, args ...any) {
	r.failure = fmt.Sprintf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Fatal(args ...any) { r.Fatalf("%s", fmt.Sprint(args...)) }

// failing runs f with a test of its own and returns what that failed with, "" if it did not.
func failing(t *testing.T, f func(tb testing.TB)) string {
	t.Helper()
	r := &recorder{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		f(r)
	}()
	<-done
	return r.failure
}

func TestLooksFailWhenTheyMust(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		look func(*tuitest.Screen)
		want string
	}{
		{"not there", func(s *tuitest.Screen) { s.Press("q"); s.See("no such text") }, `"no such text" is not on the screen`},
		{"there", func(s *tuitest.Screen) { s.NotSee("no such text", "loaded 1") }, `"loaded 1" is on the screen`},
		{"no such line", func(s *tuitest.Screen) { s.Line(99) }, "there is no line 99"},
		{"two lines", func(s *tuitest.Screen) { s.Press("x", "x"); s.LineWith("key x") }, `2 lines have "key x"`},
		{"no such key", func(s *tuitest.Screen) { s.Press("hyperspace") }, `"hyperspace" is not the name of a key`},
	} {
		got := failing(t, func(tb testing.TB) {
			tb.Helper()
			clock := tuitest.NewClock(noon())
			c.look(tuitest.Start(tb, &app{clock: clock}, tuitest.Options{Width: 40, Height: 12, Clock: clock}))
		})
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: failed with %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAProgramThatNeverRestsIsNamed(t *testing.T) {
	t.Parallel()
	got, missing := "", ""
	// On a busy machine a program may not have drawn yet when it is given up.
	for patience := 100 * time.Millisecond; patience < 5*time.Minute; patience *= 4 {
		got = failing(t, func(tb testing.TB) {
			tb.Helper()
			tuitest.Start(tb, restless{}, tuitest.Options{Patience: patience})
		})
		missing = ""
		for _, want := range []string{"did not show its last frame in " + patience.String(), "restless.Init", "I am busy"} {
			if !strings.Contains(got, want) {
				missing = want
			}
		}
		if missing == "" {
			return
		}
	}
	t.Errorf("the failure does not say %q: %s", missing, got)
}

// restless has a command that never returns and is not marked as such.
type restless struct{}

func (restless) Init() tea.Cmd {
	return func() tea.Msg { select {} }
}

func (r restless) Update(tea.Msg) (tea.Model, tea.Cmd) { return r, nil }
func (restless) View() tea.View                        { return tea.NewView("I am busy") }

func TestFramesAreCompared(t *testing.T) {
	t.Parallel()
	tuitest.RequireFrame(t, "tuitest/two-lines", "\x1b[31mred\x1b[m   \nplain")
	tuitest.RequireANSI(t, "tuitest/two-lines", "\x1b[31mred\x1b[m   \nplain")
	if flag.Lookup("update").Value.String() == "true" {
		return // the frames that must differ would be written over the right ones
	}
	got := failing(t, func(tb testing.TB) {
		tb.Helper()
		tuitest.RequireFrame(tb, "tuitest/two-lines", "red\nplainly")
	})
	if !strings.Contains(got, "+plainly") {
		t.Errorf("another frame failed with %q", got)
	}
	got = failing(t, func(tb testing.TB) {
		tb.Helper()
		tuitest.RequireANSI(tb, "tuitest/two-lines", "red   \nplain")
	})
	if !strings.Contains(got, "output does not match") {
		t.Errorf("another colour failed with %q", got)
	}
}

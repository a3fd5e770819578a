package tuitest

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/vt"
)

// Options say on what a program runs. The zero value is a terminal of 120 by 30 with all colours.
type Options struct {
	Width, Height int
	// Clock is the one that the program was given; nil if it has none.
	Clock *Clock
	// Env is the environment of the terminal; nil is that of xterm.
	Env []string
	// Profile is how many colours it has; 0 is all.
	Profile colorprofile.Profile
	// Background are parts of the names of functions whose commands may take forever, as
	// "tui.waitForNotice".
	Background []string
	// Patience is how long to wait for the program before the test fails; 0 is three minutes: it
	// is a guard, which costs nothing when all is well.
	Patience time.Duration
	// Program holds further options of the program.
	Program []tea.ProgramOption
}

// Screen is a running program and the terminal that it draws on. Its methods are for the test's
// own goroutine; those that look wait until the program is idle, and fail the test if it never is.
type Screen struct {
	t        testing.TB
	opt      Options
	program  *tea.Program
	idle     *idle
	terminal *terminal
	over     chan struct{} // closed when the program has ended
	err      error         // why, valid once over is closed

	mu       sync.Mutex
	view     tea.View // the last one of the model
	suspends int
}

// Start runs a model until the test ends or it quits.
func Start(tb testing.TB, model tea.Model, opt Options) *Screen {
	tb.Helper()
	s := &Screen{t: tb, opt: withDefaults(opt), idle: newIdle(), over: make(chan struct{})}
	if s.opt.Clock != nil {
		s.opt.Clock.bind(s.idle)
	}
	s.terminal = newTerminal(s.opt.Width, s.opt.Height, s.idle.show)
	r := newRoot(model, s.idle, s.opt.Background)
	r.onView = s.remember
	r.onSuspend = s.suspended
	ctx, cancel := context.WithCancel(context.Background())
	s.program = tea.NewProgram(r, append(s.opt.Program,
		tea.WithContext(ctx),
		tea.WithFilter(r.filter),
		tea.WithInput(nil),
		tea.WithOutput(s.terminal),
		tea.WithWindowSize(s.opt.Width, s.opt.Height),
		tea.WithColorProfile(s.opt.Profile),
		tea.WithEnvironment(s.opt.Env),
		tea.WithoutSignalHandler(),
		tea.WithFPS(fastest),
	)...)
	go func() {
		_, s.err = s.program.Run()
		s.idle.end()
		close(s.over)
	}()
	tb.Cleanup(func() {
		cancel()
		<-s.over
		if s.opt.Clock != nil {
			s.opt.Clock.release()
		}
		s.terminal.close()
	})
	s.Wait()
	return s
}

// fastest is the rate at which the renderer writes; a look waits for one frame.
const fastest = 120

func withDefaults(o Options) Options {
	if o.Width == 0 {
		o.Width = 120
	}
	if o.Height == 0 {
		o.Height = 30
	}
	if o.Env == nil {
		o.Env = []string{"TERM=xterm-256color", "COLORTERM=truecolor"}
	}
	if o.Profile == colorprofile.Unknown {
		o.Profile = colorprofile.TrueColor
	}
	if o.Patience == 0 {
		o.Patience = 3 * time.Minute
	}
	// Ticks of the real clock would come when they like; they never count.
	o.Background = append([]string{"bubbletea/v2.Tick.", "bubbletea/v2.Every."}, o.Background...)
	return o
}

// Wait waits until the program is idle and the terminal shows its last frame.
func (s *Screen) Wait() {
	s.t.Helper()
	s.until("show its last frame", s.idle.isShown)
}

// settle waits until the program is idle, whether or not its last frame is on the terminal.
func (s *Screen) settle() {
	s.t.Helper()
	s.until("come to rest", s.idle.isQuiet)
}

func (s *Screen) until(what string, ok func() bool) {
	s.t.Helper()
	timer := time.NewTimer(s.opt.Patience)
	defer timer.Stop()
	if !s.idle.await(timer.C, ok) {
		s.t.Fatalf("the program did not %s in %v: %v\n%s", what, s.opt.Patience, s.idle, s.text())
	}
}

// Exited waits until the program has ended by itself and returns its error.
func (s *Screen) Exited() error {
	s.t.Helper()
	timer := time.NewTimer(s.opt.Patience)
	defer timer.Stop()
	select {
	case <-s.over:
		return s.err
	case <-timer.C:
		s.t.Fatalf("the program did not end in %v: %v\n%s", s.opt.Patience, s.idle, s.text())
		return nil
	}
}

// Running reports whether the program still runs, once it is idle.
func (s *Screen) Running() bool {
	s.settle()
	select {
	case <-s.over:
		return false
	default:
		return true
	}
}

// View returns what the model returned last: its title, its cursor, its modes.
func (s *Screen) View() tea.View {
	s.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.view
}

// Suspends returns how often the program asked to be suspended.
func (s *Screen) Suspends() int {
	s.settle()
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.suspends
}

// Clipboard returns what the program put on the terminal's clipboard last.
func (s *Screen) Clipboard() string {
	s.Wait()
	var text string
	s.terminal.with(func(*vt.Emulator) { text = s.terminal.clipboard })
	return text
}

// Bells returns how often the bell rang.
func (s *Screen) Bells() int {
	s.Wait()
	var n int
	s.terminal.with(func(*vt.Emulator) { n = s.terminal.bells })
	return n
}

// Notices returns what the program asked the terminal to notify of, as it was written after OSC:
// "9;text" or "777;notify;title;text".
func (s *Screen) Notices() []string {
	s.Wait()
	var list []string
	s.terminal.with(func(*vt.Emulator) { list = slices.Clone(s.terminal.notices) })
	return list
}

// Written returns how many bytes the program has written to the terminal so far.
func (s *Screen) Written() int {
	s.Wait()
	var n int
	s.terminal.with(func(*vt.Emulator) { n = s.terminal.written })
	return n
}

func (s *Screen) remember(v tea.View) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.view = v
}

func (s *Screen) suspended() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.suspends++
}

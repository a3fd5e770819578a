package tuitest_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/tuitest"
)

func noon() time.Time { return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC) }

// app is a small program that does what real ones do: it asks slow services, ticks, waits at
// channels.
type app struct {
	clock  *tuitest.Clock
	gate   *tuitest.Gate
	news   chan string
	w, h   int
	log    []string
	loaded int
	ticks  int
}

type (
	loaded struct{ n int }
	tick   struct{}
	note   string
)

func (a *app) Init() tea.Cmd { return tea.Batch(load(1), a.tick()) }

// load is a service that takes its time, the real one's.
func load(n int) tea.Cmd {
	return func() tea.Msg {
		slow := time.NewTimer(time.Duration(n) * time.Millisecond)
		<-slow.C
		return loaded{n}
	}
}

func (a *app) tick() tea.Cmd {
	return a.clock.Tick(time.Second, func(time.Time) tea.Msg { return tick{} })
}

// listen waits for news for ever.
func (a *app) listen() tea.Cmd {
	return func() tea.Msg { return note(<-a.news) }
}

func (a *app) hold() tea.Cmd {
	return func() tea.Msg {
		if err := a.gate.Wait(context.Background()); err != nil {
			return note(err.Error())
		}
		return note("let through")
	}
}

func (a *app) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		a.w, a.h = m.Width, m.Height
	case loaded:
		a.loaded += m.n
	case tick:
		a.ticks++
		return a, a.tick()
	case note:
		a.say(string(m))
	case tea.KeyPressMsg:
		a.say("key " + m.String())
		return a, a.key(m.String())
	case tea.PasteMsg:
		a.say("paste " + m.Content)
	case tea.MouseClickMsg:
		a.say(fmt.Sprintf("click %d,%d", m.X, m.Y))
	case tea.MouseWheelMsg:
		a.say("wheel " + m.Button.String())
	case tea.BlurMsg:
		a.say("blur")
	case tea.FocusMsg:
		a.say("focus")
	case tea.ResumeMsg:
		a.say("resumed")
	}
	return a, nil
}

func (a *app) say(text string) { a.log = append(a.log, text) }

func (a *app) key(name string) tea.Cmd {
	switch name {
	case "b":
		return tea.Batch(load(3), load(2), nil, tea.Batch(load(1), load(4)))
	case "s":
		return tea.Sequence(
			func() tea.Msg { return note("first") },
			tea.Batch(func() tea.Msg { return note("second") }),
			nil,
			func() tea.Msg { return nil },
			func() tea.Msg { return note("third") })
	case "c":
		return tea.SetClipboard("88214")
	case "g":
		return a.hold()
	case "l":
		return a.listen()
	case "t":
		return tea.Tick(time.Hour, func(time.Time) tea.Msg { return note("an hour later") })
	case "z":
		return tea.Suspend
	case "q":
		return tea.Quit
	case "i":
		return tea.Interrupt
	}
	return nil
}

func (a *app) View() tea.View {
	lines := []string{
		fmt.Sprintf("size %dx%d", a.w, a.h),
		fmt.Sprintf("\x1b[1mloaded %d\x1b[m", a.loaded),
		fmt.Sprintf("ticks %d", a.ticks),
	}
	room := max(0, a.h-len(lines))
	lines = append(lines, a.log[max(0, len(a.log)-room):]...)
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	v.WindowTitle = "the app"
	return v
}

// play starts the app.
func play(t *testing.T, opt tuitest.Options) (*tuitest.Screen, *app) {
	t.Helper()
	opt.Clock = tuitest.NewClock(noon())
	a := &app{clock: opt.Clock, gate: opt.Clock.Gate(), news: make(chan string)}
	if opt.Width == 0 {
		opt.Width, opt.Height = 40, 12
	}
	return tuitest.Start(t, a, opt), a
}

func TestTheFirstLookSeesWhatInitAskedFor(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{})
	if diff := cmp.Diff("size 40x12\nloaded 1\nticks 0", strings.TrimRight(s.Screen(), "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestBatchesAndSequencesAreWaitedFor(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{})
	s.Press("b")
	s.See("loaded 11")
	s.Press("s")
	if got, want := []string{s.Line(5), s.Line(6), s.Line(7)}, []string{"first", "second", "third"}; !cmp.Equal(got, want) {
		t.Errorf("the sequence came as %q", got)
	}
}

func TestKeysTextPasteAndMouseArrive(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{Height: 24, Width: 40})
	s.Press("G", "ctrl+d", "shift+tab", "enter", "f5", "/", "ctrl+left", "alt+b", "+")
	s.Type("é x日👩‍🚀")
	s.Paste("two\nlines")
	s.Click(3, 4)
	s.Wheel(1, 1, -1)
	s.Focus(false)
	s.Focus(true)
	want := []string{
		"key G", "key ctrl+d", "key shift+tab", "key enter", "key f5", "key /", "key ctrl+left", "key alt+b", "key +",
		"key é", "key space", "key x", "key 日", "key 👩‍🚀", "paste two", "lines", "click 3,4", "wheel wheelup", "blur", "focus",
	}
	got := strings.Split(strings.TrimRight(s.Screen(), "\n"), "\n")[3:]
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.ClickOn("日")
	s.See("click 4,15")
}

func TestTimeMovesOnlyWhenItIsAdvanced(t *testing.T) {
	t.Parallel()
	s, a := play(t, tuitest.Options{})
	s.See("ticks 0")
	s.Advance(10*time.Second + 500*time.Millisecond)
	s.See("ticks 10")
	if got, want := a.clock.Now(), noon().Add(10*time.Second+500*time.Millisecond); !got.Equal(want) {
		t.Errorf("it is %v, want %v", got, want)
	}
	s.Advance(500 * time.Millisecond)
	s.See("ticks 11")
}

func TestAGateHoldsBackAnAnswer(t *testing.T) {
	t.Parallel()
	s, a := play(t, tuitest.Options{})
	s.Press("g", "g")
	s.NotSee("let through")
	if got := a.gate.Waiting(); got != 2 {
		t.Errorf("%d wait at the gate, want 2", got)
	}
	a.gate.Open()
	s.Wait()
	if got := strings.Count(s.Screen(), "let through"); got != 2 {
		t.Errorf("%d were let through, want 2", got)
	}
	s.Press("g")
	if got := strings.Count(s.Screen(), "let through"); got != 3 {
		t.Errorf("an open gate let %d through, want 3", got)
	}
	a.gate.Shut()
	s.Press("g")
	if got := a.gate.Waiting(); got != 1 {
		t.Errorf("%d wait at the gate that was shut again, want 1", got)
	}
}

func TestSleepAndWaitEndWithTheirContext(t *testing.T) {
	t.Parallel()
	clock := tuitest.NewClock(noon())
	gate := clock.Gate()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- clock.Sleep(ctx, time.Second) }()
	go func() { done <- gate.Wait(ctx) }()
	cancel()
	for range 2 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
	}
	if err := clock.Sleep(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("no sleep with an ended context: %v", err)
	}
}

func TestAClockWithoutAProgramWakesInOrder(t *testing.T) {
	t.Parallel()
	clock := tuitest.NewClock(noon())
	woke := make(chan time.Time, 1)
	go func() {
		_ = clock.Sleep(context.Background(), 2*time.Second)
		woke <- clock.Now()
	}()
	// The sleeper may not have lain down yet: the clock goes on until it wakes.
	for {
		clock.Advance(time.Second)
		select {
		case at := <-woke:
			if at.Before(noon().Add(2 * time.Second)) {
				t.Errorf("woke at %v", at)
			}
			return
		default:
		}
	}
}

func TestCommandsThatTakeForEverAreBackground(t *testing.T) {
	t.Parallel()
	s, a := play(t, tuitest.Options{Background: []string{"(*app).listen"}})
	s.Press("t")
	s.NotSee("an hour later")
	s.Press("l")
	a.news <- "from outside"
	s.See("from outside")
}

func TestResize(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{})
	for _, size := range [][2]int{{80, 24}, {20, 4}, {1, 1}, {200, 60}} {
		s.Resize(size[0], size[1])
		want := fmt.Sprintf("size %dx%d", size[0], size[1])
		if got := s.Line(0); got != want[:min(len(want), size[0])] {
			t.Errorf("line 0 is %q, want %q", got, want)
		}
		if g := s.Grid(); g.Width != size[0] || g.Height != size[1] {
			t.Errorf("the grid is %dx%d, want %v", g.Width, g.Height, size)
		}
	}
}

func TestQuitAndInterruptEndTheProgram(t *testing.T) {
	t.Parallel()
	for key, want := range map[string]error{"q": nil, "i": tea.ErrInterrupted} {
		s, _ := play(t, tuitest.Options{})
		if !s.Running() {
			t.Fatal("it has ended before it was told to")
		}
		s.Press(key)
		if err := s.Exited(); !errors.Is(err, want) {
			t.Errorf("%s: error %v, want %v", key, err, want)
		}
		if s.Running() {
			t.Errorf("%s: it still runs", key)
		}
	}
}

func TestSuspendComesBackAtOnce(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{})
	s.Press("z")
	s.See("resumed")
	if got := s.Suspends(); got != 1 {
		t.Errorf("suspended %d times", got)
	}
}

func TestTitleClipboardAndBytes(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{})
	if got := s.View().WindowTitle; got != "the app" {
		t.Errorf("title %q", got)
	}
	before := s.Written()
	s.Press("c")
	if got := s.Clipboard(); got != "88214" {
		t.Errorf("clipboard %q", got)
	}
	if got := s.Written() - before; got == 0 || got > 200 {
		t.Errorf("%d bytes written for one line", got)
	}
	before = s.Written()
	s.Send(struct{}{})
	if got := s.Written() - before; got != 0 {
		t.Errorf("%d bytes written for nothing", got)
	}
}

func TestLineWithFindsTheOneLine(t *testing.T) {
	t.Parallel()
	s, _ := play(t, tuitest.Options{})
	if got := s.LineWith("loaded"); got != "loaded 1" {
		t.Errorf("line %q", got)
	}
}

// A story with everything in it, many times over: idleness must never be taken for granted.
func TestNothingIsEverMissed(t *testing.T) {
	t.Parallel()
	for i := range 20 {
		s, a := play(t, tuitest.Options{})
		s.Press("b", "s", "g")
		s.Advance(3 * time.Second)
		s.See("loaded 11", "third", "ticks 3")
		s.NotSee("let through")
		a.gate.Open()
		s.Wait()
		if !strings.Contains(s.Screen(), "let through") {
			t.Fatalf("round %d: not let through:\n%s", i, s.Screen())
		}
	}
}

package toast_test

import (
	"fmt"
	"testing"
	"time"

	"flexq/tui/theme"
	"flexq/tui/widget/toast"
)

func at(seconds int) time.Time {
	return time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC).Add(time.Duration(seconds) * time.Second)
}

func TestMessagesLeaveByTheirWeight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tone  theme.Tone
		shown int // still there after so many seconds
		gone  int // no longer there; 0 for never
	}{
		{theme.Normal, 3, 4},
		{theme.Good, 3, 4},
		{theme.Warn, 9, 10},
		{theme.Bad, 3600, 0},
	} {
		var ts toast.Toast
		ts.Say("hello", c.tone, at(0))
		if m, ok := ts.Current(at(c.shown)); !ok || m.Text != "hello" || m.Tone != c.tone {
			t.Errorf("%s: after %d s it shows %v (%t)", c.tone, c.shown, m, ok)
		}
		until, leaves := ts.Until()
		if leaves != (c.gone > 0) || leaves && !until.Equal(at(c.gone)) {
			t.Errorf("%s: leaves at %v (%t)", c.tone, until, leaves)
		}
		if c.gone > 0 {
			if m, ok := ts.Current(at(c.gone)); ok {
				t.Errorf("%s: after %d s it still shows %v", c.tone, c.gone, m)
			}
		}
	}
}

func TestTheLastMessageWinsAndCanBeDismissed(t *testing.T) {
	t.Parallel()
	var ts toast.Toast
	if ts.Dismiss() {
		t.Error("there was nothing to dismiss")
	}
	th := theme.New(theme.Dark, true, false)
	ts.Say("first", theme.Bad, at(0))
	ts.Say("second\nline", theme.Good, at(1))
	if got, want := ts.View(th, 8, at(2)), th.Paint(theme.Good, "second …"); got != want {
		t.Errorf("view %q, want %q", got, want)
	}
	if !ts.Dismiss() || ts.View(th, 80, at(2)) != "" {
		t.Error("it is still shown after it was dismissed")
	}
}

func TestTheLastHundredAreRemembered(t *testing.T) {
	t.Parallel()
	var ts toast.Toast
	for i := range 130 {
		ts.Say(fmt.Sprint(i), theme.Normal, at(i))
	}
	said := ts.Said()
	if len(said) != 100 || said[0].Text != "30" || said[99].Text != "129" {
		t.Errorf("%d messages from %q to %q", len(said), said[0].Text, said[len(said)-1].Text)
	}
}

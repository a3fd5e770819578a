package menu_test

import (
	"strings"
	"testing"

	"flexq/tui/theme"
	"flexq/tui/tuitest"
	"flexq/tui/widget/menu"
)

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{theme.Dark, theme.Light, theme.Mono} {
		th := theme.New(name, name != theme.Light, false)
		m := menu.New(th, "Template", templates())
		m.Resize(80, 16)
		m.Move(1)
		screen := strings.TrimSuffix(strings.Repeat(strings.Repeat(" ", 80)+"\n", 16), "\n")
		tuitest.RequireANSI(t, "menu/templates-"+name, m.Over(screen))
	}
}

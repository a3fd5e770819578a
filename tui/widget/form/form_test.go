package form_test

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/tui/theme"
	"flexq/tui/widget/form"
)

func submit(th theme.Theme) *form.Form {
	f := form.New(th, []form.Field{
		{ID: "name", Label: "name", Value: "gemma"},
		{ID: "part", Label: "partition", Value: "a3u", Choices: []string{"a3u", "cpu", "flex"}},
		{ID: "time", Label: "time", Placeholder: "1-00"},
	})
	f.Resize(50, 8)
	return f
}

func send(f *form.Form, keys string) form.Event {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "tab": tea.KeyTab, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft,
		"right": tea.KeyRight, "esc": tea.KeyEscape, "backspace": tea.KeyBackspace, "space": tea.KeySpace,
	}
	var last form.Event
	for _, k := range strings.Fields(keys) {
		switch code, ok := codes[k]; {
		case k == "shift+tab":
			last = f.Input(tea.KeyPressMsg{Code: tea.KeyTab, Mod: tea.ModShift})
		case k == "space":
			last = f.Input(tea.KeyPressMsg{Code: code, Text: " "})
		case ok:
			last = f.Input(tea.KeyPressMsg{Code: code})
		default:
			last = f.Input(tea.KeyPressMsg{Code: []rune(k)[0], Text: k})
		}
	}
	return last
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		keys  string
		want  form.Event
		focus string
		vals  [3]string
	}{
		{"x", form.Edited, "name", [3]string{"gemmax", "a3u", ""}},
		{"left backspace", form.Edited, "name", [3]string{"gema", "a3u", ""}},
		{"tab", form.Taken, "part", [3]string{"gemma", "a3u", ""}},
		{"shift+tab", form.Taken, "time", [3]string{"gemma", "a3u", ""}},
		{"down down 7", form.Edited, "time", [3]string{"gemma", "a3u", "7"}},
		{"down down down", form.Taken, "name", [3]string{"gemma", "a3u", ""}},
		{"tab right", form.Edited, "part", [3]string{"gemma", "cpu", ""}},
		{"tab left", form.Edited, "part", [3]string{"gemma", "flex", ""}},
		{"tab space space space", form.Edited, "part", [3]string{"gemma", "a3u", ""}},
		{"tab F", form.Edited, "part", [3]string{"gemma", "flex", ""}},
		{"tab z", form.Taken, "part", [3]string{"gemma", "a3u", ""}},
		{"enter enter 1 enter", form.Accepted, "time", [3]string{"gemma", "a3u", "1"}},
		{"esc", form.Ignored, "name", [3]string{"gemma", "a3u", ""}},
		{"tab backspace", form.Ignored, "part", [3]string{"gemma", "a3u", ""}},
	} {
		f := submit(theme.Theme{})
		got := send(f, c.keys)
		vals := [3]string{f.Value("name"), f.Value("part"), f.Value("time")}
		if got != c.want || f.Focused() != c.focus || vals != c.vals {
			t.Errorf("%s: event %d in %q, values %q; want %d in %q, %q", c.keys, got, f.Focused(), vals, c.want, c.focus, c.vals)
		}
	}
}

func TestView(t *testing.T) {
	t.Parallel()
	f := submit(theme.Theme{})
	f.SetValue("time", "8-00")
	f.SetHint("time", "= 8 days")
	f.SetRemarks("time",
		form.Remark{Text: "x longer than a lease of this pool can be (7 days)", Tone: theme.Bad},
		form.Remark{Text: "~ not requeued", Tone: theme.Warn})
	f.Focus("part")
	want := strings.Join([]string{
		" name       gemma",
		" partition <a3u>",
		" time       8-00         = 8 days",
		"   x longer than a lease of this pool can be (7",
		"   days)",
		"   ~ not requeued",
		"",
		"",
	}, "\n")
	var got []string
	for _, line := range strings.Split(ansi.Strip(f.View()), "\n") {
		got = append(got, strings.TrimRight(line, " "))
	}
	if diff := cmp.Diff(want, strings.Join(got, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestValuesThatAreNoChoiceStay(t *testing.T) {
	t.Parallel()
	f := submit(theme.Theme{})
	f.SetValue("part", "gone")
	if got := f.Value("part"); got != "gone" {
		t.Errorf("value %q, want gone", got)
	}
	f.SetChoices("part", []string{"b1", "gone"})
	f.Focus("part")
	send(f, "right")
	if got := f.Value("part"); got != "b1" {
		t.Errorf("value %q, want b1, the one after the last", got)
	}
	if f.Value("none") != "" || f.Focus("none") {
		t.Error("there is a field that does not exist")
	}
}

func TestPaste(t *testing.T) {
	t.Parallel()
	f := submit(theme.Theme{})
	if got := f.Paste("-sft\n"); got != form.Edited || f.Value("name") != "gemma-sft" {
		t.Errorf("event %d, value %q", got, f.Value("name"))
	}
	f.Next(1)
	if got := f.Paste("cpu"); got != form.Taken || f.Value("part") != "a3u" {
		t.Errorf("a choice took a paste: event %d, value %q", got, f.Value("part"))
	}
}

func TestClicksFocusAndTurnChoices(t *testing.T) {
	t.Parallel()
	f := submit(theme.Theme{})
	f.SetRemarks("name", form.Remark{Text: "a remark"})
	for _, c := range []struct {
		name  string
		x, y  int
		want  form.Event
		focus string
		part  string
	}{
		{"a choice", 14, 2, form.Taken, "part", "a3u"},
		{"again", 14, 2, form.Edited, "part", "cpu"},
		{"a remark", 14, 1, form.Taken, "name", "cpu"},
		{"below all", 14, 6, form.Ignored, "name", "cpu"},
	} {
		if got := f.Click(c.x, c.y); got != c.want || f.Focused() != c.focus || f.Value("part") != c.part {
			t.Errorf("%s: event %d, %q focused, part %q", c.name, got, f.Focused(), f.Value("part"))
		}
	}
	f.SetFocused(false)
	f.Click(14, 2)
	f.SetFocused(false)
	if got := f.Click(14, 2); got != form.Taken || f.Value("part") != "cpu" {
		t.Errorf("a click from elsewhere: event %d, part %q", got, f.Value("part"))
	}
	f.SetFocused(true)
	f.Click(12, 0)
	send(f, "X")
	if got := f.Value("name"); got != "Xgemma" {
		t.Errorf("a click at the beginning and X: %q", got)
	}
}

func TestTheFocusedFieldIsInSightAndLinesAreExact(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	rapid.Check(t, func(t *rapid.T) {
		f := submit(th)
		f.SetHint("name", "a hint that is rather long for its place")
		f.SetRemarks("part", form.Remark{Text: "one two three four five six seven eight nine ten"})
		f.Next(rapid.IntRange(-3, 3).Draw(t, "focus"))
		w, h := rapid.IntRange(0, 70).Draw(t, "w"), rapid.IntRange(1, 6).Draw(t, "h")
		f.Resize(w, h)
		lines := strings.Split(f.View(), "\n")
		if len(lines) != h {
			t.Fatalf("%d lines in a height of %d", len(lines), h)
		}
		for _, line := range lines {
			if got := ansi.StringWidth(line); got != w {
				t.Fatalf("%q is %d wide, want %d", ansi.Strip(line), got, w)
			}
		}
		if w > 30 && !strings.Contains(f.View(), th.Begin(theme.Base, theme.Accent)) {
			t.Fatalf("no label is that of a focused field:\n%s", ansi.Strip(f.View()))
		}
	})
}

func TestAFormWithoutFieldsDoesNothing(t *testing.T) {
	t.Parallel()
	f := form.New(theme.Theme{}, nil)
	f.Resize(10, 2)
	f.Next(1)
	if send(f, "x") != form.Ignored || f.Paste("x") != form.Taken || f.Focused() != "" || f.Click(1, 1) != form.Ignored {
		t.Error("a form without fields took something")
	}
	if got, want := f.View(), strings.Repeat(" ", 10)+"\n"+strings.Repeat(" ", 10); got != want {
		t.Errorf("it drew %q", got)
	}
}

func TestOffersAreTakenAtTheEndOfALine(t *testing.T) {
	t.Parallel()
	f := form.New(theme.Theme{}, []form.Field{{ID: "p", Label: "partition", Offers: []string{"a3u", "cpu", "flex"}, Placeholder: "default"}})
	f.Resize(40, 4)
	for _, c := range []struct{ keys, want string }{
		{"right", "a3u"},
		{"right", "cpu"},
		{"backspace backspace backspace f", "f"},
		{"right", "flex"},
		{"right", "a3u"},
		{"left right", "a3u"},
		{"x right", "a3ux"},
	} {
		if send(f, c.keys); f.Value("p") != c.want {
			t.Errorf("%s: %q, want %q", c.keys, f.Value("p"), c.want)
		}
	}
	f.SetValue("p", "c")
	if got := ansi.Strip(f.View()); !strings.Contains(got, " cpu ") || !strings.Contains(got, "> cpu") {
		t.Errorf("the rest of the word and the offers are not seen:\n%s", got)
	}
}

func TestFieldsComeAndGo(t *testing.T) {
	t.Parallel()
	f := submit(theme.Theme{})
	f.Focus("time")
	send(f, "1 2 left")
	f.SetFields([]form.Field{{ID: "new", Label: "new", Heading: "first"}, {ID: "time", Label: "time", Value: "12"}, {ID: "last", Label: "last", Apart: true}})
	if f.Focused() != "time" {
		t.Errorf("%q has the keys", f.Focused())
	}
	if send(f, "x"); f.Value("time") != "1x2" {
		t.Errorf("the cursor moved: %q", f.Value("time"))
	}
	var got []string
	for _, line := range strings.Split(ansi.Strip(f.View()), "\n") {
		got = append(got, strings.TrimRight(line, " "))
	}
	want := []string{" first", " new", " time  1x2", "", " last", "", "", ""}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	f.Resize(50, 4)
	if n, _ := f.Scroll(); n != 4 {
		t.Errorf("%d lines where there is no room for blank ones", n)
	}
	f.SetFields([]form.Field{{ID: "only"}})
	if f.Focused() != "only" || f.Value("time") != "" {
		t.Errorf("%q has the keys", f.Focused())
	}
}

func TestAWarnedFieldIsSeenByItsLabel(t *testing.T) {
	t.Parallel()
	th := theme.New(theme.Dark, true, false)
	f := submit(th)
	f.SetFocused(false)
	f.SetRemarks("part", form.Remark{Sign: "!", Text: "odd", Tone: theme.Warn}, form.Remark{Sign: "x", Text: "wrong", Tone: theme.Bad})
	if view := f.View(); !strings.Contains(view, th.Begin(theme.Base, theme.Bad)+"partition") || !strings.Contains(ansi.Strip(view), "! odd") {
		t.Error(view)
	}
}

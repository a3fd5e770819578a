package dialog_test

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"

	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
)

func quit() dialog.Options {
	return dialog.Options{Title: "Leave?", Body: []dialog.Line{dialog.Text("A request is under way.")}, Yes: "leave", No: "stay"}
}

func cancel() dialog.Options {
	return dialog.Options{
		Title: "Cancel 3 jobs?", Tone: theme.Bad,
		Body: []dialog.Line{
			{{Text: "88214  "}, {Text: "llama-70b-pretrain", Tone: theme.Dim}},
			dialog.Text("88290_[9-512]  sweep-lr"),
			dialog.Text("88317  gemma-sft"),
		},
		Ask: "Type 3 to cancel them:", Type: "3", No: "keep them",
	}
}

func key(name string) tea.KeyPressMsg {
	codes := map[string]rune{
		"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "left": tea.KeyLeft, "right": tea.KeyRight,
		"down": tea.KeyDown, "up": tea.KeyUp, "pgdown": tea.KeyPgDown, "pgup": tea.KeyPgUp, "backspace": tea.KeyBackspace,
	}
	if code, ok := codes[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	return tea.KeyPressMsg{Code: []rune(name)[0], Text: name}
}

func anyText() dialog.Options {
	return dialog.Options{Title: "Drain?", AnyText: true, Ask: "Why:", No: "leave it", Missing: "a reason is needed"}
}

// An enter on an empty field says what is missing, until something is typed: what is typed next must not act as keys.
func TestMissingText(t *testing.T) {
	t.Parallel()
	d := dialog.New(theme.Theme{}, anyText())
	for _, w := range []int{80, 40} {
		d.Resize(w, 24)
		d.Confirm()
		if view := ansi.Strip(d.View()); !strings.Contains(view, "a reason is needed") {
			t.Errorf("at %d it is not said:\n%s", w, view)
		}
	}
	d.Input(key("x"))
	if view := ansi.Strip(d.View()); strings.Contains(view, "is needed") || !strings.Contains(view, "Why: x") {
		t.Errorf("it goes on to be said:\n%s", view)
	}
}

func TestKeysAnswer(t *testing.T) {
	t.Parallel()
	message := dialog.Options{Title: "Refused", Body: []dialog.Line{dialog.Text("why")}}
	for _, c := range []struct {
		name string
		opt  dialog.Options
		keys string
		want dialog.Answer
	}{
		{"enter is No at first", quit(), "enter", dialog.No},
		{"escape is No", quit(), "right esc", dialog.No},
		{"over to Yes", quit(), "right enter", dialog.Yes},
		{"there and back", quit(), "tab tab enter", dialog.No},
		{"y", quit(), "y", dialog.Yes},
		{"n", quit(), "right n", dialog.No},
		{"other keys", quit(), "x c q", dialog.Open},
		{"a message has no Yes", message, "right y", dialog.Open},
		{"a message closes", message, "right enter", dialog.No},
		{"typed", cancel(), "3 enter", dialog.Yes},
		{"nothing typed is No", cancel(), "enter", dialog.No},
		{"typed wrong", cancel(), "4 enter", dialog.Open},
		{"typed wrong, then mended", cancel(), "4 enter backspace 3 enter", dialog.Yes},
		{"any text, and none typed", anyText(), "enter", dialog.Open},
		{"any text, typed at last", anyText(), "enter x enter", dialog.Yes},
		{"any text, but escape", anyText(), "enter esc", dialog.No},
		{"y is text there", cancel(), "y enter", dialog.Open},
		{"typed, but escape", cancel(), "3 esc", dialog.No},
	} {
		d := dialog.New(theme.Theme{}, c.opt)
		d.Resize(80, 24)
		var got dialog.Answer
		for _, k := range strings.Fields(c.keys) {
			got, _ = d.Input(key(k))
		}
		if got != c.want {
			t.Errorf("%s: %s answers %d, want %d", c.name, c.keys, got, c.want)
		}
	}
}

func TestYesDoesNotCountBeforeItIsReady(t *testing.T) {
	t.Parallel()
	ready := false
	for _, opt := range []dialog.Options{quit(), cancel()} {
		ready = false
		opt.Ready = func() bool { return ready }
		d := dialog.New(theme.Theme{}, opt)
		d.Resize(80, 24)
		d.Choose(true)
		d.Paste(opt.Type)
		if got := d.Confirm(); got != dialog.Open {
			t.Errorf("%s: too early a yes answers %d", opt.Title, got)
		}
		ready = true
		if got := d.Confirm(); got != dialog.Yes {
			t.Errorf("%s: a yes in time answers %d", opt.Title, got)
		}
	}
}

func TestPasteNeverAnswers(t *testing.T) {
	t.Parallel()
	d := dialog.New(theme.Theme{}, cancel())
	d.Resize(80, 24)
	d.Paste("3\n")
	if !strings.Contains(ansi.Strip(d.View()), "Type 3 to cancel them: 3") {
		t.Errorf("the paste is not in the field:\n%s", ansi.Strip(d.View()))
	}
	if got := d.Confirm(); got != dialog.Yes {
		t.Errorf("the pasted text does not count: %d", got)
	}
}

func TestViews(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		opt  dialog.Options
		do   func(*dialog.Dialog)
		want string
	}{
		{"typed", cancel(), func(d *dialog.Dialog) { d.Input(key("4")) }, `
+- Cancel 3 jobs? ------------------------------------+
| 88214  llama-70b-pretrain                           |
| 88290_[9-512]  sweep-lr                             |
| 88317  gemma-sft                                    |
|                                                     |
| Type 3 to cancel them: 4             esc: keep them |
+-----------------------------------------------------+`},
		{"wrong", cancel(), func(d *dialog.Dialog) { d.Input(key("4")); d.Confirm() }, `
+- Cancel 3 jobs? ------------------------------------+
| 88214  llama-70b-pretrain                           |
| 88290_[9-512]  sweep-lr                             |
| 88317  gemma-sft                                    |
|                                                     |
| Type 3 to cancel them: 4                      not 3 |
+-----------------------------------------------------+`},
		{"buttons", quit(), func(*dialog.Dialog) {}, `
+- Leave? ---------------------+
| A request is under way.      |
|                              |
|              [stay]   leave  |
+------------------------------+`},
		{"the other button", quit(), func(d *dialog.Dialog) { d.Toggle() }, `
+- Leave? ---------------------+
| A request is under way.      |
|                              |
|               stay   [leave] |
+------------------------------+`},
	} {
		d := dialog.New(theme.Theme{}, c.opt)
		d.Resize(80, 24)
		c.do(d)
		if diff := cmp.Diff(c.want, "\n"+ansi.Strip(d.View())); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

func TestLongTextScrolls(t *testing.T) {
	t.Parallel()
	opt := cancel()
	opt.Body = nil
	for i := range 40 {
		opt.Body = append(opt.Body, dialog.Text(fmt.Sprintf("job %d", i+1)))
	}
	d := dialog.New(theme.Theme{}, opt)
	d.Resize(60, 12)
	has := func(text string) bool { return strings.Contains(ansi.Strip(d.View()), text) }
	if !has("job 8 ") || has("job 9 ") || d.Rect().H != 12 {
		t.Errorf("not the first eight of 40 lines in 12:\n%s", ansi.Strip(d.View()))
	}
	d.Input(key("pgdown"))
	d.Input(key("down"))
	if !has("job 9 ") || !has("job 16 ") || has("job 17 ") {
		t.Errorf("not 9 to 16 after a page and a line:\n%s", ansi.Strip(d.View()))
	}
	if d.Scroll(1000); !has("job 40 ") || d.Scroll(1) {
		t.Errorf("not at the end:\n%s", ansi.Strip(d.View()))
	}
	d.Resize(60, 60)
	if !has("job 1 ") || !has("job 40 ") {
		t.Error("on a high screen not all of it is seen")
	}
}

func TestOverStandsInTheMiddleAndKeepsTheScreen(t *testing.T) {
	t.Parallel()
	screen := strings.TrimSuffix(strings.Repeat(strings.Repeat(".", 60)+"\n", 12), "\n")
	d := dialog.New(theme.New(theme.Dark, true, false), quit())
	for _, size := range [][2]int{{60, 12}, {40, 5}, {12, 4}, {60, 2}} {
		d.Resize(size[0], size[1])
		got := strings.Split(ansi.Strip(d.Over(screen)), "\n")
		if len(got) != 12 {
			t.Fatalf("%v: the screen has %d lines now", size, len(got))
		}
		for i, line := range got {
			if w := ansi.StringWidth(line); w != 60 {
				t.Errorf("%v: line %d is %d wide now: %q", size, i, w, line)
			}
		}
	}
	d.Resize(60, 12)
	r := d.Rect()
	if got, want := r.X*2+r.W, 60; got != want {
		t.Errorf("it stands at %v, not in the middle", r)
	}
}

func TestLongLinesWrap(t *testing.T) {
	t.Parallel()
	opt := quit()
	opt.Body = []dialog.Line{dialog.Text("one two three four five six seven eight nine ten\nand a line of its own")}
	d := dialog.New(theme.Theme{}, opt)
	d.Resize(40, 20)
	view := ansi.Strip(d.View())
	for _, want := range []string{"| one two three four five six seven ", "| eight nine ten ", "| and a line of its own "} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
}

func TestClicksAnswer(t *testing.T) {
	t.Parallel()
	d := dialog.New(theme.Theme{}, quit())
	d.Resize(80, 24)
	r := d.Rect()
	y := r.Y + r.H - 2
	line := strings.Split(ansi.Strip(d.View()), "\n")[r.H-2]
	for _, c := range []struct {
		name string
		x, y int
		want dialog.Answer
	}{
		{"no", r.X + strings.Index(line, "stay"), y, dialog.No},
		{"yes", r.X + strings.Index(line, "leave"), y, dialog.Yes},
		{"between", r.X + strings.Index(line, "] ") + 1, y, dialog.Open},
		{"the text", r.X + 4, r.Y + 1, dialog.Open},
		{"outside", 0, 0, dialog.Open},
	} {
		if got := d.Click(c.x, c.y); got != c.want {
			t.Errorf("a click on %s answers %d, want %d", c.name, got, c.want)
		}
	}
}

func BenchmarkOver(b *testing.B) {
	screen := strings.TrimSuffix(strings.Repeat(strings.Repeat("\x1b[31mx\x1b[m", 180)+"\n", 50), "\n")
	d := dialog.New(theme.New(theme.Dark, true, false), cancel())
	d.Resize(180, 50)
	b.ReportAllocs()
	for b.Loop() {
		d.Over(screen)
	}
}

// The scrollbar takes no letter from the text: every word is seen by scrolling, on the narrowest screen too.
func TestScrolledTextIsWhole(t *testing.T) {
	t.Parallel()
	const key = "flexq:01KBA4Q0X0AAAAAAAAAAAAAAAA"
	for width := 40; width <= 120; width++ {
		opt := quit()
		opt.Body = []dialog.Line{dialog.Text("It is not known whether the last submit made a job; look first for this in the comments of your jobs:\n" + key + "\nand then once more at the list of them.")}
		d := dialog.New(theme.Theme{}, opt)
		d.Resize(width, 8)
		var seen []string
		for range 12 {
			view := ansi.Strip(d.View())
			if strings.Contains(view, "…") || strings.Contains(view, "...") {
				t.Fatalf("at %d something is cut:\n%s", width, view)
			}
			seen = append(seen, view)
			d.Scroll(1)
		}
		if !strings.Contains(strings.Join(seen, "\n"), key) {
			t.Errorf("at %d the key is nowhere whole:\n%s", width, seen[0])
		}
	}
}

package fit_test

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"flexq/tui/fit"
)

const (
	red   = "\x1b[31m"
	reset = "\x1b[m"
)

func TestWidth(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"":                      0,
		"abc":                   3,
		"héé":                   3,
		"e\u0301":               1,
		"日本":                    4,
		"👩‍🚀":                   2,
		red + "x" + reset:       1,
		"a" + red + "日" + reset: 3,
	} {
		if got := fit.Width(text); got != want {
			t.Errorf("Width(%q) = %d, want %d", text, got, want)
		}
	}
}

func TestString(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		align fit.Align
		want  string
	}{
		{"abc", 3, fit.Left, "abc"},
		{"abc", 5, fit.Left, "abc  "},
		{"abc", 5, fit.Right, "  abc"},
		{"abc", 6, fit.Center, " abc  "},
		{"abcdef", 4, fit.Left, "abc…"},
		{"abcdef", 4, fit.Right, "abc…"},
		{"abcdef", 1, fit.Left, "…"},
		{"abcdef", 0, fit.Left, ""},
		{"abcdef", -3, fit.Left, ""},
		{"日本語", 4, fit.Left, "日… "},
		{"日本語", 5, fit.Left, "日本…"},
		{"日本語", 6, fit.Left, "日本語"},
		{"日本語", 2, fit.Left, "… "},
		{"日", 1, fit.Left, "…"},
		{"e\u0301e\u0301e\u0301", 2, fit.Left, "e\u0301…"},
		{"a\nb\tc", 6, fit.Left, "a b c "},
		{"a\x07b\u0085c", 5, fit.Left, "a b c"},
		{"", 3, fit.Left, "   "},
	} {
		if got := fit.String(c.text, c.width, c.align, "…"); got != c.want {
			t.Errorf("String(%q, %d, %d) = %q, want %q", c.text, c.width, c.align, got, c.want)
		}
	}
}

// Room that is less than none is none: a pane may be smaller than what stands beside a text.
func TestNoRoom(t *testing.T) {
	t.Parallel()
	for _, width := range []int{0, -1, -100} {
		if got := fit.String("text", width, fit.Left, "..."); got != "" {
			t.Errorf("in %d cells there is %q", width, got)
		}
	}
}

func TestCutKeepsEscapeSequencesWhole(t *testing.T) {
	t.Parallel()
	got := fit.String(red+"failed badly"+reset, 7, fit.Left, "…")
	if want := red + "failed…" + reset; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAppendIsAlwaysExactlyAsWide(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab 日本é…\t\n\x00\x7f\u0085👩🚀\u200d\u0301\u0600\u202e\ufffd"),
			unicode.Latin, unicode.Han, unicode.Cyrillic, unicode.Hangul, unicode.Mn, unicode.Cf, unicode.So)).Draw(t, "text")
		width := rapid.IntRange(0, 30).Draw(t, "width")
		align := fit.Align(rapid.IntRange(0, 2).Draw(t, "align"))
		got := string(fit.Append(nil, text, width, align, "…"))
		if w := ansi.StringWidth(got); w != width {
			t.Fatalf("%q is %d wide, want %d", got, w, width)
		}
		if !utf8.ValidString(got) {
			t.Fatalf("%q is not UTF-8", got)
		}
		if strings.ContainsAny(got, "\n\r\t\x00\x07") {
			t.Fatalf("%q has control characters", got)
		}
	})
}

func TestSpacesAndPad(t *testing.T) {
	t.Parallel()
	for _, n := range []int{-1, 0, 1, 79, 80, 81, 200} {
		want := strings.Repeat(" ", max(n, 0))
		if got := fit.Spaces(n); got != want {
			t.Errorf("Spaces(%d) has %d", n, len(got))
		}
		if got := string(fit.Pad(nil, n)); got != want {
			t.Errorf("Pad(%d) has %d", n, len(got))
		}
	}
}

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"short", 10, []string{"short"}},
		{"", 10, []string{""}},
		{"one two three", 8, []string{"one two", "three"}},
		{"abcdefghij", 4, []string{"abcd", "efgh", "ij"}},
		{"a\nb", 10, []string{"a", "b"}},
		{"日本語", 4, []string{"日本", "語"}},
		{"ab", 0, []string{"a", "b"}},
	} {
		if diff := cmp.Diff(c.want, fit.Wrap(c.text, c.width)); diff != "" {
			t.Errorf("Wrap(%q, %d) (-want +got):\n%s", c.text, c.width, diff)
		}
	}
}

func TestHard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		line  string
		width int
		want  []string
	}{
		{"abcdef", 4, []string{"abcd", "ef"}},
		{"abcd", 4, []string{"abcd"}},
		{"", 4, []string{""}},
		{"a    b", 3, []string{"a  ", "  b"}},
		{"日本語x", 4, []string{"日本", "語x"}},
	} {
		if diff := cmp.Diff(c.want, fit.Hard(c.line, c.width)); diff != "" {
			t.Errorf("Hard(%q, %d) (-want +got):\n%s", c.line, c.width, diff)
		}
	}
}

func TestTabs(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\tb": "a   b", "abcd\tb": "abcd    b", "\t": "    ", "none": "none", "日\tb": "日  b",
	} {
		if got := fit.Tabs(in, 4); got != want {
			t.Errorf("Tabs(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestOverlay(t *testing.T) {
	t.Parallel()
	under := "aaaaaaaa\nbbbbbbbb\ncccccccc"
	for _, c := range []struct {
		name string
		over string
		x, y int
		want string
	}{
		{"inside", "XX\nYY", 2, 1, "aaaaaaaa\nbbXXbbbb\nccYYcccc"},
		{"over the right edge", "XXXX", 6, 0, "aaaaaaXX\nbbbbbbbb\ncccccccc"},
		{"over the left edge", "WXYZ", -2, 0, "YZaaaaaa\nbbbbbbbb\ncccccccc"},
		{"below", "X\nY", 0, 2, "aaaaaaaa\nbbbbbbbb\nXccccccc"},
		{"above", "X\nY", 0, -1, "Yaaaaaaa\nbbbbbbbb\ncccccccc"},
		{"outside", "X", 20, 0, under},
	} {
		if got := ansi.Strip(fit.Overlay(under, c.over, c.x, c.y)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestSpliceKeepsTheWidthThroughWideCharacters(t *testing.T) {
	t.Parallel()
	for x := range 7 {
		got := fit.Splice("日本語日", "X", x)
		if w := ansi.StringWidth(got); w != 8 {
			t.Errorf("at %d the line %q is %d wide, want 8", x, ansi.Strip(got), w)
		}
		if at := strings.Index(ansi.Strip(got), "X"); fit.Width(ansi.Strip(got)[:at]) != x {
			t.Errorf("at %d X stands in column %d of %q", x, fit.Width(ansi.Strip(got)[:at]), ansi.Strip(got))
		}
	}
}

func TestSpliceDoesNotLeakStyle(t *testing.T) {
	t.Parallel()
	got := fit.Splice(red+"aaaaaa"+reset, "XX", 2)
	if want := red + "aa" + reset + "\x1b[mXX\x1b[m" + red + "aa" + reset; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func BenchmarkAppend(b *testing.B) {
	buf := make([]byte, 0, 128)
	b.ReportAllocs()
	for b.Loop() {
		buf = fit.Append(buf[:0], "llama-70b-pretrain", 24, fit.Left, "…")
	}
}

func BenchmarkOverlay(b *testing.B) {
	line := red + strings.Repeat("x", 90) + reset + strings.Repeat("y", 90)
	under := strings.Repeat(line+"\n", 49) + line
	over := strings.Repeat(strings.Repeat("o", 60)+"\n", 11) + strings.Repeat("o", 60)
	b.ReportAllocs()
	for b.Loop() {
		fit.Overlay(under, over, 60, 19)
	}
}

func TestWordsBreaksAtSpacesAlone(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"use --no-requeue, or not", 12, []string{"use", "--no-requeue", ", or not"}},
		{"use --no-requeue, or not", 14, []string{"use", "--no-requeue,", "or not"}},
		{"/a/very/long/path x", 6, []string{"/a/ver", "y/long", "/path", "x"}},
		{"日本", 1, nil},
		{"", 5, []string{""}},
		{"a\nb c", 10, []string{"a", "b c"}},
	} {
		got := fit.Words(c.text, c.width)
		if c.want != nil && !slices.Equal(got, c.want) {
			t.Errorf("%q in %d: %q, want %q", c.text, c.width, got, c.want)
		}
		if c.want == nil && strings.Join(got, "") != c.text {
			t.Errorf("%q in %d: %q", c.text, c.width, got)
		}
	}
}

func TestCleanLeavesNothingToActOn(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"plain 名前":                      "plain 名前",
		"\x1b]0;title\x07x":             " ]0;title x",
		"\x1b[31mred\u009b5m\u202eleft": " [31mred 5m left",
		"a\r\n\tb":                      "a   b",
	} {
		if got := fit.Clean(text); got != want {
			t.Errorf("Clean(%q) = %q, want %q", text, got, want)
		}
	}
}

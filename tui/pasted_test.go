package tui_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	uv "github.com/charmbracelet/ultraviolet"

	"flexq/tui"
)

// slowTTY gives what is typed in pieces of so many bytes.
type slowTTY struct {
	io.WriteCloser
	rest  string
	piece int
}

func (s *slowTTY) Fd() uintptr  { return 0 }
func (s *slowTTY) Name() string { return "tty" }

func (s *slowTTY) Read(p []byte) (int, error) {
	if s.rest == "" {
		return 0, io.EOF
	}
	n := copy(p[:min(len(p), s.piece)], s.rest)
	s.rest = s.rest[n:]
	return n, nil
}

// In a paste escapes come as a mark, however the terminal's bytes are cut; keys come as they are.
func TestEscapesInAPaste(t *testing.T) {
	t.Parallel()
	const mark = tui.EscapeMark
	for name, c := range map[string]struct{ in, want string }{
		"keys":                   {"a\x1b[A\x1b", "a\x1b[A\x1b"},
		"colours":                {"\x1b[200~A\x1b[31mB\x1b]0;t\aC\x1b[201~\x1b[B", "\x1b[200~A" + mark + "[31mB" + mark + "]0;t\aC\x1b[201~\x1b[B"},
		"a beginning in a paste": {"\x1b[200~A\x1b[200~B\x1b[201~", "\x1b[200~A" + mark + "[200~B\x1b[201~"},
		"an escape at its end":   {"\x1b[200~A\x1b\x1b[201~", "\x1b[200~A" + mark + "\x1b[201~"},
		"two of them":            {"\x1b[200~A\x1b[201~\x1b[200~\x1b[0m\x1b[201~q", "\x1b[200~A\x1b[201~\x1b[200~" + mark + "[0m\x1b[201~q"},
	} {
		for piece := 1; piece < 20; piece++ {
			in := tui.Whole(&slowTTY{rest: c.in, piece: piece})
			var got strings.Builder
			buf := make([]byte, 256)
			for {
				n, err := in.Read(buf)
				got.Write(buf[:n])
				if err != nil {
					break
				}
			}
			if got.String() != c.want {
				t.Errorf("%s in pieces of %d: %q, want %q", name, piece, got.String(), c.want)
			}
		}
	}
	plain := strings.NewReader("x")
	if tui.Whole(plain) != io.Reader(plain) {
		t.Error("what is no terminal is read otherwise")
	}
}

// Bubble Tea's reader, which leaves out what it does not know, hands on the whole paste.
func TestAPasteIsReadWhole(t *testing.T) {
	t.Parallel()
	const text = "echo A\x1b[31mB\x1b]0;t\aC\x1b[Ä\x1b"
	events := make(chan uv.Event, 100)
	in := tui.Whole(&slowTTY{rest: "\x1b[200~" + text + "\x1b[201~", piece: 7})
	if err := uv.NewTerminalReader(in, "xterm-256color").StreamEvents(t.Context(), events); err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	close(events)
	got := ""
	for e := range events {
		if p, ok := e.(uv.PasteEvent); ok {
			got = strings.ReplaceAll(p.Content, tui.EscapeMark, "\x1b")
		}
	}
	if got != text {
		t.Errorf("pasted %q, want %q", got, text)
	}
}

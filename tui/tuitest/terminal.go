package tuitest

import (
	"encoding/base64"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/vt"
)

// terminal is an emulated terminal that a program draws on.
type terminal struct {
	mu        sync.Mutex
	emulator  *vt.Emulator
	title     string // as set last by what is written now
	clipboard string
	bells     int
	notices   []string
	written   int // bytes, without the titles that carry the number of the frame
	onFrame   func(uint64)
}

// newTerminal returns a terminal; onFrame is told the number of each frame once it is on it.
func newTerminal(width, height int, onFrame func(uint64)) *terminal {
	t := &terminal{emulator: vt.NewEmulator(width, height), onFrame: onFrame}
	t.emulator.SetCallbacks(vt.Callbacks{
		Title: func(title string) { t.title = title },
		Bell:  func() { t.bells++ },
	})
	t.emulator.RegisterOscHandler(52, t.copied)
	t.emulator.RegisterOscHandler(9, t.noticed)
	t.emulator.RegisterOscHandler(777, t.noticed)
	// A program without a tty for input writes bare line feeds and trusts the tty to add the
	// carriage returns.
	_, _ = t.emulator.WriteString(ansi.SetModeLineFeedNewLine)
	// Whatever the terminal would answer has nobody to read it, and must not block it.
	go func() { _, _ = io.Copy(io.Discard, t.emulator) }()
	return t
}

// Write takes what the program draws. One frame comes in one piece.
func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	t.title = ""
	n, err := t.emulator.Write(p)
	t.written += n
	if t.title != "" {
		t.written -= len(ansi.SetWindowTitle(t.title))
	}
	frame, parsed := strconv.ParseUint(t.title, 10, 64)
	t.mu.Unlock()
	if parsed == nil {
		t.onFrame(frame)
	}
	return n, err
}

// copied takes what the program puts on the clipboard (OSC 52).
func (t *terminal) copied(data []byte) bool {
	parts := strings.SplitN(string(data), ";", 3)
	if len(parts) == 3 {
		if text, err := base64.StdEncoding.DecodeString(parts[2]); err == nil {
			t.clipboard = string(text)
		}
	}
	return true
}

// noticed takes a notification that the program asks for (OSC 9 or 777).
func (t *terminal) noticed(data []byte) bool {
	t.notices = append(t.notices, string(data))
	return true
}

// with runs f while nothing is written.
func (t *terminal) with(f func(*vt.Emulator)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f(t.emulator)
}

// close ends the goroutine that drops answers. Emulator.Close would race with it.
func (t *terminal) close() {
	if pipe, ok := t.emulator.InputPipe().(io.Closer); ok {
		_ = pipe.Close()
	}
}

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"flexq/client/fault"
)

// never is a reader from which nothing comes, as a pipe into which nobody writes.
type never struct{ end chan struct{} }

func (n never) Read([]byte) (int, error) {
	<-n.end
	return 0, io.EOF
}

func TestReadingEndsWithTheContext(t *testing.T) {
	t.Parallel()
	end := make(chan struct{})
	defer close(end)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for name, read := range map[string]func() error{
		"a script": func() error { _, err := readScript(ctx, never{end}, stdinName); return err },
		"a line":   func() error { _, err := readLine(ctx, never{end}); return err },
	} {
		if err := read(); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestReadingTellsWhatIsWrong(t *testing.T) {
	t.Parallel()
	_, err := readScript(t.Context(), broken{}, stdinName)
	if got := fault.From(err); got == nil || got.What != "the standard input cannot be read: torn" {
		t.Errorf("got %v", err)
	}
	if _, err := readLine(t.Context(), broken{}); err == nil || err.Error() != "read the answer: torn" {
		t.Errorf("got %v", err)
	}
	if line, err := readLine(t.Context(), strings.NewReader("y")); err != nil || line != "y" {
		t.Errorf("without a line end: got %q, %v", line, err)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("torn") }

func TestUntilSignalEndsWithItsParent(t *testing.T) {
	t.Parallel()
	parent, end := context.WithCancel(t.Context())
	ctx, stop := untilSignal(parent, nil, nil, nil)
	defer stop()
	end()
	<-ctx.Done()
	var by *stopped
	if errors.As(context.Cause(ctx), &by) {
		t.Errorf("got signal %v", by.signal)
	}
	if got := (&stopped{os.Interrupt}).code(); got != exitInterrupted {
		t.Errorf("ctrl-c: got %d", got)
	}
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"sync"
)

// openLog opens the log file of --log-file, for the owner alone. Without one, nothing is logged.
func (f *factory) openLog(path string) (*slog.Logger, error) {
	if path == "" {
		return slog.New(slog.DiscardHandler), nil
	}
	file, err := unlessEnded(f.done, func() (*os.File, error) {
		return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	})
	switch {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return nil, usagef("name a file that can be written", "--log-file: %v", err)
	}
	log := &logFile{WriteCloser: file, errs: f.Err}
	f.closers = append(f.closers, log)
	return slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})), nil
}

// logFile is a log that says at its end that it is not whole: while it is written, the screen may own the terminal.
type logFile struct {
	io.WriteCloser
	errs   io.Writer
	mu     sync.Mutex
	failed error
}

// Write implements io.Writer. slog drops the error.
func (l *logFile) Write(p []byte) (int, error) {
	n, err := l.WriteCloser.Write(p)
	if err != nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.failed == nil {
			l.failed = err
		}
	}
	return n, err
}

// Close implements io.Closer. A log that is not whole is no failure of what was logged.
func (l *logFile) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.WriteCloser.Close(); l.failed == nil {
		l.failed = err
	}
	if l.failed != nil {
		fmt.Fprintf(l.errs, "flexq: warning: the log is not whole: %v\n", l.failed)
	}
	return nil
}

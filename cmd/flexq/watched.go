package main

import (
	"fmt"
	"io"
)

// watched remembers that a write failed: cobra prints help and completions without looking.
type watched struct {
	io.Writer
	err error
}

func (w *watched) Write(p []byte) (int, error) {
	if w.err != nil {
		return 0, w.err
	}
	n, err := w.Writer.Write(p)
	if err != nil {
		w.err = fmt.Errorf("write the output: %w", err)
	}
	return n, err
}

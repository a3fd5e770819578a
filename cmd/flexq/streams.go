package main

import (
	"io"
	"os"

	"github.com/charmbracelet/x/term"
)

// streams are the three standard streams, and what is known of the terminal behind them.
type streams struct {
	In       io.Reader
	Out, Err io.Writer
	// InTTY and OutTTY say whether a person is at the other end.
	InTTY, OutTTY bool
	// Width is the number of columns of the terminal behind Out, 0 if there is none or it does not tell.
	Width func() int
	// Lent says whether another program has the terminal.
	Lent *lent
}

func processStreams(in, out, err *os.File) streams {
	return streams{
		In: in, Out: out, Err: err, Lent: &lent{},
		InTTY:  term.IsTerminal(in.Fd()),
		OutTTY: term.IsTerminal(out.Fd()),
		Width: func() int {
			width, _, err := term.GetSize(out.Fd())
			if err != nil {
				return 0
			}
			return width
		},
	}
}

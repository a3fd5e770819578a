package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"flexq/client/fault"
	"flexq/client/gateway"
)

// stdinName is what stands for the standard input.
const stdinName = "-"

// readScript reads a batch script, from standard input for "-". It is sent whole, so what could not be sent is not
// read to its end. Who would write into a pipe may keep it waiting: it ends with ctx.
func readScript(ctx context.Context, in io.Reader, path string) (string, error) {
	data, err := unlessEnded(ctx.Done(), func() ([]byte, error) {
		if path != stdinName {
			f, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			defer f.Close()
			in = f
		}
		return io.ReadAll(io.LimitReader(in, gateway.MaxRequest+1))
	})
	switch {
	case ctx.Err() != nil && err != nil:
		return "", err
	case err != nil:
		return "", scriptError(path, err)
	case len(data) > gateway.MaxRequest:
		return "", fault.New(fault.TooLarge, "submit", "")
	}
	return string(data), nil
}

func scriptError(path string, err error) error {
	if path == stdinName {
		path = "the standard input"
	}
	return unreadable(path, err, "name a batch script, or - for the standard input")
}

// unreadable is the fault of a file that cannot be read, with the system's own reason.
func unreadable(path string, err error, cure string) error {
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return scriptFault(fmt.Sprintf("%s cannot be read: %v", path, err), cure)
}

// scriptFault is what is wrong with a script, in a form that both the screen and the command line can show.
func scriptFault(what, cure string) error {
	f := fault.New(fault.Usage, "", what)
	f.Cure = cure
	return f
}

// scriptName is the name of a job whose script says none: that of the file, as sbatch has it.
func scriptName(path string) string {
	if path == stdinName {
		return "sbatch"
	}
	return strings.TrimSpace(filepath.Base(path))
}

package main

import (
	"bytes"
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
	"flexq/client/wire"
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
	case bytes.IndexByte(data, 0) >= 0:
		return "", scriptFault(inputName(path)+" is a binary file, and no script", "name a batch script; a program is run by one, as with --wrap PROGRAM")
	case len(data) > gateway.MaxRequest:
		return "", fault.New(fault.TooLarge, "submit", "")
	}
	return string(data), nil
}

// readPlainFile reads a script from a plain file, and waits for nobody.
func readPlainFile(ctx context.Context, path, cure string) (string, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return "", unreadable(path, err, cure)
	case info.IsDir():
		return "", scriptFault(wire.Clean(path)+" is a folder", cure)
	case !info.Mode().IsRegular():
		return "", scriptFault(wire.Clean(path)+" is no plain file", cure)
	}
	text, err := readScript(ctx, nil, path)
	if f := fault.From(err); f != nil && f.Kind == fault.Usage {
		f.Cure = cure // its own is for those who type a command
	}
	return text, err
}

// inputName is how a file is called in a message. A name may hold what a terminal would obey.
func inputName(path string) string {
	if path == stdinName {
		return "the standard input"
	}
	return wire.Clean(path)
}

func scriptError(path string, err error) error {
	return unreadable(inputName(path), err, "name a batch script, or - for the standard input")
}

// unreadable is the fault of a file that cannot be read, with the system's own reason.
func unreadable(path string, err error, cure string) error {
	return scriptFault(fmt.Sprintf("%s cannot be read: %v", wire.Clean(path), reasonOf(err)), cure)
}

// reasonOf is what the system said of a file, without the path.
func reasonOf(err error) error {
	var reason *fs.PathError
	var link *os.LinkError // of a rename
	switch {
	case errors.As(err, &reason):
		return reason.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// scriptFault is what is wrong with a script, in a form that both the screen and the command line can show.
func scriptFault(what, cure string) error {
	f := fault.New(fault.Usage, "", what)
	f.Cure = cure
	return f
}

// failure is what went wrong with a file or a program, where nothing was wrong with the command line.
func failure(what, cure string) error {
	f := fault.New(fault.Other, "", what)
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

package journal

import (
	"errors"
	"io/fs"
	"os"
)

var (
	// errForeign keeps the program from what another user could have prepared for it, as links.
	errForeign = errors.New("it belongs to another user")
	// errNoFile keeps it from waiting for a pipe.
	errNoFile = errors.New("it is no plain file")
)

// othersMay are the bits of a mode that let other users in.
const othersMay fs.FileMode = 0o077

// guard makes the folder if it is missing, and sees to it that it is the user's own and nobody else's.
func guard(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return err
	case !isOwn(info):
		return &fs.PathError{Op: "write to", Path: dir, Err: errForeign}
	case info.Mode()&othersMay != 0:
		return os.Chmod(dir, 0o700)
	}
	return nil
}

// openFile opens a plain file for reading.
func openFile(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNoFile}
	}
	return os.Open(path)
}

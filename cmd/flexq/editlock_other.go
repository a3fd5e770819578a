//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
)

// holdLock makes a file and holds it until it is closed or the program ends: Windows lets nobody remove a file that is
// open.
func holdLock(path string) *os.File {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil
	}
	return f
}

// bequeath does nothing: no other program inherits a file here.
func bequeath(*exec.Cmd, *os.File) {}

// takeFree removes a lock that nobody holds.
func takeFree(path string) (free func(), is lockState) {
	switch err := os.Remove(path); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing
	case err != nil:
		return nil, held
	}
	return func() {}, freed
}

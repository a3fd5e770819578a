//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// holdLock makes a file and holds it until it is closed here, and in every program that inherits it, or they have ended.
// It is nil where the file system knows no locks.
func holdLock(path string) *os.File {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil
	}
	if tryLock(f) != nil {
		f.Close()
		return nil
	}
	return f
}

// bequeath has a program hold the lock too, for as long as it or one that it starts runs.
func bequeath(cmd *exec.Cmd, lock *os.File) {
	if lock != nil {
		cmd.ExtraFiles = append(cmd.ExtraFiles, lock)
	}
}

// takeFree takes a lock if nobody holds it; free removes it then.
func takeFree(path string) (free func(), is lockState) {
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, missing
	case err != nil:
		return nil, held
	case tryLock(f) != nil:
		f.Close()
		return nil, held
	}
	return func() {
		_ = os.Remove(path)
		f.Close()
	}, freed
}

func tryLock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

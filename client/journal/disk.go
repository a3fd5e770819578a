package journal

import (
	"context"
	"errors"
	"io/fs"
	"syscall"

	"flexq/client/fault"
)

// errHeld is the end of a wait for the lock.
var errHeld = errors.New("another program holds it")

// onDisk turns an error of the file system into the fault that a user reads. meanwhile says what the program does
// about it.
func onDisk(op, what, meanwhile string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		f := fault.New(fault.Cancelled, op, "")
		f.Err = err
		return f
	}
	f := fault.New(fault.Other, op, what+": "+err.Error()+"; "+meanwhile)
	f.Err = err
	f.Cure = cureOf(err)
	return f
}

// cureOf says what to do about an error of the file system.
func cureOf(err error) string {
	const elsewhere = "or set XDG_STATE_HOME to a folder on another disk"
	switch {
	case errors.Is(err, ErrSlow):
		return "see whether the other machine that the folder is on can be reached, or set XDG_STATE_HOME to a folder on a disk of this one"
	case errors.Is(err, errHeld):
		return "look for a flexq that is stopped, and let it go on or end it"
	case errors.Is(err, syscall.ENOSPC):
		return "free some space there, " + elsewhere
	case errors.Is(err, syscall.EDQUOT):
		return "delete something, since your quota there is used up, " + elsewhere
	case errors.Is(err, syscall.EROFS):
		return "set XDG_STATE_HOME to a folder that can be written to"
	case errors.Is(err, errForeign), errors.Is(err, fs.ErrPermission):
		return "make the folder and its files your own (chown, chmod u+rwX), or set XDG_STATE_HOME to a folder that is"
	case errors.Is(err, syscall.ENOTDIR):
		return "move away the file that stands where a folder should be, or set XDG_STATE_HOME"
	case errors.Is(err, syscall.ENOLCK), errors.Is(err, syscall.ENOSYS), errors.Is(err, errors.ErrUnsupported):
		return "set XDG_STATE_HOME to a folder on a file system with locks, as a local disk has"
	}
	return "check the folder, " + elsewhere
}

// damaged is the fault of a file that is not what was written.
func damaged(op, path string, err error) error {
	f := fault.New(fault.Other, op, path+" is damaged ("+err.Error()+"); flexq begins anew")
	f.Cure, f.Err = "nothing needs to be done; it is written over", err
	return f
}

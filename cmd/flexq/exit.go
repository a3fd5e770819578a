package main

import (
	"context"
	"errors"
	"fmt"

	"flexq/client/fault"
	"flexq/config"
)

// The exit codes. Scripts rely on them: they never change their meaning.
const (
	exitOK             = 0
	exitFailed         = 1
	exitUsage          = 2
	exitNotFound       = 3
	exitForbidden      = 4
	exitUnavailable    = 5
	exitRefused        = 6
	exitUnknownOutcome = 7
	exitUnsuccessful   = 8
	exitInterrupted    = 130 // by ctrl-c; by another signal 128 and its number
)

// usageError is a command line that cannot be carried out.
type usageError struct{ what, cure string }

func (e *usageError) Error() string { return e.what }

func usagef(cure, format string, args ...any) error {
	return &usageError{what: fmt.Sprintf(format, args...), cure: cure}
}

// codeError ends the program with a code. What was to be said has been said, unless what is set.
type codeError struct {
	code       int
	what, cure string
}

func (e *codeError) Error() string { return e.what }

// interruptedError is a command that a signal ended.
type interruptedError struct {
	err  error
	code int
}

func (e *interruptedError) Error() string { return "interrupted" }
func (e *interruptedError) Unwrap() error { return e.err }

// interrupted marks what went wrong because a signal, the cause, ended it. An outcome that is not known stays one: it
// is what the user has to hear.
func interrupted(err, cause error) error {
	if fault.KindOf(err) == fault.UnknownOutcome {
		return err
	}
	if fault.KindOf(err) == fault.Cancelled || errors.Is(err, context.Canceled) {
		code := exitInterrupted
		var by *stopped
		if errors.As(cause, &by) {
			code = by.code()
		}
		return &interruptedError{err: err, code: code}
	}
	return err
}

// exitCode is the code for what a command returned.
func exitCode(err error) int {
	var (
		usage *usageError
		code  *codeError
		bad   *config.Error
		stop  *interruptedError
		f     *fault.Fault
	)
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &stop):
		return stop.code
	case errors.As(err, &usage), errors.As(err, &bad), errors.Is(err, config.ErrNoTarget), errors.Is(err, config.ErrNoHome):
		return exitUsage
	case errors.As(err, &code):
		return code.code
	case errors.As(err, &f) && f.Kind == fault.InvalidArgument && f.RPC == rpcAborted:
		return exitUnavailable
	case errors.As(err, &f) && f.Kind == fault.InvalidArgument && f.RPC == rpcPrecondition:
		return exitRefused
	case errors.As(err, &f):
		return codeOf(f.Kind)
	}
	return exitFailed
}

const (
	// rpcAborted is said to a change that met another operation in its way: nothing was wrong with it, and nothing was
	// done.
	rpcAborted = "ABORTED"
	// rpcPrecondition is said to what the cluster or a node is not in a state for.
	rpcPrecondition = "FAILED_PRECONDITION"
)

// codeOf is the exit code of a kind of fault.
func codeOf(k fault.Kind) int {
	switch k {
	case fault.NotFound, fault.JobUnknown:
		return exitNotFound
	case fault.Unauthenticated, fault.PermissionDenied, fault.TokenRejected, fault.Credential, fault.ReadOnly:
		return exitForbidden
	case fault.RateLimited, fault.Unavailable, fault.SlurmDown, fault.AccountingDown, fault.Unreachable,
		fault.TimedOut, fault.Cut:
		return exitUnavailable
	case fault.Refused:
		return exitRefused
	case fault.UnknownOutcome:
		return exitUnknownOutcome
	case fault.InvalidArgument, fault.TooLarge, fault.Insecure, fault.Usage:
		return exitUsage
	case fault.Other, fault.NoVersion, fault.Malformed, fault.Cancelled:
		return exitFailed
	}
	return exitFailed
}

package config

import (
	"errors"
	"path/filepath"
)

// ErrNoState is returned when no folder for state can be named because the environment has no home directory.
var ErrNoState = errors.New("no home directory is known: set HOME or XDG_STATE_HOME")

// StateDir names the folder of what the program keeps between two runs (events, ledger) by the XDG rules, on every
// system alike: flexq in $XDG_STATE_HOME, else in ~/.local/state. It need not exist. A relative XDG value is ignored,
// as those rules demand. The error is ErrNoState.
func StateDir(getenv func(string) string) (string, error) {
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "flexq"), nil
	}
	if home := homeDir(getenv); home != "" {
		return filepath.Join(home, ".local", "state", "flexq"), nil
	}
	return "", ErrNoState
}

package main

import (
	"context"

	"flexq/client/journal"
	"flexq/config"
	"flexq/tui"
)

// storage tells the screen whether this machine can keep what is typed and what is sent.
type storage struct {
	ledger *journal.Ledger // nil where no folder is known
}

// storageOf is about the ledger that a service notes its changes in; nil where nothing may be changed.
func (f *factory) storageOf(s config.Settings, noted service) tui.Storage {
	if s.ReadOnly {
		return nil
	}
	if l, ok := noted.(ledgered); ok && f.stateDir(s.Target) != "" {
		return storage{l.ledger}
	}
	return storage{}
}

// Check implements tui.Storage.
func (s storage) Check(ctx context.Context) error {
	if s.ledger == nil {
		return failure("no folder is known for drafts and for the ledger", "set HOME or XDG_STATE_HOME, and start flexq again")
	}
	return s.ledger.Check(ctx)
}

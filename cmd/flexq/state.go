package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"flexq/client/fault"
	"flexq/client/flex"
	"flexq/client/journal"
	"flexq/client/slurm"
	"flexq/config"
)

// stateDir is the folder of what is kept of a target between two runs, which need not exist; "" where no home is known.
func (f *factory) stateDir(t config.Target) string {
	dir, err := config.StateDir(f.getenv)
	if err != nil || t.Kind == config.NoTarget {
		return ""
	}
	address := t.Endpoint
	if t.Kind == config.SlurmrestdTarget {
		address = t.URL
	}
	return filepath.Join(dir, journal.Folder(journal.Identity{
		Address: address, Project: t.Project, Region: t.Region, Cluster: t.Cluster,
	}))
}

// remembered is what earlier runs knew of the nodes of a target: nothing if there was none, or if it cannot be read,
// and then why. It changes nothing on disk.
func (f *factory) remembered(ctx context.Context, s config.Settings) (flex.Memory, []slurm.Problem) {
	dir := f.stateDir(s.Target)
	if dir == "" {
		return flex.Memory{}, nil
	}
	kept, err := journal.Open(journal.Options{Dir: dir})
	if err != nil {
		return flex.Memory{}, []slurm.Problem{ownWarning(err.Error())}
	}
	memory, err := kept.LoadMemory(ctx)
	if err != nil {
		return flex.Memory{}, []slurm.Problem{ownWarning(whatAndCure(err))}
	}
	return memory, nil
}

// whatAndCure is what an error says on one line.
func whatAndCure(err error) string {
	f := fault.From(err)
	switch {
	case f == nil || f.What == "":
		return err.Error()
	case f.Cure == "":
		return f.What
	}
	return f.What + " (" + f.Cure + ")"
}

// leaseSettings are the user's wishes that judge leases.
func leaseSettings(s config.Settings) flex.Settings {
	return flex.Settings{Margin: s.LeaseMargin, User: s.User}
}

// ledger opens the log of what is changed from here. Why it cannot be kept is said once.
func (f *factory) ledger(s config.Settings) (*journal.Ledger, error) {
	l, err := journal.OpenLedger(journal.LedgerOptions{
		Dir: f.stateDir(s.Target), Now: f.now,
		OnError: func(err error) { fmt.Fprintf(f.Err, "flexq: warning: %s\n", whatAndCure(err)) },
	})
	return l, errors.Join(err)
}

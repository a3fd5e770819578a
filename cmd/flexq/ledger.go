package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/journal"
	"flexq/config"
	"flexq/tui/columns"
)

// ledgerOptions are what the commands about the ledger have in common.
type ledgerOptions struct {
	streams
	settings func() (config.Settings, error)
	open     func(config.Settings) (*journal.Ledger, error)
	now      func() time.Time
	since    sinceValue
	output   outputFlags
}

func newLedgerOptions(f *factory, since string, back time.Duration) *ledgerOptions {
	return &ledgerOptions{
		streams: f.streams, settings: f.target, now: f.now, since: sinceValue{text: since, back: back},
		open: func(s config.Settings) (*journal.Ledger, error) { return f.ledger(s, f.warnOf) },
	}
}

func newLedgerCmd(f *factory) *cobra.Command {
	list := newLedgerListCmd(f, nil)
	cmd := &cobra.Command{
		Use:   "ledger",
		Short: "List what was changed from here, and clear up submits whose answer was lost",
		Long: "flexq notes each change before it is sent and when its outcome is known. `flexq ledger` lists these notes, as\n" +
			"`flexq ledger list` does; `flexq ledger resolve` finds out what became of submits whose answer was lost.",
		Args: noCommand,
		RunE: list.RunE,
	}
	cmd.Flags().AddFlagSet(list.Flags())
	cmd.AddCommand(list, newLedgerResolveCmd(f, nil))
	return cmd
}

func newLedgerListCmd(f *factory, runF func(context.Context, *ledgerOptions) error) *cobra.Command {
	o := newLedgerOptions(f, "7d", 7*24*time.Hour)
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List what was changed from here",
		Long: "List what was changed from here in this cluster, by all contexts that name it, oldest first. Nothing is asked of\n" +
			"the cluster. open is true of a submit of which nobody knows whether it made a job: its answer was lost, or its\n" +
			"program was killed or still waits for it. job is the id that a submit made.",
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return orElse(runF, ledgerListRun)(cmd.Context(), o) },
	}
	addOutput(cmd, &o.output, ledgerFields())
	addFilter(cmd, &o.output)
	cmd.Flags().Var(&o.since, "since", "how far back: 24h, 7d, or a moment such as 2026-11-30T04:00")
	return cmd
}

func ledgerListRun(ctx context.Context, o *ledgerOptions) error {
	l := listing[journal.Entry]{
		kind: "ledger", fields: ledgerFields(), grammar: columns.NoFields("changes"), empty: "no changes " + o.since.words(), lastWhole: true,
	}
	if err := l.check(o.output); err != nil {
		return err
	}
	s, err := o.settings()
	if err != nil {
		return err
	}
	kept, err := o.open(s)
	if err != nil {
		return err
	}
	if err := noLedger(kept); err != nil {
		return err
	}
	l.context, l.asOf = s.Name(), o.now()
	if l.items, err = kept.Read(ctx, o.since.from(l.asOf)); err != nil {
		return err
	}
	return l.print(o.streams, o.output)
}

// noLedger is the error of a list of what nothing is kept of.
func noLedger(kept *journal.Ledger) error {
	if kept.Keeps() {
		return nil
	}
	return fmt.Errorf("there is no ledger: %w", config.ErrNoState)
}

// ledger is the ledger of a target. Why it cannot be kept is said once, to say.
func (f *factory) ledger(s config.Settings, say func(error)) (*journal.Ledger, error) {
	l, err := journal.OpenLedger(journal.LedgerOptions{Dir: f.stateDir(s.Target), Now: f.now, OnError: say})
	if err != nil {
		return nil, fmt.Errorf("open the ledger: %w", err)
	}
	return l, nil
}

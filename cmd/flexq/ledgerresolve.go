package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"flexq/client"
	"flexq/client/journal"
	"flexq/config"
	"flexq/tui"
	"flexq/tui/columns"
)

type ledgerResolveOptions struct {
	*ledgerOptions
	connect func(config.Settings) (resolver, error)
	me      func(context.Context, config.Settings) string
	key     string
}

func newLedgerResolveCmd(f *factory, runF func(context.Context, *ledgerResolveOptions) error) *cobra.Command {
	o := &ledgerResolveOptions{ledgerOptions: newLedgerOptions(f, "30d", settleWithin), me: f.me}
	o.connect = func(s config.Settings) (resolver, error) { return f.connect(s, f.sayings()) }
	cmd := &cobra.Command{
		Use:   "resolve [KEY]",
		Short: "Find out what became of submits whose answer was lost",
		Long: "Look for the submits of which nobody knows whether they made a job: their answer was lost, or their program was\n" +
			"killed while it waited. Each job is looked for by the key in its comment, in the queue and in accounting, and\n" +
			"what became of it is noted in the ledger. With a KEY only that one is looked for, whoever submitted it, and from\n" +
			"wherever. Nothing on the cluster is changed.\n\n" +
			"That a job was not submitted is said only with proof: its submit is an hour old by the cluster's clock, or 26\n" +
			"hours where that was not known, so that it cannot arrive any more, and the queue and accounting were seen\n" +
			"whole without it. `flexq submit` and the screen do the same by themselves when they start. The exit code\n" +
			"is 0 when all is known, and 7 when something is still not.",
		Args: arguments(0, 1, ""),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if o.key = args[0]; o.key == "" {
					return usagef("name a key, or leave it out to look for all; a variable of a script may be empty", "the key is empty")
				}
			}
			return orElse(runF, ledgerResolveRun)(cmd.Context(), o)
		},
	}
	addOutput(cmd, &o.output, settledFields())
	cmd.Flags().Var(&o.since, "since", "how far back: 24h, 30d, or a moment such as 2026-11-30T04:00")
	return cmd
}

func ledgerResolveRun(ctx context.Context, o *ledgerResolveOptions) error {
	l := listing[tui.Settled]{
		kind: "settled", fields: settledFields(), grammar: columns.NoFields("submits"), lastWhole: true,
		empty: "no submit is open " + o.since.words(),
	}
	if err := l.check(o.output); err != nil {
		return err
	}
	if o.key != "" && !client.IsKey(o.key) {
		return usagef("write it as it was shown, as in flexq:01KBA4Q0X0ABCDEFGHJKMNPQRS", "%q is not the key of a submit", o.key)
	}
	s, err := o.settings()
	if err != nil {
		return err
	}
	kept, err := o.open(s)
	if err != nil {
		return err
	}
	open, err := o.entries(ctx, kept)
	if err != nil {
		return err
	}
	l.items, open, err = withoutAsking(ctx, kept, open)
	if err != nil {
		return err
	}
	if len(open) > 0 {
		api, err := o.connect(s)
		if err != nil {
			return err
		}
		me := func(ctx context.Context) string { return o.me(ctx, s) }
		found, err := (settler{ledger: kept, api: api, me: me, now: o.now}).settle(ctx, open)
		if err != nil {
			return err
		}
		l.items = append(l.items, found...)
	}
	l.context, l.asOf = s.Name(), o.now()
	if err := l.print(o.streams, o.output); err != nil {
		return err
	}
	if slices.ContainsFunc(l.items, func(x tui.Settled) bool { return x.Open }) {
		return &codeError{code: exitUnknownOutcome} // each has been said
	}
	return nil
}

// withoutAsking tells what is known of submits without the cluster, and returns the others. A job that is noted needs no
// proof, and there is none of the absence of one that a program may be about to send yet.
func withoutAsking(ctx context.Context, kept *journal.Ledger, list []journal.Entry) (told []tui.Settled, rest []journal.Entry, err error) {
	for _, e := range list {
		x := tui.Settled{Key: e.Key, Name: nameOf(e), Began: e.Began, Job: e.Job}
		underWay, err := kept.IsUnderWay(ctx, e)
		switch {
		case err != nil:
			return nil, nil, err
		case e.Job != 0:
			x.Outcome = fmt.Sprintf("submitted as %d", e.Job)
		case underWay:
			x.Outcome, x.Open = "its program still runs, and may be sending it; look again when that has ended", true
		default:
			rest = append(rest, e)
			continue
		}
		told = append(told, x)
	}
	return told, rest, nil
}

// entries are the submits to look for. A key that the ledger does not have may be of another machine.
func (o *ledgerResolveOptions) entries(ctx context.Context, kept *journal.Ledger) ([]journal.Entry, error) {
	if o.key == "" {
		if err := noLedger(kept); err != nil {
			return nil, err
		}
		return kept.Unfinished(ctx, o.since.from(o.now()))
	}
	all, err := kept.Read(ctx, time.Time{})
	if err != nil {
		return nil, err
	}
	for i := len(all) - 1; i >= 0; i-- {
		if all[i].Key == o.key {
			return all[i : i+1], nil
		}
	}
	return []journal.Entry{{Key: o.key, Began: client.KeyTime(o.key)}}, nil
}

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/flex"
	"flexq/config"
	"flexq/tui/columns"
)

// observer tells the events of a cluster: watch.Watcher.
type observer interface {
	Observe(ctx context.Context, s flex.Snapshot) (flex.Seen, error)
	Events(ctx context.Context, since time.Time) ([]flex.Event, error)
}

type eventsOptions struct {
	reading
	observer func(context.Context, config.Settings) (observer, error)
	now      func() time.Time
	sleep    func(context.Context, time.Duration) error
	rand     func() float64
	since    sinceValue
	follow   bool
}

func newEventsCmd(f *factory, runF func(context.Context, *eventsOptions) error) *cobra.Command {
	o := &eventsOptions{reading: newReading(f), now: f.now, sleep: f.sleep, rand: f.rand}
	o.observer = func(ctx context.Context, s config.Settings) (observer, error) {
		s.User = f.me(ctx, s)
		return f.quietWatcher(s)
	}
	cmd := &cobra.Command{
		Use:   "events",
		Short: "List what happened to nodes, leases and jobs",
		Long: "List what happened to nodes, leases and jobs, oldest first: what flexq has told before, here or on the screen,\n" +
			"and what one look at the cluster adds to it. Differences show from the second look on.\n\n" +
			"With --follow it goes on looking, at the intervals of the settings, and prints each event once as it comes; with\n" +
			"-o json each is then an object on a line of its own, without the envelope. An interrupt ends it with code 0.\n\n" +
			"The filter takes node: pool: job: user: type: (a part of a type) and sev:warning (that and worse) beside words.\n\n" +
			"exact is false where the time is when it was noticed. severity is info, notice, warning or critical. sources are\n" +
			"platform, machines, slurm, clock and user. within is in seconds: how long before the end of a lease it is told.\n" +
			"what is type and text in words. The types:\n" + wrapWords(strings.Join(eventTypeNames(), ", "), "  ", 100),
	}
	o.since = sinceValue{text: "24h", back: 24 * time.Hour}
	cmd = readingCmd(cmd, o, &o.reading, eventFields(), orElse(runF, eventsRun))
	cmd.Flags().Var(&o.since, "since", "how far back: 24h, 7d, now, or a moment such as 2026-11-30T04:00 or 2026-11-30T04:00+02:00")
	cmd.Flags().BoolVarP(&o.follow, "follow", "f", false, "go on, and print events as they come")
	return cmd
}

func eventsRun(ctx context.Context, o *eventsOptions) error {
	l := listing[flex.Event]{
		kind: "events", fields: eventFields(), grammar: columns.EventFields, matcher: matchEvents, empty: "no events", lastWhole: true,
	}
	api, settings, err := open(ctx, &o.reading, &l)
	if err != nil {
		return err
	}
	told, err := o.observer(ctx, settings)
	if err != nil {
		return err
	}
	w := &onlooker{eventsOptions: o, api: api, told: told, policy: settings.Screen}
	if o.follow {
		return w.followAll(ctx, l)
	}
	_, warnings, failed := w.look(ctx)
	if ctx.Err() != nil {
		return cmp.Or(failed, ctx.Err())
	}
	events, err := told.Events(ctx, o.since.from(api.ClusterNow()))
	if err != nil {
		warnings = append(warnings, ownWarning(whatAndCure(err)))
	}
	l.asOf, l.items, l.warnings = o.now(), events, warnings
	l.empty = "no events " + o.since.words()
	if failed == nil {
		failed = w.withoutSlurm()
	}
	return errors.Join(l.print(o.streams, o.output), unlessPartly(failed))
}

// unlessPartly is the failure of a look that showed nothing at all. What the journal knows has been printed.
func unlessPartly(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("look at the cluster: %w", err)
}

package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"flexq/config"
	"flexq/tui/columns"
)

type contextsOptions struct {
	streams
	file     func() (*config.File, error)
	settings func() (config.Settings, error)
	now      func() time.Time
	output   outputFlags
}

func newContextsCmd(f *factory, runF func(context.Context, *contextsOptions) error) *cobra.Command {
	o := &contextsOptions{streams: f.streams, file: f.file, settings: f.settings, now: f.now}
	cmd := &cobra.Command{
		Use:   "contexts",
		Short: "List the contexts of the config file",
		Args:  arguments(0, 0, ""),
		RunE:  func(cmd *cobra.Command, _ []string) error { return orElse(runF, contextsRun)(cmd.Context(), o) },
	}
	addOutput(cmd, &o.output, contextFields())
	addFilter(cmd, &o.output)
	return cmd
}

// contextRow is one context as it stands in the file, without what flags and environment change.
type contextRow struct {
	config.Settings
	current bool
}

func contextFields() []field[contextRow] {
	return []field[contextRow]{
		{key: "current", title: " ", shown: inTable, value: func(c contextRow) any { return c.current }, text: currentMark},
		{key: "name", title: "CONTEXT", shown: inTable, value: func(c contextRow) any { return c.Context }},
		{key: "kind", title: "KIND", shown: inTable, value: func(c contextRow) any { return targetKind(c.Target) }},
		{key: "target", title: "TARGET", shown: inTable, value: func(c contextRow) any { return c.Target.Label() }},
		{key: "user", title: "USER", shown: inTable, value: func(c contextRow) any { return c.User }},
		{key: "readOnly", title: "READONLY", shown: inTable, value: func(c contextRow) any { return c.ReadOnly }},
	}
}

func currentMark(c contextRow) string {
	if c.current {
		return "*"
	}
	return " "
}

func targetKind(t config.Target) string {
	if t.Kind == config.SlurmrestdTarget {
		return "slurmrestd"
	}
	return "platform"
}

func contextsRun(_ context.Context, o *contextsOptions) error {
	file, err := o.file()
	if err != nil {
		return err
	}
	now, err := o.settings()
	if err != nil {
		return err
	}
	l := listing[contextRow]{
		kind: "contexts", context: now.Name(), asOf: o.now(), fields: contextFields(), grammar: columns.NoFields("contexts"), whole: true,
		empty: "no contexts; `flexq config path` prints where they would be defined",
	}
	for _, name := range file.ContextNames() {
		s, err := file.Resolve(config.Flags{"context": name}, func(string) string { return "" })
		if err != nil {
			return err
		}
		l.items = append(l.items, contextRow{Settings: s, current: name == now.Context})
	}
	return l.print(o.streams, o.output)
}

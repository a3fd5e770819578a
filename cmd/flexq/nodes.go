package main

import (
	"context"

	"github.com/spf13/cobra"

	"flexq/config"
)

type nodesOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	output   outputFlags
}

func newNodesCmd(f *factory, runF func(context.Context, *nodesOptions) error) *cobra.Command {
	o := &nodesOptions{streams: f.streams, settings: f.target, service: f.service}
	cmd := &cobra.Command{
		Use:   "nodes",
		Short: "List the nodes",
		Args:  arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return orElse(runF, nodesRun)(cmd.Context(), o)
		},
	}
	addOutput(cmd, &o.output, nodeFields())
	return cmd
}

func nodesRun(ctx context.Context, o *nodesOptions) error {
	l := listing[nodeRow]{kind: "nodes", fields: nodeFields(), empty: "no nodes"}
	if _, err := l.format(o.streams, o.output.format); err != nil {
		return err
	}
	settings, err := o.settings()
	if err != nil {
		return err
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	list, err := api.Nodes(ctx)
	if err != nil {
		return err
	}
	pools, missing := poolsOrWhy(ctx, api)
	l.context, l.asOf = settings.Name(), list.AsOf
	l.items = nodeRows(list.Items, pools)
	l.warnings = append(withSkipped(list.Warnings, list.Skipped), missing...)
	return l.print(o.streams, o.output)
}

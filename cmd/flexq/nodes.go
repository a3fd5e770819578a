package main

import (
	"context"

	"github.com/spf13/cobra"
)

type nodesOptions struct{ reading }

func newNodesCmd(f *factory, runF func(context.Context, *nodesOptions) error) *cobra.Command {
	o := &nodesOptions{newReading(f)}
	return readingCmd(&cobra.Command{Use: "nodes", Short: "List the nodes"}, o, &o.reading, nodeFields(), orElse(runF, nodesRun))
}

func nodesRun(ctx context.Context, o *nodesOptions) error {
	l := listing[nodeRow]{kind: "nodes", fields: nodeFields(), match: matchNode, empty: "no nodes"}
	api, _, err := open(ctx, &o.reading, &l)
	if err != nil {
		return err
	}
	list, err := api.Nodes(ctx)
	if err != nil {
		return err
	}
	pools, missing := poolsOrWhy(ctx, api)
	l.asOf = list.AsOf
	l.items = nodeRows(list.Items, pools)
	l.warnings = append(withSkipped(list.Warnings, list.Skipped), missing...)
	return l.print(o.streams, o.output)
}

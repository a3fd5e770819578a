package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"flexq/config"
)

type useOptions struct {
	streams
	file   func() (*config.File, error)
	getenv func(string) string
	name   string
}

func newUseCmd(f *factory, runF func(context.Context, *useOptions) error) *cobra.Command {
	o := &useOptions{streams: f.streams, file: f.file, getenv: f.getenv}
	return &cobra.Command{
		Use:   "use NAME",
		Short: "Make a context the current one",
		Long:  "Make a context the current one: this changes that line of the config file and nothing else in it.",
		Args:  arguments(1, 1, "the name of the context"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return contextNames(f), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return orElse(runF, useRun)(cmd.Context(), o)
		},
	}
}

func useRun(_ context.Context, o *useOptions) error {
	file, err := o.file()
	if err != nil {
		return err
	}
	if file.Path() == "" {
		return usagef("`flexq config path` prints where it would be", "there is no config file, so there are no contexts")
	}
	if _, err := file.Use(o.name); err != nil {
		return err
	}
	fmt.Fprintf(o.Err, "flexq: the current context is %s\n", o.name)
	if env := o.getenv("FLEXQ_CONTEXT"); env != "" && env != o.name {
		fmt.Fprintf(o.Err, "flexq: warning: FLEXQ_CONTEXT is %q and goes before it\n", env)
	}
	return nil
}

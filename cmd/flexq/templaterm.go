package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
)

type templatesRmOptions struct {
	streams
	store func() templateStore
	names []string
	yes   bool
}

func newTemplatesRmCmd(f *factory, runF func(context.Context, *templatesRmOptions) error) *cobra.Command {
	o := &templatesRmOptions{streams: f.streams, store: f.templates}
	cmd := &cobra.Command{
		Use:               "rm NAME...",
		Aliases:           []string{"remove"},
		Short:             "Remove templates of yours",
		Long:              "Remove templates of yours. Without --yes it asks, and the answer is no unless it is given. Those that ship in the\nprogram stay.",
		Args:              arguments(1, -1, "the name of the template"),
		ValidArgsFunction: templateNames(f, -1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.names = args
			return orElse(runF, templatesRmRun)(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVarP(&o.yes, "yes", "y", false, "do not ask")
	return cmd
}

func templatesRmRun(ctx context.Context, o *templatesRmOptions) error {
	store := o.store()
	names := make([]string, len(o.names))
	for i, name := range o.names {
		names[i] = strings.TrimSuffix(name, scriptEnd)
	}
	var all []stored
	for _, name := range distinct(names) {
		t, err := removable(ctx, store, name)
		if err != nil {
			return err
		}
		all = append(all, t)
	}
	if !o.yes {
		if err := o.confirm(ctx, all); err != nil {
			return err
		}
	}
	for _, t := range all {
		if err := store.remove(t.Name); err != nil {
			return err
		}
		fmt.Fprintf(o.Err, "flexq: the template %s was removed\n", t.Name)
	}
	return nil
}

// removable finds a template of the user's, be it one that cannot be read.
func removable(ctx context.Context, store templateStore, name string) (stored, error) {
	path, err := store.path(name)
	if err == nil && exists(path) {
		t := stored{Path: path}
		t.Name = strings.TrimSuffix(name, scriptEnd)
		return t, nil
	}
	return ownTemplate(ctx, store, name, "removed")
}

// confirm asks, and is an error unless the answer is yes.
func (o *templatesRmOptions) confirm(ctx context.Context, all []stored) error {
	if !o.InTTY {
		return usagef("add --yes to do it without being asked", "cannot ask whether to remove: the input is not a terminal")
	}
	for _, t := range all {
		fmt.Fprintf(o.Err, "  %s  %s\n", t.Name, t.Path)
	}
	what := "this template"
	if len(all) > 1 {
		what = "these " + slurm.Plural(int64(len(all)), "template")
	}
	fmt.Fprintf(o.Err, "Remove %s? [y/N] ", what)
	answer, err := readLine(ctx, o.In)
	if err != nil {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer == "y" || answer == "yes" {
		return nil
	}
	return &codeError{code: exitFailed, what: "nothing was removed"}
}

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/wire"
	"flexq/tui/columns"
)

func newTemplatesCmd(f *factory) *cobra.Command {
	list := newTemplatesListCmd(f, nil)
	cmd := &cobra.Command{
		Use:     "templates",
		Aliases: []string{"template"},
		Short:   "List, show, make, edit and remove templates",
		Long: `List, show, make, edit and remove templates. A template is a batch script that is submitted again and again, by
` + "`flexq submit --template NAME`" + ` or on the screen. Yours are the files *.sbatch of ~/.config/flexq/templates
($XDG_CONFIG_HOME counts); some ship in the program, and can be copied and changed.

A template may have parameters, each declared in its head and named in double braces where its value is to go:

  #FLEXQ param NODES integer default=4 "how many nodes"
  #SBATCH --nodes={{NODES}}

The types are text, integer, duration, memory, choice, path and bool; choices=A,B lists what a choice takes, and what
is offered for another type, where another value gets a warning. A parameter without a default must be given, as in
--set NODES=8; one with default="" may stay empty, and an option of an #SBATCH line whose whole value it is goes then. Values stand in the commands as they are: quote them there as a
shell wants it. Other braces are the script's own.`,
		Args: noCommand,
		RunE: list.RunE,
	}
	cmd.Flags().AddFlagSet(list.Flags())
	cmd.AddCommand(
		list, newTemplatesShowCmd(f, nil), newTemplatesNewCmd(f, nil), newTemplatesEditCmd(f, nil),
		newTemplatesRmCmd(f, nil),
	)
	return cmd
}

// templateNames completes the name of a template.
func templateNames(f *factory, most int) func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if most >= 0 && len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return f.templates().names(cmd.Context()), cobra.ShellCompDirectiveNoFileComp
	}
}

type templatesListOptions struct {
	streams
	store  func() templateStore
	now    func() time.Time
	output outputFlags
}

func newTemplatesListCmd(f *factory, runF func(context.Context, *templatesListOptions) error) *cobra.Command {
	o := &templatesListOptions{streams: f.streams, store: f.templates, now: f.now}
	cmd := &cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List your templates and those that ship in the program",
		Args:    arguments(0, 0, ""),
		RunE:    func(cmd *cobra.Command, _ []string) error { return orElse(runF, templatesListRun)(cmd.Context(), o) },
	}
	addOutput(cmd, &o.output, templateFields())
	addFilter(cmd, &o.output)
	return cmd
}

func templatesListRun(ctx context.Context, o *templatesListOptions) error {
	l := listing[stored]{
		kind: "templates", asOf: o.now(), fields: templateFields(), grammar: columns.NoFields("templates"), whole: true, lastWhole: true,
		empty: "there are no templates",
	}
	if err := l.check(o.output); err != nil {
		return err
	}
	all, broken, err := o.store().list(ctx)
	if err != nil {
		return err
	}
	l.items = all
	for _, b := range broken {
		l.warnings = append(l.warnings, ownWarning(whatAndCure(b.why)))
	}
	return l.print(o.streams, o.output)
}

type templatesShowOptions struct {
	streams
	store func() templateStore
	now   func() time.Time
	as    string
	name  string
}

func newTemplatesShowCmd(f *factory, runF func(context.Context, *templatesShowOptions) error) *cobra.Command {
	o := &templatesShowOptions{streams: f.streams, store: f.templates, now: f.now}
	cmd := &cobra.Command{
		Use:   "show NAME",
		Short: "Print a template",
		Long: `Print a template as it is, and to the standard error what is wrong with it. With -o json there is one item: what
` + "`flexq templates list -o json`" + ` has, the text, and the problems, each with its line.`,
		Args:              arguments(1, 1, "the name of the template"),
		ValidArgsFunction: templateNames(f, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return orElse(runF, templatesShowRun)(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVarP(&o.as, "output", "o", "text", "text or json")
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions([]string{"text", formatJSON}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func templatesShowRun(ctx context.Context, o *templatesShowOptions) error {
	if o.as != "text" && o.as != formatJSON {
		return usagef("write text or json", "--output: %q is no way to print a template", o.as)
	}
	t, err := o.store().find(ctx, o.name)
	if err != nil {
		return err
	}
	if o.as == formatJSON {
		l := listing[stored]{kind: "template", asOf: o.now(), fields: append(templateFields(), templateTextFields(o.now())...), items: []stored{t}, whole: true}
		return l.print(o.streams, outputFlags{format: formatJSON})
	}
	text := t.Text
	if o.OutTTY {
		text = wire.CleanLines(text)
	}
	if _, err := fmt.Fprint(o.Out, text); err != nil {
		return fmt.Errorf("write the output: %w", err)
	}
	tellFindings(o.streams, t.Template, o.now())
	return nil
}

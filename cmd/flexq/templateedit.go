package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

type templatesEditOptions struct {
	streams
	store  func() templateStore
	getenv func(string) string
	now    func() time.Time
	name   string
}

func newTemplatesEditCmd(f *factory, runF func(context.Context, *templatesEditOptions) error) *cobra.Command {
	o := &templatesEditOptions{streams: f.streams, store: f.templates, getenv: f.getenv, now: f.now}
	return &cobra.Command{
		Use:   "edit NAME",
		Short: "Edit one of your templates",
		Long: "Edit one of your templates in $VISUAL, else in $EDITOR. It is changed when the editor ends well, and then what\n" +
			"is wrong with it is said. Templates that ship in the program stay as they are: copy them first.",
		Args:              arguments(1, 1, "the name of the template"),
		ValidArgsFunction: templateNames(f, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return orElse(runF, templatesEditRun)(cmd.Context(), o)
		},
	}
}

func templatesEditRun(ctx context.Context, o *templatesEditOptions) error {
	store := o.store()
	t, err := ownTemplate(ctx, store, o.name, "edited")
	if err != nil {
		return err
	}
	text, e, err := editText(ctx, o.streams, o.getenv, t.Name, t.Text)
	if err != nil {
		return err
	}
	if text == t.Text {
		e.Done()
		fmt.Fprintf(o.Err, "flexq: the template %s was not changed\n", t.Name)
		return nil
	}
	if now, err := store.read(ctx, t.Name); err != nil || now.Text != t.Text {
		return setAside(store, e, t.Name, text, "was changed or removed by somebody else meanwhile")
	}
	if _, err := store.write(t.Name, text); err != nil {
		return e.kept(err)
	}
	e.Done()
	if t, err = store.read(ctx, t.Name); err != nil {
		return err
	}
	tellFindings(o.streams, t.Template, o.now())
	fmt.Fprintf(o.Err, "flexq: the template %s was changed\n", t.Name)
	return nil
}

// setAside keeps what was typed while somebody else was at the same template, and is the error that says so.
func setAside(store templateStore, e *editing, name, text, what string) error {
	path, err := store.aside(name, text)
	if err != nil {
		return e.kept(err)
	}
	e.Done()
	return failure(fmt.Sprintf("the template %s %s", name, what), "your text is in "+path)
}

// ownTemplate finds one of the user's templates; those that ship cannot be changed.
func ownTemplate(ctx context.Context, store templateStore, name, verb string) (stored, error) {
	t, err := store.find(ctx, name)
	if err != nil || t.Path != "" {
		return t, err
	}
	return t, usagef(fmt.Sprintf("`flexq templates new NAME --from-template %s` makes a copy that is yours", name),
		"the template %s ships in the program and cannot be %s", name, verb)
}

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
	text, err := editText(ctx, o.streams, o.getenv, t.Name, t.Text)
	if err != nil {
		return err
	}
	if text == t.Text {
		fmt.Fprintf(o.Err, "flexq: the template %s was not changed\n", t.Name)
		return nil
	}
	if now, err := store.read(ctx, t.Name); err != nil || now.Text != t.Text {
		return o.aside(ctx, store, t.Name, text)
	}
	if _, err := store.write(t.Name, text); err != nil {
		return err
	}
	if t, err = store.read(ctx, t.Name); err != nil {
		return err
	}
	tellFindings(o.streams, t.Template, o.now())
	fmt.Fprintf(o.Err, "flexq: the template %s was changed\n", t.Name)
	return nil
}

// aside keeps what was typed while somebody else changed the template.
func (o *templatesEditOptions) aside(ctx context.Context, store templateStore, name, text string) error {
	const tries = 100
	for i := range tries {
		free := fmt.Sprintf("%.*s-edited-%d", longestName-12, name, i+1)
		path, err := store.path(free)
		switch {
		case err != nil:
			return err
		case exists(path):
			continue
		}
		if path, err = store.write(free, text); err != nil {
			return err
		}
		return &codeError{
			code: exitFailed, what: fmt.Sprintf("the template %s was changed or removed by somebody else meanwhile", name), cure: "your text is in " + path,
		}
	}
	return &codeError{code: exitFailed, what: fmt.Sprintf("the template %s was changed by somebody else meanwhile", name), cure: "edit it again"}
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

package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/client/template"
)

// jobReader is what a template of a job is made from.
type jobReader interface {
	Job(ctx context.Context, ref slurm.Ref) (slurm.JobDetail, error)
	Script(ctx context.Context, ref slurm.Ref) (slurm.JobScript, error)
}

type templatesNewOptions struct {
	streams
	store  func() templateStore
	jobs   func() (jobReader, error)
	getenv func(string) string
	now    func() time.Time
	name   string
	file   string // the path of a script
	job    string // an id
	from   string // the name of a template
	edit   bool
	force  bool
}

func newTemplatesNewCmd(f *factory, runF func(context.Context, *templatesNewOptions) error) *cobra.Command {
	o := &templatesNewOptions{streams: f.streams, store: f.templates, jobs: f.jobReader, getenv: f.getenv, now: f.now}
	cmd := &cobra.Command{
		Use:   "new NAME [--from FILE|- | --from-template NAME | --job ID] [--edit]",
		Short: "Make a template of a script, of another template, or of a job",
		Long: `Make a template of a script, of another template, or of a job. Without any of them it begins with an empty script, in
your editor. The path of the new file is printed.

With --job it is the script of a job of the queue or of history, with lines for the options that stood beside it on
the command line. Slurm gives the script only of your own jobs, and only where it keeps scripts (job_script in
AccountingStoreFlags); without it there are lines for all that the job's record says, and the commands are yours to
write. What was of its moment, as a dependency, stands there as a line that does not count (##SBATCH).`,
		Args: arguments(1, 1, "the name of the new template"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.name = args[0]
			return orElse(runF, templatesNewRun)(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.file, "from", "", "a batch script, or - for the standard input")
	flags.StringVar(&o.from, "from-template", "", "a template to copy, yours or a built-in one")
	flags.StringVar(&o.job, "job", "", "the id of a job")
	flags.BoolVar(&o.edit, "edit", false, "edit it in $VISUAL or $EDITOR before it is written")
	flags.BoolVar(&o.force, "force", false, "replace a template of yours that has this name")
	_ = cmd.RegisterFlagCompletionFunc("from-template", templateNames(f, -1))
	return cmd
}

// jobReader connects to the cluster for what a job is. Nothing is sent yet.
func (f *factory) jobReader() (jobReader, error) {
	s, err := f.target()
	if err != nil {
		return nil, err
	}
	return f.connect(s, f.sayings())
}

func templatesNewRun(ctx context.Context, o *templatesNewOptions) error {
	if err := o.oneSource(); err != nil {
		return err
	}
	store := o.store()
	path, err := store.path(o.name)
	if err != nil {
		return err
	}
	if exists(path) && !o.force {
		return usagef("take another name, `flexq templates edit` it, or add --force to replace it", "there is a template %q already", o.name)
	}
	text, err := o.text(ctx, store)
	if err != nil {
		return err
	}
	if strings.TrimSpace(text) == "" && !o.edit {
		return usagef("name a batch script", "%s is empty: there is nothing to make a template of", or(inputName(o.file), "the template"))
	}
	if path, err = o.write(ctx, store, text); err != nil {
		return err
	}
	t, err := store.find(ctx, o.name)
	if err != nil {
		return err
	}
	if isBuiltin(t.Name) {
		fmt.Fprintf(o.Err, "flexq: note: %s is yours now, and goes before the built-in template of this name\n", t.Name)
	}
	tellFindings(o.streams, t.Template, o.now())
	if _, err := fmt.Fprintln(o.Out, path); err != nil {
		return fmt.Errorf("write the output: the template was written: %w", err)
	}
	return nil
}

// write makes the file, after the text was edited if that is wanted.
func (o *templatesNewOptions) write(ctx context.Context, store templateStore, text string) (path string, err error) {
	if !o.edit {
		return store.write(o.name, text)
	}
	text, e, err := editText(ctx, o.streams, o.getenv, o.name, text)
	if err != nil {
		return "", err
	}
	if path, err = store.path(o.name); err == nil && exists(path) && !o.force {
		return "", setAside(store, e, strings.TrimSuffix(o.name, scriptEnd), text, "was made by somebody else meanwhile")
	}
	if path, err = store.write(o.name, text); err != nil {
		return "", e.kept(err)
	}
	e.Done()
	return path, nil
}

// oneSource refuses two things of which to make one template.
func (o *templatesNewOptions) oneSource() error {
	var given []string
	for _, flag := range []struct{ name, value string }{{"--from", o.file}, {"--from-template", o.from}, {"--job", o.job}} {
		if flag.value != "" {
			given = append(given, flag.name)
		}
	}
	if len(given) > 1 {
		return usagef("leave one of them out", "a template is made of one thing, and there are %s", strings.Join(given, " and "))
	}
	return nil
}

// text is what the template begins with.
func (o *templatesNewOptions) text(ctx context.Context, store templateStore) (string, error) {
	switch {
	case o.file == stdinName && o.edit:
		return "", usagef("write the script to a file first", "--edit needs the standard input, and --from - reads the script from it")
	case o.file != "":
		return readScript(ctx, o.In, o.file)
	case o.from != "":
		t, err := store.find(ctx, o.from)
		return t.Text, err
	case o.job != "":
		return o.textOfJob(ctx)
	case !o.InTTY:
		return "", usagef("add --from FILE, --from-template NAME or --job ID", "it is not said of what to make the template")
	}
	o.edit = true
	return emptyTemplate, nil
}

// emptyTemplate is what a template begins with that is made of nothing.
const emptyTemplate = `#!/bin/bash
# what it does, in one line
#FLEXQ param NODES integer default=1 "how many nodes"
#SBATCH --nodes={{NODES}}
#SBATCH --time=1:00:00

hostname
`

// textOfJob makes a script of a job.
func (o *templatesNewOptions) textOfJob(ctx context.Context) (string, error) {
	refs, err := wholeRefs([]string{o.job}, "made a template")
	if err != nil {
		return "", err
	}
	api, err := o.jobs()
	if err != nil {
		return "", err
	}
	detail, err := api.Job(ctx, refs[0])
	if err != nil {
		return "", err
	}
	warn(o.Err, withSkipped(detail.Warnings, detail.Skipped))
	kept, err := api.Script(ctx, scriptRef(refs[0], detail.Jobs))
	switch {
	case ctx.Err() != nil:
		return "", err
	case err != nil:
		o.warn("the script of job %s is not known: %s", o.job, whatAndCure(err))
	case kept.Text == "":
		o.warn("Slurm does not give the script of job %s: it keeps scripts only where AccountingStoreFlags has job_script, and shows "+
			"only your own; write the commands yourself", o.job)
	case kept.Changed:
		o.warn("control characters were taken out of the script of job %s", o.job)
	}
	return template.FromKept(kept, detail.Jobs...), nil
}

func (o *templatesNewOptions) warn(format string, args ...any) {
	fmt.Fprintf(o.Err, "flexq: warning: "+format+"\n", args...)
}

// scriptRef is the record by which to ask for the script: of an array one that has started, since the array as a whole
// would bring the script once for each task.
func scriptRef(ref slurm.Ref, jobs []slurm.Job) slurm.Ref {
	if ref.Task != "" {
		return ref
	}
	for _, j := range jobs {
		if j.Array.HasTask {
			return j.Ref()
		}
	}
	return ref
}

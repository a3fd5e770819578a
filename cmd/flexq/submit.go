package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/fault"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/config"
)

type submitOptions struct {
	streams
	settings func() (config.Settings, error)
	service  func(context.Context) (service, error)
	getenv   func(string) string
	getwd    func() (string, error)
	sleep    func(context.Context, time.Duration) error
	now      func() time.Time
	sbatch   sbatchFlags
	path     string
	args     []string // of the script
	dryRun   bool
	wait     bool
}

func newSubmitCmd(f *factory, runF func(context.Context, *submitOptions) error) *cobra.Command {
	o := &submitOptions{
		streams: f.streams, settings: f.target, service: f.service, getenv: f.getenv, getwd: os.Getwd, sleep: f.sleep, now: f.now,
	}
	cmd := &cobra.Command{
		Use:   "submit FILE|- [-- ARGUMENT...]",
		Short: "Submit a batch script",
		Long: `Submit a batch script with its #SBATCH lines; options here go before those lines, and mean what they mean to
sbatch. The id of the job is all that is printed to the standard output. What stands after -- goes to the script.

The job runs in the directory of --chdir, else of "#SBATCH --chdir", else in work_dir of the context. There is no
other default: a directory of this machine means nothing on a cluster elsewhere. Only the context of a slurmrestd
may say work_dir = "." for the directory in which flexq runs.

The job's environment is that of a login of its user on its node (as with sbatch --get-user-env; none of it with
--export=NIL), but PATH is /usr/local/bin:/usr/bin:/bin unless --export gives another, and what --export adds.
Nothing else of this machine's environment goes along.`,
		Args: submitArguments,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.path, o.args = args[0], args[1:]
			return orElse(runF, submitRun)(cmd.Context(), o)
		},
	}
	o.sbatch.add(cmd)
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "print the request as JSON and send nothing")
	cmd.Flags().BoolVar(&o.wait, "wait", false, "wait until the job has ended; the code is then that of the command wait")
	return cmd
}

// submitArguments takes one file, and after -- the arguments of the script.
func submitArguments(cmd *cobra.Command, args []string) error {
	own := len(args)
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		own = dash
	}
	if own < 1 {
		return usagef("name a file, or - for the standard input", "the batch script is missing")
	}
	if own > 1 {
		return usagef("arguments of the script go after --", "there is one argument too many: %q", args[1])
	}
	return nil
}

func submitRun(ctx context.Context, o *submitOptions) error {
	settings, err := o.settings()
	if err != nil {
		return err
	}
	script, err := readScript(ctx, o.In, o.path)
	if err != nil {
		return err
	}
	job, err := o.build(script, settings)
	if err != nil {
		return err
	}
	if o.dryRun {
		return o.printRequest(job, settings)
	}
	if settings.ReadOnly {
		return fault.New(fault.ReadOnly, "submit", "")
	}
	api, err := o.service(ctx)
	if err != nil {
		return err
	}
	tellUnsettled(ctx, o.Err, api)
	done, err := api.Submit(ctx, job)
	if err != nil {
		return err
	}
	warn(o.Err, done.Warnings)
	if done.Message != "" {
		fmt.Fprintf(o.Err, "flexq: Slurm says: %s\n", done.Message)
	}
	if _, err := fmt.Fprintln(o.Out, done.ID); err != nil {
		return fmt.Errorf("write the output: job %d was submitted: %w", done.ID, err)
	}
	if !o.wait {
		return nil
	}
	return o.waitFor(ctx, api, slurm.Ref{Job: done.ID, Het: -1}, settings)
}

// build makes the submission of a script, the options, and the settings.
func (o *submitOptions) build(script string, s config.Settings) (slurm.Submission, error) {
	args, err := expandExport(o.sbatch.args, o.getenv)
	if err != nil {
		return slurm.Submission{}, err
	}
	dir, noDir := workDir(s, o.getwd) // no error where the script says it
	job, _, problems := sbatch.Parse(script, sbatch.Options{Args: args, Name: scriptName(o.path), WorkDir: dir, Now: o.now()})
	if err := o.report(problems); err != nil {
		return job, err
	}
	if err := o.encodable(job, args); err != nil {
		return job, err
	}
	job.Args = o.args
	job = job.WithEnv(defaultEnv())
	if job.WorkDir == "" {
		return job, noDir
	}
	return job, nil
}

// report prints what is wrong with the script, and ends the submit if anything keeps it from being sent.
func (o *submitOptions) report(problems sbatch.Problems) error {
	name := o.path
	if name == stdinName {
		name = "standard input"
	}
	bad := 0
	for _, p := range problems {
		where := name
		if p.Line == 0 && p.Option != "" {
			where = "options"
		}
		text := fmt.Sprintf("flexq: %s: %s", where, p)
		if p.Level != sbatch.Error {
			text = fmt.Sprintf("flexq: %s: %s: %s", p.Level, where, p)
		} else {
			bad++
		}
		fmt.Fprintln(o.Err, text)
	}
	if bad == 0 {
		return nil
	}
	return &codeError{code: exitUsage, what: "nothing was submitted"}
}

// workDir is the directory of the context.
func workDir(s config.Settings, getwd func() (string, error)) (string, error) {
	switch s.WorkDir {
	case "":
		return "", usagef("add --chdir DIR or #SBATCH --chdir=DIR, or set work_dir in the context: a directory on the cluster, as in /home/alice",
			"nobody says in which directory the job is to run")
	case config.Here:
		dir, err := getwd()
		if err != nil {
			return "", usagef("add --chdir DIR", "the directory in which flexq runs is not known: %v", err)
		}
		return dir, nil
	}
	return s.WorkDir, nil
}

// waitFor waits for the job that was submitted.
func (o *submitOptions) waitFor(ctx context.Context, api service, ref slurm.Ref, s config.Settings) error {
	w := &waitOptions{streams: o.streams, sleep: o.sleep, now: o.now, interval: s.Screen.PollJobs}
	jobs, err := waitFor(ctx, w, api, []slurm.Ref{ref})
	if err != nil {
		return err
	}
	for i := range jobs {
		fmt.Fprintf(o.Err, "flexq: job %s: %s\n", jobs[i].DisplayID(), endWords(&jobs[i]))
	}
	return unsuccessful(jobs)
}

// endWords says how a job ended.
func endWords(j *slurm.Job) string {
	words := []string{j.State.Words()}
	if j.Exit.Set && j.State.IsFailure() {
		words = append(words, j.Exit.Words())
	}
	return strings.Join(words, ", ")
}

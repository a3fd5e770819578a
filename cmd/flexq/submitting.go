package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/config"
)

const opSubmit = "submit"

// submitting is one submit under way.
type submitting struct {
	*submitOptions
	config  config.Settings
	options optionList // with the values that --export takes from here

	source, script string // what the script is called in messages, and its text
	name           string // of a job whose script says none
	defaults       jobDefaults
	noDir          error    // why there is no working directory unless the job says one
	local          []string // variables whose values come from here
	reading        sbatch.Reading
	job            slurm.Submission
	user           string
	api            service
	about          slurm.Cluster
	quiet          bool
	result         submitResult
}

func submitRun(ctx context.Context, o *submitOptions) error {
	s := &submitting{submitOptions: o, quiet: o.words.options.has("quiet")}
	s.tellUser()
	var err error
	if s.config, err = o.settings(); err != nil {
		return err
	}
	err = s.run(ctx)
	if !o.asJSON || o.dryRun != "" {
		return err
	}
	s.result.end(err)
	return errors.Join(err, s.printResult())
}

// tellUser has the user told of reads that are tried again, unless there is to be quiet.
func (s *submitting) tellUser() {
	if s.quiet {
		s.overhear(func(gateway.RetryNotice) {})
		return
	}
	s.overhear(nil)
}

func (s *submitting) run(ctx context.Context) error {
	if err := s.load(ctx); err != nil {
		return err
	}
	if err := s.prepare(ctx); err != nil {
		return err
	}
	if s.dryRun != "" {
		return s.printRequest(ctx)
	}
	if s.config.ReadOnly && !s.reading.Own.TestOnly {
		return fault.New(fault.ReadOnly, opSubmit, "")
	}
	var err error
	if s.api, err = s.service(ctx); err != nil {
		return err
	}
	if err := s.meet(ctx); err != nil {
		return err
	}
	if err := s.check(ctx); err != nil || s.reading.Own.TestOnly {
		return err
	}
	tellUnsettled(ctx, s.notes(), s.api)
	return s.send(ctx)
}

// load gets the script.
func (s *submitting) load(ctx context.Context) error {
	var err error
	switch {
	case s.from != "":
		s.source, s.name = "template "+s.from, s.from
		return s.fill(ctx)
	case s.words.options.has("wrap"):
		s.source, s.name = "options", "wrap"
		return nil
	}
	path := s.words.files[0]
	s.source, s.name = path, scriptName(path)
	if path == stdinName {
		s.source = "standard input"
	}
	s.script, err = readScript(ctx, s.In, path)
	return err
}

// fill makes a script of a template.
func (s *submitting) fill(ctx context.Context) error {
	values := make(map[string]string, len(s.set))
	for _, item := range s.set {
		name, value, ok := strings.Cut(item, "=")
		switch _, twice := values[name]; {
		case !ok || name == "":
			return usagef("as in --set nodes=4", "--set: %q is not NAME=VALUE", item)
		case twice:
			return usagef("leave one of them out", "--set: %s is given twice", name)
		}
		values[name] = value
	}
	t, err := s.template(ctx, s.from)
	if err != nil {
		return err
	}
	script, problems := t.Fill(values)
	s.script = script
	return s.report(problems, false)
}

// prepare reads the script and the options, as far as that needs nobody else.
func (s *submitting) prepare(ctx context.Context) error {
	var err error
	if s.options, s.local, err = expandExport(s.words.options, s.getenv); err != nil {
		return err
	}
	s.defaults = defaultsOf(s.config, s.getenv)
	s.local = append(s.local, s.defaults.local...)
	s.defaults.WorkDir, s.noDir = workDir(s.config, s.getwd)
	if s.defaults.NeedUser() {
		s.user = s.me(ctx, s.config)
	}
	s.read(ctx, s.user)
	if err := s.report(s.reading.Problems, false); err != nil {
		return err
	}
	if err := s.encodable(); err != nil {
		return err
	}
	for _, name := range s.defaults.unset {
		s.warn("env of the context names %s, which is not set here: the job goes without it", name)
	}
	if s.job.WorkDir == "" && s.defaults.WorkDir == "" {
		return s.noDir
	}
	return nil
}

// read makes the job of a user, "" if that is not known yet.
func (s *submitting) read(ctx context.Context, user string) {
	d := s.defaults.For(user)
	s.reading = sbatch.Read(s.script, sbatch.Options{
		Args: s.options.args(), Name: s.name, WorkDir: d.WorkDir, Now: s.now(),
		ReadFile: func(name string) ([]byte, error) { return readNamed(ctx, name) },
	})
	s.job = s.reading.Job
	s.job.Args = s.words.args
	s.job = s.job.WithDefaults(d)
}

// workDir is the directory of the context.
func workDir(s config.Settings, getwd func() (string, error)) (string, error) {
	switch s.WorkDir {
	case "":
		return "", usagef("add --chdir DIR or #SBATCH --chdir=DIR, or set work_dir in the context: a directory on the cluster, as in /home/{user}",
			"nobody says in which directory the job is to run")
	case config.Here:
		dir, err := getwd()
		if err != nil {
			return "", usagef("add --chdir DIR", "the directory in which flexq runs is not known: %v", err)
		}
		return filepath.Clean(dir), nil
	}
	return s.WorkDir, nil
}

// meet asks the cluster which data version it speaks and, where that matters, who the user is.
func (s *submitting) meet(ctx context.Context) error {
	ask := s.defaults.NeedUser() && s.user == ""
	s.about.DataVersion, s.about.User = s.config.SlurmVersion, s.config.User
	if s.about.DataVersion != "" && !ask {
		s.sayWhat()
		return s.report(s.reading.For(s.about.DataVersion), false)
	}
	var err error
	if s.about, err = s.api.Cluster(ctx); err != nil {
		if f := fault.From(err); f != nil {
			return f.WithOp(opSubmit)
		}
		return err
	}
	if ask {
		if s.user = cmp.Or(s.about.User, s.seen(ctx, s.config, s.api)); s.user == "" {
			if err := s.withoutUser(); err != nil {
				return err
			}
		}
		s.read(ctx, s.user)
	}
	s.sayWhat()
	return s.report(s.reading.For(s.about.DataVersion), false)
}

// withoutUser is the error of a job that cannot be made without the user's name.
func (s *submitting) withoutUser() error {
	marked := s.reading.Job.WithDefaults(s.defaults.For(slurm.UserMark))
	used := slurm.Defaults{Account: marked.Account, Partition: marked.Partition, QOS: marked.QOS, WorkDir: marked.WorkDir, Env: marked.Env}
	if !used.NeedUser() {
		return nil
	}
	cure := `set user = "NAME" in the context`
	if strings.Contains(used.WorkDir, slurm.UserMark) {
		cure += ", or give --chdir DIR"
	}
	return usagef(cure+"; flexq learns it from the first job that is submitted from here",
		"the context says {user}, and who you are on the cluster is not known: the cluster does not tell, and no job was submitted from here yet")
}

// sayWhat tells the verbose what is about to be sent.
func (s *submitting) sayWhat() {
	s.say("data version %s of Slurm %s", s.about.DataVersion, or(s.about.Release, "unknown"))
	s.say("job %s in %s", s.job.Name, s.job.WorkDir)
	var names []string
	for _, entry := range s.job.Env {
		name, _, _ := strings.Cut(entry, "=")
		names = append(names, name)
	}
	s.say("environment: that of a login, and %s", strings.Join(names, " "))
	if s.reading.Own.Verbose < 2 {
		return
	}
	known := s.config
	known.SlurmVersion = s.about.DataVersion
	if p, err := preview(s.job, known, s.local); err == nil {
		fmt.Fprintln(s.Err, strings.Join(p.Lines, "\n"))
	}
}

// send submits the job, and waits for its end if that is wanted.
func (s *submitting) send(ctx context.Context) error {
	done, err := s.api.Submit(ctx, s.job)
	if err != nil {
		return s.placed(err)
	}
	s.result.submitted(done)
	if !s.quiet {
		warn(s.Err, done.Warnings)
	}
	if done.Message != "" && !s.quiet {
		fmt.Fprintf(s.Err, "flexq: Slurm says: %s\n", done.Message)
	}
	s.say("the submission key is %s", done.Key)
	if !s.quiet && !s.asJSON {
		if _, err := fmt.Fprintln(s.Out, done.ID); err != nil {
			return fmt.Errorf("write the output: job %d was submitted: %w", done.ID, err)
		}
	}
	if !s.reading.Own.Wait {
		return nil
	}
	if s.asJSON {
		s.say("waiting for the end of job %d", done.ID)
	}
	return s.waitFor(ctx, slurm.Ref{Job: done.ID, Het: -1})
}

// waitFor waits for the job that was submitted.
func (s *submitting) waitFor(ctx context.Context, ref slurm.Ref) error {
	w := &waitOptions{streams: s.streams, sleep: s.sleep, now: s.now, interval: s.config.Screen.PollJobs}
	jobs, err := waitFor(ctx, w, s.api, []slurm.Ref{ref})
	if err != nil {
		return err
	}
	s.result.ended(jobs)
	for i := range jobs {
		if !s.quiet {
			fmt.Fprintf(s.Err, "flexq: job %s: %s\n", jobs[i].DisplayID(), endWords(&jobs[i]))
		}
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

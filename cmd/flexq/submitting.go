package main

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/client/template"
	"flexq/config"
)

const opSubmit = "submit"

// submitting is one submit under way.
type submitting struct {
	*submitOptions
	config  config.Settings
	options optionList // with the values that --export takes from here

	filled         template.Template // which the script was made of; zero if it was not
	source, script string            // what the script is called in messages, and its text
	name           string            // of a job whose script says none
	defaults       jobDefaults
	noDir          error             // why there is no working directory unless the job says one
	local          []string          // variables whose values come from here
	files          map[string][]byte // that options name, as they were read
	reading        sbatch.Reading
	job            slurm.Submission
	user           string
	api            service
	about          slurm.Cluster
	met            func() error // waits for the cluster's word on the data version; nil if there is none to come
	quiet          bool
	result         submitResult
}

func submitRun(ctx context.Context, o *submitOptions) error {
	s := &submitting{submitOptions: o, quiet: o.words.options.has("quiet")}
	s.tellUser()
	var err error
	if s.config, err = o.settings(); err == nil {
		err = s.run(ctx)
	}
	return s.end(err)
}

// end prints what became of the submit, where that is wanted as JSON. A request that was to be printed is all then.
func (s *submitting) end(err error) error {
	if !s.asJSON || s.dryRun != "" {
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
	s.result.read = true
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
	if s.met != nil {
		if err := s.met(); err != nil {
			return err
		}
	}
	tellUnsettled(ctx, s.notes(), s.api, s.waits)
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
		s.source, s.name = commandLine, "wrap"
		return nil
	}
	path := s.words.files[0]
	s.source, s.name = inputName(path), scriptName(path)
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
			return usagef("as in --set NODES=4", "--set: %q is not NAME=VALUE", item)
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
	s.filled, s.script = t, script
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
	if err := ctx.Err(); err != nil { // and what it was about to read is not at fault
		return err
	}
	if err := s.report(s.reading.Problems, false); err != nil {
		return err
	}
	if err := s.encodable(); err != nil {
		return err
	}
	for _, name := range s.unset() {
		s.warn("env of the context names %s, which is not set here: the job goes without it", name)
	}
	if s.job.WorkDir == "" && s.defaults.WorkDir == "" {
		return s.noDir
	}
	return nil
}

// unset are the variables of the context that the job goes without because they are not set here.
func (s *submitting) unset() []string {
	for _, part := range append([]slurm.Submission{s.reading.Job}, s.reading.Job.Parts...) {
		if !part.WantsBareEnv() {
			return s.defaults.unset
		}
	}
	return nil
}

// read makes the job of a user, "" if that is not known yet.
func (s *submitting) read(ctx context.Context, user string) {
	d := s.defaults.For(user)
	s.reading = sbatch.Read(s.script, sbatch.Options{
		Args: s.options.args(), Name: s.name, WorkDir: d.WorkDir, Now: s.now(),
		ReadFile: func(name string) ([]byte, error) { return s.readOnce(ctx, name) },
	})
	s.job = s.reading.Job
	s.job.Args = s.words.args
	s.job = s.job.WithDefaults(d)
}

// readOnce reads a file that an option names, and keeps it: the job is read again once the user is known, and a pipe, as
// of <(...), has its text only once.
func (s *submitting) readOnce(ctx context.Context, name string) ([]byte, error) {
	if data, ok := s.files[name]; ok {
		return data, nil
	}
	data, err := readNamed(ctx, name)
	if err != nil {
		return nil, err
	}
	if s.files == nil {
		s.files = make(map[string][]byte)
	}
	s.files[name] = data
	return data, nil
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

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"flexq/client/slurm"
	"flexq/config"
	"flexq/tui/columns"
)

func newConfigCmd(f *factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show and check the settings",
		Args:  noCommand,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newConfigShowCmd(f, nil), newConfigPathCmd(f), newConfigCheckCmd(f))
	return cmd
}

type configShowOptions struct {
	streams
	settings func() (config.Settings, error)
	now      func() time.Time
	output   outputFlags
}

func newConfigShowCmd(f *factory, runF func(context.Context, *configShowOptions) error) *cobra.Command {
	o := &configShowOptions{streams: f.streams, settings: f.settings, now: f.now}
	cmd := &cobra.Command{
		Use:   "show",
		Short: "List every setting with its value and where it comes from",
		Long: "List every setting with its value and where it comes from: a flag, the environment, a line of the config\n" +
			"file, or the default, in this order of strength. Tokens, and arguments of token commands, are not shown.",
		Args: arguments(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return orElse(runF, configShowRun)(cmd.Context(), o) },
	}
	addOutput(cmd, &o.output, configFields())
	addFilter(cmd, &o.output)
	return cmd
}

func configShowRun(_ context.Context, o *configShowOptions) error {
	s, err := o.settings()
	if err != nil {
		return err
	}
	for _, w := range s.Warnings {
		fmt.Fprintf(o.Err, "flexq: warning: %s\n", w)
	}
	l := listing[config.Row]{kind: "config", context: s.Name(), asOf: o.now(), items: s.Rows(), fields: configFields(), grammar: columns.NoFields("settings"), whole: true}
	return l.print(o.streams, o.output)
}

func configFields() []field[config.Row] {
	return []field[config.Row]{
		{key: "key", title: "SETTING", shown: inTable, value: func(r config.Row) any { return r.Key }},
		{key: "value", title: "VALUE", shown: inTable, value: func(r config.Row) any { return r.Value }},
		{key: "origin", title: "FROM", shown: inTable, value: func(r config.Row) any { return r.Origin.String() }},
	}
}

func newConfigPathCmd(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "path",
		Short: "Print where the config file is, or would be",
		Args:  arguments(0, 0, ""),
		RunE: func(*cobra.Command, []string) error {
			path := f.location().Path
			if path == "" {
				return config.ErrNoHome
			}
			_, err := fmt.Fprintln(f.Out, path)
			return err
		},
	}
}

func newConfigCheckCmd(f *factory) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Check the config file and the files that it names",
		Args:  arguments(0, 0, ""),
		RunE:  func(*cobra.Command, []string) error { return configCheckRun(f) },
	}
}

// configCheckRun finds what is wrong with the file as a whole, and with each context: what would otherwise be found
// when the context, or the screen, is used.
func configCheckRun(f *factory) error {
	file, err := f.file()
	if err != nil {
		return err
	}
	if file.Path() == "" {
		return &codeError{code: exitFailed, what: "there is no config file", cure: "`flexq config path` prints where it would be"}
	}
	own, err := f.settings()
	if err != nil {
		return err
	}
	if _, err := keyMap(own); err != nil {
		return err
	}
	var refused []config.Problem
	for _, name := range file.ContextNames() {
		s, err := file.Resolve(config.Flags{"context": name}, f.getenv)
		if err != nil {
			return err
		}
		bad, warnings := s.SecretFiles()
		plainBad, plainWarnings := plainHTTP(s)
		refused = append(append(refused, bad...), plainBad...)
		warnProblems(f.streams, append(warnings, plainWarnings...))
	}
	if len(refused) > 0 {
		return &config.Error{Problems: refused}
	}
	_, err = fmt.Fprintf(f.Out, "%s: ok, %s\n", file.Path(), slurm.Plural(int64(len(file.Contexts)), "context"))
	return err
}

func warnProblems(st streams, warnings []config.Problem) {
	for _, p := range warnings {
		fmt.Fprintf(st.Err, "flexq: warning: %s\n", p)
		if p.Cure != "" {
			fmt.Fprintf(st.Err, "  %s\n", p.Cure)
		}
	}
}

// plainHTTP finds a slurmrestd to which no token will be sent. It is a fault where there is a token to send, and only
// worth knowing where there is none.
func plainHTTP(s config.Settings) (refused, warnings []config.Problem) {
	if !s.Target.Insecure() {
		return nil, nil
	}
	row := s.Row("url")
	p := []config.Problem{{
		Where: row.Origin.Name, Key: "contexts." + s.Context + ".url",
		What: "no token is sent to " + row.Value + ": others could read it on its way",
		Cure: "use https, or a tunnel to this machine",
	}}
	if s.Auth.Kind == config.NoCredential {
		return nil, p
	}
	return p, nil
}

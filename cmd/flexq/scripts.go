package main

import (
	"context"
	"path/filepath"
	"strings"

	"flexq/client/slurm"
	"flexq/config"
	"flexq/tui"
)

// scripts finds batch scripts for the screen: the user's templates, and files by their path. Its errors are
// *fault.Fault.
type scripts struct {
	dir      string // the config folder, "" if there is none
	settings config.Settings
	home     string
	local    []string // variables of jobs that have their values from this machine: a preview leaves them out
}

// Templates implements tui.Scripts: the user's templates, then those that ship, last the files that cannot be one, with
// why.
func (s scripts) Templates(ctx context.Context) ([]tui.Template, error) {
	store := templateStore{}
	if s.dir != "" {
		store.dir = filepath.Join(s.dir, templateFolder)
	}
	all, broken, err := store.list(ctx)
	var out []tui.Template
	for _, t := range all {
		out = append(out, tui.Template{Name: t.Name, Help: t.Help, Path: t.Path, Script: t.Text})
	}
	for _, b := range broken {
		out = append(out, tui.Template{Name: b.file, Path: filepath.Join(store.dir, b.file), Unusable: b.why})
	}
	return out, err
}

// Load implements tui.Scripts. It takes plain files only: the screen must not wait for whoever would write into a
// pipe, and it owns the terminal.
func (s scripts) Load(ctx context.Context, path string) (tui.Template, error) {
	for _, home := range []string{"~/", "$HOME/", "${HOME}/"} { // as a shell has it
		if rest, ok := strings.CutPrefix(path, home); ok && s.home != "" {
			path = filepath.Join(s.home, rest)
		}
	}
	if path == stdinName {
		path = "./" + path // the screen owns the standard input
	}
	text, err := readPlainFile(ctx, path, "name a batch script on this machine")
	if err != nil {
		return tui.Template{}, err
	}
	return tui.Template{Name: filepath.Base(path), Path: path, Script: text}, nil
}

// Preview implements tui.Scripts.
func (s scripts) Preview(job slurm.Submission, version string) (tui.Preview, error) {
	known := s.settings
	known.SlurmVersion = or(known.SlurmVersion, version)
	return preview(job, known, s.local)
}

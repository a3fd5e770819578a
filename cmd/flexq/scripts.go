package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
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
}

// Templates implements tui.Scripts: every *.sbatch file of the templates folder, then those that ship. One that
// cannot be read is left out: it must not keep the others from being used.
func (s scripts) Templates(ctx context.Context) ([]tui.Template, error) {
	out, err := s.own(ctx)
	if err != nil {
		return nil, err
	}
	shipped, err := builtinTemplates()
	return append(out, shipped...), errors.Join(err, ctx.Err())
}

// own are the user's templates.
func (s scripts) own(ctx context.Context) ([]tui.Template, error) {
	if s.dir == "" {
		return nil, nil
	}
	dir := filepath.Join(s.dir, "templates")
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, unreadable(dir, err, "make it a folder that you can read: it holds your templates")
	}
	var out []tui.Template
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".sbatch" {
			continue
		}
		if t, err := s.Load(ctx, filepath.Join(dir, e.Name())); err == nil {
			t.Name, t.Help = strings.TrimSuffix(e.Name(), ".sbatch"), firstComment(t.Script)
			out = append(out, t)
		}
	}
	return out, nil
}

// Load implements tui.Scripts. It takes plain files only: the screen must not wait for whoever would write into a
// pipe, and it owns the terminal.
func (s scripts) Load(ctx context.Context, path string) (tui.Template, error) {
	if rest, ok := strings.CutPrefix(path, "~/"); ok && s.home != "" {
		path = filepath.Join(s.home, rest)
	}
	if path == stdinName {
		path = "./" + path // the screen owns the standard input
	}
	const cure = "name a batch script on this machine"
	switch info, err := os.Stat(path); {
	case err != nil:
		return tui.Template{}, unreadable(path, err, cure)
	case info.IsDir():
		return tui.Template{}, scriptFault(path+" is a folder", cure)
	case !info.Mode().IsRegular():
		return tui.Template{}, scriptFault(path+" is no plain file", cure)
	}
	text, err := readScript(ctx, nil, path)
	if err != nil {
		return tui.Template{}, err
	}
	return tui.Template{Name: filepath.Base(path), Path: path, Script: text}, nil
}

// Preview implements tui.Scripts.
func (s scripts) Preview(job slurm.Submission, version string) (tui.Preview, error) {
	known := s.settings
	known.SlurmVersion = or(known.SlurmVersion, version)
	text, err := submitRequest(job, known)
	if err != nil {
		return tui.Preview{}, err
	}
	return tui.Preview{Lines: strings.Split(string(text), "\n")}, nil
}

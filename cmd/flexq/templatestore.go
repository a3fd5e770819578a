package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"flexq/client/fault"
	"flexq/client/template"
	"flexq/config"
)

// templateFolder is the folder of the user's templates, in the config folder.
const templateFolder = "templates"

// scriptEnd ends the name of each file of a template.
const scriptEnd = ".sbatch"

// templateStore holds the user's templates, as files of one folder, and those that ship in the program. One of the
// user's goes before one of the same name that ships. Its errors are *fault.Fault.
type templateStore struct {
	dir string // the folder, which need not exist; "" if no folder can be named
}

// stored is a template with where it is.
type stored struct {
	template.Template
	Path string // "" for one that ships
}

// templates is the store of this user.
func (f *factory) templates() templateStore {
	dir, err := config.Dir(f.getenv)
	if err != nil {
		return templateStore{}
	}
	return templateStore{dir: filepath.Join(dir, templateFolder)}
}

// template finds a template by its name.
func (f *factory) template(ctx context.Context, name string) (template.Template, error) {
	t, err := f.templates().find(ctx, name)
	return t.Template, err
}

// names lists the names of all templates, for completion: what is wrong is not for there to say.
func (s templateStore) names(ctx context.Context) []string {
	all, _, err := s.list(ctx)
	if err != nil {
		return nil
	}
	var out []string
	for _, t := range all {
		out = append(out, t.Name)
	}
	return out
}

// unusable is a file in the folder of templates that cannot be one.
type unusable struct {
	file string // its name
	why  error  // a *fault.Fault, with what to do about it
}

// list reads the user's templates, by name, then those that ship. broken are files that cannot be read or whose name
// cannot be one: they must not keep the others from being used.
func (s templateStore) list(ctx context.Context) (all []stored, broken []unusable, err error) {
	all, broken, err = s.own(ctx)
	if err != nil {
		return nil, nil, err
	}
	shipped, err := builtinTemplates()
	if err != nil {
		return nil, nil, scriptFault(err.Error(), "")
	}
	for _, t := range shipped {
		if !slices.ContainsFunc(all, func(own stored) bool { return own.Name == t.Name }) {
			all = append(all, stored{Template: t})
		}
	}
	return all, broken, ctx.Err()
}

// own are the user's templates.
func (s templateStore) own(ctx context.Context) (all []stored, broken []unusable, err error) {
	if s.dir == "" {
		return nil, nil, nil
	}
	entries, err := os.ReadDir(s.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case err != nil:
		return nil, nil, unreadable(s.dir, err, "make it a folder that you can read: it holds your templates")
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), scriptEnd)
		if e.IsDir() || !ok || strings.HasPrefix(name, ".") {
			continue
		}
		t, err := s.read(ctx, name)
		if err != nil {
			broken = append(broken, unusable{e.Name(), err})
			continue
		}
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b stored) int { return cmp.Compare(a.Name, b.Name) })
	return all, broken, nil
}

// read reads one of the user's.
func (s templateStore) read(ctx context.Context, name string) (stored, error) {
	path, err := s.path(name)
	if err != nil {
		return stored{}, err
	}
	text, err := readPlainFile(ctx, path, "put a batch script there, or take it away")
	if err != nil {
		return stored{}, err
	}
	return stored{Template: template.Parse(name, text), Path: path}, nil
}

// find returns the template of that name. Of one that does not exist it says which name may be meant.
func (s templateStore) find(ctx context.Context, name string) (stored, error) {
	path, err := s.path(name)
	if err == nil && exists(path) {
		return s.read(ctx, strings.TrimSuffix(name, scriptEnd))
	}
	shipped, err := builtinTemplates()
	if err != nil {
		return stored{}, scriptFault(err.Error(), "")
	}
	for _, t := range shipped {
		if t.Name == strings.TrimSuffix(name, scriptEnd) {
			return stored{Template: t}, nil
		}
	}
	f := fault.New(fault.NotFound, "", fmt.Sprintf("there is no template %q", name))
	f.Cure = "`flexq templates list` lists them"
	if near := config.Nearest(name, s.names(ctx)); near != "" {
		f.Cure = fmt.Sprintf("did you mean %q?", near)
	}
	return stored{}, f
}

// path is where one of the user's templates is, or would be. The name may have the end of a file's name.
func (s templateStore) path(name string) (string, error) {
	name = strings.TrimSuffix(name, scriptEnd)
	if err := checkTemplateName(name); err != nil {
		return "", err
	}
	if s.dir == "" {
		return "", scriptFault("no folder for templates is known", "set HOME or XDG_CONFIG_HOME")
	}
	return filepath.Join(s.dir, name+scriptEnd), nil
}

// write puts a template into the folder, whole or not at all.
func (s templateStore) write(name, text string) (path string, err error) {
	if path, err = s.path(name); err != nil {
		return "", err
	}
	if err := config.WriteFile(path, []byte(text)); err != nil {
		return "", failure(fmt.Sprintf("%s cannot be written: %v", path, reasonOf(err)), cureOfWriting(err))
	}
	return path, nil
}

// cureOfWriting is what to do about a file that cannot be written.
func cureOfWriting(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "free some space there"
	case errors.Is(err, syscall.EDQUOT):
		return "delete something, since your quota there is used up"
	}
	return "look at what is there, and whether you can write to the folder"
}

// isBuiltin reports whether a template of this name ships in the program.
func isBuiltin(name string) bool {
	shipped, err := builtinTemplates()
	return err == nil && slices.ContainsFunc(shipped, func(t template.Template) bool { return t.Name == name })
}

// aside writes a text under a name that is free, where somebody else has taken or changed the one that it was to have.
func (s templateStore) aside(name, text string) (path string, err error) {
	const tries = 100
	for i := range tries {
		free := fmt.Sprintf("%.*s-edited-%d", longestName-12, name, i+1)
		if path, err = s.path(free); err != nil {
			return "", err
		}
		if !exists(path) {
			return s.write(free, text)
		}
	}
	return "", failure(fmt.Sprintf("there are %d templates %s-edited-N already", tries, name), "remove some")
}

// remove takes one of the user's away. Of a symbolic link that is the link.
func (s templateStore) remove(name string) error {
	path, err := s.path(name)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil {
		return failure(fmt.Sprintf("%s cannot be removed: %v", path, reasonOf(err)), "look at what is there, and whether you can write to the folder")
	}
	return nil
}

// exists reports whether there is a file of that name, be it one that cannot be read.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

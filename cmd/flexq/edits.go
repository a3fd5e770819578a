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
	"strconv"
	"strings"
	"time"

	"flexq/config"
	"flexq/tui"
)

// A script that the user's editor has is in a folder of its own beside the drafts: the script, a record of the form that
// it comes from, and a lock, which this program and the editor hold for as long as either runs. So what an editor has saved
// is found however the two have ended: a later look takes it among the drafts.
const (
	editRecord = "form.json" // of the form that the script comes from: while it is there, what was saved belongs to that
	editLeft   = "left.json" // in its place where the editor left more than the script
	editLock   = "lock"
	// oldEdit is the age at which what nobody has asked for goes.
	oldEdit = 30 * 24 * time.Hour
)

// lockState is whether somebody holds a lock.
type lockState uint8

const (
	held    lockState = iota // or nobody can tell
	missing                  // there is none
	freed                    // nobody did: the caller has it now
)

// editsOf is the folder of what is being edited, beside a folder of drafts.
func editsOf(drafts string) string { return filepath.Join(filepath.Dir(drafts), "edits") }

// takeEdits takes among the drafts what editors have saved whose flexq did not live to take it, and returns what it cannot
// take. What is still being edited is left alone. The caller holds d.mu.
func (d *draftFiles) takeEdits(ctx context.Context) error {
	entries, err := os.ReadDir(editsOf(d.dir))
	if err != nil {
		return nil //nolint:nilerr // nothing was edited
	}
	var errs []error
	for _, e := range entries[:min(len(entries), mostFiles)] {
		dir := filepath.Join(editsOf(d.dir), e.Name())
		if !e.IsDir() || ctx.Err() != nil {
			continue
		}
		free, is := takeFree(filepath.Join(dir, editLock))
		switch is {
		case held:
		case missing: // just made, or seen to before
			errs = append(errs, leftover(dir))
		case freed:
			errs = append(errs, d.takeEdit(ctx, dir))
			free()
			_ = os.Remove(dir) // if it is empty
		}
	}
	return errors.Join(errs...)
}

// takeEdit takes what was saved in one folder that nobody uses.
func (d *draftFiles) takeEdit(ctx context.Context, dir string) error {
	base, err := readDraft(filepath.Join(dir, editRecord))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return leftover(dir)
	case err != nil || !isDraftID(base.ID):
		return leave(dir)
	}
	file := filepath.Join(dir, editName(base.From))
	saved, err := readScript(ctx, nil, file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return leave(dir)
	case saved != base.Text && saved != "":
		if err := d.takeIn(ctx, base, saved, file); err != nil {
			return scriptFault("what an editor saved cannot be kept as a draft: "+whatAndCure(err), "it is in "+file)
		}
	}
	_ = os.Remove(file)
	for _, f := range others(dir) { // a swap file, say, of what was not saved
		if f != editRecord {
			return leave(dir)
		}
	}
	_ = os.Remove(filepath.Join(dir, editRecord))
	return nil
}

// takeIn stores what an editor saved as a newer state of the draft that it comes from; apart from that where it was sent
// or changed since.
func (d *draftFiles) takeIn(ctx context.Context, base tui.Draft, saved, file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return unkept(d.dir, err)
	}
	defer d.lock(ctx)()
	now, err := readDraft(d.path(base.ID))
	draft := base
	draft.Text, draft.Changed = saved, info.ModTime()
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err == nil && !now.Sent() && now.Text == saved:
		return nil
	case err == nil && !now.Sent() && now.Key == base.Key && !now.Changed.After(base.Changed):
	default:
		if err == nil {
			draft.Key = now.Key
		}
		draft.ID = d.freeID(base.ID)
	}
	data, err := encodeDraft(draft)
	if err != nil {
		return err
	}
	if err := config.WriteFile(d.path(draft.ID), data); err != nil {
		return unkept(d.dir, err)
	}
	return nil
}

// freeID is an id like that one which no draft has.
func (d *draftFiles) freeID(id string) string {
	base := id[:min(len(id), 56)]
	for n := 2; ; n++ {
		id := base + "-" + strconv.Itoa(n)
		if _, err := os.Lstat(d.path(id)); err != nil {
			return id
		}
	}
}

// leave says what an editor left that is no script to be taken; it stays where it is.
func leave(dir string) error {
	_ = os.Rename(filepath.Join(dir, editRecord), filepath.Join(dir, editLeft))
	return leftover(dir)
}

// leftover says what is in a folder that is of no draft any more, unless the user was told of it when that came about.
// After a while it goes.
func leftover(dir string) error {
	if info, err := os.Stat(dir); err != nil || time.Since(info.ModTime()) > oldEdit {
		_ = os.RemoveAll(dir)
		return nil
	}
	if _, err := os.Stat(filepath.Join(dir, editLeft)); err != nil {
		return nil
	}
	names := slices.DeleteFunc(others(dir), func(name string) bool { return name == editLeft })
	if len(names) == 0 {
		_ = os.RemoveAll(dir)
		return nil
	}
	return scriptFault(fmt.Sprintf("an editor that was ended left %s in %s", strings.Join(names[:min(len(names), 3)], ", "), dir),
		"it may hold what was not saved, as a swap file for `vim -r` does; else delete it")
}

// others are the files of a folder besides the lock.
func others(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var out []string
	for _, e := range entries {
		if e.Name() != editLock {
			out = append(out, e.Name())
		}
	}
	slices.SortFunc(out, cmp.Compare[string])
	return out
}

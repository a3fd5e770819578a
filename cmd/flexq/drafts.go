package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"flexq/client/journal"
	"flexq/config"
	"flexq/tui"
)

// draftFiles keeps the submit forms of the screen, each in a file of its own in the folder of what is kept of a target.
// It is safe for concurrent use, by several programs too: none takes the place of what it has not read. Its errors are
// *fault.Fault or *tui.Overtaken.
type draftFiles struct {
	dir    string
	mu     sync.Mutex
	waiter oneWaiter // for the lock of the folder
	slow   journal.Patience
	own    map[string]string // what this program wrote last of each draft, also when nobody waited for it any more
}

const (
	draftExt  = ".json"
	mostDraft = 4 << 20 // bytes of one file: a script has less than 1 MB, and JSON writes some letters with six
	mostSent  = 30      // forms that became jobs; the oldest go
	mostFiles = 2000    // looked at in one folder
)

// drafts keep the forms of a target; nil where there is no place for them.
func (f *factory) drafts(t config.Target) tui.Drafts {
	dir := f.stateDir(t)
	if dir == "" {
		return nil
	}
	return &draftFiles{dir: draftsOf(dir)}
}

// draftsOf is where the forms are in the folder of what is kept of a target.
func draftsOf(state string) string { return filepath.Join(state, "drafts") }

// isDraftID reports whether an id can be the name of a file on every system.
func isDraftID(id string) bool {
	ok := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-'
	}
	return id != "" && len(id) <= 64 && !strings.ContainsFunc(id, func(r rune) bool { return !ok(r) })
}

// List implements tui.Drafts. What editors have saved whose flexq was killed is taken among the drafts first. A file that
// holds no draft is left alone and named in the error; the others count. Of the forms that became jobs only the newest are
// kept.
func (d *draftFiles) List(ctx context.Context) ([]tui.Draft, error) {
	return inPatience(ctx, d, func(*atomic.Bool) ([]tui.Draft, error) { return d.list(ctx) })
}

func (d *draftFiles) list(ctx context.Context) ([]tui.Draft, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	untaken := d.takeEdits(ctx)
	entries, err := os.ReadDir(d.dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, untaken
	case err != nil:
		return nil, unreadable(d.dir, err, "make it a folder that you can read: it holds what you typed in Submit")
	}
	var out []tui.Draft
	var bad []string
	for _, e := range entries[:min(len(entries), mostFiles)] {
		id, ok := strings.CutSuffix(e.Name(), draftExt)
		if !ok || !isDraftID(id) || ctx.Err() != nil {
			continue
		}
		draft, err := readDraft(filepath.Join(d.dir, e.Name()))
		if err == nil && draft.ID != id {
			err = fmt.Errorf("it is the draft %q", draft.ID)
		}
		if err != nil {
			bad = append(bad, e.Name())
			continue
		}
		out = append(out, draft)
	}
	out = d.prune(out)
	if untaken != nil {
		return out, untaken
	}
	if len(bad) > 0 {
		return out, scriptFault(fmt.Sprintf("%s in %s cannot be read", strings.Join(bad[:min(len(bad), 3)], ", "), d.dir),
			"look at it: it may hold what you typed once; else delete it")
	}
	return out, ctx.Err()
}

// prune forgets the oldest of the forms that became jobs.
func (d *draftFiles) prune(list []tui.Draft) []tui.Draft {
	slices.SortFunc(list, func(a, b tui.Draft) int {
		return cmp.Or(b.Changed.Compare(a.Changed), cmp.Compare(a.ID, b.ID))
	})
	sent := 0
	return slices.DeleteFunc(list, func(draft tui.Draft) bool {
		if !draft.Sent() {
			return false
		}
		sent++
		return sent > mostSent && os.Remove(d.path(draft.ID)) == nil
	})
}

func (d *draftFiles) path(id string) string { return filepath.Join(d.dir, id+draftExt) }

// readDraft reads a plain file: the program must not wait for whoever would write into a pipe.
func readDraft(path string) (tui.Draft, error) {
	info, err := os.Lstat(path)
	if err != nil {
		return tui.Draft{}, err
	}
	if !info.Mode().IsRegular() || info.Size() > mostDraft {
		return tui.Draft{}, errors.New("it is no file of a draft")
	}
	f, err := os.Open(path)
	if err != nil {
		return tui.Draft{}, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, mostDraft))
	if err != nil {
		return tui.Draft{}, err
	}
	draft, err := decodeDraft(data)
	draft.Version = versionOf(data)
	return draft, err
}

// Store implements tui.Drafts: a reader, or whoever comes after a crash, finds the old state or the new one.
func (d *draftFiles) Store(ctx context.Context, draft tui.Draft, over string) (version string, err error) {
	return inPatience(context.WithoutCancel(ctx), d, func(*atomic.Bool) (string, error) { return d.store(ctx, draft, over) })
}

func (d *draftFiles) store(ctx context.Context, draft tui.Draft, over string) (version string, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if !isDraftID(draft.ID) {
		return "", scriptFault(fmt.Sprintf("a draft cannot be called %q", draft.ID), "")
	}
	data, err := encodeDraft(draft)
	if err != nil {
		return "", scriptFault(err.Error(), "")
	}
	if len(data) > mostDraft {
		return "", scriptFault("it is too large", "keep the script in a file of your own")
	}
	if err := os.MkdirAll(d.dir, 0o700); err != nil {
		return "", unkept(d.dir, err)
	}
	defer d.lock(ctx)()
	if err := d.overtaken(draft.ID, over); err != nil {
		return "", err
	}
	if err := config.WriteFile(d.path(draft.ID), data); err != nil {
		return "", unkept(d.dir, err)
	}
	if d.own == nil {
		d.own = map[string]string{}
	}
	d.own[draft.ID] = versionOf(data)
	return d.own[draft.ID], nil
}

// Drop implements tui.Drafts. What nobody waited for is not dropped later: it may be wanted by then.
func (d *draftFiles) Drop(ctx context.Context, id, over string) error {
	_, err := inPatience(context.WithoutCancel(ctx), d, func(late *atomic.Bool) (struct{}, error) {
		if late.Load() {
			return struct{}{}, nil
		}
		return struct{}{}, d.drop(ctx, id, over)
	})
	return err
}

func (d *draftFiles) drop(ctx context.Context, id, over string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !isDraftID(id) {
		return nil
	}
	defer d.lock(ctx)()
	if err := d.overtaken(id, over); err != nil {
		return err
	}
	if err := os.Remove(d.path(id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return unkept(d.dir, err)
	}
	return nil
}

// unkept is the fault of a draft that could not be written, with the system's own reason.
func unkept(dir string, err error) error {
	return scriptFault(fmt.Sprintf("nothing can be written to %s: %v", dir, reasonOf(err)), "make it a folder that you can write to")
}

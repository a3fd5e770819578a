package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"flexq/client/fault"
	"flexq/client/gateway"
	"flexq/config"
	"flexq/tui"
)

// editorOf is the user's editor as the environment names it: a command, perhaps with options.
func editorOf(getenv func(string) string) (string, error) {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if command := strings.TrimSpace(getenv(name)); command != "" {
			return command, nil
		}
	}
	return "", scriptFault("no editor is named", "set EDITOR, as in EDITOR=vim")
}

// editText lets the user edit a text on the terminal, and returns what came of it. Name is what the file is called
// while it is edited. The file is there until Done of what it returns: until then nothing that was typed can be lost. Its
// errors are *fault.Fault; with one there is neither.
func editText(ctx context.Context, st streams, getenv func(string) string, name, text string) (string, *editing, error) {
	e, err := beginEdit(ctx, st.Lent, getenv, "", name, text)
	if err != nil {
		return "", nil, err
	}
	e.SetStdin(st.In)
	e.SetStdout(st.Out)
	e.SetStderr(bare(st.Err))
	// Why the editor failed is told by Text too.
	_ = e.Run()
	edited, err := e.Text()
	if err != nil {
		return "", nil, err
	}
	return edited, e, nil
}

// kept is the error of a text that could not be put where it belongs, and says where it is.
func (e *editing) kept(err error) error {
	f := *fault.From(err)
	if f.Cure != "" {
		f.Cure += "; "
	}
	f.Cure += "what you typed is in " + e.file
	return &f
}

// editing is a text in a file of its own, which the user's editor changes. It implements tui.Editing.
type editing struct {
	ctx       context.Context // for the reading of what came of it, also when the run is about to end
	cmd       *exec.Cmd
	terminal  *lent
	dir, file string
	lock      *os.File // says that it is being edited; nil where there is none
	before    string   // the text as it was
	ran       bool
	err       error // of the editor
}

// beginEdit writes the text where only the user can read it: in a folder of its own in that one, or, where there is none
// or it cannot be written, among the files for a while. Done takes it away again.
func beginEdit(ctx context.Context, terminal *lent, getenv func(string) string, in, name, text string) (*editing, error) {
	editor, err := editorOf(getenv)
	if err != nil {
		return nil, err
	}
	e := &editing{ctx: context.WithoutCancel(ctx), terminal: terminal, before: text}
	if in != "" {
		if there := writtenInTime(ctx, *e, func(e *editing) error { return e.write(in, name) }); there != nil {
			e = there
		}
	}
	if e.file == "" {
		if err := e.write("", name); err != nil {
			return nil, unwritable(err)
		}
	}
	e.cmd = editorCommand(ctx, editor, e.file)
	bequeath(e.cmd, e.lock)
	return e, nil
}

// writtenInTime is that one once its text is written, nil if it cannot be or the folder does not answer soon.
func writtenInTime(ctx context.Context, e editing, write func(*editing) error) *editing {
	ctx, cancel := context.WithTimeout(ctx, draftWait)
	defer cancel()
	written := make(chan *editing)
	go func() {
		err := write(&e)
		if err != nil {
			close(written)
			return
		}
		select {
		case written <- &e:
		case <-ctx.Done():
			e.Done()
		}
	}()
	select {
	case there := <-written:
		return there
	case <-ctx.Done():
		return nil
	}
}

// write writes the text into a new folder in that one; "" is that for what may go.
func (e *editing) write(in, name string) (err error) {
	prefix := "flexq-edit-"
	if in != "" {
		prefix = ""
		if err := os.MkdirAll(in, 0o700); err != nil {
			return err
		}
	}
	if e.dir, err = os.MkdirTemp(in, prefix); err != nil {
		return err
	}
	if in != "" {
		e.lock = holdLock(filepath.Join(e.dir, editLock))
	}
	e.file = filepath.Join(e.dir, editName(name))
	if err = os.WriteFile(e.file, []byte(e.before), 0o600); err != nil {
		e.Done()
	}
	return err
}

// editorCommand runs the editor with its options, as git does: through a shell only if the shell has something to do. A
// shell between would end by a ctrl-c that is meant for the editor.
func editorCommand(ctx context.Context, editor, file string) *exec.Cmd {
	words := append(strings.Fields(editor), file)
	if needsShell(editor) && runtime.GOOS != "windows" {
		words = []string{"/bin/sh", "-c", editor + ` "$@"`, editor, file}
	}
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	if runtime.GOOS == "windows" {
		return cmd
	}
	// An editor that is asked to end can still save what it has, and leaves the terminal as it was.
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = 3 * time.Second
	return cmd
}

// needsShell reports whether a command is more than words: it has quotes, variables, or begins with a setting.
func needsShell(command string) bool {
	first, _, _ := strings.Cut(command, " ")
	return strings.ContainsAny(command, "|&;<>()$`\\\"'*?[]{}#~\n") || strings.Contains(first, "=")
}

// editName is a name for the file that no folder, option or shell takes for more than a name.
func editName(name string) string {
	clean := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '-', r == '_', r == '.':
			return r
		}
		return '_'
	}, strings.TrimSuffix(name, ".sbatch"))
	clean = strings.TrimLeft(clean, "-.")
	if clean == "" {
		clean = "script"
	}
	return clean[:min(len(clean), 60)] + ".sbatch"
}

func unwritable(err error) error {
	return scriptFault(fmt.Sprintf("there is no place for the text to be edited: %v", err), "set TMPDIR to a folder that can be written")
}

// SetStdin implements tea.ExecCommand.
func (e *editing) SetStdin(r io.Reader) { e.cmd.Stdin = r }

// SetStdout implements tea.ExecCommand.
func (e *editing) SetStdout(w io.Writer) { e.cmd.Stdout = w }

// SetStderr implements tea.ExecCommand.
func (e *editing) SetStderr(w io.Writer) { e.cmd.Stderr = w }

// Run runs the editor to its end.
func (e *editing) Run() error {
	e.ran = true
	e.terminal.lend()
	defer e.terminal.back()
	e.err = e.cmd.Run()
	return e.err
}

// Text is the text as the editor left it. Where the editor failed there is none: it may not have saved anything. What
// it left and cannot be taken stays on the disk, and the error says where.
func (e *editing) Text() (string, error) {
	var exit *exec.ExitError
	switch {
	case !e.ran:
		return "", scriptFault("the editor was not started", "")
	case errors.As(e.err, &exit):
		return "", failure(fmt.Sprintf("the editor ended with %v", exit.ProcessState), e.asItWas())
	case e.err != nil:
		e.Done()
		return "", scriptFault(fmt.Sprintf("the editor did not start: %v", e.err), "set EDITOR to the command of your editor, as in EDITOR=vim")
	}
	text, err := readScript(e.ctx, nil, e.file)
	switch {
	case fault.KindOf(err) == fault.TooLarge:
		return "", scriptFault(fmt.Sprintf("the text is larger than the %d KB that can be sent", gateway.MaxRequest/1000),
			"the text here is as it was; the edited one is in "+e.file)
	case fault.From(err) != nil:
		what := strings.ReplaceAll(fault.From(err).What, e.file, "the edited text")
		return "", scriptFault(what, e.asItWas())
	case err != nil:
		return "", err
	}
	return text, nil
}

// asItWas says that nothing was changed and, if the editor saved something before it failed, where that is.
func (e *editing) asItWas() string {
	const words = "the text here is as it was"
	if saved, err := os.ReadFile(e.file); err == nil && string(saved) != e.before {
		e.disown()
		return words + "; what the editor saved is in " + e.file
	}
	if left := e.swap(); left != "" {
		e.disown()
		return words + "; what the editor left is in " + left
	}
	e.Done()
	return words
}

// swap is a file that the editor made beside the script and left, "" if there is none: one that was killed keeps there
// what was not saved.
func (e *editing) swap() string {
	for _, name := range others(e.dir) {
		if name != filepath.Base(e.file) && name != editRecord {
			return filepath.Join(e.dir, name)
		}
	}
	return ""
}

// disown says that what the editor saved is not to be taken by a later look: the user was told where it is.
func (e *editing) disown() { _ = os.Remove(filepath.Join(e.dir, editRecord)) }

// note has a later look take what the editor saves for a newer state of that form, if this program does not live to.
func (e *editing) note(form tui.Draft) {
	if e.lock == nil {
		return
	}
	if data, err := encodeDraft(form); err == nil {
		_ = config.WriteFile(filepath.Join(e.dir, editRecord), data) // without it the file is there all the same
	}
}

// Saved implements tui.Editing.
func (e *editing) Saved() (text, file string, ok bool) {
	text, err := readScript(e.ctx, nil, e.file)
	if err != nil || text == "" || text == e.before {
		return "", "", false
	}
	return text, e.file, true
}

// Leave implements tui.Editing.
func (e *editing) Leave(form tui.Draft) { e.note(form) }

// Done takes the file away, unless an editor that went to the background still has it: a later look takes what that saves.
func (e *editing) Done() {
	if e.lock != nil {
		e.lock.Close()
		free, is := takeFree(e.lock.Name())
		if is == held && e.isUnchanged() {
			return
		}
		if is == freed {
			defer free()
		}
	}
	_ = os.RemoveAll(e.dir)
}

func (e *editing) isUnchanged() bool {
	saved, err := os.ReadFile(e.file)
	return err == nil && string(saved) == e.before
}

// editors hand the script of the submit form to the user's editor.
type editors struct {
	ctx      context.Context // of the run: an editor ends with it
	terminal *lent
	getenv   func(string) string
	dir      string // for what is being edited; "" where nothing is kept
}

// Begin implements tui.Editor.
func (e editors) Begin(form tui.Draft) (tui.Editing, error) {
	began, err := beginEdit(e.ctx, e.terminal, e.getenv, e.dir, form.From, form.Text)
	if err != nil {
		return nil, err // a nil pointer in an interface is not nil
	}
	began.note(form)
	return began, nil
}

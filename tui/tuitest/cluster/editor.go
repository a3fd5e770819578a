package cluster

import (
	"io"
	"sync/atomic"

	"flexq/tui"
)

// Editor is an editor that does what Edit says.
type Editor struct {
	Edit func(name, text string) (string, error)
	// Missing is why there is none.
	Missing error
	// Saves is what an editor has saved before it ends, if it ends well or not.
	Saves string

	done, left atomic.Int32
}

// SavedIn is the file that an Editor saves to.
const SavedIn = "/state/edits/1/x.sbatch"

// Begin implements tui.Editor.
func (e *Editor) Begin(form tui.Draft) (tui.Editing, error) {
	if e.Missing != nil {
		return nil, e.Missing
	}
	return &editing{editor: e, name: form.From, text: form.Text}, nil
}

// Done returns how many files were forgotten.
func (e *Editor) Done() int { return int(e.done.Load()) }

// Left returns how many were left to editors that may still run.
func (e *Editor) Left() int { return int(e.left.Load()) }

type editing struct {
	editor     *Editor
	name, text string
	err        error
}

func (e *editing) Run() error {
	e.text, e.err = e.editor.Edit(e.name, e.text)
	return e.err
}

func (e *editing) Text() (string, error) { return e.text, e.err }

func (e *editing) Saved() (text, file string, ok bool) {
	return e.editor.Saves, SavedIn, e.editor.Saves != ""
}

func (e *editing) Leave(tui.Draft)     { e.editor.left.Add(1) }
func (e *editing) Done()               { e.editor.done.Add(1) }
func (e *editing) SetStdin(io.Reader)  {}
func (e *editing) SetStdout(io.Writer) {}
func (e *editing) SetStderr(io.Writer) {}

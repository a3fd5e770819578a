// Package pane holds what the root and every pane agree on: how a pane is driven, what it may ask for in return,
// and the state of the data that it shows.
//
// A pane is a plain struct, not a tea.Model: Resize, Handle(action), View. It may import tui/widget/*, columns,
// theme, action, layout and the pure domain packages, and never another pane.
package pane

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/sbatch"
	"flexq/client/slurm"
	"flexq/tui/action"
	"flexq/tui/keymap"
	"flexq/tui/theme"
)

// Pane is one place of the screen. All methods are called from the root's Update and View only.
type Pane interface {
	// Resize gives the pane its room in cells. It may be as small as 1x1.
	Resize(w, h int)
	// Scope says in which scope keys are looked up now; where it OwnsText, every key that is no action is text for a
	// field of the pane.
	Scope() action.Scope
	// Handle does what an action asks, if it is one of the pane's.
	Handle(a action.Action) Outcome
	// Input takes a key that is not an action, only while Scope OwnsText.
	Input(msg tea.KeyPressMsg) Outcome
	// Paste takes pasted text, only while Scope OwnsText.
	Paste(text string) Outcome
	// Click takes a press of the left button at a cell of the pane.
	Click(x, y int, double bool) Outcome
	// View draws exactly the room that Resize gave: h lines of at most w cells.
	View() string
	// Hints are what the footer names, most wanted first.
	Hints() []Hint
	// Title says where one is, for the help.
	Title() string
}

// Hint is an action that is of use now. Text says what it does here; empty, it is what the action does everywhere.
type Hint struct {
	Action action.Action
	Text   string
}

// Hints are actions that do here what they do everywhere.
func Hints(list ...action.Action) []Hint {
	out := make([]Hint, len(list))
	for i, a := range list {
		out[i].Action = a
	}
	return out
}

// Deps are what every pane is built with. They never change while the pane lives, but for what the theme pointer
// shows after the terminal told its background.
type Deps struct {
	Theme      *theme.Theme
	Keys       *keymap.Map
	Now        func() time.Time // ours: ages of data, waits
	ClusterNow func() time.Time // the cluster's: elapsed times of jobs
	ReadOnly   bool
}

// Outcome is what became of an action: a command to run, something that only the root can do, and whether the
// pane knew the action at all.
type Outcome struct {
	Cmd     tea.Cmd
	Next    Next
	Handled bool
}

// Done is the outcome of an action that was handled and asks for nothing more.
func Done() Outcome { return Outcome{Handled: true} }

// Ask is the outcome of an action that wants the root to do n.
func Ask(n Next) Outcome { return Outcome{Handled: true, Next: n} }

// Next is a wish that only the root can fulfil. A pane never messages itself or a sibling.
type Next interface{ isNext() }

// The wishes.
type (
	// OpenJob opens a job's detail. Seen is the record of the list, to be shown until the detail is here.
	OpenJob struct {
		Ref  slurm.Ref
		Seen []slurm.Job
	}
	// AskCancel opens the dialog that cancels targets.
	AskCancel struct{ Targets []Target }
	// AskUpdate holds or releases jobs; more than one asks first.
	AskUpdate struct {
		Targets []Target
		Hold    bool
	}
	// AskSubmit opens the dialog that submits. Caution is what to think of first, if anything; Findings are what the
	// checks found that Slurm itself would take: the dialog lists them, and one may send in spite of them.
	AskSubmit struct {
		Job      slurm.Submission
		Caution  string
		Findings sbatch.Problems
		// Unchecked says that nothing is known of the cluster, so that the job was not held against it.
		Unchecked bool
	}
	// FillSubmit opens the submit form, filled from a job. Seen are other records of the same array or het job. A task of
	// an array stands for the whole array, unless it is to go alone.
	FillSubmit struct {
		From  slurm.Job
		Seen  []slurm.Job
		Alone bool
	}
	// OpenNode opens a node's detail.
	OpenNode struct{ Node string }
	// AskNodeUpdate opens the dialog that drains nodes, or lets them take jobs again. Hidden of them are marked and a
	// filter or a fold keeps them out of sight.
	AskNodeUpdate struct {
		Nodes  []string
		Drain  bool
		Hidden int
	}
	// AskReport opens the dialog that reports a node to the platform as faulty.
	AskReport struct{ Node string }
	// OpenEvents shows the events, filtered: "node:a3u7-a3u-3", "job:88214".
	OpenEvents struct{ Filter string }
	// Watch turns the watching of jobs on or off: notices tell of watched jobs. Name is the id as it is shown.
	Watch struct {
		Jobs []uint64
		Name string
	}
	// ShowText opens a window with text to scroll. Lines draws it on the Panel surface, in a width of so many cells.
	ShowText struct {
		Title string
		Lines func(width int) []string
	}
	// Load asks for a submit script by path, as typed.
	Load struct{ Path string }
	// PreviewSubmit asks for the exact request. Against are what keeps the form from being sent, in words: with any, the
	// job is what can be read of it.
	PreviewSubmit struct {
		Job     slurm.Submission
		Against []string
	}
	// EditText hands the terminal to the user's editor with a text. Name is what to call its file.
	EditText struct{ Name, Text string }
	// DropDraft forgets a draft for good.
	DropDraft struct{ ID string }
	// ListTemplates reads the templates anew: the picker was opened.
	ListTemplates struct{}
	// Copy puts text on the clipboard.
	Copy struct{ Text, What string }
	// Say shows a message in the footer.
	Say struct {
		Text string
		Tone theme.Tone
	}
	// Close leaves the pane for the one before.
	Close struct{}
)

func (OpenJob) isNext()       {}
func (AskCancel) isNext()     {}
func (AskUpdate) isNext()     {}
func (AskSubmit) isNext()     {}
func (FillSubmit) isNext()    {}
func (OpenNode) isNext()      {}
func (AskNodeUpdate) isNext() {}
func (AskReport) isNext()     {}
func (OpenEvents) isNext()    {}
func (Watch) isNext()         {}
func (ShowText) isNext()      {}
func (Load) isNext()          {}
func (PreviewSubmit) isNext() {}
func (EditText) isNext()      {}
func (DropDraft) isNext()     {}
func (ListTemplates) isNext() {}
func (Copy) isNext()          {}
func (Say) isNext()           {}
func (Close) isNext()         {}

// Target is one thing to cancel or change, pinned by its id: it stays the same job whatever the list does
// meanwhile.
type Target struct {
	Ref    slurm.Ref
	Key    uint64 // of the row, to mark it as being cancelled
	Name   string
	User   string
	State  string // in words, as the dialog shows it
	Tasks  int    // how many jobs end with it
	Ended  bool   // nothing of it is left to cancel
	Waits  bool   // some of it waits in the queue
	Hidden bool   // it is marked, and a filter keeps it out of sight
	Beyond int    // how many of its jobs a filter does not let through: they end all the same
}

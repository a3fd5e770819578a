// Package action names everything that a user can do on the screen. Keys, mouse and tests all send these values;
// panes handle them and never see a key (except inside a text field). The package imports nothing.
package action

// Action is one thing a user can ask for. The zero value asks for nothing.
type Action uint8

// The actions. Their order is of no meaning; names that users see and use in the config are in Meta.
const (
	None Action = iota

	Down
	Up
	HalfDown
	HalfUp
	PageDown
	PageUp
	Top
	Bottom
	Left
	Right

	Open
	OpenNode
	ShowEvents
	Back
	Filter
	Sort
	SortReverse
	Mine
	Fold
	Mark
	MarkRange
	MarkAll
	ClearMarks
	Watch
	Follow

	// Time axis of the lease timeline.
	ZoomIn
	ZoomOut
	Earlier
	Later
	Timeline

	Cancel
	Hold
	Release
	Submit
	SubmitLike
	CopyID
	Refresh

	// Actions on nodes.
	Drain
	Undrain
	ReportNode

	PaneJobs
	PanePools
	PaneEvents
	PaneSubmit
	NextPane
	PrevPane
	Help
	Quit
	ForceQuit
	Suspend

	// Form actions.
	FieldNext
	FieldPrev
	Send
	Preview
	Pick
	EditText
	SwitchPart
	Undo
	Redo
	DropDraft
	CopyRequest
	CopyCurl

	// Dialog actions.
	Yes
	No
	Confirm
	Dismiss
)

// Scope says where a key counts. A key is looked up in the scope of the place, then in the scopes that this one
// leaks to; a text field and a dialog leak nothing but ForceQuit and Suspend.
type Scope uint8

// The scopes, from the outermost inwards.
const (
	Global Scope = iota
	List
	Nodes  // the pools and their nodes
	Node   // one node
	Events // the stream of events
	Detail
	Form
	Dialog
	Text
	Picker  // a list that typing narrows
	Request // the exact request of a submit
)

// OwnsText reports whether keys that are no action of the scope are text there.
func (s Scope) OwnsText() bool { return s == Text || s == Form || s == Picker }

// Meta is what is known of an action besides its handling.
type Meta struct {
	Name      string // in the config and in the documentation: "cancel"
	Title     string // in the help: "cancel the marked jobs, or the selected one"
	Hint      string // in the footer: "cancel"
	Dangerous bool   // changes the cluster: asks first, refused in read-only mode
	Writes    bool   // changes the cluster without danger
}

// Meta returns what is known of a; an unknown value gives an empty Meta.
func (a Action) Meta() Meta {
	for _, e := range table() {
		if e.a == a {
			return e.m
		}
	}
	return Meta{}
}

// String returns the action's name.
func (a Action) String() string { return a.Meta().Name }

// Parse returns the action of a name, and false if there is none.
func Parse(name string) (Action, bool) {
	for _, e := range table() {
		if e.m.Name == name {
			return e.a, true
		}
	}
	return None, false
}

// All returns every action in the order of the help.
func All() []Action {
	t := table()
	out := make([]Action, len(t))
	for i, e := range t {
		out[i] = e.a
	}
	return out
}

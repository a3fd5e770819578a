package action

import "slices"

type entry struct {
	a Action
	m Meta
}

// table is a function and not a variable so that nothing can change it.
func table() []entry {
	return slices.Concat(moves(), lists(), changes(), places(), fields())
}

func moves() []entry {
	return []entry{
		{Down, Meta{Name: "down", Title: "one row down"}},
		{Up, Meta{Name: "up", Title: "one row up"}},
		{HalfDown, Meta{Name: "half-down", Title: "half a page down"}},
		{HalfUp, Meta{Name: "half-up", Title: "half a page up"}},
		{PageDown, Meta{Name: "page-down", Title: "a page down"}},
		{PageUp, Meta{Name: "page-up", Title: "a page up"}},
		{Top, Meta{Name: "top", Title: "first row"}},
		{Bottom, Meta{Name: "bottom", Title: "last row"}},
		{Left, Meta{Name: "left", Title: "fold the array; previous choice"}},
		{Right, Meta{Name: "right", Title: "unfold the array; next choice"}},
		{ZoomIn, Meta{Name: "zoom-in", Title: "show less time on the lease timeline, larger", Hint: "zoom"}},
		{ZoomOut, Meta{Name: "zoom-out", Title: "show more time on the lease timeline"}},
		{Earlier, Meta{Name: "earlier", Title: "move the lease timeline to earlier times"}},
		{Later, Meta{Name: "later", Title: "move the lease timeline to later times"}},
		{Timeline, Meta{Name: "timeline", Title: "columns, or the lease timeline in their place", Hint: "timeline"}},
	}
}

func lists() []entry {
	return []entry{
		{Open, Meta{Name: "open", Title: "open what is selected", Hint: "open"}},
		{OpenNode, Meta{Name: "open-node", Title: "open the node: the one whose lease ends first, or the event's", Hint: "node"}},
		{ShowEvents, Meta{Name: "show-events", Title: "show the events of this job, node or pool", Hint: "events"}},
		{Back, Meta{Name: "back", Title: "back one level; first drops an open range, then the marks, then the filter", Hint: "back"}},
		{Filter, Meta{Name: "filter", Title: "show only rows that hold every word; -word leaves out", Hint: "filter"}},
		{Sort, Meta{Name: "sort", Title: "sort by the next column", Hint: "sort"}},
		{SortReverse, Meta{Name: "sort-reverse", Title: "turn the order round"}},
		{Mine, Meta{Name: "mine", Title: "only my jobs, or all", Hint: "mine/all"}},
		{Fold, Meta{Name: "fold", Title: "fold or unfold the array or the pool under the cursor", Hint: "fold"}},
		{Mark, Meta{Name: "mark", Title: "mark or unmark the job, go one down", Hint: "mark"}},
		{MarkRange, Meta{Name: "mark-range", Title: "begin a range of marks; pressed again, mark it"}},
		{MarkAll, Meta{Name: "mark-all", Title: "mark all that is shown, or unmark all"}},
		{ClearMarks, Meta{Name: "clear-marks", Title: "unmark everything"}},

		{Watch, Meta{Name: "watch", Title: "watch the job, or stop: notices tell of watched and own jobs", Hint: "watch"}},
		{Follow, Meta{Name: "follow", Title: "stay at the newest event, or stop", Hint: "follow"}},
	}
}

func changes() []entry {
	return []entry{
		{Cancel, Meta{Name: "cancel", Title: "cancel the marked jobs, or the selected one (asks first)", Hint: "cancel", Dangerous: true}},
		{Hold, Meta{Name: "hold", Title: "hold the marked pending jobs, or the selected one", Hint: "hold", Writes: true}},
		{Release, Meta{Name: "release", Title: "release the marked held jobs, or the selected one", Hint: "release", Writes: true}},
		{Submit, Meta{Name: "submit", Title: "submit a job from a template or a file", Hint: "submit"}},
		{SubmitLike, Meta{Name: "submit-like", Title: "fill the submit form from the selected job", Hint: "submit like this"}},
		{CopyID, Meta{Name: "copy-id", Title: "copy the job id, or the node name", Hint: "copy id"}},
		{Refresh, Meta{Name: "refresh", Title: "ask the cluster now", Hint: "refresh"}},

		{Drain, Meta{Name: "drain", Title: "drain the node: it takes no more jobs (asks for a reason)", Hint: "drain", Dangerous: true}},
		{Undrain, Meta{Name: "undrain", Title: "resume the node: it takes jobs again (asks first)", Hint: "resume", Dangerous: true}},
		{ReportNode, Meta{Name: "report-node", Title: "report the node to the platform as faulty (asks first)", Hint: "report faulty", Dangerous: true}},
	}
}

func places() []entry {
	return []entry{
		{PaneJobs, Meta{Name: "pane-jobs", Title: "Jobs"}},
		{PanePools, Meta{Name: "pane-pools", Title: "Pools"}},
		{PaneEvents, Meta{Name: "pane-events", Title: "Events"}},
		{PaneSubmit, Meta{Name: "pane-submit", Title: "Submit"}},
		{NextPane, Meta{Name: "next-pane", Title: "next pane"}},
		{PrevPane, Meta{Name: "prev-pane", Title: "previous pane"}},
		{Help, Meta{Name: "help", Title: "all keys of this place", Hint: "help"}},
		{Quit, Meta{Name: "quit", Title: "leave flexq; jobs go on", Hint: "quit"}},
		{ForceQuit, Meta{Name: "force-quit", Title: "leave flexq from anywhere"}},
		{Suspend, Meta{Name: "suspend", Title: "suspend flexq; fg brings it back"}},
	}
}

// fields are the actions of forms and dialogs.
func fields() []entry {
	return []entry{
		{FieldNext, Meta{Name: "field-next", Title: "next field", Hint: "next field"}},
		{FieldPrev, Meta{Name: "field-prev", Title: "previous field"}},
		{Send, Meta{Name: "send", Title: "submit the job (asks first)", Hint: "submit", Dangerous: true}},
		{Pick, Meta{Name: "pick", Title: "pick another template or file; this form is kept", Hint: "template"}},
		{Preview, Meta{Name: "preview", Title: "show the exact request", Hint: "preview"}},
		{EditText, Meta{Name: "edit-text", Title: "edit the script in $VISUAL or $EDITOR", Hint: "$EDITOR"}},
		{SwitchPart, Meta{Name: "switch-part", Title: "from the fields to the script, or back", Hint: "fields/script"}},
		{Undo, Meta{Name: "undo", Title: "take back the last edit, of a field or of the script"}},
		{Redo, Meta{Name: "redo", Title: "make the edit again that was taken back"}},
		{DropDraft, Meta{Name: "drop-draft", Title: "forget the draft under the cursor for good", Hint: "forget draft"}},
		{CopyRequest, Meta{Name: "copy-request", Title: "copy the request", Hint: "copy"}},
		{CopyCurl, Meta{Name: "copy-curl", Title: "copy the request as a curl command", Hint: "copy as curl"}},

		{Yes, Meta{Name: "yes", Title: "yes"}},
		{No, Meta{Name: "no", Title: "no"}},
		{Confirm, Meta{Name: "confirm", Title: "do what is chosen", Hint: "confirm"}},
		{Dismiss, Meta{Name: "dismiss", Title: "close without doing anything"}},
	}
}

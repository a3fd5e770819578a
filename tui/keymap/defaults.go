package keymap

import "flexq/tui/action"

// defaults is a function so that nothing can change it. The keys are those that k9s, lazygit and vim have taught
// fingers; ctrl+d and ctrl+k, which delete in some tools, never do here.
func defaults() []Binding {
	var out []Binding
	add := func(s action.Scope, a action.Action, keys ...string) {
		for _, k := range keys {
			out = append(out, Binding{s, k, a})
		}
	}
	movement := func(s action.Scope) {
		add(s, action.Down, "j", "down")
		add(s, action.Up, "k", "up")
		add(s, action.HalfDown, "ctrl+d")
		add(s, action.HalfUp, "ctrl+u")
		add(s, action.PageDown, "pgdown", "ctrl+f")
		add(s, action.PageUp, "pgup", "ctrl+b")
		add(s, action.Top, "g", "home")
		add(s, action.Bottom, "G", "end")
	}

	add(action.Global, action.PaneJobs, "1")
	add(action.Global, action.PanePools, "2")
	add(action.Global, action.PaneSubmit, "3", "s")
	add(action.Global, action.NextPane, "tab")
	add(action.Global, action.PrevPane, "shift+tab")
	add(action.Global, action.Refresh, "r")
	add(action.Global, action.Help, "?")
	add(action.Global, action.Back, "esc")
	add(action.Global, action.Quit, "q")
	add(action.Global, action.ForceQuit, "ctrl+c")
	add(action.Global, action.Suspend, "ctrl+z")

	movement(action.List)
	add(action.List, action.Left, "left")
	add(action.List, action.Right, "right")
	add(action.List, action.Open, "enter")
	add(action.List, action.Filter, "/")
	add(action.List, action.Sort, "t")
	add(action.List, action.SortReverse, "T")
	add(action.List, action.Mine, "m")
	add(action.List, action.Fold, "z")
	add(action.List, action.Mark, "space")
	add(action.List, action.MarkRange, "v")
	add(action.List, action.MarkAll, "a")
	add(action.List, action.ClearMarks, "A")
	add(action.List, action.Cancel, "c")
	add(action.List, action.Hold, "h")
	add(action.List, action.Release, "H")
	add(action.List, action.SubmitLike, "S")
	add(action.List, action.CopyID, "y")

	movement(action.Detail)
	add(action.Detail, action.Cancel, "c")
	add(action.Detail, action.Hold, "h")
	add(action.Detail, action.Release, "H")
	add(action.Detail, action.SubmitLike, "S")
	add(action.Detail, action.CopyID, "y")

	add(action.Form, action.FieldNext, "tab")
	add(action.Form, action.FieldPrev, "shift+tab")
	add(action.Form, action.Send, "ctrl+s")
	add(action.Form, action.Preview, "ctrl+p")
	add(action.Form, action.Pick, "ctrl+o")
	add(action.Form, action.Help, "f1")
	add(action.Form, action.Back, "esc")

	add(action.Dialog, action.Yes, "y")
	add(action.Dialog, action.No, "n")
	add(action.Dialog, action.Confirm, "enter")
	add(action.Dialog, action.Dismiss, "esc", "q")
	add(action.Dialog, action.Left, "left", "shift+tab")
	add(action.Dialog, action.Right, "right", "tab")
	add(action.Dialog, action.Down, "j", "down")
	add(action.Dialog, action.Up, "k", "up")

	add(action.Text, action.Confirm, "enter")
	add(action.Text, action.Dismiss, "esc")
	return out
}

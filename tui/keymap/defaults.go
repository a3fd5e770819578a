package keymap

import (
	"strings"

	"flexq/tui/action"
)

// defaults is a function so that nothing can change it. The keys are those that k9s, lazygit and vim have taught
// fingers; ctrl+d and ctrl+k, which delete in some tools, never do here.
func defaults() []Binding {
	var out []Binding
	for _, part := range []struct {
		scope action.Scope
		keys  []keys
	}{
		{action.Global, globalKeys()},
		{action.List, append(moves(), listKeys()...)},
		{action.Nodes, append(moves(), nodeKeys()...)},
		{action.Node, append(moves(), oneNodeKeys()...)},
		{action.Events, append(moves(), eventKeys()...)},
		{action.Detail, append(moves(), detailKeys()...)},
		{action.Form, formKeys()},
		{action.Dialog, dialogKeys()},
		{action.Text, []keys{{action.Confirm, "enter"}, {action.Dismiss, "esc"}}},
		{action.Picker, pickerKeys()},
		{action.Request, append(moves(), requestKeys()...)},
	} {
		for _, k := range part.keys {
			for name := range strings.FieldsSeq(k.names) {
				out = append(out, Binding{part.scope, name, k.action})
			}
		}
	}
	return out
}

// keys are the names of an action's keys, separated by spaces.
type keys struct {
	action action.Action
	names  string
}

func moves() []keys {
	return []keys{
		{action.Down, "j down"},
		{action.Up, "k up"},
		{action.HalfDown, "ctrl+d"},
		{action.HalfUp, "ctrl+u"},
		{action.PageDown, "pgdown ctrl+f"},
		{action.PageUp, "pgup ctrl+b"},
		{action.Top, "g home"},
		{action.Bottom, "G end"},
	}
}

func globalKeys() []keys {
	return []keys{
		{action.PaneJobs, "1"},
		{action.PanePools, "2"},
		{action.PaneEvents, "3"},
		{action.PaneSubmit, "4"},
		{action.Submit, "s"},
		{action.NextPane, "tab"},
		{action.PrevPane, "shift+tab"},
		{action.Refresh, "r"},
		{action.Help, "?"},
		{action.Back, "esc"},
		{action.Quit, "q"},
		{action.ForceQuit, "ctrl+c"},
		{action.Suspend, "ctrl+z"},
	}
}

func listKeys() []keys {
	return []keys{
		{action.Left, "left"},
		{action.Right, "right"},
		{action.Open, "enter"},
		{action.OpenNode, "o"},
		{action.ShowEvents, "E"},
		{action.Filter, "/"},
		{action.Sort, "t"},
		{action.SortReverse, "T"},
		{action.Mine, "m"},
		{action.Fold, "z"},
		{action.Mark, "space"},
		{action.MarkRange, "v"},
		{action.MarkAll, "a"},
		{action.ClearMarks, "A"},
		{action.Watch, "w"},
		{action.Cancel, "c"},
		{action.Hold, "h"},
		{action.Release, "H"},
		{action.SubmitLike, "S"},
		{action.CopyID, "y"},
	}
}

func nodeKeys() []keys {
	return []keys{
		{action.Open, "enter"},
		{action.ShowEvents, "E"},
		{action.Filter, "/"},
		{action.Sort, "t"},
		{action.SortReverse, "T"},
		{action.Fold, "z"},
		{action.Mark, "space"},
		{action.ClearMarks, "A"},
		{action.Timeline, "b"},
		{action.ZoomIn, "+ ="},
		{action.ZoomOut, "-"},
		{action.Earlier, "left"},
		{action.Later, "right"},
		{action.Drain, "D"},
		{action.Undrain, "U"},
		{action.ReportNode, "F"},
		{action.CopyID, "y"},
	}
}

func oneNodeKeys() []keys {
	return []keys{
		{action.Open, "enter"},
		{action.ShowEvents, "E"},
		{action.Drain, "D"},
		{action.Undrain, "U"},
		{action.ReportNode, "F"},
		{action.CopyID, "y"},
	}
}

func eventKeys() []keys {
	return []keys{
		{action.Open, "enter"},
		{action.OpenNode, "o"},
		{action.Filter, "/"},
		{action.Follow, "f"},
		{action.CopyID, "y"},
	}
}

func detailKeys() []keys {
	return []keys{
		{action.Open, "enter"},
		{action.OpenNode, "o"},
		{action.ShowEvents, "E"},
		{action.Watch, "w"},
		{action.Cancel, "c"},
		{action.Hold, "h"},
		{action.Release, "H"},
		{action.SubmitLike, "S"},
		{action.CopyID, "y"},
	}
}

func formKeys() []keys {
	return []keys{
		{action.FieldNext, "tab"},
		{action.FieldPrev, "shift+tab"},
		{action.Send, "ctrl+s"},
		{action.Preview, "ctrl+p"},
		{action.Pick, "ctrl+o"},
		{action.EditText, "ctrl+e"},
		{action.SwitchPart, "ctrl+t"},
		{action.Undo, "ctrl+z ctrl+_"}, // in other places ctrl+z suspends: whoever types means undo
		{action.Redo, "ctrl+y alt+r"},
		{action.Help, "f1"},
		{action.Back, "esc"},
	}
}

func dialogKeys() []keys {
	return []keys{
		{action.Yes, "y"},
		{action.No, "n"},
		{action.Confirm, "enter"},
		{action.Dismiss, "esc q"},
		{action.Left, "left shift+tab"},
		{action.Right, "right tab"},
		{action.Down, "j down"},
		{action.Up, "k up"},
	}
}

func pickerKeys() []keys {
	return []keys{
		{action.Confirm, "enter"},
		{action.Dismiss, "esc"},
		{action.DropDraft, "ctrl+x"},
		{action.Help, "f1"},
	}
}

func requestKeys() []keys {
	return []keys{
		{action.Left, "left shift+tab"},
		{action.Right, "right tab"},
		{action.CopyRequest, "y"},
		{action.CopyCurl, "Y"},
	}
}

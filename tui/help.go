package tui

import (
	"strings"

	"flexq/tui/action"
	"flexq/tui/keymap"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// helpLines lists the keys that count in a scope, with what they do: first those of the place, then everywhere's.
func (a *App) helpLines(s action.Scope, width int) []string {
	th := a.theme
	var out []string
	part := func(title string, scope action.Scope) {
		var lines []string
		for _, act := range action.All() {
			keys := a.keysThatReach(s, scope, act)
			if keys == "" || scope != s && len(a.keys.Keys(s, act)) > 0 {
				continue // the place has said it
			}
			text := titleIn(s, act)
			if m := act.Meta(); a.opt.ReadOnly && (m.Dangerous || m.Writes) {
				text += " (off: read-only)"
			}
			lines = append(lines, a.helpLine(width, keys, text)...)
		}
		if len(lines) > 0 {
			out = append(out, th.PaintOn(theme.Panel, theme.Title, title))
			out = append(append(out, lines...), "")
		}
	}
	if s != action.Global {
		part("Here", s)
	}
	part("Everywhere", action.Global)
	switch s {
	case action.Form:
		out = append(out, a.editingKeys(width)...)
	case action.List, action.Detail:
		out = append(out, a.legend(width, jobStates(), leaseWords())...)
	case action.Nodes, action.Node:
		out = append(out, a.legend(width, nodeWords(), nodeSigns())...)
	case action.Events:
		out = append(out, a.legend(width, eventWords())...)
	case action.Global, action.Picker, action.Text, action.Dialog, action.Request:
	}
	return out
}

// titleIn says what an action does in a scope.
func titleIn(s action.Scope, act action.Action) string {
	if s == action.Form && act == action.Back {
		return "leave the form as it is; Submit comes back to it"
	}
	return act.Meta().Title
}

// editingKeys are those with which one types in the submit form. They are no actions: they are the same in all fields.
func (a *App) editingKeys(width int) []string {
	out := []string{a.theme.PaintOn(theme.Panel, theme.Title, "While typing")}
	drop := a.keysThatReach(action.Picker, action.Picker, action.DropDraft)
	for _, row := range [][2]string{
		{drop, "in the picker: forget the form under the cursor for good"},
		{"← → space", "the next or the previous of what a field offers to choose"},
		{"→", "at the end of a field: take what is proposed; once more, the next"},
		{"enter", "next field; in `more`: put the option into the script"},
		{"alt-b alt-f", "a word back, a word on; ctrl-left and ctrl-right too"},
		{"ctrl-a home end", "to the beginning, to the end of the line"},
		{"ctrl-w alt-d", "delete the word before the cursor, behind it"},
		{"ctrl-u ctrl-k", "delete all before the cursor, behind it"},
	} {
		if row[0] != "" {
			out = append(out, a.helpLine(width, a.keyLabel(row[0]), row[1])...)
		}
	}
	return append(out, "")
}

// keysThatReach are the keys of an action in one scope that act in another: in a form most keys are text.
func (a *App) keysThatReach(here, scope action.Scope, act action.Action) string {
	var names []string
	for _, k := range a.keys.Keys(scope, act) {
		if a.keys.Find(here, k) == act {
			names = append(names, keymap.Name(k))
		}
	}
	return a.keyLabel(strings.Join(names, " "))
}

// keyLabel writes the names of keys with the characters that the terminal can show.
func (a *App) keyLabel(names string) string {
	if a.opt.ASCII {
		return keymap.Plain(names)
	}
	return names
}

// helpLine is a key, or a code, and what it means.
func (a *App) helpLine(width int, key, text string) []string {
	return pane.Labelled(a.theme, theme.Panel, width, min(16, width/3),
		pane.Span{Text: key, Tone: theme.Key}, pane.Span{Text: text, Tone: theme.Normal})
}

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
	if s == action.Form {
		return append(out, a.editingKeys(width)...)
	}
	return append(out, a.legend(width)...)
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
	for _, row := range [][2]string{
		{"→", "at the end of a field: take what is proposed; once more, the next"},
		{"enter", "next field; in `more`: put the option into the script"},
		{"alt-b alt-f", "a word back, a word on; ctrl-left and ctrl-right too"},
		{"ctrl-a home end", "to the beginning, to the end of the line"},
		{"ctrl-w alt-d", "delete the word before the cursor, behind it"},
		{"ctrl-u ctrl-k", "delete all before the cursor, behind it"},
	} {
		out = append(out, a.helpLine(width, a.keyLabel(row[0]), row[1])...)
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

// legend explains the codes of the state column, and the signs at the states of nodes.
func (a *App) legend(width int) []string {
	var out []string
	part := func(title string, rows ...[2]string) {
		out = append(out, a.theme.PaintOn(theme.Panel, theme.Title, title))
		for _, r := range rows {
			out = append(out, a.helpLine(width, r[0], r[1])...)
		}
	}
	part("Job states",
		[2]string{"PD", "waiting in the queue"},
		[2]string{"CF", "its nodes are being started"},
		[2]string{"R", "running"},
		[2]string{"S", "suspended"},
		[2]string{"CG", "ending: its processes are being stopped"},
		[2]string{"CD", "completed"},
		[2]string{"CA", "cancelled"},
		[2]string{"F", "failed: exit code not zero, or killed by a signal"},
		[2]string{"TO", "reached its time limit"},
		[2]string{"NF", "a node under it failed"},
		[2]string{"OOM", "out of memory"},
		[2]string{"PR", "preempted"},
		[2]string{"RQ", "requeued"})
	out = append(out, "")
	part("What the leases mean for a job",
		[2]string{"! -18h12m", "will be killed: by how much its limit passes the first lease end; or no pool lives so long"},
		[2]string{"! no limit", "the same, and it has no time limit"},
		[2]string{"~ tight 35m", "fits, with so little to spare"},
		[2]string{"fits", "ends before the first lease does"},
		[2]string{"?", "the end of a lease is not known"},
		[2]string{"-", "no lease"},
		[2]string{"filter", "risk:killed,tight,cannot,fits,unknown,none  lease:<6h"})
	out = append(out, "")
	part("Words of the filter of nodes",
		[2]string{"node: pool: part:", "of a node, of a pool, of a partition; several with commas"},
		[2]string{"job:88214", "with the job, or one of its tasks, on it"},
		[2]string{"state:drain,down", "in one of these states, or with such a flag"},
		[2]string{"lease:<6h", "by what is left; lease:? where that is not known, lease:none without an end"})
	out = append(out, "")
	part("Words of the filter of events",
		[2]string{"node: job: pool:", "of a node, of a job and its tasks, of a pool"},
		[2]string{"type:drain", "of the kinds that have it in their name; several with commas"},
		[2]string{"sev:warning", "as severe as that, or more"})
	out = append(out, "")
	part("Signs after the state of a node",
		[2]string{"~", "powered down"},
		[2]string{"#", "powering up"},
		[2]string{"%", "powering down"},
		[2]string{"!", "to be powered down"},
		[2]string{"*", "does not answer"},
		[2]string{"$", "in maintenance"},
		[2]string{"@", "to be rebooted"},
		[2]string{"^", "rebooting"},
		[2]string{"-", "planned for a job"})
	return out
}

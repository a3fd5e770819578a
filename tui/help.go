package tui

import (
	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/theme"
)

// helpLines lists the keys that count in a scope, with what they do: first those of the place, then everywhere's.
func (a *App) helpLines(s action.Scope) []string {
	th := a.theme
	var out []string
	part := func(title string, scope action.Scope) {
		var lines []string
		for _, act := range action.All() {
			if len(a.keys.Keys(scope, act)) == 0 {
				continue
			}
			label := fit.String(a.keys.Label(scope, act), 16, fit.Left, th.Glyphs().Ellipsis)
			text := act.Meta().Title
			if m := act.Meta(); a.opt.ReadOnly && (m.Dangerous || m.Writes) {
				text += " (off: read-only)"
			}
			lines = append(lines, th.PaintOn(theme.Panel, theme.Key, label)+" "+th.PaintOn(theme.Panel, theme.Normal, text))
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
	return append(out, a.legend()...)
}

// legend explains the codes of the state column.
func (a *App) legend() []string {
	th := a.theme
	out := []string{th.PaintOn(theme.Panel, theme.Title, "Job states")}
	for _, e := range [][2]string{
		{"PD", "waiting in the queue"},
		{"CF", "its nodes are being started"},
		{"R", "running"},
		{"S", "suspended"},
		{"CG", "ending: its processes are being stopped"},
		{"CD", "completed"},
		{"CA", "cancelled"},
		{"F", "failed: exit code not zero, or killed by a signal"},
		{"TO", "reached its time limit"},
		{"NF", "a node under it failed"},
		{"OOM", "out of memory"},
		{"PR", "preempted"},
		{"RQ", "requeued"},
	} {
		out = append(out, th.PaintOn(theme.Panel, theme.Key, fit.String(e[0], 16, fit.Left, "")+" ")+
			th.PaintOn(theme.Panel, theme.Normal, e[1]))
	}
	return append(out, "", th.PaintOn(theme.Panel, theme.Title, "Node states"),
		th.PaintOn(theme.Panel, theme.Normal, "A sign after the state: ~ powered down, # powering up, % powering down, ! to be powered down,"),
		th.PaintOn(theme.Panel, theme.Normal, "* does not answer, $ maintenance, @ to be rebooted, ^ rebooting, - planned for a job."))
}

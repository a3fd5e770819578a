package tui

import "flexq/tui/theme"

// explained are codes, signs or words of one kind, with what they mean.
type explained struct {
	title string
	rows  [][2]string
}

// legend explains what a place shows.
func (a *App) legend(width int, parts ...explained) []string {
	var out []string
	for _, p := range parts {
		out = append(out, a.theme.PaintOn(theme.Panel, theme.Title, p.title))
		for _, r := range p.rows {
			out = append(out, a.helpLine(width, r[0], r[1])...)
		}
		out = append(out, "")
	}
	return out
}

// jobStates are the codes of the state column.
func jobStates() explained {
	return explained{"Job states", [][2]string{
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
	}}
}

func leaseWords() explained {
	return explained{"What the leases mean for a job", [][2]string{
		{"! -18h12m", "will be killed: by how much its limit passes the first lease end; or no pool lives so long"},
		{"! no limit", "the same, and it has no time limit"},
		{"~ tight 35m", "fits, with so little to spare"},
		{"fits", "ends before the first lease does"},
		{"?", "the end of a lease is not known"},
		{"-", "no lease"},
		{"filter", "risk:killed,tight,cannot,fits,unknown,none  lease:<6h"},
	}}
}

func nodeWords() explained {
	return explained{"Words of the filter of nodes", [][2]string{
		{"node: pool: part:", "of a node, of a pool, of a partition; several with commas"},
		{"job:88214", "with the job, or one of its tasks, on it"},
		{"state:drain,down", "in one of these states, or with such a flag"},
		{"lease:<6h", "by what is left; lease:? where that is not known, lease:none without an end"},
	}}
}

func eventWords() explained {
	return explained{"Words of the filter of events", [][2]string{
		{"node: job: pool:", "of a node, of a job and its tasks, of a pool"},
		{"type:drain", "of the kinds that have it in their name; several with commas"},
		{"sev:warning", "as severe as that, or more"},
	}}
}

func nodeSigns() explained {
	return explained{"Signs after the state of a node", [][2]string{
		{"~", "powered down"},
		{"#", "powering up"},
		{"%", "powering down"},
		{"!", "to be powered down"},
		{"*", "does not answer"},
		{"$", "in maintenance"},
		{"@", "to be rebooted"},
		{"^", "rebooting"},
		{"-", "planned for a job"},
	}}
}

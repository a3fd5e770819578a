// Package tui is the screen of flexq: the only tea.Model of the program, which routes keys to actions, actions to
// panes, replies to feeds, and draws header, panes, dialogs and footer.
//
// It does no I/O of its own: everything is asked of a Service, in commands that carry a context. It may import
// tui/*, and of client only the pure packages (slurm, fault, flex, sbatch, poll).
//
//	err := tui.Run(ctx, tui.Options{Service: api, Scripts: scripts, Context: "train-eu", Now: time.Now})
package tui

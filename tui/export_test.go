package tui

import (
	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
)

// Refreshed is the message by which a poll of the program would bring a list.
func Refreshed(a *App, list slurm.List[slurm.Job]) tea.Msg {
	gen, _, ok := a.jobsFeed.Begin(a.opt.Now())
	if !ok {
		return nil
	}
	return jobsArrived{gen: gen, list: list}
}

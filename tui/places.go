package tui

import (
	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
	"flexq/tui/theme"
)

// visit is a place with what was shown there, to come back to.
type visit struct {
	at   place
	ref  slurm.Ref // of the job, for placeJob
	node string    // for placeNode
}

func (a *App) here() visit { return visit{a.front, a.jobRef, a.node.Node()} }

// tab is the place in front, or the list that it was opened from.
func (a *App) tab() place {
	switch a.front {
	case placeJob:
		return placeJobs
	case placeNode:
		return placePools
	case placeJobs, placePools, placeEvents, placeSubmit:
	}
	return a.front
}

// show brings a place to the front by its key.
func (a *App) show(p place) tea.Cmd {
	if p == a.front {
		return nil
	}
	a.message = message{} // what was said was about the place that is left
	if p == placeJobs {
		a.back = nil
	} else {
		a.back = append(a.back, a.here())
	}
	return a.put(p)
}

// put brings a place to the front, and asks for what it shows.
func (a *App) put(p place) tea.Cmd {
	a.front = p
	a.events.Front(p == placeEvents)
	a.tellNode()
	a.tellSubmit()
	a.tellOwnJobs()
	a.layout()
	if p == placePools || p == placeNode {
		return tea.Batch(a.sooner(nodesFeed, false), a.sooner(poolsFeed, false), a.joinNodes())
	}
	if p == placeSubmit {
		return a.visitSubmit()
	}
	return nil
}

// goBack returns to the place before, and to the job or node that was shown there.
func (a *App) goBack() tea.Cmd {
	if t := a.message.tone; t != theme.Good && t != theme.Bad { // those tell what became of something
		a.message = message{}
	}
	n := len(a.back)
	if n == 0 {
		if a.front == placeJobs {
			return nil
		}
		return a.put(placeJobs)
	}
	v := a.back[n-1]
	a.back = a.back[:n-1]
	cmd := a.put(v.at)
	switch {
	case v.at == placeJob && v.ref != a.jobRef:
		a.jobRef = v.ref
		a.job.Show(v.ref, nil)
		return tea.Batch(cmd, a.askJob())
	case v.at == placeNode && v.node != a.node.Node():
		a.node.Show(v.node)
	}
	return cmd
}

// openNode shows a node.
func (a *App) openNode(name string) tea.Cmd {
	if a.front == placeNode && name == a.node.Node() {
		return nil
	}
	a.back = append(a.back, a.here())
	a.node.Show(name)
	return a.put(placeNode)
}

// showEvents shows what happened to the job, node or pool that is in front or under the cursor.
func (a *App) showEvents() tea.Cmd {
	switch a.front {
	case placeJob:
		return a.openEvents("job:" + a.jobRef.String())
	case placeNode:
		return a.openEvents("node:" + a.node.Node())
	case placeJobs:
		if row, ok := a.jobs.Current(); ok {
			return a.openEvents("job:" + row.Ref().String())
		}
	case placePools:
		if filter := a.pools.Subject(); filter != "" {
			return a.openEvents(filter)
		}
	case placeEvents, placeSubmit:
	}
	return nil
}

// openEvents shows the events that a filter lets through.
func (a *App) openEvents(filter string) tea.Cmd {
	a.events.Search(filter)
	return a.show(placeEvents)
}

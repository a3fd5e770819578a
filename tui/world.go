package tui

import (
	"cmp"
	"slices"

	tea "charm.land/bubbletea/v2"

	"flexq/client/preflight"
	"flexq/client/slurm"
	"flexq/tui/pane/submit"
)

type accessArrived struct {
	ticket int
	access slurm.Access
	err    error
}

// visitSubmit asks for what the form offers and may have changed since it was last in front: templates, drafts of other
// programs, the user's rights, and whether all this can be kept.
func (a *App) visitSubmit() tea.Cmd {
	return tea.Batch(fetchTemplates(a.ctx, a.opt.Scripts), listDrafts(a.ctx, a.drafts.keeper), a.askAccess(), a.checkStorage())
}

// askAccess asks for the user's rights, once they are of use and not known; a question before it is void then.
func (a *App) askAccess() tea.Cmd {
	if a.opt.Access == nil || a.front != placeSubmit || !a.accessOld {
		return nil
	}
	a.accessOld = false
	a.accessAsked++
	ctx, from, user, ticket := a.ctx, a.opt.Access, a.user, a.accessAsked
	return func() tea.Msg {
		access, err := from.Access(ctx, user)
		return accessArrived{ticket, access, err}
	}
}

// onAccess takes the user's rights. What of them cannot be had is not checked against.
func (a *App) onAccess(m accessArrived) {
	if m.ticket != a.accessAsked {
		return
	}
	a.access = nil
	if m.err == nil || m.access.Partitions != nil { // partitions, licences and reservations are known without accounting
		a.access = &m.access
	}
	a.tellSubmit()
}

func (a *App) onPartitions(m partitionsArrived) {
	if m.err == nil {
		a.partitions = m.list
	}
	a.tellSubmit()
}

// knowCluster takes note of what the cluster says of itself.
func (a *App) knowCluster(about slurm.Cluster) tea.Cmd {
	a.about = about
	a.submit.SetVersion(about.DataVersion)
	if a.user == "" && about.User != "" {
		return a.knowUser(about.User)
	}
	return nil
}

// tellSubmit hands the form what its checks need, while it is in front.
func (a *App) tellSubmit() {
	if a.front != placeSubmit {
		return
	}
	w := preflight.World{
		Now: a.opt.ClusterNow(), User: a.user, Partitions: a.partitions, Nodes: a.nodesFeed.Items(),
		Outlook: a.sight.outlook, Access: a.access, Margin: a.opt.Margin, Queue: a.jobsFeed.Items(),
		Enforces: preflight.Enforces(a.jobsFeed.Items()),
	}
	if p := a.poolsFeed.Items(); len(p) > 0 {
		w.Pools = p[0]
	}
	a.submit.SetWorld(w)
}

// mostOwn is how many of the user's own jobs are offered to be submitted again.
const mostOwn = 20

// tellOwnJobs hands the form the user's newest jobs, while it is in front.
func (a *App) tellOwnJobs() {
	if a.front != placeSubmit || a.user == "" {
		return
	}
	var own []slurm.Job
	jobs := a.jobsFeed.Items()
	for i := range jobs {
		if jobs[i].User == a.user {
			own = append(own, jobs[i])
		}
	}
	slices.SortFunc(own, func(x, y slurm.Job) int {
		return cmp.Or(cmp.Compare(y.Submit, x.Submit), cmp.Compare(y.ID, x.ID))
	})
	a.submit.SetOwnJobs(own[:min(len(own), mostOwn)])
}

// submitSettings are what the context says of jobs; while the user is not known, with the mark that stands for one.
func (a *App) submitSettings() submit.Settings {
	d := slurm.Defaults(a.opt.Defaults)
	if a.user != "" {
		d = d.For(a.user)
	}
	return submit.Settings{
		Account: d.Account, Partition: d.Partition, QOS: d.QOS, WorkDir: d.WorkDir, Env: d.Env, ReadOnly: a.opt.ReadOnly,
	}
}

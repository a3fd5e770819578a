package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// clusterEvery is how often the version and the controllers are asked for again; sooner after a failure.
const clusterEvery = 5 * time.Minute

// poll asks for a kind of data now, unless a call is under way.
func (a *App) poll(f what) tea.Cmd {
	now := a.opt.Now()
	switch f {
	case jobsFeed:
		gen, since, ok := a.jobsFeed.Begin(now)
		a.jobs.SetStatus(a.jobsFeed.Status())
		if ok {
			return fetchJobs(a.ctx, a.opt.Service, gen, since)
		}
	case nodesFeed:
		gen, _, ok := a.nodesFeed.Begin(now)
		if ok {
			return fetchNodes(a.ctx, a.opt.Service, gen)
		}
	case poolsFeed:
		gen, _, ok := a.poolsFeed.Begin(now)
		if ok {
			return fetchPools(a.ctx, a.opt.Service, gen)
		}
	}
	return nil
}

func (a *App) onDue(m pollDue) tea.Cmd {
	var due bool
	switch m.feed {
	case jobsFeed:
		due = a.jobsFeed.Due(m.ticket)
	case nodesFeed:
		due = a.nodesFeed.Due(m.ticket)
	case poolsFeed:
		due = a.poolsFeed.Due(m.ticket)
	}
	if !due {
		return nil
	}
	return a.poll(m.feed)
}

// refresh asks for everything that the place in front shows.
func (a *App) refresh() tea.Cmd {
	cmds := []tea.Cmd{a.poll(jobsFeed)}
	if a.front == placePools {
		cmds = append(cmds, a.poll(nodesFeed), a.poll(poolsFeed))
	}
	if a.front == placeJob || a.isWide() {
		cmds = append(cmds, a.askJob())
	}
	if a.aboutErr != nil {
		cmds = append(cmds, a.askCluster())
	}
	return tea.Batch(cmds...)
}

func (a *App) onJobs(m jobsArrived) tea.Cmd {
	next, ok := a.jobsFeed.Arrived(m.gen, m.list, m.err, a.opt.Now())
	if !ok {
		return nil
	}
	a.settle(m.err)
	if next.Fresh {
		a.prove(a.jobsFeed.Items())
		a.learnUser(a.jobsFeed.Items())
		a.jobs.Apply(a.jobsFeed.Items())
		a.job.Seen(a.jobsFeed.Items())
		a.pools.ApplyJobs(a.jobsFeed.Items())
	}
	a.jobs.SetStatus(a.jobsFeed.Status())
	cmds := []tea.Cmd{a.tick(next.Wait, pollDue{jobsFeed, next.Ticket})}
	if next.Fresh && a.front == placeJob && a.job.Wants() {
		cmds = append(cmds, a.askJob())
	}
	return tea.Batch(cmds...)
}

func (a *App) onNodes(m nodesArrived) tea.Cmd {
	next, ok := a.nodesFeed.Arrived(m.gen, m.list, m.err, a.opt.Now())
	if !ok {
		return nil
	}
	if next.Fresh {
		a.pools.ApplyNodes(a.nodesFeed.Items())
	}
	a.pools.SetStatus(a.nodesFeed.Status())
	return a.tick(next.Wait, pollDue{nodesFeed, next.Ticket})
}

func (a *App) onPools(m poolsArrived) tea.Cmd {
	list := slurm.List[flex.Pools]{Items: []flex.Pools{m.pools}, AsOf: a.opt.Now()}
	next, ok := a.poolsFeed.Arrived(m.gen, list, m.err, a.opt.Now())
	if !ok {
		return nil
	}
	a.pools.ApplyPools(m.pools, m.err)
	return a.tick(next.Wait, pollDue{poolsFeed, next.Ticket})
}

// askCluster asks what the cluster is; a question before it is void then, and so is its timer.
func (a *App) askCluster() tea.Cmd {
	a.aboutAsked++
	return fetchCluster(a.ctx, a.opt.Service, a.aboutAsked)
}

func (a *App) onCluster(m clusterArrived) tea.Cmd {
	if m.ticket != a.aboutAsked {
		return nil
	}
	a.aboutErr = m.err
	if m.err != nil {
		return a.tick(15*time.Second, clusterDue{m.ticket})
	}
	a.about = m.about
	if a.user == "" && m.about.User != "" {
		a.knowUser(m.about.User)
	}
	return a.tick(clusterEvery, clusterDue{m.ticket})
}

// knowUser takes note of whose jobs "mine" are, once the cluster or a submit of ours tells.
func (a *App) knowUser(user string) {
	a.user = user
	a.jobs.SetUser(user)
}

// learnUser finds out who we are from a job that we have submitted: the cluster itself does not tell.
func (a *App) learnUser(list []slurm.Job) {
	if a.user != "" || a.submitted == 0 {
		return
	}
	for i := range list {
		if list[i].ID == a.submitted {
			a.knowUser(list[i].User)
			return
		}
	}
}

// settle drops the retry notice once the call that it was about has ended.
func (a *App) settle(err error) {
	if err == nil {
		a.retry = nil
	}
}

func (a *App) onRetry(m retrying) tea.Cmd {
	r := Retry(m)
	a.retry, a.retryAt = &r, a.opt.Now().Add(r.Wait)
	return nextRetry(a.ctx, a.opt.Retries)
}

func (a *App) onFocus(focused bool) tea.Cmd {
	if focused == !a.blurred {
		return nil
	}
	a.blurred = !focused
	a.jobsFeed.Focus(focused)
	a.nodesFeed.Focus(focused)
	a.poolsFeed.Focus(focused)
	if !focused {
		return nil
	}
	return tea.Batch(a.refresh(), a.startClock())
}

// startClock begins a tick a second, by which ages and elapsed times move; a new one makes the old one void.
func (a *App) startClock() tea.Cmd {
	a.clock++
	return a.tick(time.Second, secondPassed{a.clock})
}

func (a *App) onSecond(m secondPassed) tea.Cmd {
	if m.ticket != a.clock {
		return nil
	}
	a.message.age(a.opt.Now())
	every := time.Second
	if a.blurred {
		every = 10 * time.Second
	}
	return a.tick(every, secondPassed{a.clock})
}

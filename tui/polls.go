package tui

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/feed"
	"flexq/tui/fit"
	"flexq/tui/pane"
)

// clusterEvery is how often the version and the controllers are asked for again; sooner after a failure.
const clusterEvery = 5 * time.Minute

// userLater is when it is asked again while only the user is still being found out; each time after twice as long.
const userLater = 5 * time.Second

// poll asks for a kind of data now, unless a call is under way. The whole list is asked for on demand: "nothing
// changed" is the server's word for it, by the server's clock.
func (a *App) poll(f what, whole bool) tea.Cmd {
	now := a.opt.Now()
	switch f {
	case jobsFeed:
		gen, since, ok := a.jobsFeed.Begin(now)
		a.jobs.SetStatus(a.jobsFeed.Status())
		if whole {
			since = 0
		}
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
	if !a.feed(m.feed).Due(m.ticket) {
		return nil
	}
	return a.poll(m.feed, m.whole)
}

// poller is what a feed is, whatever its items.
type poller interface {
	Due(ticket int) bool
	Sooner(now time.Time, byHand bool) (feed.Next, bool)
	Focus(on bool)
	Status() pane.Status
}

func (a *App) feed(f what) poller {
	switch f {
	case nodesFeed:
		return a.nodesFeed
	case poolsFeed:
		return a.poolsFeed
	case jobsFeed:
	}
	return a.jobsFeed
}

// sooner brings the next call for a kind of data forward, by hand or because the screen is looked at again.
func (a *App) sooner(f what, byHand bool) tea.Cmd {
	n, ok := a.feed(f).Sooner(a.opt.Now(), byHand)
	switch {
	case !ok:
		return nil
	case n.Wait <= 0:
		return a.poll(f, byHand)
	}
	return a.tick(n.Wait, pollDue{f, n.Ticket, byHand})
}

// refresh asks again for everything that the place in front shows.
func (a *App) refresh() tea.Cmd {
	a.opt.Service.Refresh()
	return a.look(true)
}

func (a *App) look(byHand bool) tea.Cmd {
	cmds := []tea.Cmd{a.sooner(jobsFeed, byHand)}
	if a.front == placePools || a.front == placeNode {
		cmds = append(cmds, a.sooner(nodesFeed, byHand), a.sooner(poolsFeed, byHand))
	}
	if a.front == placeJob && byHand {
		cmds = append(cmds, a.askJob())
	}
	if a.aboutErr != nil && byHand {
		cmds = append(cmds, a.askCluster())
	}
	a.accessOld = a.accessOld || byHand
	if a.unsettled && byHand {
		cmds = append(cmds, a.settle())
	}
	return tea.Batch(cmds...)
}

func (a *App) onJobs(m jobsArrived) tea.Cmd {
	next, ok := a.jobsFeed.Arrived(m.gen, m.list, m.err, a.opt.Now())
	if !ok {
		return nil
	}
	a.saw(&a.sight.jobs, a.jobsFeed.Status().AsOf)
	a.sight.news = a.sight.news || next.Fresh
	cmds := []tea.Cmd{a.tick(next.Wait, pollDue{jobsFeed, next.Ticket, false})}
	if next.Fresh {
		a.prove(a.jobsFeed.Items())
		cmds = append(cmds, a.seekLost(a.jobsFeed.Items()), a.learnUser(a.jobsFeed.Items()), a.storeLater())
		a.jobs.Apply(m.queue)
		a.job.Seen(a.jobsFeed.Items())
		a.tellOwnJobs()
	}
	a.jobs.SetStatus(a.jobsFeed.Status())
	cmds = append(cmds, a.observe())
	if a.front == placeJob && a.job.Wants() {
		cmds = append(cmds, a.askJob())
	}
	if (a.front == placePools || a.front == placeNode) && next.Fresh {
		cmds = append(cmds, a.joinNodes())
	}
	return tea.Batch(cmds...)
}

func (a *App) onNodes(m nodesArrived) tea.Cmd {
	next, ok := a.nodesFeed.Arrived(m.gen, m.list, m.err, a.opt.Now())
	if !ok {
		return nil
	}
	a.saw(&a.sight.nodes, a.nodesFeed.Status().AsOf)
	a.sight.news = a.sight.news || next.Fresh
	if next.Fresh {
		a.pools.ApplyNodes(a.nodesFeed.Items())
		a.jobs.ApplyNodes(a.nodesFeed.Items())
	}
	a.pools.SetStatus(a.nodesFeed.Status())
	a.tellNode()
	a.tellSubmit()
	return tea.Batch(a.tick(next.Wait, pollDue{nodesFeed, next.Ticket, false}), a.observe())
}

func (a *App) onPools(m poolsArrived) tea.Cmd {
	list := slurm.List[flex.Pools]{Items: []flex.Pools{m.pools}, AsOf: a.opt.Now()}
	next, ok := a.poolsFeed.Arrived(m.gen, list, m.err, a.opt.Now())
	if !ok {
		return nil
	}
	a.pools.ApplyPools(m.pools, m.err)
	if m.err == nil {
		a.jobs.ApplyPools(m.pools)
		a.saw(&a.sight.pools, m.pools.AsOf)
	}
	a.sight.news = a.sight.news || next.Fresh
	a.tellNode()
	a.tellSubmit()
	return tea.Batch(a.tick(next.Wait, pollDue{poolsFeed, next.Ticket, false}), fetchPartitions(a.ctx, a.opt.Service), a.observe())
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
	next := clusterEvery
	if m.about.UserLater {
		next = min(max(2*a.userLater, userLater), clusterEvery)
		a.userLater = next
	} else {
		a.userLater = 0
	}
	return tea.Batch(a.knowCluster(m.about), a.tick(next, clusterDue{m.ticket}))
}

// joinNodes finds the jobs on each node, for the place that shows nodes.
func (a *App) joinNodes() tea.Cmd {
	return joinNodes(a.jobsFeed.Version(), a.jobsFeed.Items())
}

// knowUser takes note of whose jobs "mine" are, once the cluster or a submit of ours tells.
func (a *App) knowUser(user string) tea.Cmd {
	a.user = user
	a.jobs.SetUser(user)
	a.submit.SetSettings(a.submitSettings())
	a.tellSubmit()
	a.tellOwnJobs()
	if o, ok := a.opt.Observer.(interface{ SetUser(user string) }); ok {
		o.SetUser(user)
	}
	a.accessOld = true
	return a.askAccess()
}

// ours is a job that a submit of the user's has made.
type ours struct {
	job  uint64
	key  string // of the submit; "" if it had none
	name string // of the job; "" if it is not known
}

// is reports whether a job is that one: another may have its number by now. It has the key of the submit or, where no
// comments are kept, the name.
func (o ours) is(j *slurm.Job) bool {
	switch {
	case j.ID != o.job:
		return false
	case o.key == "" || strings.Contains(j.Comment, o.key):
		return true
	}
	return j.Comment == "" && o.name != "" && j.Name == fit.Clean(o.name)
}

// learnUser finds out who we are from a job that we have submitted: the cluster itself does not tell.
func (a *App) learnUser(list []slurm.Job) tea.Cmd {
	if a.user != "" || a.submitted.job == 0 {
		return nil
	}
	for i := range list {
		if a.submitted.is(&list[i]) {
			return a.knowUser(list[i].User)
		}
	}
	return nil
}

func (a *App) onRetry(m retrying) tea.Cmd {
	r := Retry(m)
	if r.Submit != "" {
		if s := a.sendingUnder(r.Key); s != nil {
			a.progress(s, r.Submit)
		}
		return nextRetry(a.ctx, a.opt.Retries)
	}
	a.retry, a.retryAt = &r, a.opt.Now().Add(r.Wait)
	return nextRetry(a.ctx, a.opt.Retries)
}

// onFocus polls less while nobody looks, and looks at once when somebody does again.
func (a *App) onFocus(focused bool) tea.Cmd {
	if focused == !a.blurred {
		return nil
	}
	a.blurred = !focused
	for _, f := range []what{jobsFeed, nodesFeed, poolsFeed} {
		a.feed(f).Focus(focused)
	}
	if !focused {
		return nil
	}
	return tea.Batch(a.look(false), a.startClock())
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
	a.forgetEnding()
	a.showNewsLater()
	every := time.Second
	if a.blurred {
		every = 10 * time.Second
	}
	return a.tick(every, secondPassed{a.clock})
}

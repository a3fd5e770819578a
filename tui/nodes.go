package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/dialog"
)

// askNodeUpdate asks why nodes are to be drained, or whether they are to take jobs again. Hidden says how many of them are
// out of sight.
func (a *App) askNodeUpdate(n pane.AskNodeUpdate) {
	if len(n.Nodes) == 0 || a.refuseWrite() {
		return
	}
	if n.Drain {
		a.askWhy(n)
		return
	}
	body := append(a.nodeLines(n), dialog.Text(""), dialog.Text("Jobs may start there again. If it was drained because something is broken, they meet that. Only an administrator of Slurm may do this."))
	a.ask(dialog.Options{Title: "Resume " + nodesName(n.Nodes) + "?", Tone: theme.Warn, Yes: "resume", No: "leave it", Body: body},
		func() tea.Cmd { return a.changeNodes("resume", n.Nodes, "") })
}

// askWhy takes the reason of a drain, and asks then: what was typed for another place must not drain a node because an
// enter came after it.
func (a *App) askWhy(n pane.AskNodeUpdate) {
	opt := dialog.Options{
		Title: "Drain " + nodesName(n.Nodes) + "?", Tone: theme.Warn, AnyText: true, Ask: "Why:", Missing: "a reason is needed", No: "leave it",
		Body: append(a.nodeLines(n), dialog.Text(""), dialog.Text("No more jobs start there; those that run go on to their ends. Slurm keeps the reason, and everybody can read it. Only an administrator of Slurm may do this.")),
	}
	q := a.ask(opt, nil)
	q.then = func() tea.Cmd {
		why := q.dialog.Typed()
		a.ask(dialog.Options{
			Title: opt.Title, Tone: opt.Tone, Yes: "drain", No: opt.No,
			Body: append(a.nodeLines(n), dialog.Text(""), dialog.Text("Why: "+why)),
		}, func() tea.Cmd { return a.changeNodes("drain", n.Nodes, why) })
		return nil
	}
}

func nodesName(nodes []string) string {
	if len(nodes) == 1 {
		return nodes[0]
	}
	return columns.Count(int64(len(nodes)), "node")
}

// nodeLines name nodes with their states and reasons, and the jobs on them.
func (a *App) nodeLines(n pane.AskNodeUpdate) []dialog.Line {
	var out []dialog.Line
	for _, name := range n.Nodes {
		line := dialog.Line{{Text: name + "  ", Tone: theme.Accent}}
		if node := a.findNode(name); node != nil {
			line = append(line, dialog.Span{Text: node.State.String(), Tone: columns.NodeTone(node.State)})
			if node.Reason != "" {
				line = append(line, dialog.Span{Text: "  " + node.Reason, Tone: theme.Warn})
			}
		}
		out = append(out, line)
		if len(n.Nodes) == 1 {
			out = append(out, jobLines(a.jobsOn(name))...)
			continue
		}
		if jobs := a.jobsOn(name); len(jobs) > 0 {
			out = append(out, dialog.Text("  "+columns.Count(int64(len(jobs)), "job")+" on it"))
		}
	}
	return append(out, a.cautionsOf(n.Hidden, a.nodesFeed.Status())...)
}

// jobsOn are the jobs on a node, by the newest list of them.
func (a *App) jobsOn(node string) []*slurm.Job {
	if a.on != nil && a.onOf == a.jobsFeed.Version() {
		return a.on[node]
	}
	// They are being found for all nodes, by a command.
	var out []*slurm.Job
	jobs := a.jobsFeed.Items()
	for i := range jobs {
		if j := &jobs[i]; j.State.IsActive() && j.Nodes.Contains(node) {
			out = append(out, j)
		}
	}
	return out
}

func (a *App) findNode(name string) *slurm.Node {
	nodes := a.nodesFeed.Items()
	for i := range nodes {
		if nodes[i].Name == name {
			return &nodes[i]
		}
	}
	return nil
}

// jobLines name the jobs on a node, and whether Slurm puts them back into the queue when they lose it.
func jobLines(jobs []*slurm.Job) []dialog.Line {
	if len(jobs) == 0 {
		return []dialog.Line{dialog.Text("No job is on it.")}
	}
	ids, names, users := 0, 0, 0
	for _, j := range jobs {
		ids = min(20, max(ids, fit.Width(j.DisplayID())))
		names = min(20, max(names, fit.Width(j.Name)))
		users = min(10, max(users, fit.Width(j.User)))
	}
	out := make([]dialog.Line, 0, len(jobs))
	for _, j := range jobs {
		requeue := "not requeued"
		if j.Requeue {
			requeue = "requeued"
		}
		out = append(out, dialog.Line{
			{Text: "  " + fit.String(j.DisplayID(), ids, fit.Left, "~") + "  ", Tone: theme.Accent},
			{Text: fit.String(j.Name, names, fit.Left, "~") + "  "},
			{Text: fit.String(j.User, users, fit.Left, "~") + "  ", Tone: theme.Dim},
			{Text: columns.StateWord(j) + ", " + requeue + " if lost"},
		})
	}
	return out
}

// nodeChange is a change to several nodes, one call each, one after another.
type nodeChange struct {
	verb   string
	nodes  []string
	reason string
	done   int
	failed []string // what became of those that were refused, in Slurm's words
	warned []string
}

type nodeReplied struct {
	change *nodeChange
	warned []slurm.Problem
	err    error
}

func (a *App) changeNodes(verb string, nodes []string, reason string) tea.Cmd {
	c := &nodeChange{verb: verb, nodes: nodes, reason: reason}
	a.nodeChanges = append(a.nodeChanges, c)
	if len(a.nodeChanges) > 1 {
		return nil
	}
	return updateNode(a.writes, a.opt.Service, c)
}

func updateNode(w *writes, s Service, c *nodeChange) tea.Cmd {
	node, change := c.nodes[c.done], slurm.NodeUpdate{State: slurm.OrderResume}
	if c.verb == "drain" {
		change = slurm.NodeUpdate{State: slurm.OrderDrain, Reason: c.reason}
	}
	return func() tea.Msg {
		end := w.begin(c.verb + " " + node)
		warned, err := s.UpdateNode(w.ctx, node, change)
		if err != nil {
			end(failure(err).text)
		} else {
			end("accepted")
		}
		return nodeReplied{c, warned, err}
	}
}

// onNodeReply takes the outcome for one node, and goes on to the next.
func (a *App) onNodeReply(m nodeReplied) tea.Cmd {
	c := m.change
	node := c.nodes[c.done]
	c.done++
	if m.err != nil {
		c.failed = append(c.failed, node+": "+failure(m.err).text)
	} else {
		a.pools.Unmark([]string{node})
	}
	for _, p := range m.warned {
		c.warned = append(c.warned, node+": "+p.String())
	}
	if c.done < len(c.nodes) && !stops(m.err) {
		return updateNode(a.writes, a.opt.Service, c)
	}
	a.nodeChanges = a.nodeChanges[1:]
	a.reportNodeChange(c)
	cmds := []tea.Cmd{a.sooner(nodesFeed, true)}
	if len(a.nodeChanges) > 0 {
		cmds = append(cmds, updateNode(a.writes, a.opt.Service, a.nodeChanges[0]))
	}
	return tea.Batch(cmds...)
}

func (a *App) reportNodeChange(c *nodeChange) {
	for _, node := range c.nodes[c.done:] {
		c.failed = append(c.failed, node+": not sent")
	}
	switch {
	case len(c.failed) > 0:
		title := fmt.Sprintf("%s: %d of %d did not go through", c.verb, len(c.failed), len(c.nodes))
		if len(c.nodes) == 1 {
			title = c.verb + " " + c.nodes[0] + " did not go through"
		}
		a.say(title, theme.Bad)
		a.openText(title, append(c.failed, c.warned...))
	case len(c.warned) > 0:
		a.say(c.verb+" accepted, with a warning", theme.Warn)
		a.openText(c.verb+" accepted; Slurm warns", c.warned)
	default:
		a.say(c.verb+" "+strings.Join(c.nodes, ", ")+": accepted", theme.Good)
	}
}

// standingWords say what becomes of a node whose machine is taken away.
func standingWords(m flex.Member, pool flex.Pool) string {
	switch m.Standing {
	case flex.Static:
		return fmt.Sprintf("Static node (number %d, and pool %s always has %d): it is re-created under the same name.", m.Index, pool.ID, pool.Min)
	case flex.Dynamic:
		return fmt.Sprintf("Dynamic node (number %d, and pool %s always has only %d): it comes back only while a job waits for it.", m.Index, pool.ID, pool.Min)
	case flex.StandingUnknown:
	}
	return "Whether it comes back is not known: its pool is not."
}

package submit

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
	"flexq/client/template"
	"flexq/tui/action"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
	"flexq/tui/widget/menu"
	"flexq/tui/widget/prompt"
)

// choice is one line of the picker.
type choice struct {
	item  menu.Item
	do    func() pane.Outcome
	text  string            // the script, to be looked at before it is chosen; "" if there is none
	given map[string]string // what its parameters stand for, where that is not their default
	draft *Draft            // that can be forgotten
}

// mostJobs is how many of the user's own jobs, and of the forms that were sent, the picker offers.
const mostJobs = 20

// listChoices are: the form that is there, a path that is being typed, unsent forms, the templates, a file, an empty
// script, what was sent, the user's own jobs.
func (p *Pane) listChoices() []choice {
	var out []choice
	if p.menu != nil && isPath(p.menu.Query()) {
		name := strings.TrimSpace(p.menu.Query())
		out = append(out, choice{
			item: menu.Item{ID: "path", Label: name, Detail: "read this file", Hint: "file"},
			do:   func() pane.Outcome { return pane.Ask(pane.Load{Path: name}) },
		})
	}
	if p.filled {
		out = append(out, choice{
			item: menu.Item{ID: "form", Label: "back to the form", Detail: p.formDetail()}, text: p.script.Text(), given: p.values,
			do: func() pane.Outcome { p.menu = nil; return pane.Done() },
		})
	}
	unsent, sent := p.kept()
	out = append(out, unsent...)
	for _, t := range p.templates {
		if t.Unusable != nil {
			out = append(out, unusable(t))
			continue
		}
		hint := "built in"
		if t.Path != "" {
			hint = "yours"
		}
		out = append(out, choice{
			item: menu.Item{ID: "template " + t.Name, Label: t.Name, Detail: t.Help, Hint: hint, Fixed: true}, text: t.Script,
			do: func() pane.Outcome { p.use(t); return pane.Done() },
		})
	}
	out = append(out,
		choice{item: menu.Item{ID: "file", Label: "a file", Detail: "type the path of an sbatch script", Hint: "file", Fixed: true}, do: p.openPath},
		choice{item: menu.Item{ID: "empty", Label: "empty", Detail: "write the script here", Fixed: true}, text: emptyScript, do: func() pane.Outcome {
			p.use(Template{Name: "empty", Script: emptyScript})
			return pane.Done()
		}})
	return slices.Concat(out, sent, p.likeJobs()) // last, as they are many
}

// formDetail says which form is there, and that it is being sent.
func (p *Pane) formDetail() string {
	if p.sending {
		return "being sent: " + p.from + nameOf(p.sheet.job.Name)
	}
	return p.from + nameOf(p.sheet.job.Name)
}

const emptyScript = "#!/bin/bash\n\n"

// isPath reports whether what is searched for looks like a file's path.
func isPath(query string) bool {
	query = strings.TrimSpace(query)
	for _, begin := range []string{"/", "~/", "./", "../", "$HOME/", "${HOME}/"} {
		if strings.HasPrefix(query, begin) {
			return true
		}
	}
	return strings.HasSuffix(query, ".sbatch") || strings.HasSuffix(query, ".sh")
}

func nameOf(name string) string {
	if name == "" {
		return ""
	}
	return ", " + name
}

// kept are the forms that were not sent, and those that were: a form of another program's may be newer than what the
// template here holds.
func (p *Pane) kept() (unsent, sent []choice) {
	all := slices.Clone(p.replaced)
	for _, d := range p.drafts {
		if !slices.ContainsFunc(all, func(r Draft) bool { return r.ID == d.ID }) {
			all = append(all, d)
		}
	}
	for i := range all {
		d := &all[i]
		if p.filled && d.ID == p.id {
			continue
		}
		c := choice{draft: d, text: d.Text, given: d.Values, do: func() pane.Outcome { p.restore(*d); return pane.Done() }}
		if isPathOnly(d) {
			c.text, c.do = "", func() pane.Outcome { return p.restorePath(*d) }
		}
		age := pane.Age(p.deps.Now().Sub(d.Changed))
		item, isAway := p.awayItem(d)
		switch {
		case isAway:
			c.item = item
			unsent = append(unsent, c)
		case !d.Sent() && d.Key != "":
			c.item = menu.Item{ID: d.ID, Label: title(d), Detail: "outcome not known, " + age + " ago", Hint: "unsent?"}
			unsent = append(unsent, c)
		case !d.Sent():
			c.item = menu.Item{ID: d.ID, Label: title(d), Detail: "edited " + age + " ago, from " + d.From, Hint: "unsent"}
			unsent = append(unsent, c)
		case len(sent) < mostJobs:
			c.item = menu.Item{ID: d.ID, Label: title(d), Detail: "again: was job " + slurm.Ref{Job: d.Job, Het: -1}.String() + ", " + age + " ago", Hint: "sent"}
			sent = append(sent, c)
		}
	}
	return unsent, sent
}

// title names a draft: by its job, else by where it came from.
func title(d *Draft) string {
	if d.Name != "" {
		return d.Name
	}
	return d.From
}

// likeJobs offers the user's own jobs that were not sent from here.
func (p *Pane) likeJobs() []choice {
	var out []choice
	seen := map[uint64]bool{}
	for i := range p.own {
		j := &p.own[i]
		id := max(j.ID, j.Array.Job)
		if j.Array.Job > 0 {
			id = j.Array.Job
		}
		isOurs := slices.ContainsFunc(p.drafts, func(d Draft) bool { return d.Became(j) })
		if isOurs || seen[id] || len(out) == mostJobs {
			continue
		}
		seen[id] = true
		out = append(out, choice{
			item: menu.Item{ID: "job " + strconv.FormatUint(id, 10), Label: likeName + slurm.Ref{Job: id, Het: -1}.String(), Detail: strings.TrimSpace(j.Name + "  " + j.Partition), Hint: "job"},
			text: template.FromJob(*j),
			do:   func() pane.Outcome { return pane.Ask(pane.FillSubmit{From: *j}) },
		})
	}
	return out
}

// refill lists anew what can be picked.
func (p *Pane) refill() {
	if p.menu == nil {
		return
	}
	p.choices = p.listChoices()
	items := make([]menu.Item, len(p.choices))
	for i := range p.choices {
		it := p.choices[i].item
		items[i] = menu.Item{ID: it.ID, Label: fit.Clean(it.Label), Detail: fit.Clean(it.Detail), Hint: it.Hint, Fixed: it.Fixed}
	}
	p.menu.SetItems(items)
}

// Choose opens the picker for a user who comes from elsewhere to submit a job: what they type then is searched for, and
// never ends in a form that was left. Dismissed, it leads back to where they came from.
func (p *Pane) Choose() {
	p.path, p.loading = nil, 0
	p.openMenu()
	p.called = p.filled
}

func (p *Pane) openMenu() {
	p.called = false
	p.menu = menu.New(*p.deps.Theme, "Submit a job from", nil)
	p.pathErr = nil
	p.sizeMenu()
	p.refill()
}

func (p *Pane) inputMenu(msg tea.KeyPressMsg) pane.Outcome {
	before := p.menu.Query()
	if p.menu.Input(msg) == menu.Picked {
		return p.pick()
	}
	if now := p.menu.Query(); now != before {
		p.pathErr, p.loading = nil, 0 // a file that is still being read is not wanted any more
		if isPath(now) || isPath(before) {
			p.refill()
		}
	}
	return pane.Done()
}

func (p *Pane) handleMenu(a action.Action) pane.Outcome {
	switch a {
	case action.Confirm:
		return p.pick()
	case action.Dismiss, action.Back:
		p.loading = 0
		if p.filled {
			p.menu = nil // the form is there when one comes back
		}
		if p.filled && !p.called {
			return pane.Done()
		}
		return pane.Ask(pane.Close{})
	case action.Down: // of the wheel
		p.menu.Move(1)
	case action.Up:
		p.menu.Move(-1)
	case action.DropDraft:
		c, ok := p.selected()
		if ok && c.draft != nil && p.isAwaySending(c.draft.ID) {
			return pane.Ask(pane.Say{Text: "it is being sent, and cannot be forgotten", Tone: theme.Warn})
		}
		if ok && c.draft != nil {
			p.replaced = slices.DeleteFunc(p.replaced, func(d Draft) bool { return d.ID == c.draft.ID })
			return pane.Ask(pane.DropDraft{ID: c.draft.ID})
		}
		return pane.Ask(pane.Say{Text: "only a form of your own can be forgotten: those that say unsent or sent"})
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

func (p *Pane) selected() (choice, bool) {
	if p.menu == nil {
		return choice{}, false
	}
	i, ok := p.menu.Selected()
	if !ok || i >= len(p.choices) {
		return choice{}, false
	}
	return p.choices[i], true
}

func (p *Pane) pick() pane.Outcome {
	if c, ok := p.selected(); ok && p.loading == 0 {
		return c.do()
	}
	return pane.Done()
}

func (p *Pane) openPath() pane.Outcome {
	p.menu, p.pathErr = nil, nil
	p.path = prompt.New("file", p.lastPath, "path of an sbatch script on this machine")
	return pane.Done()
}

func (p *Pane) handlePath(a action.Action) pane.Outcome {
	switch a {
	case action.Dismiss:
		p.lastPath = p.path.Text()
		p.path, p.pathErr, p.loading = nil, nil, 0 // a file that is still being read is not wanted any more
		p.openMenu()
	case action.Confirm:
		if text := strings.TrimSpace(p.path.Text()); text != "" && p.loading == 0 {
			return pane.Ask(pane.Load{Path: text})
		}
	default:
		return pane.Outcome{}
	}
	return pane.Done()
}

package submit

import (
	"flexq/tui/action"
	"flexq/tui/pane"
	"flexq/tui/widget/menu"
)

// choice is one line of the picker.
type choice struct {
	item menu.Item
	do   func()
}

// choices are: the unsent form, unsent forms from before, a file, an empty script, the templates.
func (p *Pane) choices() []choice {
	var out []choice
	if p.filled {
		out = append(out, choice{menu.Item{Label: "back to the form", Detail: p.from}, func() { p.menu = nil }})
	}
	for i := range p.kept {
		out = append(out, choice{menu.Item{Label: "unsent: " + p.kept[i].from, Detail: "as you left it"}, func() { p.restore(i) }})
	}
	out = append(out,
		choice{menu.Item{Label: "a file", Detail: "type the path of an sbatch script"}, p.openPath},
		choice{menu.Item{Label: "empty", Detail: "write the script here"}, func() {
			p.use(Template{Name: "empty", Script: "#!/bin/bash\n"})
		}})
	for _, t := range p.templates {
		hint := "built in"
		if t.Path != "" {
			hint = "yours"
		}
		out = append(out, choice{menu.Item{Label: t.Name, Detail: t.Help, Hint: hint}, func() { p.use(t) }})
	}
	return out
}

func (p *Pane) items() []menu.Item {
	list := p.choices()
	out := make([]menu.Item, len(list))
	for i, c := range list {
		out[i] = c.item
	}
	return out
}

func (p *Pane) openMenu() {
	p.menu = menu.New(*p.deps.Theme, "Submit a job from", p.items())
	p.menu.Resize(p.w, p.h)
}

func (p *Pane) handleMenu(a action.Action) pane.Outcome {
	switch a {
	case action.Confirm:
		return p.pick()
	case action.Dismiss:
		if p.filled {
			p.menu = nil
			return pane.Done()
		}
		return pane.Ask(pane.Close{})
	default:
		return pane.Outcome{}
	}
}

func (p *Pane) pick() pane.Outcome {
	i, ok := p.menu.Selected()
	if list := p.choices(); ok && i < len(list) {
		list[i].do()
	}
	return pane.Done()
}

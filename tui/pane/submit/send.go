package submit

import (
	"slices"
	"strings"

	"flexq/client/sbatch"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// busy says what can be done while the form is being sent, in few words: the footer has others to say beside it.
func (p *Pane) busy() pane.Outcome {
	return pane.Ask(pane.Say{Text: "being sent: esc leaves the form", Tone: theme.Warn})
}

func (p *Pane) preview() pane.Outcome {
	if out, bad := p.refuse(); bad {
		return out
	}
	return pane.Ask(pane.PreviewSubmit{Job: p.sheet.job})
}

// send asks for the dialog, in which one can send in spite of what the checks say. The first of their errors has the
// keys when one comes back.
func (p *Pane) send() pane.Outcome {
	if out, bad := p.refuse(); bad {
		return out
	}
	if i := slices.IndexFunc(p.sheet.checks, func(q sbatch.Problem) bool { return q.Level < sbatch.Warning }); i >= 0 {
		p.goTo(p.fieldOf(p.sheet.checks[i], p.order()))
	}
	findings := slices.Clone(p.notes.doubts)
	slices.SortStableFunc(findings, func(a, b sbatch.Problem) int { return weight(a.Level) - weight(b.Level) })
	return pane.Ask(pane.AskSubmit{Job: p.sheet.job, Caution: p.caution(), Findings: findings})
}

// refuse names what must be mended before there is a request at all, and goes there: what cannot be read, and what was
// typed and is not in the script, as the job would go without it.
func (p *Pane) refuse() (pane.Outcome, bool) {
	p.unstick()
	p.refresh()
	if len(p.notes.blocking) == 0 {
		return p.refuseUnwritten()
	}
	q := p.notes.blocking[0]
	if !p.goTo(p.fieldOf(q, p.order())) && q.Line > 0 {
		p.focusScript(true)
		p.script.GoTo(q.Line-1, 0)
		p.show()
	}
	return pane.Ask(pane.Say{Text: "not sent: " + p.placed(q), Tone: theme.Warn}), true
}

func (p *Pane) refuseUnwritten() (pane.Outcome, bool) {
	say := func(text string) (pane.Outcome, bool) {
		return pane.Ask(pane.Say{Text: "not sent: " + fit.Clean(text), Tone: theme.Warn}), true
	}
	if len(p.stuck) == 0 {
		p.toAside()
	}
	for _, id := range p.order() {
		if k, ok := p.stuck[id]; ok && id != moreField {
			p.goTo(id)
			return say(id + "=" + k.value + " is not in the script: " + k.why.Error())
		}
	}
	if p.isAdding() {
		p.goTo(moreField)
		return say(strings.TrimSpace(p.adding) + " is not in the script yet: enter adds it, ctrl-u clears it")
	}
	return pane.Outcome{}, false
}

package submit

import (
	"maps"
	"slices"
	"strconv"
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
	if out, waits := p.waiting(); waits {
		return out
	}
	p.unstick()
	p.refresh()
	return pane.Ask(pane.PreviewSubmit{Job: p.sheet.job, Against: p.against()})
}

// against is all that keeps the form from being sent: what refuse names the first of.
func (p *Pane) against() []string {
	var out []string
	for _, id := range p.order() {
		if k, ok := p.stuck[id]; ok && id != moreField {
			out = append(out, stuckWords(id, k))
		} else if id == moreField && p.isAdding() {
			out = append(out, p.addingWords())
		}
	}
	for _, part := range slices.Sorted(maps.Keys(p.aside)) {
		for _, id := range slices.Sorted(maps.Keys(p.aside[part])) {
			out = append(out, "part "+strconv.Itoa(part)+": "+stuckWords(id, p.aside[part][id]))
		}
	}
	for _, q := range p.notes.blocking {
		out = append(out, p.placed(q))
	}
	for i := range out {
		out[i] = fit.Clean(out[i])
	}
	return out
}

func stuckWords(id string, k stuck) string {
	return id + "=" + k.value + " is not in the script: " + k.why.Error()
}

func (p *Pane) addingWords() string {
	return strings.TrimSpace(p.adding) + " is not in the script yet: enter adds it, ctrl-u clears it"
}

// send asks for the dialog, in which one can send in spite of what the checks say. The first of their errors has the
// keys when one comes back.
func (p *Pane) send() pane.Outcome {
	if out, waits := p.waiting(); waits {
		return out
	}
	if out, bad := p.refuse(); bad {
		return out
	}
	p.goTo(p.topmost(func(id string) bool { return len(p.notes.byField[id].Of(sbatch.Error)) > 0 }))
	findings := slices.Clone(p.notes.doubts)
	slices.SortStableFunc(findings, func(a, b sbatch.Problem) int { return weight(a.Level) - weight(b.Level) })
	return pane.Ask(pane.AskSubmit{Job: p.sheet.job, Caution: p.Caution(), Findings: findings, Unchecked: p.world.Partitions == nil})
}

// topmost is the first field of which something holds, "" if there is none.
func (p *Pane) topmost(holds func(id string) bool) string {
	for _, id := range p.order() {
		if holds(id) {
			return id
		}
	}
	return ""
}

// refuse names what must be mended before there is a request at all, and goes there, to the topmost field first: what
// cannot be read, and what was typed and is not in the script, as the job would go without it.
func (p *Pane) refuse() (pane.Outcome, bool) {
	p.unstick()
	p.refresh()
	say := func(text string) (pane.Outcome, bool) {
		return pane.Ask(pane.Say{Text: "not sent: " + fit.Clean(text), Tone: theme.Warn}), true
	}
	if text := p.refuseField(); text != "" {
		return say(text)
	}
	if len(p.notes.blocking) > 0 {
		q := p.notes.blocking[0]
		if q.Line > 0 {
			p.focusScript(true)
			p.script.GoTo(q.Line-1, 0)
			p.show()
		}
		return say(p.placed(q))
	}
	p.toAside()
	if text := p.refuseField(); text != "" {
		return say(text)
	}
	return pane.Outcome{}, false
}

// refuseField goes to the topmost field with which there is no request, and says why; "" if there is none.
func (p *Pane) refuseField() string {
	blocked := func(id string) int {
		return slices.IndexFunc(p.notes.byField[id], func(q sbatch.Problem) bool { return slices.Contains(p.notes.blocking, q) })
	}
	id := p.topmost(func(id string) bool {
		_, isStuck := p.stuck[id]
		return isStuck || blocked(id) >= 0 || id == moreField && p.isAdding()
	})
	if id == "" {
		return ""
	}
	text := p.addingWords()
	if k, ok := p.stuck[id]; ok && id != moreField {
		text = stuckWords(id, k)
	} else if i := blocked(id); i >= 0 {
		text = p.placed(p.notes.byField[id][i])
	}
	p.goTo(id)
	return text
}

package tui

import (
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/fit"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// batch is a change to several jobs, one call each, one after another. Each has its own outcome, and a failure of
// one does not stop the rest. Batches go one after another too: two wishes for one job reach Slurm in their order.
type batch struct {
	number  int
	verb    string // "cancel", "hold", "release"
	targets []pane.Target
	results []result
	done    int
	started bool // a call is under way
}

// result is what became of one target.
type result struct {
	text     string
	tone     theme.Tone
	accepted bool
}

// enqueue puts a batch behind those under way, and starts it if there is none.
func (a *App) enqueue(verb string, targets []pane.Target) tea.Cmd {
	a.batchNo++
	b := &batch{number: a.batchNo, verb: verb, targets: targets, results: make([]result, len(targets))}
	a.queue = append(a.queue, b)
	if len(a.queue) > 1 {
		return nil
	}
	return a.step(b)
}

// step sends the next call of a batch.
func (a *App) step(b *batch) tea.Cmd {
	b.started = true
	t := b.targets[b.done]
	if b.verb == "cancel" {
		return cancelJob(a.writes, a.opt.Service, b.number, t)
	}
	return updateJob(a.writes, a.opt.Service, b.number, t, b.verb)
}

func (a *App) refuseWrite() bool {
	if !a.opt.ReadOnly {
		return false
	}
	a.say("read-only: nothing that changes the cluster can be sent; start without --read-only to do so", theme.Warn)
	return true
}

// answered takes the outcome of a call of the first batch, and sends what comes next.
func (a *App) answered(number int, r result, stop bool) tea.Cmd {
	if len(a.queue) == 0 || a.queue[0].number != number {
		return nil
	}
	b := a.queue[0]
	b.started = false
	b.results[b.done] = r
	b.done++
	if b.done < len(b.targets) && !stop {
		return a.step(b)
	}
	a.queue = a.queue[1:]
	cmd := a.finish(b)
	if len(a.queue) > 0 {
		return tea.Batch(cmd, a.step(a.queue[0]))
	}
	return cmd
}

func (a *App) onCancelReply(m cancelReplied) tea.Cmd {
	r := cancelResult(m.outcome, m.err)
	if r.accepted && m.outcome.Result == slurm.CancelAccepted {
		a.ending[m.target.Key] = a.opt.Now()
		a.jobs.Touch()
		a.job.Touch()
	}
	return a.answered(m.batch, r, stops(m.err))
}

func (a *App) onUpdateReply(m updateReplied) tea.Cmd {
	r := result{m.verb + " accepted", theme.Good, true}
	if m.err != nil {
		r = failure(m.err)
	}
	return a.answered(m.batch, r, stops(m.err))
}

// stops reports whether an error would meet every further id too.
func stops(err error) bool { return err != nil && !fault.KindOf(err).ConcernsOneJob() }

func cancelResult(o slurm.CancelOutcome, err error) result {
	if err != nil {
		return failure(err)
	}
	switch o.Result {
	case slurm.CancelAccepted:
		return result{"cancelling", theme.Good, true}
	case slurm.CancelFinished:
		return result{"had ended before", theme.Dim, true}
	case slurm.CancelUnknown:
		return result{"Slurm knows no such job", theme.Warn, false}
	case slurm.CancelRefused:
		return result{"refused: " + o.Message, theme.Bad, false}
	}
	return result{o.Message, theme.Warn, false}
}

func failure(err error) result {
	what, cure := pane.Sentences(err)
	if fault.KindOf(err) == fault.UnknownOutcome {
		return result{"not known whether Slurm took it; the list will show", theme.Warn, false}
	}
	if cure != "" {
		what += "; " + cure
	}
	return result{what, theme.Bad, false}
}

// finish reports a batch: one line in the footer if all went well or there was but one, else a window too.
func (a *App) finish(b *batch) tea.Cmd {
	for i := b.done; i < len(b.targets); i++ {
		b.results[i] = result{"not sent", theme.Warn, false}
	}
	accepted := make([]uint64, 0, len(b.targets))
	for i, r := range b.results {
		if r.accepted {
			accepted = append(accepted, b.targets[i].Key)
		}
	}
	a.jobs.Unmark(accepted)
	bad := len(b.targets) - len(accepted)
	switch {
	case len(b.targets) == 1:
		a.say(fmt.Sprintf("%s %s: %s", b.verb, b.targets[0].Ref, b.results[0].text), b.results[0].tone)
	case bad == 0:
		a.say(b.summary(), theme.Good)
	default:
		a.say(fmt.Sprintf("%s: %d of %d did not go through", b.verb, bad, len(b.targets)), theme.Bad)
	}
	if bad > 0 && (len(b.targets) > 1 || len(b.results[0].text) > a.w-30) {
		a.openWindow(fmt.Sprintf("%s: %d of %d did not go through", b.verb, bad, len(b.targets)),
			func(width int) []string { return b.lines(a.theme, width) })
	}
	return a.refresh()
}

// summary counts the outcomes of a batch of which all went well.
func (b *batch) summary() string {
	var texts []string
	counts := map[string]int{}
	for _, r := range b.results {
		if counts[r.text] == 0 {
			texts = append(texts, r.text)
		}
		counts[r.text]++
	}
	parts := make([]string, 0, len(texts))
	for _, t := range texts {
		parts = append(parts, fmt.Sprintf("%d %s", counts[t], t))
	}
	return b.verb + ": " + strings.Join(parts, ", ")
}

// lines are what became of each target: its id, its name and user, and below them the outcome.
func (b *batch) lines(th theme.Theme, width int) []string {
	ids := 0
	for _, t := range b.targets {
		ids = min(24, max(ids, fit.Width(t.Ref.String())))
	}
	out := make([]string, 0, 2*len(b.targets))
	put := func(label string, text pane.Span) {
		out = append(out, pane.Labelled(th, theme.Panel, width, ids+1, pane.Span{Text: label, Tone: theme.Accent}, text)...)
	}
	for i, t := range b.targets {
		put(t.Ref.String(), pane.Span{Text: t.Name + "  " + t.User})
		put("", pane.Span{Text: b.results[i].text, Tone: b.results[i].tone})
	}
	return out
}

// running describes what is under way, for the footer: changes, and what the platform does on our word.
func (a *App) running() string {
	parts := make([]string, 0, 2)
	if changes := a.changing(); changes != "" {
		parts = append(parts, changes)
	}
	if reports := a.reporting(); reports != "" {
		parts = append(parts, reports)
	}
	return strings.Join(parts, "  ")
}

// changing describes the changes that were sent and not answered, or wait to be sent.
func (a *App) changing() string {
	parts := make([]string, 0, len(a.queue)+1)
	for _, b := range a.queue {
		parts = append(parts, fmt.Sprintf("%s %d/%d", b.verb, b.done, len(b.targets)))
	}
	for _, c := range a.nodeChanges {
		parts = append(parts, fmt.Sprintf("%s %d/%d", c.verb, c.done, len(c.nodes)))
	}
	if n := len(a.sending); n > 0 {
		names := make([]string, n)
		for i, s := range a.sending {
			names[i] = named(s.job.Name)
		}
		parts = append(parts, "submitting "+strings.Join(names, ", "))
	}
	return strings.Join(parts, "  ")
}

// unsent counts the calls that leaving now would keep from being sent.
func (a *App) unsent() int {
	n := 0
	for _, b := range a.queue {
		n += len(b.targets) - b.done
		if b.started {
			n--
		}
	}
	for i, c := range a.nodeChanges {
		n += len(c.nodes) - c.done
		if i == 0 {
			n--
		}
	}
	return n
}

// endingFor is how long a row is shown as being cancelled when no poll proves it: after that the row says again what
// Slurm says.
const endingFor = 10 * time.Minute

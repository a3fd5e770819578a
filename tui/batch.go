package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/columns"
	"flexq/tui/pane"
	"flexq/tui/theme"
)

// batch is a change to several jobs, one call each, one after another. Each has its own outcome, and a failure of
// one does not stop the rest.
type batch struct {
	verb    string // "cancel", "hold", "release"
	targets []pane.Target
	results []result
	done    int
}

// result is what became of one target.
type result struct {
	text string
	tone theme.Tone
}

func (a *App) startCancel(targets []pane.Target) tea.Cmd {
	n := a.newBatch("cancel", targets)
	return cancelJob(a.ctx, a.opt.Service, n, 0, targets[0])
}

func (a *App) startUpdate(targets []pane.Target, hold bool) tea.Cmd {
	if len(targets) == 0 {
		return nil
	}
	if a.refuseWrite() {
		return nil
	}
	verb := "release"
	if hold {
		verb = "hold"
	}
	n := a.newBatch(verb, targets)
	return updateJob(a.ctx, a.opt.Service, n, 0, targets[0], slurm.JobUpdate{Hold: &hold})
}

func (a *App) newBatch(verb string, targets []pane.Target) int {
	a.batchNo++
	a.batches[a.batchNo] = &batch{verb: verb, targets: targets, results: make([]result, len(targets))}
	return a.batchNo
}

func (a *App) refuseWrite() bool {
	if !a.opt.ReadOnly {
		return false
	}
	a.say("read-only: nothing that changes the cluster can be sent; start without --read-only to do so", theme.Warn)
	return true
}

func (a *App) onCancelReply(m cancelReplied) tea.Cmd {
	b, ok := a.batches[m.batch]
	if !ok {
		return nil
	}
	t := b.targets[m.index]
	b.results[m.index] = cancelResult(m.outcome, m.err)
	if m.err == nil && m.outcome.Result == slurm.CancelAccepted || fault.KindOf(m.err) == fault.UnknownOutcome {
		a.ending[t.Key] = a.opt.Now()
	}
	b.done++
	if b.done < len(b.targets) && !stops(m.err) {
		return cancelJob(a.ctx, a.opt.Service, m.batch, b.done, b.targets[b.done])
	}
	return a.finish(m.batch)
}

func (a *App) onUpdateReply(m updateReplied) tea.Cmd {
	b, ok := a.batches[m.batch]
	if !ok {
		return nil
	}
	b.results[m.index] = result{b.verb + " accepted", theme.Good}
	if m.err != nil {
		b.results[m.index] = failure(m.err)
	}
	b.done++
	if b.done < len(b.targets) && !stops(m.err) {
		hold := b.verb == "hold"
		return updateJob(a.ctx, a.opt.Service, m.batch, b.done, b.targets[b.done], slurm.JobUpdate{Hold: &hold})
	}
	return a.finish(m.batch)
}

// stops reports whether an error would meet every further id too.
func stops(err error) bool {
	switch fault.KindOf(err) {
	case fault.Unauthenticated, fault.PermissionDenied, fault.NotFound, fault.TokenRejected, fault.ReadOnly,
		fault.Credential, fault.Insecure, fault.Unreachable, fault.Cancelled, fault.Unavailable, fault.SlurmDown:
		return true
	default:
		return false
	}
}

func cancelResult(o slurm.CancelOutcome, err error) result {
	if err != nil {
		return failure(err)
	}
	switch o.Result {
	case slurm.CancelAccepted:
		return result{"cancelling", theme.Good}
	case slurm.CancelFinished:
		return result{"had ended before", theme.Dim}
	case slurm.CancelUnknown:
		return result{"Slurm knows no such job", theme.Warn}
	case slurm.CancelRefused:
		return result{"refused: " + o.Message, theme.Bad}
	}
	return result{o.Message, theme.Warn}
}

func failure(err error) result {
	what, cure := pane.Sentences(err)
	if fault.KindOf(err) == fault.UnknownOutcome {
		return result{"not known whether Slurm took it; the list will show", theme.Warn}
	}
	if cure != "" {
		what += "; " + cure
	}
	return result{what, theme.Bad}
}

// finish reports a batch: one line in the footer if all went well or there was but one, else a window.
func (a *App) finish(number int) tea.Cmd {
	b := a.batches[number]
	delete(a.batches, number)
	for i := b.done; i < len(b.targets); i++ {
		b.results[i] = result{"not sent", theme.Warn}
	}
	a.jobs.ClearMarks()
	bad := 0
	for _, r := range b.results {
		if r.tone == theme.Bad || r.tone == theme.Warn {
			bad++
		}
	}
	if len(b.targets) == 1 {
		r := b.results[0]
		a.say(fmt.Sprintf("%s %s: %s", b.verb, b.targets[0].Ref, r.text), r.tone)
	} else if bad == 0 {
		a.say(fmt.Sprintf("%s: all %d accepted", b.verb, len(b.targets)), theme.Good)
	}
	if bad > 0 && (len(b.targets) > 1 || len(b.results[0].text) > a.w-30) {
		a.openText(fmt.Sprintf("%s: %d of %d did not go through", b.verb, bad, len(b.targets)), b.lines(a.theme))
	}
	return a.refresh()
}

func (b *batch) lines(th theme.Theme) []string {
	out := make([]string, 0, len(b.targets))
	for i, t := range b.targets {
		head := fmt.Sprintf("%-16s %s  %s", t.Ref, t.Name, t.User)
		out = append(out, head, "    "+th.PaintOn(theme.Panel, b.results[i].tone, b.results[i].text))
	}
	return out
}

// isEnding reports whether a cancel of ours is under way for a row.
func (a *App) isEnding(key uint64) bool {
	_, ok := a.ending[key]
	return ok
}

// prove looks in a fresh list for jobs whose cancel was accepted: those that have ended, are ending or are gone
// need no mark of ours any more.
func (a *App) prove(list []slurm.Job) {
	if len(a.ending) == 0 {
		return
	}
	alive := map[uint64]bool{}
	for i := range list {
		j := &list[i]
		if j.State.IsFinal() || j.State.Has(slurm.JobCompleting) {
			continue
		}
		alive[j.ID] = true
		if j.Array.Job != 0 {
			alive[columns.ArrayKey(j.Array.Job)] = true
		}
	}
	for key, since := range a.ending {
		if !alive[key] || a.opt.Now().Sub(since) > endingFor {
			delete(a.ending, key)
		}
	}
}

// endingFor is how long a row is shown as being cancelled when no poll proves it: after that the row says again what
// Slurm says.
const endingFor = 10 * time.Minute

// running describes what is under way, for the footer.
func (a *App) running() string {
	var parts []string
	for _, number := range slices.Sorted(maps.Keys(a.batches)) {
		b := a.batches[number]
		parts = append(parts, fmt.Sprintf("%s %d/%d", b.verb, b.done, len(b.targets)))
	}
	if a.sending {
		parts = append(parts, "submitting")
	}
	return strings.Join(parts, "  ")
}

package tui

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui/pane"
)

// writes are the changes that were sent to the cluster and not yet answered. They do not end with the screen: when
// the user leaves, what was sent is given a moment to be answered, and what became of it is told in the shell.
type writes struct {
	ctx    context.Context
	cancel context.CancelFunc

	mu   sync.Mutex
	next int
	open map[int]string // what is under way
	gone bool           // the screen is
	late []string       // outcomes that came after that
	wg   sync.WaitGroup
}

func newWrites(ctx context.Context) *writes {
	w := &writes{open: map[int]string{}}
	w.ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	return w
}

// begin notes a change that is about to be sent; the function that it returns takes note of its outcome.
func (w *writes) begin(what string) (end func(outcome string)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.next++
	n := w.next
	w.open[n] = what
	w.wg.Add(1)
	return func(outcome string) {
		defer w.wg.Done()
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.open, n)
		if w.gone {
			w.late = append(w.late, what+": "+outcome)
		}
	}
}

// How long the answers of changes are awaited after the screen is gone: at first patiently, then, their calls being
// given up, for what can be said of them.
const (
	patience = 5 * time.Second
	last     = 4 * time.Second // a submit is looked for once more, for three
)

// pending names the changes that are under way.
func (w *writes) pending() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := make([]string, 0, len(w.open))
	for _, n := range slices.Sorted(maps.Keys(w.open)) {
		out = append(out, w.open[n])
	}
	return out
}

// settle waits for the changes that are under way, and returns what became of each.
func (w *writes) settle() []string {
	w.mu.Lock()
	w.gone = true
	idle := len(w.open) == 0
	w.mu.Unlock()
	if !idle && !w.await(patience) {
		w.cancel()
		w.await(last)
	}
	w.cancel()
	w.mu.Lock()
	defer w.mu.Unlock()
	out := slices.Clone(w.late)
	for _, n := range slices.Sorted(maps.Keys(w.open)) {
		out = append(out, w.open[n]+": sent, and no answer came")
	}
	return out
}

func (w *writes) await(d time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(w.ctx), d)
	defer cancel()
	done := make(chan struct{})
	go func() {
		w.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return true
	case <-ctx.Done():
		return false
	}
}

// farewell says what became of changes that the screen did not live to show, and has the form kept. Sound says that
// the screen did not end in a panic: then the form can be asked for its last edits.
func (a *App) farewell(sound bool) []string {
	out := append(a.writes.settle(), a.unfinished()...)
	for _, s := range a.sending {
		if !s.begun {
			out = append(out, "submit "+named(s.job.Name)+": not sent")
		}
	}
	out = append(out, a.keepDrafts(sound)...)
	for _, b := range a.queue {
		sent := b.done
		if b.started {
			sent++ // its outcome is among the ones above
		}
		for _, t := range b.targets[min(sent, len(b.targets)):] {
			out = append(out, fmt.Sprintf("%s %s: not sent", b.verb, t.Ref))
		}
	}
	for i, c := range a.nodeChanges {
		sent := c.done
		if i == 0 {
			sent++
		}
		for _, node := range c.nodes[min(sent, len(c.nodes)):] {
			out = append(out, fmt.Sprintf("%s %s: not sent", c.verb, node))
		}
	}
	return out
}

// submittedAs says what a submit became, and what was wrong with its answer.
func submittedAs(answer slurm.Submitted) string {
	text := fmt.Sprintf("submitted as %d", answer.ID)
	if answer.Note != "" {
		text += "; " + answer.Note
	}
	return text
}

func submitOutcome(answer slurm.Submitted, err error) string {
	if err == nil {
		return submittedAs(answer)
	}
	what, cure := pane.Sentences(err)
	if cure != "" {
		what += "; " + cure
	}
	var f *fault.Fault
	if errors.As(err, &f) && f.Key != "" {
		what += "; its key is " + f.Key + ": look for it in the comment of your jobs"
	}
	return what
}

package tui

import (
	"context"
	"io"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client/slurm"
	"flexq/tui/columns"
)

// Refreshed is the message by which a poll of the program would bring a list.
func Refreshed(a *App, list slurm.List[slurm.Job]) tea.Msg {
	gen, _, ok := a.jobsFeed.Begin(a.opt.Now())
	if !ok {
		return nil
	}
	return jobsArrived{gen: gen, list: list, queue: columns.NewQueue(list.Items)}
}

// Observed is the message by which a look at the newest snapshot would come back; nil if there is nothing to look at.
func Observed(a *App) tea.Msg {
	a.sight.busy, a.sight.news = false, true
	cmd := a.observe()
	if cmd == nil {
		return nil
	}
	return cmd()
}

// StayFilter is the filter of a program that begins now.
func StayFilter(now func() time.Time, send func(tea.Msg)) func(tea.Msg) tea.Msg {
	s := &stayer{now: now, send: send, begun: now()}
	return func(msg tea.Msg) tea.Msg { return s.filter(nil, msg) }
}

// AtLineEnds is how a line of a request is shown.
func AtLineEnds(line string) []string { return atLineEnds(line) }

// DraftsDue is the message by which the timer of the drafts would come back.
func DraftsDue() tea.Msg { return draftsDue{} }

// Keeper is what stands between the screen and the drafts.
type Keeper struct{ k *keeper }

// NewKeeper returns one before a store.
func NewKeeper(store Drafts) Keeper { return Keeper{newKeeper(store)} }

// Keep stores a draft under a number.
func (k Keeper) Keep(ctx context.Context, d Draft, number uint64) error {
	_, err := k.k.keep(ctx, d, number)
	return err
}

// Number is the next one.
func (k Keeper) Number() uint64 { return k.k.number() }

// Moved says that the screen knows where a draft is.
func (k Keeper) Moved(id string) bool { return k.k.moved(id) }

// Drop forgets one.
func (k Keeper) Drop(ctx context.Context, id string, number uint64) error {
	return k.k.drop(ctx, id, number)
}

// Farewell is what Run tells after the screen is gone.
func Farewell(a *App) []string { return a.farewell(true) }

// NoticeSequence is how a terminal with that environment is asked to show a notification.
func NoticeSequence(env func(string) string, title, body string) string {
	var n notifier
	n.learn(env)
	return n.sequence(plain(title), plain(body))
}

// EscapeMark stands for an escape within a paste.
const EscapeMark = escapeMark

// Whole has a terminal give pastes whole.
func Whole(in io.Reader) io.Reader { return whole(in) }

// RunEditor runs the editor that the terminal is lent to, in place of Bubble Tea.
func RunEditor(a *App) error { return a.edits.underWay.Run() }

// SetLost makes the form one whose submit under that key nobody knows the end of.
func SetLost(a *App, key string) { a.submit.SetKey(a.submit.ID(), key) }

// SetFound tells which job a lost submit was.
func SetFound(a *App, key string, job uint64) { a.settled(key, job, false) }

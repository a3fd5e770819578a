package cluster

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"

	"flexq/client/fault"
	"flexq/client/slurm"
	"flexq/tui"
)

// Drafts keeps submit forms in memory: a test hands one to a second program, as if the first had ended.
type Drafts struct {
	mu     sync.Mutex
	kept   map[string]tui.Draft
	keeps  int
	broken error
	full   error
	// starved is the error of a Store while more than room drafts are kept.
	starved error
	room    int
	seen    func(tui.Draft)
	count   int
}

// List returns what is kept.
func (d *Drafts) List(context.Context) ([]tui.Draft, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Collect(maps.Values(d.kept)), d.broken
}

// Keep stores a draft as another program would, whatever is there.
func (d *Drafts) Keep(ctx context.Context, draft tui.Draft) error {
	d.mu.Lock()
	over := d.kept[draft.ID].Version
	d.mu.Unlock()
	_, err := d.Store(ctx, draft, over)
	return err
}

// Store implements tui.Drafts.
func (d *Drafts) Store(_ context.Context, draft tui.Draft, over string) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.broken != nil {
		return "", d.broken
	}
	if now, ok := d.kept[draft.ID]; ok && now.Version != over {
		return "", &tui.Overtaken{Now: now}
	}
	if over == "" && d.full != nil {
		return "", d.full
	}
	if d.starved != nil && len(d.kept) > d.room {
		return "", d.starved
	}
	d.count++
	draft.Version = strconv.Itoa(d.count)
	if d.kept == nil {
		d.kept = map[string]tui.Draft{}
	}
	if d.seen != nil {
		d.seen(draft)
	}
	d.kept[draft.ID] = draft
	d.keeps++
	return draft.Version, nil
}

// Starve lets none be stored with err while more than room drafts are kept (-1: ever): to write a new state needs space beside the old
// one. They can be forgotten.
func (d *Drafts) Starve(room int, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.room, d.starved = room, err
}

// Drop implements tui.Drafts.
func (d *Drafts) Drop(_ context.Context, id, over string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if now, ok := d.kept[id]; ok && now.Version != over {
		return &tui.Overtaken{Now: now}
	}
	delete(d.kept, id)
	return d.broken
}

// Break makes everything fail with err; nil mends it.
func (d *Drafts) Break(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken = err
}

// Fill lets no draft be stored that is not there yet; nil lets it again.
func (d *Drafts) Fill(err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.full = err
}

// OnKeep is told of every draft that is stored, before it is.
func (d *Drafts) OnKeep(f func(tui.Draft)) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seen = f
}

// Keeps returns how often a draft was stored.
func (d *Drafts) Keeps() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.keeps
}

// Kept returns the drafts by their ids.
func (d *Drafts) Kept() []tui.Draft {
	d.mu.Lock()
	defer d.mu.Unlock()
	out := make([]tui.Draft, 0, len(d.kept))
	for _, id := range slices.Sorted(maps.Keys(d.kept)) {
		out = append(out, d.kept[id])
	}
	return out
}

// Unsettled are submits of earlier runs, with what is found out of them.
type Unsettled struct {
	mu     sync.Mutex
	List   []tui.Settled
	Known  []tui.Settled // what the ledger says
	failed error
	asked  int
	hold   Waiter
	found  map[string]uint64
}

// Hold makes the next looks wait at w, after what they find.
func (u *Unsettled) Hold(w Waiter) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.hold = w
}

// Settle implements tui.Unsettled. What it has told of and is closed is not told again.
func (u *Unsettled) Settle(ctx context.Context) ([]tui.Settled, error) {
	list, hold, err := u.settle()
	if hold != nil {
		if err := hold.Wait(ctx); err != nil {
			return nil, fmt.Errorf("look for submits: %w", err)
		}
	}
	return list, err
}

func (u *Unsettled) settle() ([]tui.Settled, Waiter, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.asked++
	if u.failed != nil {
		return nil, u.hold, u.failed
	}
	out := slices.Clone(u.List)
	u.List = slices.DeleteFunc(u.List, func(s tui.Settled) bool { return !s.Open })
	return out, u.hold, nil
}

// Found implements tui.Unsettled.
func (u *Unsettled) Found(_ context.Context, key string, job uint64) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.found == nil {
		u.found = map[string]uint64{}
	}
	u.found[key] = job
}

// Noted returns the job that the queue has shown of a submit, 0 if none was noted.
func (u *Unsettled) Noted(key string) uint64 {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.found[key]
}

// Recall implements tui.Unsettled.
func (u *Unsettled) Recall(_ context.Context, keys []string) ([]tui.Settled, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var out []tui.Settled
	for _, s := range u.Known {
		if slices.Contains(keys, s.Key) {
			out = append(out, s)
		}
	}
	return out, nil
}

// Find sets what is found out from now on.
func (u *Unsettled) Find(list []tui.Settled, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.List, u.failed = list, err
}

// Asked returns how often it was looked for submits.
func (u *Unsettled) Asked() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.asked
}

// Access says that the user may charge the account research with the QOS normal.
func (c *Cluster) Access(ctx context.Context, user string) (slurm.Access, error) {
	if err := c.enter(ctx, "Access"); err != nil {
		return slurm.Access{}, err
	}
	return slurm.Access{
		User: user, Complete: true,
		Associations: []slurm.Association{{User: user, Account: "research", Cluster: "a3u7", Default: true, QOS: []string{"normal"}, DefaultQOS: "normal"}},
		QOS:          []slurm.QOS{{Name: "normal"}},
	}, nil
}

// Script returns the script that SetScript gave to a job.
func (c *Cluster) Script(ctx context.Context, ref slurm.Ref) (slurm.JobScript, error) {
	if err := c.enter(ctx, "Script"); err != nil {
		return slurm.JobScript{}, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return slurm.JobScript{Text: c.scripts[ref.Job], Line: c.lines[ref.Job]}, nil
}

// SetLine sets the command line that accounting has kept of a job.
func (c *Cluster) SetLine(job uint64, line string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lines == nil {
		c.lines = map[uint64]string{}
	}
	c.lines[job] = line
}

// SetScript sets what accounting has kept of a job.
func (c *Cluster) SetScript(job uint64, text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.scripts == nil {
		c.scripts = map[uint64]string{}
	}
	c.scripts[job] = text
}

// Warn makes every submit come with a warning of Slurm's.
func (c *Cluster) Warn(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.warning = []slurm.Problem{{Description: text}}
}

// Note makes every submit come with a word on its answer.
func (c *Cluster) Note(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.note = text
}

// Message makes every submit come with a word of the site's.
func (c *Cluster) Message(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.message = text
}

// Delay keeps submitted jobs out of the list until Arrive.
func (c *Cluster) Delay() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.delayed = true
}

// Arrive lets the list have every job.
func (c *Cluster) Arrive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.jobs = append(slices.Clone(c.jobs), c.late...)
	c.delayed, c.late = false, nil
}

// Lose lets the next submits make their jobs and break off the answer.
func (c *Cluster) Lose(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = on
}

// lostAnswer is the fault of a submit of which nobody knows what became.
func lostAnswer(key string) error {
	return &fault.Fault{
		Kind: fault.UnknownOutcome, Op: "submit", Key: key, What: "the connection broke before the answer came",
		Cure: "look for the key before you submit again",
	}
}

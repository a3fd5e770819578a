package client

import (
	"cmp"
	"context"
	"io"
	"slices"
	"sync"
	"time"

	"flexq/client/flex"
	"flexq/client/platform"
)

// Each group has to be asked for its requests by itself, and groups stay when their work is done. So only so many are
// asked at a time, and those of which nothing more is to come but seldom.
const (
	groupsAtOnce   = 4
	groupsEachTime = 32
	groupSettled   = 10 * time.Minute
	failedKept     = 7 * 24 * time.Hour // the longest time that a request may be of interest after it failed
)

// groupMemory keeps what each group said last.
type groupMemory struct {
	mu    sync.Mutex
	known map[platform.Group]groupAnswer
}

type groupAnswer struct {
	asked    time.Time
	gone     bool // there is no such group
	requests []flex.ResizeRequest
}

// isOver reports whether nothing more is to come of a group. One that has no request yet may be about to get it.
func (a groupAnswer) isOver(g platform.Group) bool {
	if len(a.requests) == 0 && !a.gone && a.asked.Sub(g.Created) < groupSettled {
		return false
	}
	return !slices.ContainsFunc(a.requests, func(r flex.ResizeRequest) bool { return !platform.IsOver(r) })
}

func (m *groupMemory) forget() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.known = nil
}

// due returns the groups to ask, at most so many: those that wait, which leave half of the turns to others; then those
// that were never asked, newest first; then those whose work is done, if they have not been asked for a while. What is
// known of groups that are no more is forgotten.
func (m *groupMemory) due(groups []platform.Group, now time.Time) []platform.Group {
	m.mu.Lock()
	defer m.mu.Unlock()
	known := make(map[platform.Group]groupAnswer, len(groups))
	var waiting, others []platform.Group
	for _, g := range groups {
		a, ok := m.known[g]
		if ok {
			known[g] = a
		}
		switch {
		case ok && !a.isOver(g):
			waiting = append(waiting, g)
		case !ok, now.Sub(a.asked) >= groupSettled, now.Before(a.asked):
			others = append(others, g)
		}
	}
	m.known = known
	for _, list := range [][]platform.Group{waiting, others} {
		slices.SortStableFunc(list, func(a, b platform.Group) int {
			return cmp.Or(known[a].asked.Compare(known[b].asked), b.Created.Compare(a.Created))
		})
	}
	first := min(len(waiting), max(groupsEachTime/2, groupsEachTime-len(others)))
	return append(waiting[:first:first], others[:min(len(others), groupsEachTime-first)]...)
}

func (m *groupMemory) note(g platform.Group, a groupAnswer) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil { // forgotten meanwhile
		m.known = map[platform.Group]groupAnswer{}
	}
	m.known[g] = a
}

// queued returns what has been asked for and is not there, oldest first: what waits, and of each group its newest
// request if that has failed not long ago.
func (m *groupMemory) queued(now time.Time) []flex.ResizeRequest {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []flex.ResizeRequest
	for _, a := range m.known {
		newest := slices.MaxFunc(append([]flex.ResizeRequest{{}}, a.requests...), byCreation)
		for _, r := range a.requests {
			if !platform.IsOver(r) || r.State == "FAILED" && r == newest && now.Sub(r.Created) < failedKept {
				out = append(out, r)
			}
		}
	}
	slices.SortFunc(out, func(a, b flex.ResizeRequest) int {
		return cmp.Or(byCreation(a, b), cmp.Compare(a.Group, b.Group), cmp.Compare(a.Name, b.Name))
	})
	return out
}

func byCreation(a, b flex.ResizeRequest) int { return a.Created.Compare(b.Created) }

func (c *Client) fetchRequests(ctx context.Context) ([]flex.ResizeRequest, string, error) {
	m := &c.sources.groups
	target, _ := c.gw.Platform()
	groups, err := platform.Follow(func(token string) (platform.Page[platform.Group], error) {
		return compute(ctx, c, "list instance groups", "/aggregated/instanceGroupManagers",
			platform.GroupsQuery(target.Cluster, token), c.sources.requests.needs, platform.ReadGroups)
	})
	if err != nil {
		return nil, "", err
	}
	groups.Items = slices.DeleteFunc(groups.Items, func(g platform.Group) bool { return !g.IsOf(target.Cluster, target.Region) })
	if err := c.askGroups(ctx, m.due(groups.Items, c.opts.Now())); err != nil {
		return nil, "", err
	}
	return m.queued(c.opts.Now()), missingNote(groups.Missing), nil
}

// askGroups asks groups for their requests, a few at once, and returns the first error. A group that is gone meanwhile
// has none.
func (c *Client) askGroups(ctx context.Context, groups []platform.Group) error {
	errs := make([]error, len(groups))
	var wg sync.WaitGroup
	turns := make(chan struct{}, groupsAtOnce)
	for i, g := range groups {
		turns <- struct{}{}
		wg.Go(func() {
			defer func() { <-turns }()
			errs[i] = c.askGroup(ctx, g)
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (c *Client) askGroup(ctx context.Context, g platform.Group) error {
	needs := c.sources.requests.needs
	needs.ID = "compute.instanceGroupManagers.get"
	page, err := platform.Follow(func(token string) (platform.Page[flex.ResizeRequest], error) {
		return compute(ctx, c, "list resize requests", g.Path(), platform.RequestsQuery(token), needs,
			func(r io.Reader) (platform.Page[flex.ResizeRequest], error) { return platform.ReadRequests(r, g) })
	})
	if err != nil && !isGone(err) {
		return err
	}
	c.sources.groups.note(g, groupAnswer{asked: c.opts.Now(), gone: err != nil, requests: page.Items})
	return nil
}

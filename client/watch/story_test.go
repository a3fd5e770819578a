package watch_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/flex"
	"flexq/client/gateway"
	"flexq/client/journal"
	"flexq/client/sim"
	"flexq/client/slurm"
	"flexq/client/watch"
)

const (
	storyDays = 14
	// storyGrid is how often the program looks. Of looks between which nothing happens most are left out.
	storyGrid = 15 * time.Second
	// storyPools is how often it asks for pools and machines where it does so as the screen does.
	storyPools = time.Minute
	// storyPause is the longest time between two looks all the same.
	storyPause = 3 * time.Hour
)

// story is a cluster whose machines come and go, and programs that watch it from outside.
type story struct {
	t        *testing.T
	cfg      sim.Config
	sim      *sim.Sim
	client   *client.Client
	asScreen bool
	dir      string
	programs []*watch.Watcher
	started  time.Time
	pools    flex.Pools
	jobs     slurm.List[slurm.Job]
	looks    int
	fresh    []flex.Event
	leases   map[string][]flex.Lease // by the id of the machine, each that was different
}

// TestStory plays two weeks of leases, repairs and mishaps, and holds what flexq says against what happened.
func TestStory(t *testing.T) {
	t.Parallel()
	days := storyDays
	if raced || testing.Short() {
		days = 2
	}
	for _, tt := range []struct {
		name string
		seed int64
		user sim.User
		// asScreen asks for pools only once a minute. Two programs share a folder then, and are started anew each day.
		asScreen bool
	}{
		{name: "everything is known", seed: 1},
		{name: "Compute Engine is forbidden", seed: 1, user: sim.User{NoCompute: true}},
		{name: "two programs, started anew each day", seed: 2, asScreen: true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			st := newStory(t, tt.seed, tt.user)
			st.asScreen = tt.asScreen
			days := days
			if tt.asScreen && !raced { // it looks twice as often
				days /= 2
			}
			st.play(st.schedule(time.Duration(days) * 24 * time.Hour))
			st.checkLeases(!tt.user.NoCompute, days)
			st.checkEvents()
		})
	}
}

func newStory(t *testing.T, seed int64, user sim.User) *story {
	t.Helper()
	const name, project, region, cluster = "watcher", "flexq-story", "us-central1", "story"
	cfg := sim.Config{
		Profile: sim.Lease, Seed: seed, Users: map[string]sim.User{name: user}, Strict: true, TokenLife: 365 * 24 * time.Hour,
		Project: project, Region: region, Cluster: cluster,
		OnViolation: func(what string) { t.Error(what) },
	}
	s, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	gw, err := gateway.NewPlatform(gateway.PlatformTarget{
		Endpoint: "http://127.0.0.1", Compute: "http://127.0.0.1/compute/v1", Project: project, Region: region, Cluster: cluster,
	}, gateway.Options{
		Transport: auth.Platform(handled{s.Handler()}, auth.Fixed(s.AccessToken(name)), ""), Now: s.Now,
		Retry: gateway.Retry{Attempts: -1},
	})
	if err != nil {
		t.Fatal(err)
	}
	return &story{
		t: t, cfg: cfg, sim: s, client: client.New(gw, client.Options{Now: s.Now, Version: "v0.0.43", User: name, SourceWait: time.Hour}),
		dir: t.TempDir(), leases: map[string][]flex.Lease{},
	}
}

// start lets programs begin, where there are none yet or it is another day.
func (st *story) start() {
	st.t.Helper()
	if now := st.sim.Now(); st.programs == nil || st.asScreen && now.Sub(st.started) >= 24*time.Hour {
		st.started = now
	} else {
		return
	}
	for _, w := range st.programs {
		if err := w.Close(st.t.Context()); err != nil {
			st.t.Fatal(err)
		}
	}
	st.programs = make([]*watch.Watcher, 1)
	if st.asScreen {
		st.programs = make([]*watch.Watcher, 2)
	}
	for i := range st.programs {
		j, err := journal.Open(journal.Options{Dir: st.dir})
		if err != nil {
			st.t.Fatal(err)
		}
		st.programs[i] = watch.New(watch.Options{Journal: j, Now: time.Now})
	}
}

// usualAnswer is what most answers of the story's size take.
const usualAnswer = 32 << 10

// handled answers requests in the process.
type handled struct{ handler http.Handler }

func (h handled) RoundTrip(r *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.Body.Grow(usualAnswer)
	h.handler.ServeHTTP(w, r)
	if r.Body != nil {
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			return nil, err
		}
		r.Body.Close()
	}
	res := w.Result()
	res.Request = r
	return res, nil
}

// play lets the time of all looks pass.
func (st *story) play(looks []time.Time) {
	st.t.Helper()
	for _, at := range looks {
		st.sim.Advance(at.Sub(st.sim.Now()))
		st.look()
	}
}

// schedule returns when to look: on the grid, before and after each thing that happens to nodes, machines and jobs by
// them, and now and then.
func (st *story) schedule(d time.Duration) []time.Time {
	st.t.Helper()
	scout, err := sim.New(st.cfg)
	if err != nil {
		st.t.Fatal(err)
	}
	grids := []time.Duration{storyGrid}
	if st.asScreen {
		grids = append(grids, storyPools)
	}
	start := scout.Now()
	scout.Advance(d)
	slots := map[time.Time]bool{}
	for _, h := range scout.Truth() {
		switch h.Kind {
		case "requested", "job_started", "job_ended", "job_failed", "job_cancelled":
			continue // seen with the next that counts
		}
		for _, grid := range grids {
			slot := h.At.Truncate(grid)
			slots[slot], slots[slot.Add(grid)] = true, true
			if slot.Equal(h.At) {
				slots[slot.Add(-grid)] = true
			}
		}
	}
	for at := start.Truncate(storyPools); at.Before(start.Add(d + 2*storyPause)); at = at.Add(storyPause) {
		slots[at] = true
	}
	looks := slices.SortedFunc(maps.Keys(slots), time.Time.Compare)
	return slices.DeleteFunc(looks, func(at time.Time) bool { return at.Before(start) })
}

// look asks for everything and has it watched, by one program after the other.
func (st *story) look() {
	st.t.Helper()
	st.start()
	ctx := st.t.Context()
	snapshot, err := st.snapshot(ctx)
	if err != nil {
		st.t.Fatal(err)
	}
	st.looks++
	for i := range st.programs {
		w := st.programs[(st.looks+i)%len(st.programs)]
		seen, err := w.Observe(ctx, snapshot)
		if err != nil {
			st.t.Fatal(err)
		}
		if i > 0 {
			continue // it sees what the first has told
		}
		st.fresh = append(st.fresh, seen.Fresh...)
		for node, in := range snapshot.Pools.Instances {
			lease := seen.Outlook.Lease(node)
			told := st.leases[in.ID]
			if lease.IsKnown() && (len(told) == 0 || told[len(told)-1] != lease) {
				st.leases[in.ID] = append(told, lease)
			}
		}
	}
}

func (st *story) snapshot(ctx context.Context) (flex.Snapshot, error) {
	if !st.asScreen || st.looks == 0 || st.sim.Now().Truncate(storyPools).Equal(st.sim.Now()) {
		var err error
		if st.pools, err = st.client.Pools(ctx); err != nil {
			return flex.Snapshot{}, err
		}
	}
	nodes, err := st.client.Nodes(ctx)
	if err != nil {
		return flex.Snapshot{}, err
	}
	jobs, err := st.client.Jobs(ctx, st.jobs.LastUpdate)
	if err != nil {
		return flex.Snapshot{}, err
	}
	if !jobs.Unchanged {
		st.jobs = jobs
	}
	now := st.client.ClusterNow()
	return flex.Snapshot{
		Now: now, Pools: st.pools, Nodes: nodes.Items, NodesAsOf: now, Jobs: st.jobs.Items, JobsAsOf: now,
	}, nil
}

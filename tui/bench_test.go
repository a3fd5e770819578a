package tui_test

import (
	"context"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"flexq/client"
	"flexq/client/auth"
	"flexq/client/gateway"
	"flexq/client/sim"
	"flexq/client/slurm"
	"flexq/tui"
	"flexq/tui/tuitest"
	"flexq/tui/tuitest/cluster"
)

// busyKeys is what a user under stress presses: moves, pages, another order, folding, a filter and back.
func busyKeys() []string {
	return []string{
		"j", "j", "j", "k", "G", "g", "ctrl+d", "ctrl+u", "pgdown", "pgup", "t", "T", "z", "z", "space", "v", "j", "v",
		"m", "m", "/", "e", "v", "a", "l", "backspace", "enter", "esc", "esc", "esc", "enter", "j", "esc", "2", "j", "3", "k", "1", "?", "esc",
		"/", "r", "i", "s", "k", ":", "k", "esc",
	}
}

// BenchmarkKeysWhileRefreshing measures how long a key takes while the list refreshes without a pause.
//
// Method: the simulated platform serves the jobs over loopback; one goroutine fetches and decodes the whole list
// with the real client again and again, and every list that arrives goes through the program as a poll's reply would.
// Between replies the program gets the keys of a user under stress. What is timed is the screen's loop: Update and
// View for a key, and Update and View for a reply, which a key may have to wait for. The worst that a user can feel is
// the sum of the two. Writing to the terminal comes on top and is bounded by the frame rate, not by the number of jobs.
//
// After each list what it means for leases, and what happened, comes back from its command: that is a look.
//
// It prints milliseconds: the median, the 99th percentile and the worst of keys, replies and looks, and the costliest key,
// which is the largest of the keys' medians: unlike the worst it does not grow with what else the machine is doing. So it
// does for the keys that make the rows of the list anew: letters of the filter, mine or all, another order.
func BenchmarkKeysWhileRefreshing(b *testing.B) {
	for _, n := range []int{10000, 50000} {
		b.Run(strconv.Itoa(n), func(b *testing.B) { keysWhileRefreshing(b, n) })
	}
}

func keysWhileRefreshing(b *testing.B, jobs int) {
	b.Helper()
	api := simulated(b, jobs)
	app := tui.New(b.Context(), tui.Options{
		Service: api, Scripts: &cluster.Scripts{}, Now: time.Now, Context: "bench", User: "alice", Theme: "dark",
		Tick: func(time.Duration, func(time.Time) tea.Msg) tea.Cmd { return nil },
	})
	loop := &loop{app: app}
	loop.send(tea.WindowSizeMsg{Width: 180, Height: 50})
	loop.run(app.Init())

	lists, stop := refresh(b, api)
	defer stop()
	var keys, replies, looks []time.Duration
	round := busyKeys()
	each := make([][]time.Duration, len(round))
	n := 0
	for b.Loop() {
		select {
		case list := <-lists:
			replies = append(replies, loop.send(tui.Refreshed(app, list)))
			if seen := tui.Observed(app); seen != nil { // worked out in a command
				looks = append(looks, loop.send(seen))
			}
		default:
			took := loop.send(tuitest.Key(b, round[n%len(round)]))
			keys = append(keys, took)
			each[n%len(round)] = append(each[n%len(round)], took)
			n++
		}
	}
	report(b, "key", keys)
	report(b, "reply", replies)
	report(b, "look", looks)
	b.ReportMetric(costliest(each), "costliest-key-ms")
	reportGroups(b, round, each)
	b.ReportMetric(0, "ns/op")
}

// loop is the part of Bubble Tea's event loop that a user waits for.
type loop struct {
	app  *tui.App
	view int
}

func (l *loop) send(msg tea.Msg) time.Duration {
	begin := time.Now()
	_, cmd := l.app.Update(msg)
	l.view = len(l.app.View().Content)
	took := time.Since(begin)
	_ = cmd // polls are the refreshing goroutine's business here
	return took
}

// run carries out the commands of the start, so that the first answers are here.
func (l *loop) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			l.run(c)
		}
	case nil:
	default:
		l.send(msg)
	}
}

func simulated(b *testing.B, jobs int) *client.Client {
	b.Helper()
	s, err := sim.New(sim.Config{Profile: sim.Demo, Jobs: jobs, Nodes: 200, Seed: 1, Speed: 20, Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	srv := httptest.NewServer(s.Handler())
	b.Cleanup(func() { srv.Close(); _ = s.Close() })
	gw, err := gateway.NewPlatform(
		gateway.PlatformTarget{Endpoint: srv.URL, Project: "flexq-demo", Region: "us-central1", Cluster: "demo"},
		gateway.Options{
			Now:       time.Now,
			Transport: auth.Platform(gateway.Base(srv.URL, gateway.Timeouts{}), auth.Fixed(s.AccessToken("alice")), ""),
		})
	if err != nil {
		b.Fatal(err)
	}
	return client.New(gw, client.Options{Now: time.Now, User: "alice"})
}

// refresh fetches the whole list again and again until it is stopped.
func refresh(b *testing.B, api *client.Client) (<-chan slurm.List[slurm.Job], func()) {
	b.Helper()
	ctx, cancel := context.WithCancel(b.Context())
	lists := make(chan slurm.List[slurm.Job])
	var wg sync.WaitGroup
	wg.Go(func() {
		for ctx.Err() == nil {
			list, err := api.Jobs(ctx, 0)
			if err != nil {
				return
			}
			select {
			case lists <- list:
			case <-ctx.Done():
			}
		}
	})
	return lists, func() { cancel(); wg.Wait() }
}

func report(b *testing.B, name string, took []time.Duration) {
	b.Helper()
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	ms := func(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
	b.ReportMetric(ms(took[len(took)/2]), name+"-median-ms")
	b.ReportMetric(ms(took[len(took)*99/100]), name+"-p99-ms")
	b.ReportMetric(ms(took[len(took)-1]), name+"-worst-ms")
}

// reportGroups tells the costliest of the letters of the filter, of mine or all, and of another order.
func reportGroups(b *testing.B, round []string, each [][]time.Duration) {
	b.Helper()
	of := map[string][][]time.Duration{}
	typing := false
	for i, key := range round {
		switch {
		case typing && (len(key) == 1 || key == "backspace"):
			of["letter"] = append(of["letter"], each[i])
		case key == "m":
			of["mine"] = append(of["mine"], each[i])
		case key == "t", key == "T":
			of["sort"] = append(of["sort"], each[i])
		}
		typing = key == "/" || (typing && key != "enter" && key != "esc")
	}
	for name, keys := range of {
		b.ReportMetric(costliest(keys), "costliest-"+name+"-ms")
	}
}

// costliest is the largest median of the times that each key took.
func costliest(each [][]time.Duration) float64 {
	var most time.Duration
	for _, took := range each {
		if len(took) > 0 {
			slices.Sort(took)
			most = max(most, took[len(took)/2])
		}
	}
	return float64(most) / float64(time.Millisecond)
}

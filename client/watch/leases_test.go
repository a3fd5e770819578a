package watch_test

import (
	"fmt"
	"testing"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
	"flexq/client/watch"
)

// A job on many nodes whose leases end together rings once for each time before it.
func TestLeasesOfOneJobRingOnce(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	start := b.now
	w := b.program(watch.Options{Settings: flex.Settings{User: "alice"}})
	look := func(after time.Duration) (fresh, notify string) {
		b.now = start.Add(after)
		s := machines(b.now, 4*time.Hour, time.Time{})
		s.Nodes = nil
		for i := range 4 {
			name, lag := fmt.Sprintf("c-p-%d", i), time.Duration(i)*time.Minute
			if i == 3 {
				lag = time.Hour
			}
			s.Pools.Instances[name] = flex.Instance{Node: name, PoolID: "p", State: "RUNNING", ID: fmt.Sprint(700 + i), Created: start.Add(lag)}
			s.Nodes = append(s.Nodes, slurm.Node{Name: name, State: slurm.ParseNodeState("MIXED")})
		}
		job := func(id uint64, user, nodes string) slurm.Job {
			return slurm.Job{ID: id, User: user, State: slurm.ParseJobState("RUNNING"), Nodes: slurm.Hostlist(nodes), Limit: slurm.LimitOf(60), Start: slurm.TimeOf(start)}
		}
		s.Jobs = []slurm.Job{job(7, "alice", "c-p-[0-3]"), job(8, "alice", "c-p-2"), job(9, "bob", "c-p-1")}
		seen, err := w.Observe(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		return kinds(words(seen.Fresh), "lease_ends"), words(seen.Notify)
	}
	look(0)
	fresh, notify := look(3*time.Hour + 90*time.Second)
	want(t, "told", "c-p-0 7 lease_ends (mine); c-p-1 7,9 lease_ends (mine)", fresh)
	want(t, "rung for", "c-p-0 7 lease_ends (mine)", notify)
	fresh, notify = look(3*time.Hour + 150*time.Second)
	want(t, "told", "c-p-2 7,8 lease_ends (mine)", fresh)
	want(t, "rung for: another job", "c-p-2 7,8 lease_ends (mine)", notify)
	fresh, notify = look(3*time.Hour + 50*time.Minute)
	want(t, "told", "c-p-0 7 lease_ends (mine); c-p-1 7,9 lease_ends (mine); c-p-2 7,8 lease_ends (mine)", fresh)
	want(t, "rung for: it is nearer", "c-p-0 7 lease_ends (mine); c-p-2 7,8 lease_ends (mine)", notify)
	_, notify = look(4*time.Hour + 5*time.Minute)
	want(t, "rung for: a lease of later", "c-p-3 7 lease_ends (mine)", notify)
}

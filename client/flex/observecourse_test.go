package flex_test

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"pgregory.net/rapid"

	"flexq/client/flex"
)

// course is what really happens to the nodes of a world: changes of it, by time.
type course struct {
	changes []change
	ends    map[string]flex.EventType // why each machine was taken away
	news    map[string]flex.EventType // how each came
	reboots map[string]int            // of each node
	restart map[string]bool           // requeues, as JOB:RESTART
	records bool
	exact   bool
	skew    time.Duration // by which Slurm's clock is ahead of the platform's
	until   time.Duration
}

type change struct {
	at time.Duration
	do func(w *world)
}

func (c *course) then(at time.Duration, do func(w *world)) {
	c.changes = append(c.changes, change{at, do})
}

func (c *course) record(at time.Duration, kind string, node int) {
	if c.records {
		c.then(at, func(w *world) { w.record(at, kind, "VM "+n(node)) })
	}
}

func seconds(t *rapid.T, from, to time.Duration, what string) time.Duration {
	return time.Duration(rapid.Int64Range(int64(from/s), int64(to/s)).Draw(t, what)) * s
}

const leaseLife = 2*h + 30*m

// drawCourse lets two nodes have a machine after another.
func drawCourse(t *rapid.T) *course {
	c := &course{
		ends: map[string]flex.EventType{}, news: map[string]flex.EventType{}, reboots: map[string]int{}, restart: map[string]bool{},
		records: rapid.Bool().Draw(t, "records"), exact: rapid.Bool().Draw(t, "exact"), until: 8 * h,
		skew: rapid.SampledFrom([]time.Duration{0, 0, 4 * m, -4 * m}).Draw(t, "skew"),
	}
	for i := range 2 {
		at, machine, before := h, 1000*(i+1), flex.NodePoweredDown
		c.then(0, func(w *world) { w.vanish(i); w.state(i, "IDLE+CLOUD+POWERED_DOWN"); w.nodes[n(i)].Boot = 0 })
		for job := uint64(100 * (i + 1)); ; job += 10 {
			machine++
			if at = c.life(t, i, at, strconv.Itoa(machine), job, &before); at > c.until-leaseLife-h {
				break
			}
		}
	}
	slices.SortStableFunc(c.changes, func(a, b change) int { return int(a.at - b.at) })
	return c
}

// life is that of one machine, with a job on it. It returns when the next one may come.
func (c *course) life(t *rapid.T, i int, at time.Duration, id string, job uint64, before *flex.EventType) time.Duration {
	created := at + seconds(t, 2*m, 20*m, "wait")
	boot := created + seconds(t, 3*m, 8*m, "boot")
	end := created + m + leaseLife
	c.then(at, func(w *world) { w.state(i, "IDLE+CLOUD+POWERING_UP+NOT_RESPONDING") })
	c.then(created, func(w *world) {
		w.machine(i, id, created)
		if c.exact {
			w.ends(i, end)
		}
	})
	c.news[id] = flex.MachineReplaced
	if *before == flex.NodePoweredDown {
		c.news[id] = flex.MachineCreated
	}
	c.then(boot, func(w *world) {
		w.state(i, "ALLOCATED+CLOUD")
		w.boot(i, boot+c.skew)
		w.at = boot
		w.job(job, "RUNNING", n(i), started(boot+c.skew))
	})
	reboot := boot + seconds(t, 10*m, 25*m, "reboot")
	if rapid.Bool().Draw(t, "reboots") {
		c.reboots[n(i)]++
		c.then(reboot, func(w *world) { w.boot(i, reboot+c.skew) })
		c.record(reboot, "VM_REBOOT", i)
	}
	cause := rapid.SampledFrom([]flex.EventType{
		flex.LeaseExpired, flex.MachineRepaired, flex.NodePoweredDown, flex.MachineDeleted,
	}).Draw(t, "cause")
	gone := boot + seconds(t, 40*m, 2*h, "gone")
	if cause == flex.LeaseExpired {
		gone = end
	}
	c.foretell(i, job, cause, gone)
	c.ends[id], *before = cause, cause
	c.then(gone, func(w *world) {
		w.vanish(i)
		w.state(i, "IDLE+CLOUD+POWERED_DOWN")
		w.clean(i)
		w.nodes[n(i)].Boot = 0
		if cause != flex.NodePoweredDown {
			w.job(job, "PENDING", "", restarted(1, gone+c.skew))
		}
	})
	if cause != flex.NodePoweredDown {
		c.restart[fmt.Sprint(job, ":", 1)] = true
	}
	c.record(gone, "VM_DELETION", i)
	if cause == flex.MachineRepaired {
		c.record(gone+s, "VM_REPORT_AND_REPLACEMENT", i)
	}
	c.then(gone+10*m, func(w *world) { w.leave(job) })
	return gone + seconds(t, 5*m, h, "pause")
}

// foretell lets Slurm show what comes.
func (c *course) foretell(i int, job uint64, cause flex.EventType, gone time.Duration) {
	switch cause {
	case flex.MachineRepaired:
		at := gone - 150*s
		c.record(at, "VM_CONTINUOUS_GPU_ERROR", i)
		c.then(at, func(w *world) { w.state(i, "ALLOCATED+CLOUD+DRAIN"); w.reason(i, "xid 79", at+c.skew) })
		c.record(at+s, "VM_SLURM_DRAIN", i)
	case flex.NodePoweredDown:
		at := gone - 150*s
		c.then(at-5*m, func(w *world) { w.state(i, "IDLE+CLOUD"); w.leave(job) })
		c.then(at, func(w *world) { w.state(i, "IDLE+CLOUD+POWERING_DOWN") })
		c.record(at, "VM_SLURM_POWER_DOWN", i)
	default:
	}
}

// watcher is a program that polls each part of a world at its own pace.
type watcher struct {
	program
	nodes, pools, jobs time.Duration // between two looks
	last               flex.Snapshot
	told               []flex.Event
	looks              []flex.Snapshot
}

// watch plays a course for a watcher, which begins at the given moment.
func (c *course) watch(wa *watcher, from time.Duration) {
	w := newWorld()
	w.pools.Pools = []flex.Pool{flexPool(leaseLife)}
	next := 0
	var nodes, pools, jobs time.Duration
	for now := from; now <= c.until; now += 20 * s {
		for next < len(c.changes) && c.changes[next].at <= now {
			c.changes[next].do(w)
			next++
		}
		w.at = now
		isDue := func(last *time.Duration, every time.Duration) bool {
			if *last != 0 && now-*last < every {
				return false
			}
			*last = now
			return true
		}
		n, p, j := isDue(&nodes, wa.nodes), isDue(&pools, wa.pools), isDue(&jobs, wa.jobs)
		if !n && !p && !j {
			continue
		}
		fresh := w.snapshot()
		wa.last.Now = fresh.Now
		if n {
			wa.last.Nodes, wa.last.NodesAsOf = fresh.Nodes, fresh.NodesAsOf
		}
		if p {
			wa.last.Pools = fresh.Pools
		}
		if j {
			wa.last.Jobs, wa.last.JobsAsOf = fresh.Jobs, fresh.JobsAsOf
		}
		wa.looks = append(wa.looks, wa.last)
		wa.told = append(wa.told, wa.lookAt(wa.last, w)...)
	}
}

// drawWatcher polls as programs do.
func drawWatcher(t *rapid.T) *watcher {
	return &watcher{
		nodes: seconds(t, 30*s, 60*s, "nodes each"), pools: seconds(t, 45*s, 90*s, "pools each"), jobs: seconds(t, 30*s, 60*s, "jobs each"),
	}
}

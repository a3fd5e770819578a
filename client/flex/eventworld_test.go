package flex_test

import (
	"fmt"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// world is a cluster that a test changes and programs look at. Its time begins at zero hours; times are told as
// durations since.
type world struct {
	at      time.Duration
	nodes   map[string]*slurm.Node
	order   []string
	pools   flex.Pools
	jobs    []slurm.Job
	plain   bool // nothing lists machines
	watched uint64
}

const (
	h = time.Hour
	m = time.Minute
	s = time.Second
)

// since is a moment of the world.
func since(d time.Duration) time.Time {
	return time.Date(2026, 11, 30, 0, 0, 0, 0, time.UTC).Add(d)
}

func n(i int) string { return fmt.Sprintf("hcsdemo-a3u-%d", i) }

// newWorld has two nodes with machines 100 and 101 of a Flex Start pool of seven days, made two hours ago.
func newWorld() *world {
	w := &world{at: 0, nodes: map[string]*slurm.Node{}, pools: flex.Pools{
		Cluster: "hcsdemo", Origin: flex.FromResource, Pools: []flex.Pool{flexPool(7 * day)}, Instances: map[string]flex.Instance{},
	}}
	for i := range 2 {
		w.add(i)
		w.boot(i, -2*h+4*m)
		w.machine(i, fmt.Sprint(100+i), -2*h)
	}
	return w
}

func (w *world) add(i int) {
	w.nodes[n(i)] = &slurm.Node{Name: n(i), State: slurm.ParseNodeState("IDLE"), Partitions: []string{"a3u"}}
	w.order = append(w.order, n(i))
}

func (w *world) state(i int, state string) { w.nodes[n(i)].State = slurm.ParseNodeState(state) }

func (w *world) reason(i int, reason string, at time.Duration) {
	w.nodes[n(i)].Reason, w.nodes[n(i)].ReasonSince = reason, slurm.TimeOf(since(at))
}

// clean takes the reason of a node away, as a resume does.
func (w *world) clean(i int) { w.nodes[n(i)].Reason, w.nodes[n(i)].ReasonSince = "", 0 }

func (w *world) boot(i int, at time.Duration) { w.nodes[n(i)].Boot = slurm.TimeOf(since(at)) }

func (w *world) machine(i int, id string, created time.Duration) {
	w.pools.Instances = cloneOf(w.pools.Instances)
	w.pools.Instances[n(i)] = flex.Instance{Node: n(i), PoolID: "a3u", State: "RUNNING", ID: id, Created: since(created)}
}

// ends lets Compute Engine tell the machine's end.
func (w *world) ends(i int, at time.Duration) {
	w.pools.Instances = cloneOf(w.pools.Instances)
	in := w.pools.Instances[n(i)]
	in.Ends, in.FromCompute, in.Status = since(at), true, "RUNNING"
	w.pools.Instances[n(i)] = in
	w.pools.Sources = []flex.SourceState{{Name: flex.SourceNameCompute}}
}

func (w *world) vanish(i int) {
	w.pools.Instances = cloneOf(w.pools.Instances)
	delete(w.pools.Instances, n(i))
}

func cloneOf(in map[string]flex.Instance) map[string]flex.Instance {
	out := make(map[string]flex.Instance, len(in)+1)
	for k, v := range in {
		out[k] = v
	}
	return out
}

func (w *world) record(at time.Duration, kind, message string) {
	w.pools.Events = append(w.pools.Events[:len(w.pools.Events):len(w.pools.Events)], flex.PlatformRecord{At: since(at), Type: kind, Message: message})
}

// job puts a job into the queue, or changes it.
func (w *world) job(id uint64, state, nodes string, change ...func(*slurm.Job)) {
	jobs := append([]slurm.Job(nil), w.jobs...)
	at := -1
	for i := range jobs {
		if jobs[i].ID == id {
			at = i
		}
	}
	if at < 0 {
		jobs = append(jobs, slurm.Job{ID: id, User: "alice", Partition: "a3u", Submit: slurm.TimeOf(since(w.at))})
		at = len(jobs) - 1
	}
	jobs[at].State, jobs[at].Nodes = slurm.ParseJobState(state), slurm.Hostlist(nodes)
	for _, f := range change {
		f(&jobs[at])
	}
	w.jobs = jobs
}

// leave takes a job out of the queue.
func (w *world) leave(id uint64) {
	var jobs []slurm.Job
	for _, j := range w.jobs {
		if j.ID != id {
			jobs = append(jobs, j)
		}
	}
	w.jobs = jobs
}

// snapshot is what a look at everything shows.
func (w *world) snapshot() flex.Snapshot {
	snap := flex.Snapshot{Now: since(w.at), Pools: w.pools, Jobs: w.jobs, NodesAsOf: since(w.at), JobsAsOf: since(w.at)}
	snap.Pools.AsOf = since(w.at)
	if w.plain {
		snap.Pools = flex.OfPartitions([]slurm.Partition{{Name: "a3u", NodeCount: 2}}, "no resource")
		snap.Pools.AsOf = since(w.at)
	}
	for _, name := range w.order {
		if node := w.nodes[name]; node != nil {
			snap.Nodes = append(snap.Nodes, *node)
		}
	}
	return snap
}

func (w *world) settings() flex.Settings {
	return flex.Settings{User: "alice", Watched: func(id uint64) bool { return id == w.watched }}
}

// program is one that looks at a world.
type program struct{ memory flex.Memory }

func (p *program) look(w *world) []flex.Event { return p.lookAt(w.snapshot(), w) }

func (p *program) lookAt(snap flex.Snapshot, w *world) (events []flex.Event) {
	p.memory, events = flex.Observe(p.memory, snap, w.settings())
	return events
}

// short writes an event down: when, what, of which node and machine, the jobs, and its text. "~" stands before a
// moment that is loose.
func short(e flex.Event) string {
	var b strings.Builder
	if e.Loose {
		b.WriteByte('~')
	}
	b.WriteString(e.At.Sub(since(0)).Round(time.Second).String())
	b.WriteString(" " + string(e.Type))
	if e.Node != "" {
		b.WriteString(" " + strings.TrimPrefix(e.Node, "hcsdemo-"))
	}
	if e.Machine != "" {
		b.WriteString("/" + e.Machine)
	}
	if len(e.Jobs) > 0 {
		b.WriteString(" [" + strings.Join(e.Jobs, " ") + "]")
	}
	text := e.Text
	if left := words(e.Ends.Sub(e.At)); e.Type == flex.LeaseEnds && !e.Ends.IsZero() {
		text = "in " + left + " (" + text + ")"
	} else if !e.Ends.IsZero() {
		text += ", in " + left
	}
	if text = strings.TrimPrefix(e.Name+": "+text, ": "); text != "" {
		b.WriteString(": " + text)
	}
	return b.String()
}

// words are those of a countdown.
func words(left time.Duration) string {
	left = left.Round(m)
	switch {
	case left < h:
		return fmt.Sprintf("%d min", left/m)
	case left < day:
		return fmt.Sprintf("%dh%02dm", left/h, left%h/m)
	}
	return fmt.Sprintf("%dd%02dh", left/day, left%day/h)
}

func shorts(events []flex.Event) []string {
	var out []string
	for _, e := range events {
		out = append(out, short(e))
	}
	return out
}

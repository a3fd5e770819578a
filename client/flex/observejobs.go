package flex

import (
	"cmp"
	"strings"
	"time"

	"flexq/client/slurm"
)

// lookAtJobs tells requeues and ends, by the newest queue. A job that has left the queue before its end could be seen
// is not guessed about.
func (o *observer) lookAtJobs() {
	before, asOf := o.ev.Jobs, o.s.JobsAsOf
	if !isNew(asOf, before) {
		return
	}
	o.ev.Jobs = asOf
	jobs := make(map[uint64]JobMemory, len(o.old.Jobs))
	for i := range o.s.Jobs {
		j := &o.s.Jobs[i]
		was, known := o.old.Jobs[j.ID]
		l := jobLook{o: o, j: j, was: was, known: known, asOf: asOf, before: before}
		if is, keep := l.look(); keep {
			jobs[j.ID] = is
		}
	}
	o.next.Jobs = jobs
}

// jobLook is one job in a new look at the queue, and what is remembered of it.
type jobLook struct {
	o            *observer
	j            *slurm.Job
	was, is      JobMemory
	known        bool
	asOf, before time.Time // this look and the one before; before is zero at the first
}

// look compares, and returns what to remember, or false if the job need not be remembered.
func (l *jobLook) look() (JobMemory, bool) {
	j := l.j
	active, final := j.State.IsActive() && !hasEnded(j.State), isFinal(j.State)
	mine, isNodeFail := l.o.isMine(j), final && j.State.Base == slurm.JobNodeFail
	if !l.known && !j.State.IsActive() && j.Restarts == 0 && !mine && !isNodeFail {
		return JobMemory{}, false // most of a long queue
	}
	l.remember(mine)
	if !l.before.IsZero() {
		l.requeued()
		if final && !l.is.Done {
			l.ended()
		}
	} else if final {
		l.is.Done = true
	}
	switch {
	case active && j.Nodes != "" && j.State.Base != slurm.JobPending:
		l.is.Nodes, l.is.Left = j.Nodes, time.Time{}
	case final && !endedByNode(j.State):
		l.is.Nodes, l.is.Left = "", time.Time{} // what happens to the node later does not hit it
	case l.is.Nodes != "" && l.is.Left.IsZero():
		l.is.Left = l.asOf
	}
	return l.is, j.State.IsActive() || j.Restarts > 0 || mine && !final || l.is.Done
}

// remember notes what is known of the job at this look.
func (l *jobLook) remember(mine bool) {
	j := l.j
	if j.Restarts < l.was.Restarts { // an id that is used again
		l.was, l.known = JobMemory{}, false
	}
	l.is = l.was
	l.is.Restarts, l.is.Mine, l.is.User = j.Restarts, mine, j.User
	switch {
	case j.Array.Job != 0 && !j.Array.HasTask:
		l.is.Shown = "" // the list of waiting tasks changes
	case l.is.Shown == "" && (j.Array.Job != 0 || j.Het.Job != 0):
		l.is.Shown = j.DisplayID()
	}
}

// hasEnded reports whether the job's run is over, though it may still be completing.
func hasEnded(s slurm.JobState) bool {
	switch s.Base {
	case slurm.JobUnknown, slurm.JobPending, slurm.JobRunning, slurm.JobSuspended:
		return false
	default:
		return true
	}
}

// isFinal reports whether the job has ended for good. One that is to be requeued shows how its run ended until it has
// been cleaned up.
func isFinal(s slurm.JobState) bool {
	const again = slurm.JobRequeued | slurm.JobRequeueFed | slurm.JobRequeueHold | slurm.JobSpecialExit
	return s.IsFinal() && s.Flags&again == 0
}

// endedByNode reports whether a job that has ended may have been thrown off its nodes.
func endedByNode(s slurm.JobState) bool {
	return s.Base == slurm.JobNodeFail || s.Base == slurm.JobBootFail || s.Has(slurm.JobLaunchFailed)
}

// isMine reports whether the job is the user's own or watched, itself or with its array.
func (o *observer) isMine(j *slurm.Job) bool {
	if o.set.User != "" && j.User == o.set.User {
		return true
	}
	w := o.set.Watched
	return w != nil && (w(j.ID) || j.Array.Job != 0 && j.Array.Job != j.ID && w(j.Array.Job))
}

func (l *jobLook) event(t EventType, id string) Event {
	return Event{
		ID: id, At: l.asOf, Type: t, Pool: l.pool(), Jobs: []string{l.j.DisplayID()}, User: l.j.User, Name: l.j.Name, Mine: l.is.Mine,
		From: BySlurm,
	}
}

// nodes are those of the job's newest run.
func (l *jobLook) nodes() slurm.Hostlist { return cmp.Or(l.j.Nodes, l.was.Nodes) }

// pool is that of the run's first node.
func (l *jobLook) pool() string {
	for node := range l.nodes().All() {
		return l.o.poolOf(node)
	}
	return ""
}

// mostNodesText bounds the list of nodes in a text.
const mostNodesText = 120

// on names the nodes on which the job's run ended: the only one as the event's own, several in its text.
func (l *jobLook) on(e *Event) {
	nodes := l.nodes()
	if e.Node != "" || nodes == "" {
		return
	}
	first, more := "", 0
	for node := range nodes.All() {
		if more++; more > 1 {
			break
		}
		first = node
	}
	if more == 1 {
		e.Node = first
		return
	}
	list := string(nodes)
	if len(list) > mostNodesText {
		list = strings.ToValidUTF8(list[:mostNodesText], "") + "..."
	}
	e.Text = strings.TrimSpace(e.Text + " on " + list)
}

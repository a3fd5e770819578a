package flex

import (
	"strconv"
	"time"

	"flexq/client/slurm"
)

// mostRestarts bounds how many restarts between two looks are told.
const mostRestarts = 5

// requeued tells each restart since the look before. Slurm gives a requeued job a new time of submission, which is the
// moment of its last requeue.
func (l *jobLook) requeued() {
	j := l.j
	if j.Restarts <= l.was.Restarts {
		return
	}
	submit := j.Submit.Std()
	isRecent := l.before.Sub(submit) <= looseWithin
	if !l.known && !isRecent {
		return // of long ago: the list before was not whole
	}
	first := l.was.Restarts + 1
	for r := max(first, j.Restarts-min(j.Restarts, mostRestarts)+1); r <= j.Restarts; r++ {
		e := l.event(JobRequeued, eventID("requeued", l.key(), strconv.FormatUint(uint64(r), 10)))
		if isRecent && !submit.After(l.asOf.Add(looseWithin)) {
			e.At = submit
		}
		e.Loose = r != j.Restarts || !isRecent
		e.Text = "restart " + strconv.FormatUint(uint64(r), 10)
		if r == first {
			if node, why := l.blame(e.moment()); node != "" {
				e.Node, e.Text = node, e.Text+": "+why
				e.Machine = l.o.mark(node).Machine
			}
		}
		l.o.tell(e)
	}
	l.is.Done = false
}

// moment is when the event happened; zero if that is not known.
func (e Event) moment() time.Time {
	if e.Loose {
		return time.Time{}
	}
	return e.At
}

func (l *jobLook) key() string { return strconv.FormatUint(l.j.ID, 10) }

// ended tells the end of a job: of anyone's if its node failed it, else of one's own.
func (l *jobLook) ended() {
	j, at := l.j, l.j.End.Std()
	isNodeFail := j.State.Base == slurm.JobNodeFail
	if !isNodeFail && !l.is.Mine {
		return
	}
	l.is.Done = true
	if !l.known && (at.IsZero() || l.before.Sub(at) > 0) {
		return // it had ended before the look before
	}
	e := l.event(JobFailed, eventID("ended", l.key(), strconv.FormatUint(uint64(j.Restarts), 10)))
	switch {
	case isNodeFail:
		e.Type = JobNodeFailed
		node, why := l.blame(at)
		e.Node, e.Text = node, why
		if node != "" {
			e.Machine = l.o.mark(node).Machine
		}
	case j.State.Base == slurm.JobComplete:
		e.Type, e.Text = JobEnded, l.ranFor()
	case j.State.Base == slurm.JobCancelled:
		return
	case j.State.Base == slurm.JobFailed && j.Exit.Set:
		e.Text = j.Exit.Words() + l.after()
	default:
		e.Text = j.State.Words() + l.after()
	}
	if at.IsZero() {
		e.Loose = true
	} else {
		e.At = at
	}
	l.on(&e)
	l.o.tell(e)
}

func (l *jobLook) ranFor() string {
	if ran := l.j.Used(slurm.TimeOf(l.asOf)); ran > 0 {
		return "it ran for " + spanWords(ran)
	}
	return ""
}

func (l *jobLook) after() string {
	if ran := l.j.Used(slurm.TimeOf(l.asOf)); ran >= time.Minute {
		return " after " + spanWords(ran)
	}
	return ""
}

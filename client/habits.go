package client

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// The two parameters that spare the cluster work, and that it may not know.
const (
	paramFlags = "flags"       // ALL leaves out one entry per core of each node of each running job
	paramNews  = "update_time" // asks for nothing when nothing changed
)

// habits remembers what this cluster does not take.
type habits struct {
	mu       sync.Mutex
	dislikes map[string]int // by parameter: how often in a row the question was answered only without it

	jobs atomic.Int64
}

// enough is after how many such answers a parameter is left out for good. One may be chance: Slurm also has
// failures that pass.
const enough = 2

func (h *habits) takes(param string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.dislikes[param] < enough
}

func (h *habits) note(param string, count func(int) int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.dislikes == nil {
		h.dislikes = make(map[string]int)
	}
	h.dislikes[param] = count(h.dislikes[param])
}

// dislike counts an answer that came only when the parameter was left out.
func (h *habits) dislike(param string) { h.note(param, func(n int) int { return n + 1 }) }

// drop leaves the parameter out from now on.
func (h *habits) drop(param string) { h.note(param, func(int) int { return enough }) }

// like counts an answer to a question with the parameter.
func (h *habits) like(param string) { h.note(param, func(int) int { return 0 }) }

// query gives the parameters of a list of jobs, as far as the cluster takes them.
func (h *habits) query(since slurm.Time) url.Values {
	q := url.Values{}
	if h.takes(paramFlags) {
		q.Set(paramFlags, "ALL")
	}
	if since != 0 && h.takes(paramNews) {
		q.Set(paramNews, strconv.FormatInt(int64(since), 10))
	}
	return q
}

// learn takes note of an answer: the parameters that Slurm says it has ignored are of no use.
func (h *habits) learn(q url.Values, warnings []slurm.Problem) {
	for param := range q {
		if ignored(q, param, warnings) {
			h.drop(param)
		} else {
			h.like(param)
		}
	}
}

// ignored reports whether Slurm says that it does not know a parameter that it was given.
func ignored(q url.Values, param string, warnings []slurm.Problem) bool {
	if !q.Has(param) {
		return false
	}
	return slices.ContainsFunc(warnings, func(w slurm.Problem) bool {
		return w.Source == "#/"+param+"/" && strings.Contains(w.Description, "unknown field")
	})
}

// isRefusal reports whether an error says that the question was not understood or not liked, so that a plainer one
// may be answered.
func isRefusal(err error) bool {
	switch fault.KindOf(err) {
	case fault.Refused, fault.InvalidArgument:
		return true
	default:
		return false
	}
}

// saw notes how long the queue is, and expect returns for how many jobs to make room next time.
func (h *habits) saw(jobs int) { h.jobs.Store(int64(jobs)) }

func (h *habits) expect() int {
	n := int(h.jobs.Load())
	return n + n/16
}

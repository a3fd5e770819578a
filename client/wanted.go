package client

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// wanted describes the job of a lost submit.
type wanted struct {
	key        string
	name, user string // "" if not known
	// When its job can have been made, by any clock.
	since, until slurm.Time
	// doubt is by how much less than that a job may be off that is to be taken for it without its key: where the cluster's
	// clock is known, it is known to seconds.
	doubt slurm.Time
}

// How far off a clock may be that answers have shown, for who takes a job for the one that was lost: slurmctld's own, which
// it tells when it is asked, by half of the time that an answer may take; that of a server in front of it by more.
const (
	ownClockError   = 30 * time.Second
	otherClockError = 2 * time.Minute
)

// wanted describes the job of a submit that was sent between two moments of the cluster's clock, give or take margin.
func (c *Client) wanted(key, name string, from, to time.Time, margin time.Duration) wanted {
	w := wanted{
		key: key, name: wire.Clean(name), user: c.opts.User,
		since: slurm.TimeOf(from).Add(-margin), until: slurm.TimeOf(to).Add(LateBy + margin),
	}
	if margin <= clockSkew {
		off := otherClockError
		if c.clock.isDial() {
			off = ownClockError
		}
		w.doubt = slurm.Time(max(margin-off, 0) / time.Second)
	}
	return w
}

// alike reports whether a job without a key may be the one: a site's job_submit plug-in may write the comment anew,
// and accounting may keep none. What is not known of the job speaks for it.
func (w wanted) alike(j *slurm.Job) bool {
	same := func(want, have string) bool { return want == "" || have == "" || want == have }
	// The time of a job that was requeued is that of the last time.
	inTime := j.Submit == 0 || j.Submit >= w.since+w.doubt && (j.Submit <= w.until-w.doubt || j.Restarts > 0)
	return same(w.name, j.Name) && same(w.user, j.User) && inTime
}

// search looks for the jobs of several lost submits at once, since a list costs the cluster the same for all.
type search struct {
	wanted []wanted
	byKey  map[string]int // index in wanted
	keys   *regexp.Regexp
	known  map[uint64]bool // jobs that are known to be of other submits
	others map[uint64]bool // jobs that the queue shows with the key of another
}

func newSearch(known map[uint64]bool, list ...wanted) search {
	s := search{wanted: list, byKey: make(map[string]int, len(list)), keys: keyPattern(), known: known, others: map[uint64]bool{}}
	for i, w := range list {
		s.byKey[w.key] = i
	}
	return s
}

// user is whose jobs all of them are; "" if that is not known, or if they are of several.
func (s search) user() string {
	user := s.wanted[0].user
	for _, w := range s.wanted {
		if w.user != user {
			return ""
		}
	}
	return user
}

// ofAnybody is the search for jobs of whatever user.
func (s search) ofAnybody() search {
	s.wanted = slices.Clone(s.wanted)
	for i := range s.wanted {
		s.wanted[i].user = ""
	}
	return s
}

// keysIn returns the keys in a comment: of more than one submit if somebody has copied it.
func (s search) keysIn(comment string) []string {
	if !strings.Contains(comment, slurm.KeyPrefix) { // as most
		return nil
	}
	return s.keys.FindAllString(comment, -1)
}

// mayBe reports whether a job is worth keeping.
func (s search) mayBe(j *slurm.Job) bool {
	keys := s.keysIn(j.Comment)
	for _, key := range keys {
		if _, ok := s.byKey[key]; ok {
			return true
		}
	}
	if len(keys) > 0 {
		s.others[j.Ref().Job] = true // accounting may not keep the comment, or not until the job has ended
		return false
	}
	if s.isKnown(j.Ref().Job) {
		return false
	}
	for _, w := range s.wanted {
		if w.alike(j) {
			return true
		}
	}
	return false
}

// isKnown reports whether a job is of another submit, whatever it says of itself.
func (s search) isKnown(id uint64) bool { return s.known[id] || s.others[id] }

// sight is what a look saw of one submit.
type sight struct {
	found uint64 // the job with the key; the first if there are several
	again uint64 // another job with it
	alike uint64 // a job without a key that may be it
	whole bool   // everything was seen, and could be read
	err   error  // why not, where that is known
	// behind is why accounting may lack what the queue does not have any more.
	behind error
}

// sights is what there is of each submit among the jobs of an answer. Of an array or a het job it is the number of the
// whole.
func (s search) sights(jobs []slurm.Job, a gateway.Answer) []sight {
	out := s.blind(nil)
	for i := range out {
		out[i].whole = len(a.Payload.Skipped) == 0
	}
	for i := range jobs {
		id, keys := jobs[i].Ref().Job, s.keysIn(jobs[i].Comment)
		for _, key := range keys {
			if at, ok := s.byKey[key]; ok {
				out[at].add(id)
			}
		}
		if len(keys) > 0 || s.isKnown(id) {
			continue
		}
		for at, w := range s.wanted {
			if w.alike(&jobs[i]) {
				out[at].alike = id
			}
		}
	}
	return out
}

// blind is what a look saw that failed.
func (s search) blind(err error) []sight {
	out := make([]sight, len(s.wanted))
	for i := range out {
		out[i].err = err
	}
	return out
}

// add takes note of a job with the key.
func (s *sight) add(id uint64) {
	switch {
	case id == s.found || id == 0:
	case s.found == 0:
		s.found = id
	default:
		s.found, s.again = min(s.found, id), max(s.found, id)
	}
}

// with adds what another look saw, which came later and elsewhere.
func (s sight) with(later sight) sight {
	s.add(later.found)
	s.add(later.again)
	if later.alike != 0 {
		s.alike = later.alike
	}
	s.whole = s.whole && later.whole
	if s.err == nil {
		s.err = later.err
	}
	return s
}

package columns

import (
	"strconv"
	"strings"
	"time"

	"flexq/client/flex"
	"flexq/client/slurm"
)

// JobFieldNames are the keys that JobFields knows.
func JobFieldNames() []string {
	return []string{"risk", "lease", "node", "pool", "user", "part", "state", "job"}
}

// JobFields is the grammar of the job list's filter: risk:killed,tight and lease:<6h (see TermsOfLease), node:a3u-3 or
// node:a3u-[0-3], and pool: user: part: state: job: with commas between several of which one must be held.
func JobFields(key, value string) (known bool, err error) {
	switch key {
	case "risk":
		_, err = riskKinds(value)
	case "lease":
		_, err = parseJobLease(value)
	case "node":
		_, err = namesOf(value)
	case "pool", "user", "part", "state", "job":
		err = checkWords(key, value)
	default:
		return false, foreign("jobs", key, JobFieldNames())
	}
	return true, err
}

// JobFacts are what a filter may ask of jobs besides their records.
type JobFacts struct {
	Now   time.Time                    // the cluster's clock
	Risk  func(j *slurm.Job) flex.Risk // only asked if NeedsLeases
	Pools *PoolBook                    // nil: no job is known to be in any pool
}

// JobQuery is a filter of jobs, ready to be asked many times. The zero value lets every job through.
type JobQuery struct {
	words Filter
	terms []jobTerm
	lease LeaseTerms
}

// jobTerm is one field. Several of one key must all hold.
type jobTerm struct {
	key    string
	values []string // one of them must be held
	nodes  nodeNames
	not    bool
}

// QueryOfJobs makes a query of a filter that JobFields has read.
func QueryOfJobs(f Filter) JobQuery {
	q := JobQuery{words: f, lease: TermsOfLease(f)}
	for _, field := range f.Fields() {
		t := jobTerm{key: field.Key, not: field.Not}
		switch field.Key {
		case "risk", "lease":
			continue
		case "node":
			t.nodes, _ = namesOf(field.Value) // it was looked at when it was typed
		default:
			t.values = wordsOf(field.Value)
		}
		q.terms = append(q.terms, t)
	}
	return q
}

// NeedsLeases reports whether the risks of jobs are asked for.
func (q JobQuery) NeedsLeases() bool { return q.lease.Any() }

// NeedsPools reports whether the pools of jobs are asked for.
func (q JobQuery) NeedsPools() bool {
	for i := range q.terms {
		if q.terms[i].key == "pool" {
			return true
		}
	}
	return false
}

// Match reports whether a job is let through.
func (q JobQuery) Match(j *slurm.Job, facts JobFacts) bool {
	for i := range q.terms {
		if q.terms[i].holds(j, facts.Pools) == q.terms[i].not {
			return false
		}
	}
	return q.words.MatchJob(j) && q.matchLease(j, facts)
}

func (q JobQuery) matchLease(j *slurm.Job, facts JobFacts) bool {
	return !q.lease.Any() || q.lease.Match(facts.Risk(j), facts.Now)
}

// isOfKind reports whether the term asks for nothing of a job but what tells kinds apart.
func (t *jobTerm) isOfKind() bool {
	return t.key == "node" || t.key == "pool" || t.key == "part" || t.key == "state"
}

func (t *jobTerm) holds(j *slurm.Job, pools *PoolBook) bool {
	switch t.key {
	case "node":
		return t.nodes.hasAny(j.Nodes)
	case "pool":
		return pools.onOne(j, t.values)
	case "user":
		return isOneOf(j.User, t.values)
	}
	for _, v := range t.values {
		switch t.key {
		case "part":
			if hasFold(j.Partition, v) {
				return true
			}
		case "state":
			if isJobInState(j, v) {
				return true
			}
		case "job":
			if isJob(j, v) {
				return true
			}
		}
	}
	return false
}

// isJob reports whether an id is that of a job as squeue shows it, of the array or het job that it is of, or its own,
// which its script and its files have (SLURM_JOB_ID, %j).
func isJob(j *slurm.Job, id string) bool {
	return isOfJob(j.DisplayID(), id) || j.ID != 0 && strconv.FormatUint(j.ID, 10) == id
}

// ownID is the id of a task or a part where it is shown by that of the whole job; "" for other jobs.
func ownID(j *slurm.Job) string {
	id := strconv.FormatUint(j.ID, 10)
	if j.ID == 0 || isOfJob(j.DisplayID(), id) {
		return ""
	}
	return id
}

// isJobInState reports whether a word is Slurm's short sign of a job's state, or the beginning of a word for it.
func isJobInState(j *slurm.Job, word string) bool {
	return strings.EqualFold(j.State.Code(), word) || strings.HasPrefix(StateWord(j), word) ||
		strings.HasPrefix(strings.ToLower(j.State.String()), word)
}

// MatchJob reports whether the words of the filter let a job through: everything that the list can show of it is looked at.
func (f Filter) MatchJob(j *slurm.Job) bool {
	if len(f.must)+len(f.not) == 0 {
		return true
	}
	fields := searched(j)
	for _, w := range f.must {
		if !anyHas(fields[:], w) && !isOnNode(j.Nodes, w) {
			return false
		}
	}
	for _, w := range f.not {
		if anyHas(fields[:], w) || isOnNode(j.Nodes, w) {
			return false
		}
	}
	return true
}

// searched is the text of a job in which the words of filters look. Its nodes are no text: see isOnNode.
func searched(j *slurm.Job) [14]string {
	return [...]string{
		j.DisplayID(), j.Name, j.User, j.Partition, j.State.String(), j.State.Code(), StateWord(j),
		j.Account, j.QOS, j.Reason, j.Reservation, j.Features, j.Comment, ownID(j),
	}
}

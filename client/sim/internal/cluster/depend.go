package cluster

import (
	"strconv"
	"strings"
)

// DepKind is what a dependency waits for.
type DepKind uint8

// The dependencies that are simulated.
const (
	DepAfter DepKind = iota
	DepAfterAny
	DepAfterOK
	DepAfterNotOK
	DepAfterCorr
	DepSingleton
)

func depNames() []string {
	return []string{"after", "afterany", "afterok", "afternotok", "aftercorr", "singleton"}
}

// Dep is one dependency of a job.
type Dep struct {
	Kind DepKind
	Job  uint32
	Task uint32 // NoVal: the whole array
	Or   bool   // "?" instead of ",": one is enough
	met  bool
	dead bool // it can never be met
}

// ParseDeps reads --dependency. It returns false for what Slurm calls a "Job dependency problem".
func ParseDeps(s string) ([]Dep, bool) {
	if s == "" {
		return nil, true
	}
	sep, or := ",", false
	if strings.Contains(s, "?") {
		sep, or = "?", true
	}
	var deps []Dep
	for _, part := range strings.Split(s, sep) {
		word, ids, _ := strings.Cut(part, ":")
		kind, ok := depKind(word)
		if !ok {
			return nil, false
		}
		if kind == DepSingleton {
			if ids != "" {
				return nil, false
			}
			deps = append(deps, Dep{Kind: kind, Or: or})
			continue
		}
		for _, id := range strings.Split(ids, ":") {
			job, task, ok := parseDepID(id)
			if !ok {
				return nil, false
			}
			deps = append(deps, Dep{Kind: kind, Job: job, Task: task, Or: or})
		}
	}
	return deps, true
}

func depKind(word string) (DepKind, bool) {
	for i, name := range depNames() {
		if word == name {
			return DepKind(i), true
		}
	}
	return 0, false
}

func parseDepID(id string) (job, task uint32, ok bool) {
	id, _, _ = strings.Cut(id, "+") // minutes after the start
	head, tail, isTask := strings.Cut(id, "_")
	j, err := strconv.ParseUint(head, 10, 32)
	if err != nil || j == 0 {
		return 0, 0, false
	}
	if !isTask || tail == "*" {
		return uint32(j), NoVal, true
	}
	t, err := strconv.ParseUint(tail, 10, 32)
	return uint32(j), uint32(t), err == nil
}

// Dependency returns what the job still waits for, as Slurm shows it; met ones are gone.
func (j *Job) Dependency() string {
	if j.State != Pending {
		return ""
	}
	var b strings.Builder
	for _, d := range j.Deps {
		if d.met {
			continue
		}
		if b.Len() > 0 {
			if d.Or {
				b.WriteByte('?')
			} else {
				b.WriteByte(',')
			}
		}
		b.WriteString(depNames()[d.Kind])
		if d.Kind != DepSingleton {
			b.WriteByte(':')
			b.WriteString(strconv.FormatUint(uint64(d.Job), 10))
			if d.Task != NoVal {
				b.WriteByte('_')
				b.WriteString(strconv.FormatUint(uint64(d.Task), 10))
			}
		}
		if d.dead {
			b.WriteString("(failed)")
		} else {
			b.WriteString("(unfulfilled)")
		}
	}
	return b.String()
}

// await makes a job wait for those it depends on.
func (c *Cluster) await(j *Job) {
	c.doubtful = append(c.doubtful, j)
	for _, d := range j.Deps {
		c.watchers[d.Job] = append(c.watchers[d.Job], j) // 0 for singletons
	}
}

// tell notes that those who depend on a job must look at it again.
func (c *Cluster) tell(j *Job) {
	c.doubtful = append(c.doubtful, c.watchers[j.ID]...)
	if j.Array != nil && j.Array.ID != j.ID {
		c.doubtful = append(c.doubtful, c.watchers[j.Array.ID]...)
	}
	c.doubtful = append(c.doubtful, c.watchers[0]...)
}

// lookAtDeps finds the jobs that need not wait for others any more.
func (c *Cluster) lookAtDeps() {
	for len(c.doubtful) > 0 {
		list := c.doubtful
		c.doubtful = nil
		for _, j := range list {
			if j.gone || j.State != Pending || j.Known || j.Held() {
				continue
			}
			met, never := c.checkDeps(j)
			switch {
			case met:
				c.eligible(j)
			case never:
				c.setReason(j, WaitNever, "")
			default:
				c.setReason(j, WaitDependency, "")
			}
		}
	}
}

// checkDeps looks at the dependencies of a waiting job: whether they are all met, and whether they never will be.
func (c *Cluster) checkDeps(j *Job) (met, never bool) {
	if len(j.Deps) == 0 {
		return true, false
	}
	deps := make([]Dep, len(j.Deps)) // the description may be shared
	copy(deps, j.Deps)
	changed, open, dead, anyMet := false, 0, 0, false
	for i := range deps {
		d := &deps[i]
		was := *d
		if !d.met {
			d.met, d.dead = c.depState(j, d)
		}
		changed = changed || *d != was
		switch {
		case d.met:
			anyMet = true
		case d.dead:
			dead++
		default:
			open++
		}
	}
	if changed {
		nd := *j.Desc
		nd.Deps = deps
		j.Desc = &nd
		c.jobChanged()
	}
	if deps[0].Or {
		return anyMet, !anyMet && open == 0
	}
	return open == 0 && dead == 0, dead > 0
}

func (c *Cluster) depState(j *Job, d *Dep) (met, dead bool) {
	if d.Kind == DepSingleton {
		return !c.twinAhead(j), false
	}
	targets := c.targets(d)
	if len(targets) == 0 {
		// Slurm has forgotten the job: taken as met for all but afterok and afternotok, which look in vain.
		return d.Kind != DepAfterOK && d.Kind != DepAfterNotOK, d.Kind == DepAfterOK || d.Kind == DepAfterNotOK
	}
	met = true
	for _, t := range targets {
		ok, lost := depMet(d.Kind, t)
		met = met && ok
		dead = dead || lost
	}
	return met && !dead, dead
}

func depMet(kind DepKind, t *Job) (ok, lost bool) {
	final := t.State.Final() && t.Flags&Completing == 0
	good := t.State == Completed
	switch kind {
	case DepAfter:
		return t.State != Pending, false
	case DepAfterOK, DepAfterCorr:
		return final && good, final && !good
	case DepAfterNotOK:
		return final && !good, final && good
	case DepAfterAny, DepSingleton:
		return final, false
	default:
		return final, false
	}
}

func (c *Cluster) targets(d *Dep) []*Job {
	first := c.jobs[d.Job]
	if first == nil {
		return nil
	}
	if first.Array == nil {
		return []*Job{first}
	}
	all := first.Array.records(first)
	if d.Task == NoVal {
		return all
	}
	for _, t := range all {
		if t.Task == d.Task || (t.Remainder() && t.Array.Waiting.has(d.Task)) {
			return []*Job{t}
		}
	}
	return nil
}

// twinAhead reports whether another job of the same name and user was submitted before and has not ended.
func (c *Cluster) twinAhead(j *Job) bool {
	for _, o := range c.order {
		if o.ID < j.ID && o.User == j.User && o.Name == j.Name && (!o.State.Final() || o.Flags&Completing != 0) {
			return true
		}
	}
	return false
}

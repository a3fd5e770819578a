package submit

import (
	"maps"
	"slices"
	"strings"
	"time"

	"flexq/client/slurm"
)

// Attempt is a submit of a form of which it is not known whether it made a job, with the form as it was sent: that may be
// another by now.
type Attempt struct {
	Key    string    // of the submit; "" while nobody has told it
	At     time.Time // when it was sent; zero in drafts of before
	Name   string    // of the job
	Text   string
	Values map[string]string
}

// Attempts are the submits of the form of which it is not known whether they made jobs, the oldest first. A draft of before
// has only the key of the last one: what was sent is taken to be what it holds.
func (d *Draft) Attempts() []Attempt {
	out := slices.Clone(d.Lost)
	if d.Key != "" && !slices.ContainsFunc(out, func(a Attempt) bool { return a.Key == d.Key }) {
		out = append(out, d.attempt(d.Key, time.Time{}))
	}
	return out
}

func (d *Draft) attempt(key string, at time.Time) Attempt {
	return Attempt{Key: key, At: at, Name: d.Name, Text: d.Text, Values: maps.Clone(d.Values)}
}

// With is the draft with those submits of which it is not known whether they made jobs; those without a key leave no trace.
func (d Draft) With(list []Attempt) Draft {
	d.Key, d.Lost = "", nil
	for _, a := range list {
		if a.Key != "" {
			d.Key, d.Lost = a.Key, append(d.Lost, a)
		}
	}
	return d
}

// Sending is the draft when it is sent as it is, under a key, at that time.
func (d Draft) Sending(key string, at time.Time) Draft {
	return d.With(append(d.Attempts(), d.attempt(key, at)))
}

// Taken is the draft when Slurm has taken it as a job, under a key, at that time.
func (d Draft) Taken(job uint64, key string, at time.Time) Draft {
	d = d.With(nil)
	d.Job, d.JobKey, d.Changed = job, key, at
	return d
}

// Keys are the keys of its submits of which it is not known whether they made jobs, the oldest first.
func (d *Draft) Keys() []string {
	var out []string
	for _, a := range d.Attempts() {
		out = append(out, a.Key)
	}
	return out
}

func keysOf(list []Attempt) string {
	var out []string
	for i := range list {
		if list[i].Key != "" {
			out = append(out, list[i].Key)
		}
	}
	return strings.Join(out, "\n")
}

// has reports whether one of the submits went under that key.
func has(list []Attempt, key string) bool {
	return slices.ContainsFunc(list, func(a Attempt) bool { return a.Key == key })
}

// holds reports whether the draft is what was sent with an attempt, and nothing else.
func (d *Draft) holds(a *Attempt) bool {
	return d.Text == a.Text && maps.Equal(d.Values, a.Values) && len(d.Typed) == 0
}

// settle is what is to be kept of the draft when it is known what became of one of its submits. Where that made a job, the
// form as it was sent is first: in the place of the draft where nothing else is in that, else beside it, which apart wishes
// in any case.
func (d Draft) settle(key string, job uint64, apart bool) []Draft {
	list := d.Attempts()
	i := slices.IndexFunc(list, func(a Attempt) bool { return a.Key == key })
	if i < 0 {
		return nil
	}
	a := list[i]
	rest := slices.Delete(slices.Clone(list), i, i+1)
	left := d.With(rest)
	if job == 0 {
		return []Draft{left}
	}
	at := a.At
	if at.IsZero() {
		at = d.Changed
	}
	sent := Draft{ID: d.ID, From: d.From, Name: a.Name, Text: a.Text, Values: maps.Clone(a.Values)}.Taken(job, key, at)
	if !apart && len(rest) == 0 && d.holds(&a) {
		return []Draft{sent}
	}
	sent.ID = idOf(key)
	return []Draft{sent, left}
}

// idOf is the ID of the form that was sent under a key: the same for whoever finds out.
func idOf(key string) string {
	return "sent-" + strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, key[:min(len(key), 56)])
}

// sentWithin is how far the time of a job and that of its form may be apart: the two are of two clocks.
const sentWithin = 15 * time.Minute

// Became reports whether a job is the one that the draft became: not every one that has its number is, as a cluster that is
// made anew begins with job 1 again. It has the key of the submit in its comment; where it has no key, the name and about
// the time of it.
func (d *Draft) Became(j *slurm.Job) bool {
	if !d.Sent() || d.Job != j.ID && d.Job != j.Array.Job && d.Job != j.Het.Job {
		return false
	}
	if d.JobKey != "" && strings.Contains(j.Comment, d.JobKey) {
		return true
	}
	isOther := d.JobKey != "" && strings.Contains(j.Comment, slurm.KeyPrefix)
	return !isOther && (d.Name == "" || j.Name == d.Name) && j.Submit.Std().Sub(d.Changed).Abs() <= sentWithin
}

package client

import (
	"regexp"
	"strings"

	"flexq/client/gateway"
	"flexq/client/slurm"
	"flexq/client/wire"
)

// wanted describes the job of a lost submit.
type wanted struct {
	key          string
	name, user   string     // "" if not known
	began, since slurm.Time // when it was sent; since when its job can be, by any clock
	keys         *regexp.Regexp
}

func (c *Client) wanted(key string, s slurm.Submission, began slurm.Time) wanted {
	return wanted{
		key: key, name: wire.Clean(s.Name), user: c.opts.User, began: began, since: began.Add(-clockSkew),
		keys: keyPattern(),
	}
}

func (w wanted) has(j *slurm.Job) bool { return strings.Contains(j.Comment, w.key) }

// alike reports whether a job without a key may be the one: a site's job_submit plug-in may write the comment anew,
// and accounting may keep none. What is not known of the job speaks for it.
func (w wanted) alike(j *slurm.Job) bool {
	same := func(want, have string) bool { return want == "" || have == "" || want == have }
	return same(w.name, j.Name) && same(w.user, j.User) && (j.Submit == 0 || j.Submit >= w.since) &&
		!w.keys.MatchString(j.Comment)
}

func (w wanted) mayBe(j *slurm.Job) bool { return w.has(j) || w.alike(j) }

// sight is what there is among the jobs of an answer that may be it.
func (w wanted) sight(jobs []slurm.Job, a gateway.Answer) sight {
	s := sight{whole: len(a.Payload.Skipped) == 0}
	for i := range jobs {
		// Of an array or a het job the number of the whole.
		if id := jobs[i].Ref().Job; w.has(&jobs[i]) {
			s.found = id
		} else {
			s.alike = id
		}
	}
	return s
}

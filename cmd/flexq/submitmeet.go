package main

import (
	"context"
	"fmt"
	"strings"

	"flexq/client/fault"
	"flexq/client/slurm"
)

// meet asks the cluster which data version it speaks and, where that matters, who the user is.
func (s *submitting) meet(ctx context.Context) error {
	ask := s.defaults.NeedUser() && s.user == ""
	s.about.DataVersion, s.about.User = s.config.SlurmVersion, s.config.User
	if s.about.DataVersion != "" && !ask {
		s.sayWhat()
		return s.report(s.reading.For(s.about.DataVersion), false)
	}
	if !ask && s.meetLater(ctx) {
		s.sayWhat()
		return nil
	}
	var err error
	if s.about, err = s.api.Cluster(ctx); err != nil {
		return ofSubmit(err)
	}
	if ask {
		if s.user = s.about.User; s.user == "" {
			var late bool
			if s.user, late = s.seenIn(ctx, s.waits.test); s.user == "" {
				why := untold
				if late {
					why = unseen
				}
				if err := s.withoutUser(why); err != nil {
					return err
				}
			}
		}
		s.read(ctx, s.user)
	}
	s.sayWhat()
	return s.report(s.reading.For(s.about.DataVersion), false)
}

// meetLater goes by the data version that an earlier run found, where the job can be said in it, and asks the cluster for
// it while the checks are made. It reports whether that can be done.
func (s *submitting) meetLater(ctx context.Context) bool {
	seen := s.api.Seen()
	if seen.DataVersion == "" || len(s.reading.For(seen.DataVersion)) > 0 {
		return false
	}
	s.about.DataVersion, s.about.Release = seen.DataVersion, seen.Release
	if s.reading.Own.TestOnly {
		return true // only questions follow
	}
	type answer struct {
		about slurm.Cluster
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		about, err := s.api.Cluster(ctx)
		answers <- answer{about, err}
	}()
	s.met = func() error {
		a := <-answers
		if a.err != nil {
			return ofSubmit(a.err)
		}
		s.about.DataVersion, s.about.Release = a.about.DataVersion, a.about.Release
		return s.report(s.reading.For(s.about.DataVersion), false)
	}
	return true
}

// ofSubmit says of a fault of the cluster's what was to be done.
func ofSubmit(err error) error {
	if f := fault.From(err); f != nil {
		return f.WithOp(opSubmit)
	}
	return err
}

// whoUnknown is why it is not known who the user is.
type whoUnknown uint8

const (
	untold  whoUnknown = iota // the cluster does not tell
	unseen                    // the jobs of the user did not show in time
	unasked                   // nobody was asked
)

// withoutUser is the error of a job that cannot be made without the user's name, nil of one that can.
func (s *submitting) withoutUser(why whoUnknown) error {
	marked := s.reading.Job.WithDefaults(s.defaults.For(slurm.UserMark))
	used := slurm.Defaults{Account: marked.Account, Partition: marked.Partition, QOS: marked.QOS, WorkDir: marked.WorkDir, Env: marked.Env}
	if !used.NeedUser() {
		return nil
	}
	cure := `set user = "NAME" in the context`
	if strings.Contains(used.WorkDir, slurm.UserMark) {
		cure += ", or give --chdir DIR"
	}
	switch why {
	case unseen:
		return usagef(cure, "the context says {user}, and who you are on the cluster is not known: the jobs that were submitted from here did not show in time")
	case unasked:
		return usagef(cure, "the context says {user}, and who you are on the cluster is not known without asking: the command would send {user} as it stands")
	case untold:
	}
	return usagef(cure+"; flexq learns it from the first job that is submitted from here",
		"the context says {user}, and who you are on the cluster is not known: the cluster does not tell, and no job was submitted from here yet")
}

// sayWhat tells the verbose what is about to be sent.
func (s *submitting) sayWhat() {
	s.say("data version %s of Slurm %s", s.about.DataVersion, or(s.about.Release, "unknown"))
	s.say("job %s in %s", s.job.Name, s.job.WorkDir)
	var names []string
	for _, entry := range s.job.Env {
		name, _, _ := strings.Cut(entry, "=")
		names = append(names, name)
	}
	s.say("environment: that of a login, and %s", strings.Join(names, " "))
	if s.reading.Own.Verbose < 2 {
		return
	}
	known := s.config
	known.SlurmVersion = s.about.DataVersion
	if p, err := preview(s.job, known, s.local); err == nil {
		fmt.Fprintln(s.Err, strings.Join(p.Lines, "\n"))
	}
}

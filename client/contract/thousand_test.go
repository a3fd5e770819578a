package contract_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"flexq/client/sim"
	"flexq/client/slurm"
)

// TestThousandSubmits sends a thousand submits through faults of every kind, on a cluster whose jobs come and go. When the
// faults end, each has made one job or none, and the client knows which.
func TestThousandSubmits(t *testing.T) {
	t.Parallel()
	thousand(t, &storm{}, 100)
}

// TestThousandSubmitsToSlurmrestd is the same before a plain slurmrestd, whose answers have no Date, from a machine whose
// clock is wrong and jumps: the cluster's own clock alone says how old a submit is.
func TestThousandSubmitsToSlurmrestd(t *testing.T) {
	t.Parallel()
	thousand(t, &storm{direct: true}, 40)
}

// thousand fails where fewer kinds of fault come up than kinds.
func thousand(t *testing.T, s *storm, kinds int) {
	t.Helper()
	sm, url := serve(t, sim.Config{Profile: sim.Lab, TokenLife: 1000 * time.Hour})
	began := sm.Now()
	seed := rand.New(rand.NewPCG(4, 11))
	s.sim, s.url, s.rand, s.often, s.look, s.pass = sm, url, seed, 2, 50, sm.Advance
	s.late = func() time.Duration { return time.Duration(1+seed.IntN(3000)) * time.Second }
	s.job = slurm.Submission{Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 60\n"}
	s.now = sm.Now
	if s.direct {
		s.now = s.wrongly
	}
	list := s.rage(t, 1000)
	faults := map[string]bool{}
	for _, x := range list {
		faults[x.how] = true
	}
	if len(faults) < kinds {
		t.Errorf("only %d kinds of fault", len(faults))
	}
	sm.Advance(time.Hour) // what is under way has arrived
	c := s.client(t, sm.Now)
	s.settle(t, c, list, true)
	all, err := c.Accounting(t.Context(), slurm.AccountingQuery{Since: slurm.TimeOf(began.Add(-time.Hour))})
	if err != nil {
		t.Fatal(err)
	}
	comments := map[uint64]string{}
	for i := range all.Items {
		comments[all.Items[i].ID] = all.Items[i].Comment
	}
	judge(t, list, comments)
}

// wrongly is a clock that is up to a day off, and another day off each few hours: as one of a machine that is set, or that
// sleeps. While a submit is under way it goes on as it should.
func (s *storm) wrongly() time.Time {
	now := s.sim.Now()
	return now.Add(time.Duration(s.off) * time.Hour)
}

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
	sm, url := serve(t, sim.Config{Profile: sim.Lab, TokenLife: 1000 * time.Hour})
	began := sm.Now()
	seed := rand.New(rand.NewPCG(4, 11))
	s := &storm{
		sim: sm, url: url, rand: seed, often: 2, look: 50, now: sm.Now, pass: sm.Advance,
		late: func() time.Duration { return time.Duration(1+seed.IntN(3000)) * time.Second },
		job:  slurm.Submission{Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 60\n"},
	}
	list := s.rage(t, 1000)
	faults := map[string]bool{}
	for _, x := range list {
		faults[x.how] = true
	}
	if len(faults) < 100 {
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

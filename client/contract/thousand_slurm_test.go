//go:build slurm

package contract_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"time"

	"flexq/client/contract/bed"
	"flexq/client/sim"
	"flexq/client/slurm"
)

// TestSlurmThousandSubmits is TestThousandSubmits before the real Slurm, as behind flexq sim --slurmrestd: how many jobs
// there are, squeue says.
func TestSlurmThousandSubmits(t *testing.T) {
	b := bed.Open(t)
	token := b.Token(t, "alice")
	sm, url := serve(t, sim.Config{
		Profile: sim.Lab, Now: time.Now, Speed: 1,
		Forward: &sim.Forward{URL: b.URL(), Token: func() string { return token }},
	})
	const latest = 4 * time.Second
	seed := rand.New(rand.NewPCG(24, 11))
	s := &storm{
		sim: sm, url: url, rand: seed, often: 10, look: 250, now: time.Now,
		late: func() time.Duration { return time.Duration(seed.Int64N(int64(latest))) },
		pass: func(d time.Duration) {
			if d < 20*time.Second { // between looks
				<-time.After(d / 100)
			}
		},
		job: slurm.Submission{Partition: "cpu", WorkDir: "/home/alice", Script: "#!/bin/bash\nsleep 60\n", Hold: true},
	}
	comments := func() map[uint64]string {
		out := map[uint64]string{}
		for line := range strings.Lines(b.Root(t, "squeue", "-h", "-a", "-t", "all", "-u", "alice", "-o", "%A|%j|%k")) {
			cells := strings.SplitN(strings.TrimSpace(line), "|", 3)
			if id, err := strconv.ParseUint(cells[0], 10, 64); err == nil && strings.HasPrefix(cells[1], "storm-") {
				out[id] = cells[2]
			}
		}
		return out
	}
	before := comments()
	t.Cleanup(func() {
		argv := []string{"scancel"}
		for id := range comments() {
			argv = append(argv, strconv.FormatUint(id, 10))
		}
		if len(argv) > 1 {
			b.Root(t, argv...)
		}
		b.Set(t, "MinJobAge", "2") // a long list would slow down whoever comes next
		b.Until(t, "the jobs have left the queue", func() bool { return len(comments()) == 0 })
		b.Set(t, "MinJobAge", "300")
	})
	list := s.rage(t, 1000)
	last := time.Now()
	b.Until(t, "what was late has arrived", func() bool { return time.Since(last) > latest+2*time.Second })
	if err := sm.Close(); err != nil { // once all that was sent is answered
		t.Error(err)
	}
	for i := range list { // as on the next day, when nothing can arrive any more
		list[i].at = list[i].at.Add(-24 * time.Hour)
	}
	s.settle(t, s.client(t, time.Now), list, true)
	after := comments()
	for id := range before {
		delete(after, id)
	}
	judge(t, list, after)
}

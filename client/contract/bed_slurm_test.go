//go:build slurm

package contract_test

import (
	"sync"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/contract"
	"flexq/client/contract/bed"
	"flexq/client/sim"
)

// TestSlurmDirect runs the suite against the real Slurm's slurmrestd.
func TestSlurmDirect(t *testing.T) {
	b := bed.Open(t)
	token := tokens(b)
	contract.Run(t, func(t *testing.T) contract.Target {
		t.Helper()
		return real(direct(b.URL(), token), b)
	})
}

// TestSlurmThroughPlatform runs it against the same Slurm behind the simulated platform, as flexq sim
// --slurmrestd does: one simulated platform for each user, since a forwarder has one token.
func TestSlurmThroughPlatform(t *testing.T) {
	b := bed.Open(t)
	token := tokens(b)
	sims, urls := make(map[string]*sim.Sim), make(map[string]string)
	for _, user := range []string{"alice", "bob", "carol", "root"} {
		value := token(t, user)
		sims[user], urls[user] = serve(t, sim.Config{
			Profile: sim.Lab, Now: time.Now, Speed: 1,
			Forward: &sim.Forward{URL: b.URL(), Token: func() string { return value }},
		})
	}
	contract.Run(t, func(t *testing.T) contract.Target {
		t.Helper()
		return real(contract.Target{
			Client: func(t *testing.T, user string) *client.Client {
				t.Helper()
				return through(t, urls[user], sims[user], user, serviceAccount)
			},
			Raw: func(_ *testing.T, user string) contract.Exchange { return enveloped(urls[user], sims[user], user) },
		}, b)
	})
}

// tokens gives each user's token, made once.
func tokens(b *bed.Bed) func(*testing.T, string) string {
	var mu sync.Mutex
	made := make(map[string]string)
	return func(t *testing.T, user string) string {
		t.Helper()
		mu.Lock()
		defer mu.Unlock()
		if made[user] == "" {
			made[user] = b.Token(t, user)
		}
		return made[user]
	}
}

// real lets time pass by waiting.
func real(target contract.Target, b *bed.Bed) contract.Target {
	target.Step = func(t *testing.T) {
		t.Helper()
		pause := time.NewTimer(500 * time.Millisecond)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-t.Context().Done():
		}
	}
	target.Forget = func(t *testing.T) {
		t.Helper()
		b.Set(t, "MinJobAge", "2")
		t.Cleanup(func() { b.Set(t, "MinJobAge", "300") })
	}
	target.Version = "v0.0.42"
	return target
}

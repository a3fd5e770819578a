package contract_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"flexq/client"
	"flexq/client/contract"
	"flexq/client/sim"
)

// TestSim runs the suite against the simulated platform: as a plain slurmrestd, and through callSlurmRestApi in
// each form of its answer.
func TestSim(t *testing.T) {
	t.Parallel()
	t.Run("direct", func(t *testing.T) {
		t.Parallel()
		contract.Run(t, func(t *testing.T) contract.Target {
			t.Helper()
			s, url := serve(t, sim.Config{Profile: sim.Lab})
			target := direct(url, func(_ *testing.T, user string) string { return s.SlurmToken(user) })
			return simulated(target, s)
		})
	})
	for name, form := range map[string]sim.Form{
		"structured": sim.FormStructured, "string": sim.FormString, "object": sim.FormObject, "structured first": sim.FormStructuredFirst,
	} {
		t.Run("platform "+name, func(t *testing.T) {
			t.Parallel()
			contract.Run(t, func(t *testing.T) contract.Target {
				t.Helper()
				s, url := serve(t, sim.Config{Profile: sim.Lab, Form: form})
				return simulated(contract.Target{
					Client: func(t *testing.T, user string) *client.Client {
						t.Helper()
						return through(t, url, s, user, accessToken)
					},
					Raw: func(_ *testing.T, user string) contract.Exchange { return enveloped(url, s, user) },
				}, s)
			})
		})
	}
}

func serve(t *testing.T, cfg sim.Config) (*sim.Sim, string) {
	t.Helper()
	s, err := sim.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s.Handler())
	t.Cleanup(func() {
		srv.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s, srv.URL
}

// simulated lets time pass by moving the simulated clock.
func simulated(target contract.Target, s *sim.Sim) contract.Target {
	target.Step = func(*testing.T) { s.Advance(time.Second) }
	target.Forget = func(*testing.T) { s.Advance(10 * time.Minute) }
	target.Version = "v0.0.42"
	return target
}

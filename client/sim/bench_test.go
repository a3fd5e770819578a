package sim_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"flexq/client/sim"
)

// BenchmarkJobs writes the list of a busy cluster's jobs, as a client of slurmrestd gets it.
func BenchmarkJobs(b *testing.B) {
	for _, size := range []struct {
		name        string
		jobs, nodes int
	}{{"300", 300, 24}, {"50000", 50_000, 1000}} {
		b.Run(size.name, func(b *testing.B) {
			s, err := sim.New(sim.Config{Profile: sim.Demo, Jobs: size.jobs, Nodes: size.nodes})
			if err != nil {
				b.Fatal(err)
			}
			h, token := s.Handler(), s.SlurmToken("alice")
			b.ReportAllocs()
			for b.Loop() {
				w := &counter{header: http.Header{}}
				r := httptest.NewRequestWithContext(b.Context(), "GET", "/slurm/v0.0.42/jobs/?flags=ALL", nil)
				r.Header.Set("X-SLURM-USER-TOKEN", token)
				h.ServeHTTP(w, r)
				b.SetBytes(w.n)
			}
		})
	}
}

// BenchmarkNew makes a busy cluster.
func BenchmarkNew(b *testing.B) {
	for b.Loop() {
		if _, err := sim.New(sim.Config{Profile: sim.Demo, Jobs: 50_000, Nodes: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}

// counter is a response that nobody keeps.
type counter struct {
	header http.Header
	n      int64
}

func (c *counter) Header() http.Header { return c.header }
func (c *counter) WriteHeader(int)     {}

func (c *counter) Write(p []byte) (int, error) {
	n, err := io.Discard.Write(p)
	c.n += int64(n)
	return n, err
}

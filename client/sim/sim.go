package sim

import (
	"net/http"
	"time"
)

// Sim is one simulated cluster with its platform. Make it with New.
type Sim struct {
	cfg    Config
	faults Faults
}

// New returns a simulated cluster. It fails if the configuration cannot be simulated.
func New(cfg Config) (*Sim, error) {
	return &Sim{cfg: cfg}, nil
}

// Handler returns the service: platform, token endpoint and slurmrestd by path.
func (s *Sim) Handler() http.Handler { return http.NotFoundHandler() }

// Advance moves the simulated clock by d and lets everything happen that happens meanwhile.
func (s *Sim) Advance(d time.Duration) {}

// Now returns the simulated time.
func (s *Sim) Now() time.Time { return time.Time{} }

// Close ends connections that the Sim opened (to a forwarded slurmrestd). Requests after it are still answered.
func (s *Sim) Close() error { return nil }

// Faults returns the faults of this Sim, to be scripted.
func (s *Sim) Faults() *Faults { return &s.faults }

// Requests returns the Slurm requests received so far, oldest first; the newest 4096 are kept.
func (s *Sim) Requests() []Request { return nil }

// ResetRequests forgets the requests received so far.
func (s *Sim) ResetRequests() {}

// Request is one Slurm request that the Sim received, through the platform or directly.
type Request struct {
	At       time.Time // simulated
	User     string    // Linux account it acts as; "" when not let in
	Method   string    // GET, POST, DELETE
	Path     string    // with its query, as received
	Body     []byte
	Direct   bool // not through callSlurmRestApi
	Status   int  // Slurm's status
	Executed bool // false when a fault kept it from Slurm
}

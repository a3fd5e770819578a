package sim

import (
	"slices"
	"sync"
	"time"
)

// keptRequests is how many requests are remembered.
const keptRequests = 4096

// Request is one Slurm request that the Sim received, through the platform or directly.
type Request struct {
	At       time.Time // simulated
	User     string    // Linux account it acts as; "" when not let in
	Method   string    // GET, POST, DELETE
	Path     string    // with its query, as received
	Body     []byte
	Direct   bool // not through callSlurmRestApi
	Status   int  // Slurm's status; 0 when Slurm gave none
	Executed bool // false when a fault or the door kept it from Slurm
}

// requestLog keeps the newest requests.
type requestLog struct {
	mu    sync.Mutex
	list  []Request
	total int
}

func (l *requestLog) add(r Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.total++
	if len(l.list) == keptRequests {
		l.list = slices.Delete(l.list, 0, keptRequests/8)
	}
	l.list = append(l.list, r)
}

// noting returns what writes a request down, once.
func (s *Sim) noting(r *Request) func() {
	return sync.OnceFunc(func() {
		r.At = s.Now()
		s.log.add(*r)
	})
}

// Requests returns the Slurm requests received so far, oldest first; the newest few thousand are kept.
func (s *Sim) Requests() []Request {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return slices.Clone(s.log.list)
}

// RequestCount returns how many Slurm requests were received so far.
func (s *Sim) RequestCount() int {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return s.log.total
}

// ResetRequests forgets the requests received so far.
func (s *Sim) ResetRequests() {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	s.log.list, s.log.total = nil, 0
}

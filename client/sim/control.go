package sim

import (
	"fmt"
	"time"

	"flexq/client/sim/internal/cluster"
)

// KillNode makes the machine of a compute node stop answering. slurmctld sets it DOWN half a minute (Lab) or five
// minutes (Demo) of simulated time later, and requeues or fails what runs on it.
func (s *Sim) KillNode(node string) error {
	s.enter()
	defer s.mu.Unlock()
	return s.cluster.KillNode(node)
}

// ReviveNode lets a killed node answer again.
func (s *Sim) ReviveNode(node string) error {
	s.enter()
	defer s.mu.Unlock()
	return s.cluster.ReviveNode(node)
}

// RefuseBoot makes a powered-down node fail to boot from now on (its jobs are requeued when ResumeTimeout is over),
// or lets it boot again.
func (s *Sim) RefuseBoot(node string, refuse bool) error {
	s.enter()
	defer s.mu.Unlock()
	return s.cluster.RefuseBoot(node, refuse)
}

// FaultNode makes a GPU of a node fail: the platform drains the node, and repairs it if what runs there uses all of
// its GPUs.
func (s *Sim) FaultNode(node string) error {
	s.enter()
	defer s.mu.Unlock()
	return s.cluster.FaultNode(node, cluster.FaultGPU)
}

// ExpireLease brings the forced end of a node's Flex Start machine to now.
func (s *Sim) ExpireLease(node string) error {
	s.enter()
	defer s.mu.Unlock()
	return s.cluster.ExpireLease(node)
}

// Suspend stops a running job as an administrator does, Resume lets it go on, and SpecialExit requeues it held.
func (s *Sim) Suspend(job uint32) error { return s.withJob(job, (*cluster.Cluster).Suspend) }

// Resume lets a suspended job go on.
func (s *Sim) Resume(job uint32) error { return s.withJob(job, (*cluster.Cluster).Resume) }

// SpecialExit requeues a running job and holds it, marked SPECIAL_EXIT.
func (s *Sim) SpecialExit(job uint32) error {
	return s.withJob(job, func(c *cluster.Cluster, j *cluster.Job) { c.SpecialExit(j) })
}

func (s *Sim) withJob(id uint32, f func(*cluster.Cluster, *cluster.Job)) error {
	s.enter()
	defer s.mu.Unlock()
	j := s.cluster.Job(id)
	if j == nil {
		return cluster.ErrJobID
	}
	f(s.cluster, j)
	return nil
}

// ControllerDown stops slurmctld, or starts it again. slurmrestd goes on answering without it.
func (s *Sim) ControllerDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down.controller = down
}

// DatabaseDown stops slurmdbd, or starts it again.
func (s *Sim) DatabaseDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down.database = down
}

// Reserve takes nodes out of use for maintenance, under a name, for a time from now.
func (s *Sim) Reserve(name string, nodes []string, d time.Duration) error {
	s.enter()
	defer s.mu.Unlock()
	now := s.cluster.Now()
	r := &cluster.Reservation{Name: name, Start: now, End: now + int64(d/time.Second), Maint: true, Users: "root"}
	for _, node := range nodes {
		n := s.cluster.Node(node)
		if n == nil {
			return fmt.Errorf("reserve %s: %w", node, cluster.ErrNodeName)
		}
		r.Nodes = append(r.Nodes, n.Index)
	}
	s.cluster.Reserve(r)
	return nil
}

// Unreserve ends a reservation.
func (s *Sim) Unreserve(name string) {
	s.enter()
	defer s.mu.Unlock()
	for _, r := range s.cluster.Reservations() {
		if r.Name == name {
			s.cluster.Unreserve(r)
			return
		}
	}
}
